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
"""The words of the sentence, one row each."""

before = _fixed([[2, 1, 3, 1], [5, 15, 20, 30], [1, 1, 2, 3]])
"""What entered attention, shape (n, d)."""

attention = _fixed([[6, 5, 1, 1], [15, 25, 40, 50], [1, 3, 4, 5]])
"""What attention gave back, shape (n, d)."""

X = _fixed(before + attention)
"""Their sum, which LayerNorm receives, shape (n, d)."""

n, d = X.shape
"""How many tokens there are, and how many features each has."""

me, eat, apple = X
"""The three rows of ``X``, each of shape (d,)."""

apple_before, apple_attention = before[-1], attention[-1]
"""The two rows that add up to that of 苹果."""

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

stack = _fixed(
    [
        [[1, 4, 1], [7, 2, 0], [3, 4, 11], [9, 6, 0]],
        [[1, 9, 2], [0, 1, 5], [3, 10, 5], [12, 3, 9]],
    ]
)
"""Two examples of four features at three positions, shape (n, c, positions), as PyTorch lays it."""

upstream = _fixed([1, 0, 0, 0])
"""The gradient that arrives at one row of outputs when only the first of them matters."""

gamma = _fixed([2, 1, 1, 1])
"""A scale γ that is not 1 in the first dimension alone, shape (d,)."""

beta = _fixed([1, 0, 0, 0])
"""An offset β that is not 0 in the first dimension alone, shape (d,)."""

# The rows of the exercises: the walk shows what becomes of none of them.

exact = _fixed([3, 5, 5, 11])
"""A row whose standard deviation is a whole number."""

below = _fixed([-6, -2, 2, 2])
"""A row with negative numbers, and a mean below zero."""

claimed = _fixed([-1, -0.5, 0.5, 1])
"""A row that is no x̂: its mean is 0, its variance is not 1."""

regained = _fixed(2 * exact + 8)
"""Another row with the x̂ of ``exact``."""

mirrored = _fixed(1 - 2 * exact)
"""A row with the x̂ of ``exact`` and every sign turned."""

sentences = _fixed(np.arange(60).reshape(2, 5, 6))
"""A batch of two sentences, five tokens each, six features a token: 0, 1, 2 and so on."""

phrase = _fixed([[1, 2, 6], [3, 4, 8]])
"""Two tokens of three features; the second has two more of each, shape (2, 3)."""

square = _fixed([[0, 3, 6], [1, 1, 4], [2, 2, 8]])
"""As many tokens as features, where a forgotten axis raises no error, shape (3, 3)."""

close = _fixed([0, 0.0015])
"""Two features closer to each other than Flax's ε is small."""

far = _fixed(exact + 20000)
"""The row ``exact``, moved to where its mean is large beside its standard deviation."""

lone = _fixed([1, 1, 1, 1, 6])
"""A row in which one number stands alone, as far out as five features allow."""

exact_before = _fixed([2, 0, 1, 1])
"""What entered attention where the sum is ``exact``."""

exact_attention = _fixed(exact - exact_before)
"""What attention gave back where the sum is ``exact``."""

gamma_four = _fixed([2, 3, 0, 3])
"""A scale γ with a zero, shape (4,)."""

beta_four = _fixed([1, 1, 5, 0])
"""An offset β to go with ``gamma_four``, shape (4,)."""
