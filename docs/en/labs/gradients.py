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
# description: Without derivatives, nudge what a layer receives and see how the top moves; how
#   the gradient depends on place and depth in stacks of random layers with no norm,
#   post-norm, and pre-norm.
# ---
# # How gradients pass through many layers {#gradients}
#
# In training each layer must know how the answer at the top changes when what it receives is
# moved a little, and in which direction: that is the gradient. No derivative is needed for
# it. Move the numbers a little and measure.
#
# **Guess first.** Take a stack of layers as they are initialized, in three ways: no norm,
# post-norm, pre-norm. Going down from the top, does the gradient grow, shrink, or stay about
# the same? Write down one answer for each.

# %%
lang = "en"

# %%
import numpy as np

from lndocs import feed_forward, layer_norm, post_norm, pre_norm
from lndocs.site.figures import Axis, curves

# %% [markdown]
# ## A stack and a nudge {#nudge}
#
# Each layer is a feed-forward network, initialized as in [the lab about depth](depth.py). The
# answer at the top is the inner product of the last row with a fixed direction: a single
# number. A pre-norm network has one more LayerNorm at its end, as is customary; else it would
# hand over the trunk as it is.

# %%
d, hidden, tries = 32, 128, 8


def draw(generator):
    first = generator.standard_normal((d, hidden)) / np.sqrt(d)
    second = generator.standard_normal((hidden, d)) / np.sqrt(hidden / 2)
    no, none = np.zeros(hidden), np.zeros(d)
    return lambda rows: feed_forward(rows, first, no, second, none)


def bare(rows, layer):
    return rows + layer(rows)


def post(rows, layer):
    return post_norm(rows, layer, layer_norm)


def pre(rows, layer):
    return pre_norm(rows, layer, layer_norm)


class Stack:
    def __init__(self, order, height, seed):
        generator = np.random.default_rng(seed)
        self.order = order
        self.layers = [draw(generator) for _ in range(height)]
        self.direction = generator.standard_normal(d) / np.sqrt(d)
        self.entering = [generator.standard_normal(d)]
        for layer in self.layers:
            self.entering.append(order(self.entering[-1], layer))

    def answer(self, rows, place):
        for layer in self.layers[place:]:
            rows = self.order(rows, layer)
        if self.order is pre:
            rows = layer_norm(rows)
        return rows @ self.direction

    def gradient(self, place, step=1e-6):
        here = self.entering[place]
        nudge = step * np.abs(here).max()
        nudges = nudge * np.eye(d)
        ahead = self.answer(here + nudges, place)
        behind = self.answer(here - nudges, place)
        return (ahead - behind) / (2 * nudge)


# %% [markdown]
# `gradient` moves each number that a layer receives a little ahead and a little behind,
# subtracts the two answers, and divides by the distance: finite differences. With no layer
# above, the gradient must be the fixed direction itself, which is a good check:

# %%
stack = Stack(bare, 0, seed=0)
assert np.allclose(stack.gradient(0), stack.direction)

# %% [markdown]
# ## From top to bottom {#places}
#
# For each way we take several stacks, measure the length of the gradient every few layers,
# and take the geometric mean. Across is how many layers lie above: the top is on the left,
# and on the far right is the input at the very bottom.

# %%
height = 64
above = np.arange(0, height + 1, 8)


def lengths(order, height, places):
    logs = np.zeros(len(places))
    for seed in range(tries):
        stack = Stack(order, height, seed)
        for index, place in enumerate(places):
            logs[index] += np.log(np.linalg.norm(stack.gradient(place)))
    return np.exp(logs / tries)


of_bare = lengths(bare, height, height - above)
of_post = lengths(post, height, height - above)
of_pre = lengths(pre, height, height - above)
names = {
    "zh": ("不归一化", "后归一化", "前归一化"),
    "en": ("no norm", "post-norm", "pre-norm"),
}[lang]
words = {
    "zh": ("上面有几层", "梯度的长度", "总层数"),
    "en": ("layers above", "length of the gradient", "layers in all"),
}[lang]
lines = {names[0]: of_bare, names[1]: of_post, names[2]: of_pre}
across, up = Axis(words[0], ticks=above[::2]), Axis(words[1], log=True)
curves(above, lines, across, up, lang)

