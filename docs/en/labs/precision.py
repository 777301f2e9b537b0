# ---
# jupyter:
#   jupytext:
#     formats: py:percent
#   kernelspec:
#     display_name: Python
#     language: python
#     name: python3
# ---

# %% [markdown]
# ---
# description: Variance in one pass or two, and which fails first as the mean grows; where ε
#   is as good as absent, and where it takes over; what overflow gives. Every error is
#   measured against exact fractions.
# ---
# # How exact it is {#precision}
#
# There are two ways to compute a variance. The definition takes two passes: first the mean,
# then the mean of the squared differences. The other takes one: the mean of the squares,
# minus the square of the mean. On paper the two are identical, and one pass is half the work.
#
# **Guess first.** Add ten thousand to all four numbers of 苹果 (apple). Their variance stays,
# of course. In float32, which holds seven digits, what does each of the two ways give?

# %%
lang = "en"

# %%
from fractions import Fraction
from functools import reduce
from operator import add

import numpy as np

from lndocs import layer_norm, show, standardize, std, variance
from lndocs.example import apple
from lndocs.site.figures import Axis, curves

# %% [markdown]
# ## One pass and two {#passes}
#
# The numbers are added one after the other, and each step stays in the precision it was
# given, so that the results are the same to the last bit on every machine:


# %%
def average(row):
    return reduce(add, row) / row.dtype.type(len(row))


def two_pass(row):
    apart = row - average(row)
    return average(apart * apart)


def one_pass(row):
    middle = average(row)
    return average(row * row) - middle * middle


far = np.float32(apple + 10_000)
farther = np.float32(np.arange(4) + 40_000)
gap = float(np.spacing(average(far * far)))
show(two_pass(far), one_pass(far))
show(two_pass(farther), one_pass(farther))

# %% [markdown]
# Two passes make no mistake: the variance is 5. One pass gives 8. For the row that is farther
# out it gives −128, a mean of squares below zero, and the root of that is `nan`.
# <!-- = two_pass(far), one_pass(far), one_pass(farther) -->
#
# The subtraction is to blame. Squared, the numbers are near a hundred million, where
# neighbors in float32 are 8 apart; what is smaller is lost in squaring. Then two such numbers
# are subtracted, the large parts cancel, and only what the loss has left remains. Two passes
# subtract first, while the numbers are small enough for all their digits.
# <!-- = gap -->

# %%
assert two_pass(far) == variance(far) == variance(apple)
assert one_pass(far) != variance(apple)
assert one_pass(farther) < 0

# %% [markdown]
# ## The larger the mean, the larger the error {#mean}
#
# 苹果 is too neat: two passes get it exactly right, and where they end does not show. So take a
# row without a pattern, double its mean again and again with the variance unchanged, and
# measure the error against exact fractions (`Fraction`).

# %%
row = np.random.default_rng(0).standard_normal(16)
means = 2.0 ** np.arange(27)
kinds = np.float16, np.float32, np.float64


def exact(stored):
    values = [Fraction(float(value)) for value in stored]
    middle = sum(values) / len(values)
    return sum((value - middle) ** 2 for value in values) / len(values)


def error(way, kind, mean):
    with np.errstate(all="ignore"):
        stored = (row + mean).astype(kind)
        found = float(way(stored))
    right = exact(stored) if np.isfinite(stored).all() else 0
    if not right or not np.isfinite(found):
        return np.inf
    return float(abs(Fraction(found) / right - 1))


def errors(way, kind):
    found = np.array([error(way, kind, mean) for mean in means])
    # From where nothing is right there is nothing to draw, nor is there for no error.
    found[np.logical_or.accumulate(found >= 1)] = np.nan
    return np.where(found > 0, found, np.nan)


names = [kind.__name__ for kind in kinds]
words = {
    "zh": ("均值", "一遍：相对误差"),
    "en": ("mean", "one pass: relative error"),
}[lang]
one = [errors(one_pass, kind) for kind in kinds]
across, up = (Axis(word, log=True) for word in words)
curves(means, dict(zip(names, one, strict=True)), across, up, lang)

# %% [markdown]
# The error grows as the square of the mean: with twice the mean, about four times the error.
# A line ends where the error is as large as the variance itself, or the squares overflow, and
# the result means nothing.
#
# **Guess again**: and two passes? They compute in floating point too and must fail somewhere.
# How many times as large a mean do they withstand?

# %%
word = {
    "zh": "两遍：相对误差",
    "en": "two passes: relative error",
}[lang]
two = [errors(two_pass, kind) for kind in kinds]
up = Axis(word, log=True)
curves(means, dict(zip(names, two, strict=True)), across, up, lang)

# %% [markdown]
# Thousands of times as large. One pass must hold the squares, which costs it half of its
# digits; two passes need only hold the mean itself. In float32 the means at which the error
# reaches a hundredth lie far apart:


# %%
def limit(line):
    return means[np.flatnonzero(np.array(line) > 0.01)[0]]


_, one_single, one_double = one
_, two_single, two_double = two
assert limit(two_single) > 1000 * limit(one_single)
# With twice the digits one pass holds out longer, and fails all the same.
assert limit(one_double) > 500 * limit(one_single)
assert np.nanmax(two_double) < 1e-9
# Four times the error for twice the mean: the slope of the line.
ratio = one_single[10] / one_single[4]
assert 4**4 < ratio < 4**8

