"""Batch normalization, for comparison: one feature's values are pooled over all examples.

The last axis holds the features, as everywhere in this package; all other axes are pooled.
PyTorch puts the features on axis 1, so that a batch of sentences (batch, n, d) goes in there as
(batch, d, n).

Source: Ioffe & Szegedy, "Batch Normalization", 2015; the running statistics, ε and the momentum as
in ``torch.nn.BatchNorm1d``.
"""

from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lndocs.arrays import Array, epsilon, features, parameter
from lndocs.norms import EPS, mean, standardize, variance

Running = tuple[ArrayLike, ArrayLike]


def batch_norm(
    x: ArrayLike,
    gamma: ArrayLike | None = None,
    beta: ArrayLike | None = None,
    running: Running | None = None,
    eps: float = EPS,
) -> NDArray[Any]:
    """Normalize each feature, in training by the batch, at inference by the running statistics.

    Parameters
    ----------
    x : array_like, shape (..., d)
        In PyTorch the features are on axis 1; here they are last.
    gamma : array_like, shape (d,), optional
        γ, one scale per feature. Left out, it is 1 everywhere.
    beta : array_like, shape (d,), optional
        β, one offset per feature. Left out, it is 0 everywhere.
    running : pair of array_like, each of shape (d,), optional
        Mean and variance gathered in training: inference, where no row sees another. Left out,
        the batch's own are taken, over all axes but the last; the variance divides by the number
        of values, as LayerNorm's does.
    eps : float
        ε, added to the variance inside the root.

    Returns
    -------
    ndarray, shape (..., d)
        In the dtype of ``x``. A feature is NaN under the same conditions as a row of
        :func:`lndocs.standardize`.

    Raises
    ------
    TypeError, ValueError
        As for :func:`lndocs.layer_norm`; in training a feature has a single value, whose variance
        says nothing; at inference ``running`` is no pair, one of it has not shape (d,), or a
        variance is negative.

    Examples
    --------
    >>> print(batch_norm([[8, 6, 4, 2], [20, 40, 60, 80], [2, 4, 6, 8]])[2].round(3))
    [-1.069 -0.767 -0.668 -0.621]
    """
    rows, dtype = features(x)
    y = _by_batch(rows, eps) if running is None else _by_running(rows, running, eps)
    if gamma is not None:
        y = parameter("gamma", gamma, rows) * y
    if beta is not None:
        y = y + parameter("beta", beta, rows)
    return y.astype(dtype, copy=False)


def update_running(
    running: Running, x: ArrayLike, momentum: float = 0.1
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Move the running mean and variance toward those of one more batch.

    Each becomes (1 - momentum) · old + momentum · new. The new variance divides by one less than
    the number of values, an estimate for all that was not seen, whereas :func:`batch_norm` divides
    by the number of values. PyTorch does the same.

    Parameters
    ----------
    running : pair of array_like, each of shape (d,)
        Mean and variance so far; PyTorch starts at zeros and ones.
    x : array_like, shape (..., d)
        The batch.
    momentum : float
        How much the new batch counts, from 0 to 1.

    Returns
    -------
    pair of ndarray, each of shape (d,)
        In the widest dtype of the three, float32 at least.

    Raises
    ------
    TypeError, ValueError
        As for :func:`batch_norm`; a feature has fewer than two values, so that there is nothing
        to divide by; ``momentum`` is not between 0 and 1.

    Examples
    --------
    >>> batch = [[8, 6, 4, 2], [20, 40, 60, 80], [2, 4, 6, 8]]
    >>> average, spread = update_running(([0, 0, 0, 0], [1, 1, 1, 1]), batch)
    >>> print(average.round(3))
    [1.    1.667 2.333 3.   ]
    >>> print(spread.round(3))
    [  9.3    41.833 101.833 189.3  ]
    """
    rows, _ = features(x)
    values = _values(rows)
    count = values.shape[-1]
    if count < 2:
        raise ValueError(
            f"x must have at least two values per feature for a variance that divides by one less, "
            f"got {count}, shape {rows.shape}"
        )
    if not isinstance(momentum, Real) or isinstance(momentum, bool):
        raise TypeError(f"momentum must be a real number, got {momentum!r}")
    if not 0 <= momentum <= 1:
        raise ValueError(f"momentum must be from 0 to 1, got {momentum!r}")
    weight = float(momentum)
    old_mean, old_variance = _pair(running, rows)
    new_mean = np.asarray(mean(values))
    new_variance = np.asarray(variance(values)) * (count / (count - 1))
    return (
        (1 - weight) * old_mean + weight * new_mean,
        (1 - weight) * old_variance + weight * new_variance,
    )


def _values(rows: Array) -> Array:
    """Turn the table on its side: one row for each feature, with all its values."""
    return rows.reshape(-1, rows.shape[-1]).T


def _by_batch(rows: Array, eps: float) -> Array:
    values = _values(rows)
    if values.shape[-1] == 0:
        epsilon(eps, rows.dtype)
        return rows
    if values.shape[-1] == 1:
        raise ValueError(
            f"x must have more than one value per feature in training, got shape {rows.shape}; "
            "give running=(mean, variance) for inference"
        )
    return standardize(values, eps).T.reshape(rows.shape)


def _by_running(rows: Array, running: Running, eps: float) -> Array:
    average, spread = (part.astype(rows.dtype, copy=False) for part in _pair(running, rows))
    unit = np.sqrt(spread + epsilon(eps, rows.dtype))
    usable = (unit > 0) & (unit < np.inf)
    with np.errstate(invalid="ignore"):  # Inf - Inf is NaN, which says so itself
        standardized: Array = (rows - average) / np.where(usable, unit, np.nan)
    return standardized


def _pair(running: Running, rows: Array) -> tuple[Array, Array]:
    """Check the running statistics; they keep their own dtypes, float32 at least."""
    try:
        average, spread = running
    except (TypeError, ValueError):
        raise ValueError(
            f"running must be a pair (mean, variance), got {type(running).__name__}"
        ) from None
    average, spread = _part("running mean", average, rows), _part("running variance", spread, rows)
    if (spread < 0).any():
        raise ValueError(f"running variance must not be negative, got {spread}")
    return average, spread


def _part(name: str, values: ArrayLike, rows: Array) -> Array:
    own, _ = features(values, name)
    return parameter(name, own, np.empty(rows.shape[-1], own.dtype))
