"""Layer normalization, and the steps that it consists of.

Every function works over the last axis, the features: an array of shape ``(..., d)`` holds one
vector of d features for each token. The input is never changed.

Dtypes: integers and booleans are computed in float64, float32 in float32, float64 in float64.
float16 is computed in float32 and rounded to float16 once, at the end. A mean is rounded like any
other number; where it is large beside the spread of its row, the differences from it still share
what that rounding left, and it is subtracted, too. So a row keeps its digits wherever it lies.

Source: Ba, Kiros, Hinton, "Layer Normalization", 2016; variance, ε and its default as in
``torch.nn.LayerNorm``.
"""

import sys
import warnings
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lndocs.arrays import Array, epsilon, features, parameter

EPS = 1e-5
"""The default of ε, which is PyTorch's."""


def mean(x: ArrayLike) -> float | NDArray[Any]:
    """Average each row.

    Parameters
    ----------
    x : array_like, shape (..., d)

    Returns
    -------
    float or ndarray, shape (...)
        A Python float for a single row. Units: those of ``x``.

    Raises
    ------
    TypeError, ValueError
        ``x`` does not hold rows of real features; see :func:`lndocs.arrays.features`.

    Examples
    --------
    >>> mean([2, 4, 6, 8])
    5.0
    """
    rows, dtype = features(x)
    return _statistic(_mean(rows), dtype)


def center(x: ArrayLike) -> NDArray[Any]:
    """Subtract from each row its own mean.

    Parameters
    ----------
    x : array_like, shape (..., d)

    Returns
    -------
    ndarray, shape (..., d)
        Units: those of ``x``. Where all values lie close together and far from 0, the answer is
        nearer to the exact differences than ``x - mean(x)``, whose mean has been rounded.

    Raises
    ------
    TypeError, ValueError
        As for :func:`mean`.

    Examples
    --------
    >>> print(center([2, 4, 6, 8]))
    [-3. -1.  1.  3.]
    """
    rows, dtype = features(x)
    return _center(rows).astype(dtype, copy=False)


def variance(x: ArrayLike) -> float | NDArray[Any]:
    """Average the squared differences of each row from its mean.

    This is the population variance: it divides by d, not by d - 1. The differences come first and
    the squares after; E[x²] - E[x]² would lose every digit when the mean is large.

    Parameters
    ----------
    x : array_like, shape (..., d)

    Returns
    -------
    float or ndarray, shape (...)
        A Python float for a single row. Units: those of ``x``, squared.

    Raises
    ------
    TypeError, ValueError
        As for :func:`mean`.

    Examples
    --------
    >>> variance([2, 4, 6, 8])
    5.0
    """
    rows, dtype = features(x)
    return _statistic(_mean_square(_center(rows)), dtype)


def std(x: ArrayLike) -> float | NDArray[Any]:
    """Take the square root of the variance: how far a row's values stray from their mean.

    Parameters
    ----------
    x : array_like, shape (..., d)

    Returns
    -------
    float or ndarray, shape (...)
        A Python float for a single row. Units: those of ``x``. NaN, with a warning, where the
        differences are too small to be squared.

    Raises
    ------
    TypeError, ValueError
        As for :func:`mean`.

    Examples
    --------
    >>> round(std([2, 4, 6, 8]), 3)
    2.236
    """
    rows, dtype = features(x)
    return _statistic(_std(rows), dtype)


def standardize(x: ArrayLike, eps: float = EPS) -> NDArray[Any]:
    """Measure each row from its mean, in its own standard deviations: x̂ = (x - μ) / √(σ² + ε).

    Parameters
    ----------
    x : array_like, shape (..., d)
    eps : float
        ε, added to the variance inside the root. The hand calculation passes 0.

    Returns
    -------
    ndarray, shape (..., d)
        Pure numbers. A row is NaN when √(σ² + ε) is no usable unit: with ε = 0 for equal values,
        and, with NumPy's warning of overflow or ours of underflow, when the squares leave the
        dtype's range. NaN and Inf in a row make that row NaN and no other.

    Raises
    ------
    TypeError, ValueError
        As for :func:`mean`, or ``eps`` is not a finite number ≥ 0.

    Examples
    --------
    >>> print(standardize([2, 4, 6, 8], eps=0).round(3))
    [-1.342 -0.447  0.447  1.342]
    """
    rows, dtype = features(x)
    return _standardize(rows, eps).astype(dtype, copy=False)


