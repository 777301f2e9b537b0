"""Carrying a layer norm over from PyTorch: its γ and β, and the ε that is not stored with them."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from lndocs.arrays import Array, count, real
from lndocs.module import LayerNorm


def from_state_dict(
    mapping: Mapping[str, ArrayLike],
    prefix: str = "",
    *,
    eps: float | None = None,
    d: int | None = None,
) -> LayerNorm:
    """Make a LayerNorm with the γ, β and ε of a module of PyTorch.

    PyTorch is not needed: a tensor is asked for its values, wherever it is and whether or not it
    requires gradients, and arrays and lists are taken too. bfloat16, which NumPy has not, is
    widened to float32; all values end up in float64, and each widening is exact.

    Source: ``torch.nn.LayerNorm``, which stores ``weight`` and ``bias``, and ε nowhere.

    Parameters
    ----------
    mapping : mapping of str to array_like
        A ``state_dict``, or what a file of weights holds: ``weight``, shape (d,), is γ, and
        ``bias``, shape (d,), is β. With ``bias=False`` there is no ``bias``; with
        ``elementwise_affine=False`` there is neither.
    prefix : str
        What stands before these names, such as ``"encoder.ln1"``, with or without its last dot.
    eps : float, optional
        ε. A ``state_dict`` does not hold it: read it from the module, as ``eps=module.eps``, or
        from the model's configuration. It may be left out only where ``mapping`` has ``eps``.
    d : int, optional
        How many features a row has. Needed where neither γ nor β is stored; otherwise checked.

    Returns
    -------
    LayerNorm

    Raises
    ------
    KeyError
        ``weight`` is not among the keys, though ``bias`` is or ``d`` is not given.
    TypeError
        ε is given nowhere, or values are not real numbers or cannot become an array.
    ValueError
        The shapes do not fit, the module is a BatchNorm, or ``eps`` or ``d`` is unfit.

    Examples
    --------
    >>> stored = {"ln.weight": [2, 1, 1, 1], "ln.bias": [1, 0, 0, 0]}
    >>> norm = from_state_dict(stored, "ln", eps=1e-5)
    >>> print(norm([2, 4, 6, 8]).round(3))
    [-1.683 -0.447  0.447  1.342]
    """
    start = f"{prefix.removesuffix('.')}." if prefix else ""
    if f"{start}running_mean" in mapping:
        raise ValueError(
            f"{start}running_mean is stored, so this is a BatchNorm, which is no LayerNorm"
        )
    gamma, beta = (_stored(mapping, start + name) for name in ("weight", "bias"))
    if d is None and gamma is not None:
        d = gamma.shape[-1] if gamma.ndim else 1
    if d is None or (gamma is None and beta is not None):
        raise KeyError(_missing(mapping, f"{start}weight"))
    size = count("d", d)
    for name, values in (("weight", gamma), ("bias", beta)):
        if values is not None and values.shape != (size,):
            raise ValueError(
                f"{start}{name} must have shape ({size},), one value per feature of the last "
                f"axis, got shape {values.shape}"
            )
    norm = LayerNorm(size, _eps(mapping, start, eps), gamma is not None, beta is not None)
    norm.gamma, norm.beta = gamma, beta
    return norm


def _stored(mapping: Mapping[str, ArrayLike], name: str) -> Array | None:
    """Take the values of one key as an array, or None where there is no such key."""
    if name not in mapping:
        return None
    value: Any = mapping[name]
    if hasattr(value, "detach"):  # a tensor, which may require gradients or be elsewhere
        value = _tensor(value.detach().cpu(), name)
    return real(value, name)


def _tensor(value: Any, name: str) -> Array:
    try:
        values: Array = value.numpy()
    except TypeError:  # NumPy has no such dtype
        if not value.is_floating_point():
            raise TypeError(
                f"{name} must hold real numbers, got a tensor of dtype {value.dtype}"
            ) from None
        values = value.float().numpy()
    return values


def _eps(mapping: Mapping[str, ArrayLike], start: str, eps: float | None) -> float:
    if eps is not None:
        return eps
    stored = _stored(mapping, f"{start}eps")
    if stored is None or stored.size != 1:
        raise TypeError("a state_dict holds no eps, so it must be given, as eps=module.eps")
    return float(np.ravel(stored)[0])


def _missing(mapping: Mapping[str, ArrayLike], name: str) -> str:
    keys = sorted(map(str, mapping))
    found = ", ".join(keys[:8]) + (f" and {len(keys) - 8} more" if keys[8:] else "")
    return (
        f"there is no {name} among the keys: {found or 'none'}; "
        "a module with elementwise_affine=False stores nothing, and then d must be given"
    )