# %% [markdown]
# There are 64 layers. Without a norm, the numbers grow with each layer upward, and the
# gradient grows with each layer downward. At the bottom it is too large to be of use: no
# learning rate suits both ends.
# <!-- = height -->
#
# Both norms tame it, but a closer look shows opposite slopes. In pre-norm the gradient is
# larger the farther down: the trunk runs straight through, and a nudge at the bottom is read
# by every sublayer above. In post-norm it is largest at the top. Going down, each addition
# makes it grow and each division by a standard deviation takes that back, which about
# cancels. But LayerNorm ignores mean and scale, so what points in those two directions is
# gone, and bit by bit the gradient shrinks.

# %%
doubled = np.sqrt(2.0**height)
assert 1 / 10 < of_bare[-1] / of_bare[0] / doubled < 10
for line in (of_post, of_pre):
    assert line.max() / line.min() < 100
assert of_pre[-1] > 3 * of_pre[0]
assert of_post[-1] < of_post[0] / 2

# %% [markdown]
# ## A taller stack, at its top {#height}
#
# **Guess again.** Look only at what the topmost layer receives, and let the layers below it
# grow from none to dozens. Does its gradient change? Above it there is never more than that
# one layer.

# %%
heights = 2 ** np.arange(7)


def at_top(order):
    found = [lengths(order, tall, [tall - 1]) for tall in heights]
    return np.ravel(found)


top_post, top_pre = at_top(post), at_top(pre)
lines = {names[1]: top_post, names[2]: top_pre}
across = Axis(words[2], log=True, ticks=heights)
up = Axis(words[1], ticks=(0, 0.5, 1))
curves(heights, lines, across, up, lang)

# %% [markdown]
# In post-norm it does not: however many layers lie below, the topmost receives numbers of the
# same size, and its gradient has the same size too. In pre-norm it falls as the square root
# of the number of layers: the trunk has grown, the last LayerNorm divides by it, and the
# gradient with it. The more layers there are, the less each can move.

# %%
assert top_post.max() / top_post.min() < 1.5
assert np.allclose(top_pre * np.sqrt(heights), top_pre[0], rtol=0.25)

# %% [markdown]
# The difference has consequences. In a post-norm Transformer the gradients near the output
# are large from the start, which is why its training often begins at a very small learning
# rate and raises it slowly (warm-up); pre-norm can often do without. The reasons are in Xiong
# et al., [On Layer Normalization in the Transformer
# Architecture](https://arxiv.org/abs/2002.04745), 2020. They measure real Transformers, with
# attention and with training; this is only a stack of random feed-forward networks.
# <!-- = fact(2020, "Xiong et al.") -->

# %% [markdown]
# ## What we found {#found}
#
# - Without a norm, layers multiply the gradient on its way down; at the bottom it is too
#   large to be of use.
# - In pre-norm it is larger at the bottom; at the top, the more layers, the smaller.
# - In post-norm it is largest at the top, whatever the number of layers.
#
# What the derivative of LayerNorm itself is, and why subtracting a mean and dividing by a
# standard deviation come up in it once more, is in [The gradient of
# LayerNorm](../backward.md).

# %% [markdown]
# ## Exercise {#exercise}
#
# How large should the nudge be? Shrink `step` from a tenth down to a millionth of a
# millionth, and see when the gradient is no longer measured well. Both ends go wrong; what is
# wrong with each?
#
# <details class="note" markdown="1">
# <summary>Answer</summary>
#
# With too large a nudge it is not the slope at this point that is measured: the function is
# curved, and feed-forward networks have corners. With too small a one the two answers are
# nearly equal; subtract them, their digits cancel, and rounding error is left. It is the same
# fault as that of the variance in one pass. Steps in between are right, and there is a wide
# range of them.
#
# </details>

# %%
stack = Stack(post, height, seed=0)
steps = 10.0 ** np.arange(-14, 0)
true = stack.gradient(height // 2)
found = np.array([stack.gradient(height // 2, step) for step in steps])
off = np.linalg.norm(found - true, axis=-1) / np.linalg.norm(true)
assert off[0] > 1e-3 and off[-1] > 1e-3
assert (off[5:10] < 1e-4).all()
