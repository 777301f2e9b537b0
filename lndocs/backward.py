"""The gradient of layer normalization: what reaches x, γ and β when one arrives at the output.

With g = dout ⊙ γ, and averages over the features of a row, the gradient of the row is
(g - mean(g) - x̂ ⊙ mean(g ⊙ x̂)) / √(σ² + ε). The two averages are there because the row's own mean
and root move with each of its features.

Source: the chain rule; the same as PyTorch's gradient of ``torch.nn.functional.layer_norm``.
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lndocs.arrays import Array, epsilon, features, parameter, shaped
from lndocs.norms import EPS, _average, _center, _unit


def layer_norm_backward(
    dout: ArrayLike,
    x: ArrayLike,
    gamma: ArrayLike | None = None,
    eps: float = EPS,
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Take the gradient of :func:`lndocs.layer_norm` back to x, γ and β.

    Parameters
    ----------
    dout : array_like, shape (..., d)
        How much the answer at the very end changes with each output: the gradient that arrives.
    x : array_like, shape (..., d)
        What went into :func:`lndocs.layer_norm`.
    gamma : array_like, shape (d,), optional
        The γ that it was given. Left out, it is 1 everywhere.
    eps : float
        The ε that it was given.

    Returns
    -------
    dx : ndarray, shape (..., d)
        How much that answer changes with each input. A row of x that is NaN after normalization
        is NaN here.
    dgamma : ndarray, shape (d,)
        How much it changes with each γ, summed over all rows, since all rows share them.
    dbeta : ndarray, shape (d,)
        How much it changes with each β, summed likewise. β itself plays no part in any of the
        three.

        All are in the dtype of ``x``; float16 is computed in float32 and rounded once. Units: those
        of ``dout``, for dx by those of ``x``.

    Raises
    ------
    TypeError, ValueError
        As for :func:`lndocs.layer_norm`, or ``dout`` has not the shape of ``x``.

    Examples
    --------
    >>> dx, dgamma, dbeta = layer_norm_backward([1, 0, 0, 0], [2, 4, 6, 8])
    >>> print(dx.round(3))
    [ 0.134 -0.179 -0.045  0.089]
    >>> print(dgamma.round(3), dbeta)
    [-1.342  0.     0.     0.   ] [1. 0. 0. 0.]
    """
    # --8<-- [start:layer_norm_backward]
    rows, dtype = features(x)
    arriving = shaped("dout", dout, rows.shape, rows)
    centered = _center(rows)
    unit = _unit(centered, epsilon(eps, rows.dtype))
    normalized = centered / unit
    g = arriving if gamma is None else arriving * parameter("gamma", gamma, rows)
    with np.errstate(invalid="ignore"):  # Inf - Inf is NaN, which says so itself
        dx = (g - _average(g) - normalized * _average(g * normalized)) / unit
        dgamma = _over_rows(arriving * normalized)
        dbeta = _over_rows(arriving)
    return dx.astype(dtype), dgamma.astype(dtype), dbeta.astype(dtype)
    # --8<-- [end:layer_norm_backward]


def _over_rows(values: Array) -> Array:
    total: Array = values.sum(axis=tuple(range(values.ndim - 1)))
    return total
