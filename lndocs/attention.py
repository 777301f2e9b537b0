"""Multi-head attention: what hands LayerNorm its input.

Rows are tokens, so a weight matrix stands on the right: ``x @ W_q``. The input is never changed.
The answer has the dtype of ``x``; integers are computed in float64, float16 in float32, and the
weights are first rounded to the dtype that is computed in. The names are those of the paper.

Source: Vaswani et al., "Attention Is All You Need", 2017. ``torch.nn.MultiheadAttention`` does the
same with transposed weights, and its boolean mask says the opposite: True there forbids.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lndocs.arrays import Array, count, features, shaped


def attention_heads(
    x: ArrayLike,
    W_q: ArrayLike,
    W_k: ArrayLike,
    W_v: ArrayLike,
    heads: int,
    mask: ArrayLike | None = None,
) -> NDArray[Any]:
    """Let each token gather from the others, once for each head: softmax(Q Kᵀ / √(d/heads)) V.

    Parameters
    ----------
    x : array_like, shape (n, d)
        One row for each token.
    W_q : array_like, shape (d, d)
        Makes the queries; the first head has its first d/heads columns, and so on.
    W_k : array_like, shape (d, d)
        Makes the keys.
    W_v : array_like, shape (d, d)
        Makes the values.
    heads : int
        How many; a divisor of d.
    mask : array_like of bool, shape (n, n), optional
        Row i says at which tokens token i may look: True = may. Left out, at all.

    Returns
    -------
    ndarray, shape (heads, n, d/heads)
        A value that is NaN or Inf spoils all tokens, masked ones included, as in PyTorch.

    Raises
    ------
    TypeError
        An array does not hold real numbers, ``mask`` no booleans, or ``heads`` is no integer.
    ValueError
        A shape is not as above, ``heads`` does not divide d, or a token may look at nothing.

    Examples
    --------
    With queries and keys of zeros all tokens count alike, and each gathers their average:

    >>> import numpy as np
    >>> x, zeros, ones = [[2, 1, 3, 1], [5, 15, 20, 30], [1, 1, 2, 3]], np.zeros((4, 4)), np.eye(4)
    >>> print(attention_heads(x, zeros, zeros, ones, heads=2)[:, 2].round(3))
    [[ 2.667  5.667]
     [ 8.333 11.333]]
    """
    rows, dtype = _tokens(x)
    return _heads(rows, W_q, W_k, W_v, heads, mask).astype(dtype, copy=False)


def concatenate(heads: ArrayLike) -> NDArray[Any]:
    """Lay the heads side by side, in their order: one row for each token again.

    Parameters
    ----------
    heads : array_like, shape (heads, n, d/heads)

    Returns
    -------
    ndarray, shape (n, d)

    Raises
    ------
    TypeError, ValueError
        ``heads`` does not hold real numbers, or has not three axes.

    Examples
    --------
    >>> print(concatenate([[[1, 1]], [[2, 3]]]))
    [[1. 1. 2. 3.]]
    """
    array, dtype = features(heads, "heads")
    if array.ndim != 3:
        raise ValueError(f"heads must have shape (heads, n, d/heads), got shape {array.shape}")
    return _side_by_side(array).astype(dtype, copy=False)


def multi_head_attention(
    x: ArrayLike,
    W_q: ArrayLike,
    W_k: ArrayLike,
    W_v: ArrayLike,
    W_o: ArrayLike,
    heads: int,
    mask: ArrayLike | None = None,
) -> NDArray[Any]:
    """Fuse what the heads have gathered: Concat(head₁ … head_h) W_o.

    Parameters
    ----------
    x : array_like, shape (n, d)
        One row for each token.
    W_q : array_like, shape (d, d)
        Makes the queries.
    W_k : array_like, shape (d, d)
        Makes the keys.
    W_v : array_like, shape (d, d)
        Makes the values.
    W_o : array_like, shape (d, d)
        Mixes the concatenated heads.
    heads : int
        How many; a divisor of d.
    mask : array_like of bool, shape (n, n), optional
        Row i says at which tokens token i may look: True = may. Left out, at all.

    Returns
    -------
    ndarray, shape (n, d)
        As many numbers for each token as went in.

    Raises
    ------
    TypeError, ValueError
        As for :func:`attention_heads`, or ``W_o`` has not shape (d, d).

    Examples
    --------
    A token that may look only at itself keeps its own values:

    >>> import numpy as np
    >>> x, ones, alone = [[2, 1, 3, 1], [5, 15, 20, 30], [1, 1, 2, 3]], np.eye(4), np.eye(3) == 1
    >>> print(multi_head_attention(x, ones, ones, ones, ones, heads=2, mask=alone)[2])
    [1. 1. 2. 3.]
    """
    rows, dtype = _tokens(x)
    gathered = _side_by_side(_heads(rows, W_q, W_k, W_v, heads, mask))
    d = rows.shape[-1]
    answer: Array = gathered @ shaped("W_o", W_o, (d, d), rows)
    return answer.astype(dtype, copy=False)


# The steps on arrays that are already checked.


def _tokens(x: ArrayLike) -> tuple[Array, np.dtype[Any]]:
    rows, dtype = features(x)
    if rows.ndim != 2:
        raise ValueError(
            f"x must have one row for each token, shape (n, d), got shape {rows.shape}"
        )
    return rows, dtype


def _heads(
    rows: Array,
    W_q: ArrayLike,
    W_k: ArrayLike,
    W_v: ArrayLike,
    heads: int,
    mask: ArrayLike | None,
) -> Array:
    n, d = rows.shape
    heads = count("heads", heads)
    if d % heads:
        raise ValueError(f"heads must divide the number of features, {d}, got {heads}")
    weights = {"W_q": W_q, "W_k": W_k, "W_v": W_v}
    q, k, v = (
        (rows @ shaped(name, weight, (d, d), rows)).reshape(n, heads, d // heads).transpose(1, 0, 2)
        for name, weight in weights.items()
    )
    scores = q @ k.transpose(0, 2, 1) / math.sqrt(d // heads)
    if mask is not None:
        scores = np.where(_may_look(mask, n), scores, -np.inf)
    answer: Array = _softmax(scores) @ v
    return answer


def _may_look(mask: ArrayLike, n: int) -> Array:
    allowed = np.asarray(mask)
    if allowed.dtype != np.bool_:
        raise TypeError(f"mask must be boolean, True = may look, got dtype {allowed.dtype}")
    if allowed.shape != (n, n):
        raise ValueError(f"mask must have shape {(n, n)}, got shape {allowed.shape}")
    for token in np.flatnonzero(~allowed.any(axis=-1)):
        raise ValueError(f"mask lets token {token} look at nothing, not even at itself")
    return allowed


def _softmax(scores: Array) -> Array:
    """Make each row's weights, which sum to 1; the largest exponent is 0, so none overflows."""
    with np.errstate(invalid="ignore"):  # Inf - Inf is NaN, which says so itself
        powers = np.exp(scores - scores.max(axis=-1, keepdims=True, initial=-np.inf))
    weights: Array = powers / powers.sum(axis=-1, keepdims=True)
    return weights


def _side_by_side(heads: Array) -> Array:
    number, n, width = heads.shape
    return heads.transpose(1, 0, 2).reshape(n, number * width)