def layer_norm(
    x: ArrayLike,
    gamma: ArrayLike | None = None,
    beta: ArrayLike | None = None,
    eps: float = EPS,
) -> NDArray[Any]:
    """Normalize each row by its own statistics, then scale by γ and shift by β: γ ⊙ x̂ + β.

    Parameters
    ----------
    x : array_like, shape (..., d)
    gamma : array_like, shape (d,), optional
        γ, one scale per feature, shared by all rows. Left out, it is 1 everywhere.
    beta : array_like, shape (d,), optional
        β, one offset per feature, shared by all rows. Left out, it is 0 everywhere.
    eps : float
        ε, added to the variance inside the root.

    Returns
    -------
    ndarray, shape (..., d)
        In the dtype of ``x``, whatever the dtype of ``gamma`` and ``beta``.

    Raises
    ------
    TypeError, ValueError
        As for :func:`standardize`, or ``gamma`` or ``beta`` has not shape (d,).

    Examples
    --------
    >>> print(layer_norm([[8, 6, 4, 2], [2, 4, 6, 8]]).round(3))
    [[ 1.342  0.447 -0.447 -1.342]
     [-1.342 -0.447  0.447  1.342]]
    """
    # --8<-- [start:layer_norm]
    rows, dtype = features(x)
    y = _standardize(rows, eps)
    if gamma is not None:
        y *= parameter("gamma", gamma, rows)
    if beta is not None:
        y += parameter("beta", beta, rows)
    return y.astype(dtype, copy=False)
    # --8<-- [end:layer_norm]


# A row is far from 0 when its mean exceeds this many times its largest difference from it.
_FAR = 8

# The steps on arrays that are already checked; statistics keep the last axis, with length 1.


def _mean(rows: Array) -> Array:
    with np.errstate(invalid="ignore"):
        average = _average(rows)
    # Equal values have that value as their mean, however their sum rounds.
    first = rows[..., :1]
    equal = first == rows[..., -1:]
    if equal.any():  # else there is no need to read every value again
        equal = (rows == first).all(axis=-1, keepdims=True)
    return np.where(equal, first, average)


def _center(rows: Array) -> Array:
    with np.errstate(invalid="ignore"):  # Inf - Inf is NaN, which says so itself
        middle = _mean(rows)
        centered: Array = rows - middle
    far = np.abs(middle) / _FAR
    candidates = ((np.abs(centered[..., :1]) < far) & (np.abs(centered[..., -1:]) < far))[..., 0]
    if candidates.any():  # else there is no need to read every difference again
        centered[candidates] = _recenter(centered[candidates], far[candidates])
    return centered


def _recenter(centered: Array, far: Array) -> Array:
    """Subtract what the rounding of a mean left in the differences of the rows that are far from 0.

    The differences of such a row are exact, so that their own mean is just that.
    """
    all_near = np.abs(centered).max(axis=-1, keepdims=True) < far
    recentered: Array = centered - np.where(all_near, _average(centered), 0)
    return recentered


def _mean_square(values: Array) -> Array:
    return _average(np.square(values))


def _std(rows: Array) -> Array:
    return _root(_center(rows), 0.0)


# --8<-- [start:standardize]
def _standardize(rows: Array, eps: float) -> Array:
    centered = _center(rows)
    centered /= _unit(centered, epsilon(eps, rows.dtype))
    return centered


# --8<-- [end:standardize]


def _unit(values: Array, eps: float) -> Array:
    """Give the root to divide a row by, or NaN where it is 0 or not finite."""
    root = _root(values, eps)
    return np.where((root > 0) & (root < np.inf), root, np.nan)


def _root(values: Array, eps: float) -> Array:
    """Give √(mean square + ε), or NaN where the squares are too small to have all their digits.

    Of a row's differences from its mean, the mean square is its variance.
    """
    inside = _mean_square(values) + eps
    small = inside < np.finfo(values.dtype).tiny
    lost = small & values.any(axis=-1, keepdims=True) if small.any() else small
    if lost.any():
        warnings.warn(
            f"underflow: the squares that a row is measured by are too small for {values.dtype}; "
            "that row is NaN (scale it up, or give an eps above 0)",
            RuntimeWarning,
            stacklevel=_caller(),
        )
    root: Array = np.sqrt(np.where(lost, np.nan, inside))
    return root


def _caller() -> int:
    """Count the frames from a warning to the line outside this package that led to it."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back and str(frame.f_globals.get("__name__")).startswith("lndocs."):
        level, frame = level + 1, frame.f_back
    return level


def _average(rows: Array) -> Array:
    average: Array = rows.sum(axis=-1, keepdims=True) / rows.shape[-1]
    return average


def _statistic(values: Array, dtype: np.dtype[Any]) -> float | Array:
    kept = values[..., 0].astype(dtype, copy=False)
    # A Python float; longer ones, which Python has not, stay NumPy's.
    return kept if kept.ndim else kept.item()
