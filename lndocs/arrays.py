"""What may go into the arithmetic: real features and their parameters, or a clear error."""

import math
from numbers import Integral, Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

Array = NDArray[Any]

# Beyond this, float64 no longer tells neighboring integers apart.
_EXACT_INTEGERS = 2**53


def features(x: ArrayLike, name: str = "x") -> tuple[Array, np.dtype[Any]]:
    """Turn input into an array to compute with, and say which dtype the answer has.

    Parameters
    ----------
    x : array_like, shape (..., d)
        Integers and booleans become float64. float32, float64 and longer floats stay as they are.
        float16 is widened to float32, because squares of float16 values overflow soon.
    name : str
        What an error message calls the input.

    Returns
    -------
    work : ndarray, shape (..., d)
        In native byte order, aligned and C-contiguous, so that a row is summed in the same order
        whatever array it came in.
    dtype : dtype
        float16 for float16 input, else the dtype of ``work``.

    Raises
    ------
    TypeError
        The values are not real numbers, or the array is masked.
    ValueError
        The input is ragged, has no axis or no features, or holds integers too large for float64.
    """
    array = real(x, name)
    if array.ndim == 0:
        raise ValueError(f"{name} must have at least one axis, of features, got the scalar {x!r}")
    if array.shape[-1] == 0:
        raise ValueError(
            f"{name} needs at least one feature on its last axis, got shape {array.shape}"
        )
    dtype = array.dtype.newbyteorder("=") if array.dtype.kind == "f" else np.dtype(np.float64)
    work = np.dtype(np.float32) if dtype == np.float16 else dtype
    return np.require(array, work, ["C_CONTIGUOUS", "ALIGNED"]), dtype


def real(x: ArrayLike, name: str) -> Array:
    """Turn input of any shape into an array of real numbers, of whatever dtype.

    Parameters
    ----------
    x : array_like
    name : str
        What an error message calls the input.

    Returns
    -------
    ndarray

    Raises
    ------
    TypeError
        The values are not real numbers, or the array is masked.
    ValueError
        The input is ragged, or holds integers too large for float64.
    """
    if isinstance(x, np.ma.MaskedArray):
        raise TypeError(
            f"{name} is a masked array, whose mask would be ignored; fill or drop masked values"
        )
    try:
        array = np.asarray(x)
    except ValueError as error:
        raise ValueError(
            f"{name} must be a number array of equal rows, got ragged input: {error}"
        ) from None
    if array.dtype.kind not in "biuf":
        raise TypeError(f"{name} must hold real numbers, got dtype {array.dtype}: {_short(x)}")
    if array.dtype.kind in "iu" and array.size and _largest(array) > _EXACT_INTEGERS:
        raise ValueError(
            f"{name} holds integers beyond ±2**53, which float64 cannot tell apart; "
            f"pass floats if that is meant"
        )
    return array


def parameter(name: str, value: ArrayLike, x: Array, each: str = "feature") -> Array:
    """Turn γ or β into an array of exactly one value per feature of ``x``.

    Parameters
    ----------
    name : str
        What an error message calls the parameter.
    value : array_like, shape (d,)
        No other shape is broadcast: ``(1,)`` or ``(n, 1)`` would be silently wrong.
    x : ndarray, shape (..., d)
        The array it will be applied to.
    each : str
        What an error message calls that which has one value.

    Returns
    -------
    ndarray, shape (d,)
        In the dtype of ``x``.

    Raises
    ------
    TypeError, ValueError
        As for :func:`features`, or when the shape is not ``(d,)``.
    """
    array = real(value, name)
    expected = (x.shape[-1],)
    if array.shape != expected:
        raise ValueError(
            f"{name} must have one value per {each}, shape {expected}, got shape {array.shape}"
        )
    return array.astype(x.dtype, copy=False)


def shaped(name: str, value: ArrayLike, shape: tuple[int, ...], x: Array) -> Array:
    """Turn a weight matrix or a bias into an array of exactly one shape.

    Parameters
    ----------
    name : str
        What an error message calls it.
    value : array_like
    shape : tuple of int
        The shape that it needs beside ``x``.
    x : ndarray
        The array it will be applied to.

    Returns
    -------
    ndarray
        In the dtype of ``x``.

    Raises
    ------
    TypeError, ValueError
        As for :func:`features`, or when the shape is another.
    """
    array = real(value, name)
    if array.shape != shape:
        raise ValueError(
            f"{name} must have shape {shape} for rows of {x.shape[-1]} features, "
            f"got shape {array.shape}"
        )
    return array.astype(x.dtype, copy=False)


def count(name: str, value: int) -> int:
    """Check a number of things, such as features or heads.

    Parameters
    ----------
    name : str
        What an error message calls it.
    value : int
        At least 1; a NumPy integer is fine.

    Returns
    -------
    int

    Raises
    ------
    TypeError
        ``value`` is no integer.
    ValueError
        It is less than 1.
    """
    if not isinstance(value, Integral) or isinstance(value, bool):
        raise TypeError(f"{name} must be an integer, got {_short(value)}")
    if value < 1:
        raise ValueError(f"{name} must be at least 1, got {value}")
    return int(value)


def epsilon(eps: float, dtype: DTypeLike) -> float:
    """Check ε, the number added to the variance.

    Parameters
    ----------
    eps : float
        Zero, or a positive number that ``dtype`` can hold.
    dtype : dtype
        What the arithmetic is done in.

    Returns
    -------
    float
        A plain one: a NumPy scalar would widen float32 rows.

    Raises
    ------
    TypeError
        ``eps`` is not a real number.
    ValueError
        It is negative, not finite, or vanishes in ``dtype``.
    """
    if not isinstance(eps, Real) or isinstance(eps, bool):
        raise TypeError(f"eps must be a real number, got {eps!r}")
    try:
        plain = float(eps)
    except OverflowError:  # an integer beyond every float
        plain = math.inf
    limits = np.finfo(np.dtype(dtype))
    # As Python floats: to compare with a float32 would round ε first.
    largest, tiny = limits.max.item(), limits.tiny.item()
    if not 0 <= plain <= largest:
        raise ValueError(
            f"eps must be finite and not negative, at most {largest}, got {_short(eps)}"
        )
    if plain < tiny and eps != 0:
        raise ValueError(
            f"eps must be 0 or at least {tiny}, the smallest normal {limits.dtype}, "
            f"got {_short(eps)}"
        )
    return plain


def _largest(array: Array) -> int:
    """Largest magnitude, in Python integers: int64's own minimum has no positive twin."""
    return max(int(array.max()), -int(array.min()))


def _short(x: object) -> str:
    text = repr(x)
    return text if len(text) <= 60 else text[:57] + "..."
