"""One LayerNorm module: what a network stores of a layer norm between two calls."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lndocs.arrays import Array, count, epsilon, features, parameter
from lndocs.norms import EPS, layer_norm


class LayerNorm:
    """One module's γ, β and ε, which all tokens share; another module has a pair of its own.

    ``gamma`` and ``beta`` may be assigned, as training does; None switches one off. Mean and
    variance are nowhere stored: each call computes them afresh from its rows.

    Source: Ba, Kiros, Hinton, "Layer Normalization", 2016; start values and default ε as in
    ``torch.nn.LayerNorm``, where ``bias=False`` leaves β out and ``elementwise_affine=False`` both.

    Parameters
    ----------
    d : int
        How many features a row has.
    eps : float
        ε, added to the variance inside the root.
    scale : bool
        Whether there is a γ, shape (d,), float64, which starts at 1.
    shift : bool
        Whether there is a β, shape (d,), float64, which starts at 0.

    Raises
    ------
    TypeError, ValueError
        ``d`` is no integer ≥ 1, or ``eps`` is unfit. When ``gamma`` or ``beta`` is assigned: it
        has not shape (d,). When the module is called: as for :func:`lndocs.layer_norm`, or a row
        has not d features.

    Examples
    --------
    >>> norm = LayerNorm(4)
    >>> print(norm([2, 4, 6, 8]).round(3))
    [-1.342 -0.447  0.447  1.342]
    >>> norm.gamma, norm.beta = [2, 2, 2, 2], [1, 1, 1, 1]
    >>> print(norm([2, 4, 6, 8]).round(3))
    [-1.683  0.106  1.894  3.683]
    >>> norm.parameters
    8
    """

    def __init__(self, d: int, eps: float = EPS, scale: bool = True, shift: bool = True) -> None:
        self.d = count("d", d)
        self.eps = epsilon(eps, np.float64)
        self.gamma = np.ones(self.d) if scale else None
        self.beta = np.zeros(self.d) if shift else None

    @property
    def gamma(self) -> NDArray[Any] | None:
        """γ, one scale per feature, shape (d,), or None."""
        return self._gamma

    @gamma.setter
    def gamma(self, value: ArrayLike | None) -> None:
        self._gamma = self._own("gamma", value)

    @property
    def beta(self) -> NDArray[Any] | None:
        """β, one offset per feature, shape (d,), or None."""
        return self._beta

    @beta.setter
    def beta(self, value: ArrayLike | None) -> None:
        self._beta = self._own("beta", value)

    @property
    def parameters(self) -> int:
        """How many numbers training can change."""
        return sum(values.size for values in (self.gamma, self.beta) if values is not None)

    def __call__(self, x: ArrayLike) -> NDArray[Any]:
        """Normalize each row of ``x``, shape (..., d), then scale by γ and shift by β."""
        rows, _ = features(x)
        if rows.shape[-1] != self.d:
            raise ValueError(
                f"x must have d = {self.d} features on its last axis, got shape {rows.shape}"
            )
        return layer_norm(x, self.gamma, self.beta, self.eps)

    def __repr__(self) -> str:
        eps = "" if self.eps == EPS else f", eps={self.eps}"
        scale = ", scale=False" if self.gamma is None else ""
        shift = ", shift=False" if self.beta is None else ""
        return f"LayerNorm({self.d}{eps}{scale}{shift})"

    def _own(self, name: str, value: ArrayLike | None) -> Array | None:
        """Copy γ or β, so that no other module's values change with these."""
        if value is None:
            return None
        return np.array(parameter(name, value, np.empty(self.d)))
