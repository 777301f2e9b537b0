"""The article's example: the sentence 我 吃 苹果 ("I eat apples") and its vectors.

This is the one place where its numbers are typed; everything else is computed from them. They are
chosen for the demonstration: they come from no real model, and the four features have no preset
meaning. The sum of 吃 is ten times that of 苹果 for easy comparison only.

For 我 and 吃 the article gives the sums alone; how they split into input and attention output is
ours. So are the rows at the end, which show what the sentence cannot.
"""

import numpy as np

from lndocs.arrays import Array


def _fixed(values: object) -> Array:
    """Make an array that no example can change for the next one."""
    array = np.array(values)
    array.setflags(write=False)
    return array


tokens = ("我", "吃", "苹果")

before = _fixed([[2, 1, 3, 1], [5, 15, 20, 30], [1, 1, 2, 3]])
"""What entered attention, shape (n, d)."""

attention = _fixed([[6, 5, 1, 1], [15, 25, 40, 50], [1, 3, 4, 5]])
"""What attention gave back, shape (n, d)."""

X = _fixed(before + attention)
"""Their sum, which LayerNorm receives, shape (n, d)."""

n, d = X.shape
me, eat, apple = X
apple_before, apple_attention = before[-1], attention[-1]

constant = _fixed([5, 5, 5, 5])
"""A row whose values are all equal: its variance is zero."""

tiny = _fixed([0.0, 0.001, 0.002, 0.003])
"""A row whose variance is smaller than PyTorch's ε."""

near = _fixed([0.09484422, 0.16441762])
"""Two numbers whose variance is about as large as the ε of Keras."""

spread = _fixed([0.2260, 0.3470, 0, 0.2216, 0, 0])
"""A row of another length, half of it zeros, with a small variance."""

table = _fixed([0, 0.1, 0.4, -0.1])
"""A row of which a published table gives a wrong standard deviation."""

swapped = _fixed(apple[[0, 2, 1, 3]])
"""The row of 苹果 with its two middle numbers exchanged."""

gamma = _fixed([2, 1, 1, 1])
"""A scale γ that is not 1 in the first dimension alone, shape (d,)."""

beta = _fixed([1, 0, 0, 0])
"""An offset β that is not 0 in the first dimension alone, shape (d,)."""
