"""The sublayers of a transformer, and one encoder layer: where LayerNorm stands.

Source: Vaswani et al., "Attention Is All You Need", 2017, which adds before it normalizes
(post-norm); normalizing first (pre-norm) is what later designs do. ``norm_first`` of
``torch.nn.TransformerEncoderLayer`` chooses between the same two. Dropout is left out.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lndocs.arrays import Array, count, features, real, shaped
from lndocs.attention import attention_heads, concatenate, multi_head_attention
from lndocs.module import LayerNorm

__all__ = [
    "EncoderLayer",
    "attention_heads",
    "concatenate",
    "feed_forward",
    "multi_head_attention",
    "post_norm",
    "pre_norm",
]

Step = Callable[[NDArray[Any]], ArrayLike]


def feed_forward(
    x: ArrayLike, W_1: ArrayLike, b_1: ArrayLike, W_2: ArrayLike, b_2: ArrayLike
) -> NDArray[Any]:
    """Work on each row by itself, all with the same weights: max(0, x W_1 + b_1) W_2 + b_2.

    Parameters
    ----------
    x : array_like, shape (..., d)
    W_1 : array_like, shape (d, d_ff)
    b_1 : array_like, shape (d_ff,)
    W_2 : array_like, shape (d_ff, d)
    b_2 : array_like, shape (d,)

    Returns
    -------
    ndarray, shape (..., d)
        In the dtype of ``x``.

    Raises
    ------
    TypeError, ValueError
        An array does not hold real numbers, or a shape is not as above.

    Examples
    --------
    A hidden value below 0 counts as 0:

    >>> first, second = [[1, -1], [0, 0], [0, 0], [0, 0]], [[1, 1, 2, 3], [4, 4, 4, 4]]
    >>> print(feed_forward([2, 4, 6, 8], first, [0, 0], second, [0, 0, 0, 1]))
    [2. 2. 4. 7.]
    """
    rows, dtype = features(x)
    d, first = rows.shape[-1], real(W_1, "W_1")
    if first.ndim != 2:
        raise ValueError(f"W_1 must have two axes, (d, d_ff), got shape {first.shape}")
    d_ff = first.shape[1]
    hidden = rows @ shaped("W_1", first, (d, d_ff), rows) + shaped("b_1", b_1, (d_ff,), rows)
    answer: Array = np.maximum(hidden, 0) @ shaped("W_2", W_2, (d_ff, d), rows)
    return (answer + shaped("b_2", b_2, (d,), rows)).astype(dtype, copy=False)


def post_norm(x: ArrayLike, sublayer: Step, norm: Step) -> NDArray[Any]:
    """Add first, then normalize the sum: norm(x + sublayer(x)), as in the original Transformer.

    Parameters
    ----------
    x : array_like, shape (..., d)
    sublayer : callable
        Gets ``x`` and gives an array of its shape.
    norm : callable
        Such as :func:`lndocs.layer_norm`, or one module's :class:`lndocs.LayerNorm`.

    Returns
    -------
    ndarray, shape (..., d)
        In the dtype of ``x``.

    Raises
    ------
    TypeError, ValueError
        ``x`` or an answer does not hold real numbers, or an answer has another shape than ``x``.

    Examples
    --------
    >>> from lndocs import layer_norm
    >>> print(post_norm([1, 1, 2, 3], lambda x: [1, 3, 4, 5], layer_norm).round(3))
    [-1.342 -0.447  0.447  1.342]
    """
    rows = _rows(x)
    return _like("norm", norm(rows + _like("sublayer", sublayer(rows), rows)), rows)


def pre_norm(x: ArrayLike, sublayer: Step, norm: Step) -> NDArray[Any]:
    """Normalize only what the sublayer reads, and add to the raw input: x + sublayer(norm(x)).

    Parameters
    ----------
    x : array_like, shape (..., d)
    sublayer : callable
        Gets the normalized ``x`` and gives an array of its shape.
    norm : callable
        Such as :func:`lndocs.layer_norm`, or one module's :class:`lndocs.LayerNorm`.

    Returns
    -------
    ndarray, shape (..., d)
        In the dtype of ``x``.

    Raises
    ------
    TypeError, ValueError
        As for :func:`post_norm`.

    Examples
    --------
    >>> from lndocs import layer_norm
    >>> print(pre_norm([1, 1, 2, 3], lambda x: x, layer_norm).round(3))
    [0.095 0.095 2.302 4.508]
    """
    rows = _rows(x)
    answer = sublayer(_like("norm", norm(rows), rows))
    return rows + _like("sublayer", answer, rows)


@dataclass(eq=False, repr=False)
class EncoderLayer:
    """One encoder layer: attention and feed-forward, each with its residual and its own norm.

    Parameters
    ----------
    W_q : array_like, shape (d, d)
    W_k : array_like, shape (d, d)
    W_v : array_like, shape (d, d)
    W_o : array_like, shape (d, d)
    W_1 : array_like, shape (d, d_ff)
    b_1 : array_like, shape (d_ff,)
    W_2 : array_like, shape (d_ff, d)
    b_2 : array_like, shape (d,)
    heads : int
        How many; a divisor of d.
    norm_1 : LayerNorm
        Belongs to attention.
    norm_2 : LayerNorm
        Belongs to the feed-forward part, and has γ and β of its own.

    Raises
    ------
    TypeError, ValueError
        When the layer is called: as for :func:`lndocs.multi_head_attention` and
        :func:`lndocs.feed_forward`, or ``order`` is neither "post" nor "pre".

    Examples
    --------
    >>> layer = EncoderLayer.random(d=4, heads=2, d_ff=8, seed=0)
    >>> layer([[2, 1, 3, 1], [5, 15, 20, 30], [1, 1, 2, 3]]).shape
    (3, 4)
    """

    W_q: ArrayLike
    W_k: ArrayLike
    W_v: ArrayLike
    W_o: ArrayLike
    W_1: ArrayLike
    b_1: ArrayLike
    W_2: ArrayLike
    b_2: ArrayLike
    heads: int
    norm_1: LayerNorm
    norm_2: LayerNorm

    @classmethod
    def random(cls, d: int, heads: int, d_ff: int, seed: int) -> Self:
        """Draw weights such as a network has before training: the same ones for the same seed.

        Entries are normal with variance 1 over the number of rows, biases are 0.
        """
        generator = np.random.default_rng(seed)

        def matrix(rows: int, columns: int) -> Array:
            drawn: Array = generator.standard_normal((rows, columns)) / np.sqrt(rows)
            return drawn

        d, d_ff = count("d", d), count("d_ff", d_ff)
        q, k, v, o = (matrix(d, d) for _ in range(4))
        first, second = matrix(d, d_ff), matrix(d_ff, d)
        zeros = np.zeros(d_ff), np.zeros(d)
        norms = LayerNorm(d), LayerNorm(d)
        return cls(q, k, v, o, first, zeros[0], second, zeros[1], heads, *norms)

    def attention(self, x: ArrayLike, mask: ArrayLike | None = None) -> NDArray[Any]:
        """Apply the first sublayer, alone: no residual, no norm."""
        return multi_head_attention(x, self.W_q, self.W_k, self.W_v, self.W_o, self.heads, mask)

    def feed(self, x: ArrayLike) -> NDArray[Any]:
        """Apply the second sublayer, alone: no residual, no norm."""
        return feed_forward(x, self.W_1, self.b_1, self.W_2, self.b_2)

    def __call__(
        self, x: ArrayLike, order: Literal["post", "pre"] = "post", mask: ArrayLike | None = None
    ) -> NDArray[Any]:
        """Apply both sublayers to ``x``, shape (n, d), with the norms after or before them."""
        if order not in ("post", "pre"):
            raise ValueError(f'order must be "post" or "pre", got {order!r}')
        wrap = post_norm if order == "post" else pre_norm
        y = wrap(x, lambda rows: self.attention(rows, mask), self.norm_1)
        return wrap(y, self.feed, self.norm_2)


def _rows(x: ArrayLike) -> Array:
    """Turn input into an array of the dtype that the answer has."""
    work, dtype = features(x)
    return work.astype(dtype, copy=False)


def _like(name: str, answer: ArrayLike, rows: Array) -> Array:
    """Hold what a callable gives to the shape and dtype of ``rows``: nothing is broadcast."""
    array, _ = features(answer, f"what {name} gives")
    if array.shape != rows.shape:
        raise ValueError(f"{name} must keep the shape {rows.shape}, gave shape {array.shape}")
    return array.astype(rows.dtype, copy=False)
