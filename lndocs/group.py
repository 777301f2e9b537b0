"""Group normalization, for comparison: some channels of one example share their statistics.

Here, as in PyTorch, the channels are on axis 1, and all axes after it are positions. With one group
for each channel it is instance normalization.

Source: Wu & He, "Group Normalization", 2018; Ulyanov, Vedaldi, Lempitsky, "Instance Normalization",
2016; ε and its default as in ``torch.nn.GroupNorm``.
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lndocs.arrays import Array, count, features, parameter
from lndocs.norms import EPS, standardize


def group_norm(
    x: ArrayLike,
    groups: int,
    gamma: ArrayLike | None = None,
    beta: ArrayLike | None = None,
    eps: float = EPS,
) -> NDArray[Any]:
    """Normalize each group of channels of each example, then scale and shift each channel.

    Parameters
    ----------
    x : array_like, shape (n, c, ...)
        n examples of c channels; all further axes are positions, such as tokens or pixels.
    groups : int
        How many groups of neighboring channels there are; it divides c. With c groups this is
        InstanceNorm. With one, all values of an example are normalized together: where there are
        positions, that is not LayerNorm over the channels of each.
    gamma : array_like, shape (c,), optional
        γ, one scale per channel. Left out, it is 1 everywhere.
    beta : array_like, shape (c,), optional
        β, one offset per channel. Left out, it is 0 everywhere.
    eps : float
        ε, added to the variance inside the root.

    Returns
    -------
    ndarray, shape (n, c, ...)
        In the dtype of ``x``. A group is NaN under the same conditions as a row of
        :func:`lndocs.standardize`.

    Raises
    ------
    TypeError, ValueError
        As for :func:`lndocs.layer_norm`; ``x`` has no axis of channels, or no position; ``groups``
        is no whole number that divides c; ``gamma`` or ``beta`` has not shape (c,).

    Examples
    --------
    >>> print(group_norm([[[2, 4], [6, 8], [1, 1], [3, 5]]], groups=2).round(3)[0])
    [[-1.342 -0.447]
     [ 0.447  1.342]
     [-0.905 -0.905]
     [ 0.302  1.508]]
    """
    values, dtype = features(x)
    y = standardize(_grouped(values, groups), eps).reshape(values.shape)
    last = np.moveaxis(y, 1, -1)  # a view: what is done to it is done to y
    if gamma is not None:
        last *= parameter("gamma", gamma, last, "channel")
    if beta is not None:
        last += parameter("beta", beta, last, "channel")
    return y.astype(dtype, copy=False)


def _grouped(values: Array, groups: int) -> Array:
    """Lay the values of each group in a row, shape (n, groups, values of a group)."""
    if values.ndim < 2:
        raise ValueError(
            f"x must have channels on axis 1, shape (n, c, ...), got shape {values.shape}"
        )
    examples, channels, *positions = values.shape
    number = count("groups", groups)
    if channels % number:
        raise ValueError(f"groups must divide the {channels} channels of x, got {number}")
    size = channels // number * int(np.prod(positions))
    if size == 0:
        raise ValueError(f"x needs at least one value in each group, got shape {values.shape}")
    return values.reshape(examples, number, size)
