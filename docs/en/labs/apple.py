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
# description: The four numbers of one row on a number line, to see what each step moves.
# ---
# # One row, step by step {#apple}
#
# From each of the four numbers of 苹果 (apple) their mean is subtracted; the result is divided by
# their standard deviation. Draw the numbers as points on a line, and both steps become visible.
#
# **Guess first.** Which step changes the distances between the points? Do any two points change
# places? Write your answer down, then read on.

# %%
lang = "en"

# %%
import numpy as np

from lndocs import center, mean, std
from lndocs.example import apple, eat
from lndocs.site.figures import number_lines

# %% [markdown]
# Each row takes two steps; with where it starts, that makes three rows of numbers:

# %%
names = {
    "zh": ("两行之和", "减去均值", "除以标准差"),
    "en": ("the sum", "minus the mean", "standardized"),
}[lang]


def steps(row):
    centered = center(row)
    stages = row, centered, centered / std(row)
    return dict(zip(names, stages, strict=True))


# %% [markdown]
# ## Three rows on one scale {#lines}
#
# A dot is a number, the triangle is the mean of its row, the dashed line is the origin.

# %%
number_lines(steps(apple), lang)

# %% [markdown]
# The first step moves the four points together until their mean is at the origin. The second
# draws them in toward the origin: each number now says how many standard deviations it lies from
# the mean.
#
# ## The same, said in code {#claim}
#
# A figure can be misread, an assertion cannot. If one of these lines were false, this page could
# not be published.

# %%
before, centered, normalized = steps(apple).values()

# The first step keeps every distance.
assert np.allclose(np.diff(centered), np.diff(before))
# It brings the mean to the origin.
assert np.isclose(mean(centered), 0)
# The second divides all four by one number.
assert np.allclose(normalized * std(apple), centered)
# From then on that number, the standard deviation, is the unit.
assert np.isclose(std(normalized), 1)
# No two points change places.
assert (np.argsort(normalized) == np.argsort(before)).all()

# %% [markdown]
# ## Now 吃 (eat) {#eat}
#
# The four numbers of 吃 (eat) are much larger and much farther apart. Guess again: where does its
# last row end?

# %%
number_lines(steps(eat), lang)

# %% [markdown]
# The figure is as wide as before but has to hold much larger numbers, so the last row looks
# squeezed together. Yet its numbers are those of 苹果 (apple):

# %%
*_, of_eat = steps(eat).values()
*_, of_apple = steps(apple).values()

assert np.allclose(of_eat, of_apple)

# %% [markdown]
# ## What we saw {#found}
#
# - Subtracting the mean only shifts: the distances stay, the origin is new.
# - Dividing by the standard deviation only changes the unit: all distances scale by one factor,
#   and the order stays.
# - Where a row was and how large it was can no longer be seen; what is left is how its four
#   numbers stand to each other.