# %% [markdown]
# ## Where ε takes over, and where it is absent {#epsilon}
#
# $\varepsilon$ is added to the variance. Shrink the four numbers of 苹果, and shrink them
# again: without $\varepsilon$ the standard deviation after normalizing is always one. With
# it, how far must they shrink before it shows?

# %%
shrunk = 10.0 ** np.arange(0, 8.5, 0.5)
epsilons = 1e-3, 1e-5, 1e-12
largest = float(np.finfo(np.float16).max)
unit = apple / std(apple)


def spread(eps):
    return [std(standardize(unit / by, eps)) for by in shrunk]


lines = {f"ε = {eps}": spread(eps) for eps in epsilons}
words = {
    "zh": ("缩小到几分之一", "归一化以后的标准差"),
    "en": ("shrunk by a factor of", "standard deviation, normalized"),
}[lang]
curves(shrunk, lines, *(Axis(word, log=True) for word in words), lang)

# %% [markdown]
# The bend is at $\sigma = \sqrt{\varepsilon}$, where the two share the root equally. At ten
# times that standard deviation a row is hardly touched; at a tenth of it, $\varepsilon$
# decides nearly all.

# %%
for eps in epsilons:
    bend = unit * np.sqrt(eps)
    assert np.isclose(std(standardize(bend, eps)), np.sqrt(1 / 2))
    assert std(standardize(10 * bend, eps)) > 0.99
    assert std(standardize(bend / 10, eps)) < 0.1

# %% [markdown]
# At the other end, where the variance is large, $\varepsilon$ does not merely matter little.
# Less than half the gap between neighboring numbers, added, is as good as not added. The
# variance of 苹果 is 5. Does adding the three $\varepsilon$ of the figure change it? One line
# for each precision:
# <!-- = variance(apple) -->


# %%
def changes(kind):
    five = kind(variance(apple))
    return [bool(five + kind(eps) != five) for eps in epsilons]


for kind in kinds:
    show(kind.__name__, str(changes(kind)))
assert changes(np.float16) == [False, False, False]
assert changes(np.float32) == [True, True, False]
assert changes(np.float64) == [True, True, True]
# The smallest is no number at all in half precision.
assert np.float16(epsilons[-1]) == 0

# %% [markdown]
# ## Overflow {#overflow}
#
# Half precision ends at 65504. These four numbers are a few hundred at most, and fit.
# Normalize them in float16 from beginning to end: what comes out? An error, `inf`, or `nan`?
# <!-- = largest -->

# %%
hundreds = np.float16([-600, -200, 200, 600])


def all_in_half(row):
    with np.errstate(over="ignore"):
        return (row - average(row)) / np.sqrt(two_pass(row))


show(all_in_half(hundreds))
show(layer_norm(hundreds))

# %% [markdown]
# Four zeros, without a word. The squares overflow to `inf`, any number divided by `inf` is
# zero, and the result looks like an ordinary row. `layer_norm` takes float16, computes in
# float32, and goes back at the very end.

# %%
assert float(hundreds.max()) ** 2 > largest
assert (all_in_half(hundreds) == 0).all()
assert np.allclose(layer_norm(hundreds), layer_norm(apple), atol=1e-3)

# %% [markdown]
# ## Against the exact result {#exact}
#
# There is a root in $\hat{x}$, which no fraction can express. There is none in $\hat{x}^{2}$:
# that is a fraction. So even the root can be measured against an exact result:


# %%
def off(kind, eps=1e-5):
    stored = row.astype(kind)
    values = [Fraction(float(value)) for value in stored]
    middle = sum(values) / len(values)
    below = exact(stored) + Fraction(eps)
    squares = [(value - middle) ** 2 / below for value in values]
    normal = layer_norm(stored, eps=eps)
    found = [Fraction(float(value)) ** 2 for value in normal]
    worst = max(abs(a - b) for a, b in zip(found, squares, strict=True))
    return float(worst / max(squares))


bound = 8
for kind in kinds:
    assert off(kind) < bound * np.finfo(kind).eps

# %% [markdown]
# In all three precisions the error is below 8 units of rounding: only the last digit or two
# are off.
# <!-- = bound -->

# %% [markdown]
# ## What we found {#found}
#
# - In one pass, the error of the variance grows as the square of the mean; it is first wrong,
#   then negative, and its root is `nan`. Two passes withstand far larger means.
# - $\varepsilon$ takes over where $\sigma$ is below $\sqrt{\varepsilon}$; where the variance
#   is large enough, it is as good as absent.
# - In half precision squares overflow soon, and what comes out is zeros, without a word.
# - In two passes, only the last digit or two are off.

# %% [markdown]
# ## Exercise {#exercise}
#
# Suppose the numbers stream past once and cannot be kept. Must it be the bad formula then?
# Think of this: a variance does not care if the same number is subtracted from all. Change
# one line so that one pass no longer fears a large mean.
#
# <details class="note" markdown="1">
# <summary>Answer</summary>
#
# Subtract the first number, then use the formula of one pass. The first number is known as
# soon as it comes, unlike the mean. Without it the rest lie near zero, their squares are
# small, and there is nothing to cancel.
#
# </details>


# %%
def shifted(row):
    return one_pass(row - row[0])


assert shifted(far) == variance(apple)
for mean in means[:16]:
    assert error(shifted, np.float32, mean) < 1e-4
assert error(one_pass, np.float32, means[15]) > 1
