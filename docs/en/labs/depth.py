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
# description: Dozens of random layers stacked without a norm, post-norm, and pre-norm, and
#   how large the numbers grow; then a small network, trained with and without LayerNorm.
# ---
# # How large the numbers grow with depth {#depth}
#
# A Transformer is layer upon layer. Each adds what it has worked out to what it received, and
# hands the sum on. A single layer hardly makes the numbers larger. What about dozens of them?
#
# **Guess first.** There are three ways to stack: with no norm at all; adding first and
# normalizing after, which is post-norm; normalizing only what the sublayer reads, which is
# pre-norm. By what factor have the numbers grown at the top? Hardly at all, several times,
# some hundred times, or more? Write down one answer for each way, then read on.

# %%
lang = "en"

# %%
import numpy as np

from lndocs import EPS, feed_forward, layer_norm, mean
from lndocs import post_norm, pre_norm, std, variance
from lndocs.site.figures import Axis, curves

# %% [markdown]
# ## A stack of random layers {#stack}
#
# Each layer is a feed-forward network with random weights, before any training. They are
# drawn in a common way, so that what a sublayer gives is about as large as what it reads. The
# assertion below checks that for every layer.

# %%
d, hidden, n = 64, 256, 16
depths = 2 ** np.arange(7)


def draw(seed):
    generator = np.random.default_rng(seed)
    first = generator.standard_normal((d, hidden)) / np.sqrt(d)
    second = generator.standard_normal((hidden, d)) / np.sqrt(hidden / 2)
    no, none = np.zeros(hidden), np.zeros(d)
    return lambda rows: feed_forward(rows, first, no, second, none)


layers = [draw(seed) for seed in range(depths[-1])]
start = np.random.default_rng(len(layers)).standard_normal((n, d))

given = [std(layer(start)).mean() for layer in layers]
assert min(given) / std(start).mean() > 0.8
assert max(given) / std(start).mean() < 1.25

# %% [markdown]
# That makes 64 layers; what enters each is 16 tokens of 64 features. All three ways of
# stacking have the same weights and begin with the same input:
# <!-- = len(layers), n, d -->

# %%
names = {
    "zh": ("不归一化", "后归一化", "前归一化"),
    "en": ("no norm", "post-norm", "pre-norm"),
}[lang]
orders = (
    lambda rows, layer: rows + layer(rows),
    lambda rows, layer: post_norm(rows, layer, layer_norm),
    lambda rows, layer: pre_norm(rows, layer, layer_norm),
)


def climb(order):
    rows, seen = start, []
    for layer in layers:
        rows = order(rows, layer)
        seen.append(rows)
    return [seen[depth - 1] for depth in depths]


bare, post, pre = map(climb, orders)

# %% [markdown]
# ## Scale {#scale}
#
# This is the standard deviation of a row, averaged over all tokens. On both axes a step is a
# factor, the same one all along:


# %%
def scale(climbed):
    return [std(rows).mean() for rows in climbed]


words = {
    "zh": ("层数", "标准差"),
    "en": ("layers", "standard deviation"),
}[lang]
across = Axis(words[0], log=True, ticks=depths)
up = Axis(words[1], log=True)
lines = {names[0]: scale(bare), names[1]: scale(post), names[2]: scale(pre)}
curves(depths, lines, across, up, lang)

# %% [markdown]
# Few guess the line without a norm. What each layer adds is as large as what was there and
# has nothing to do with it, so the variance doubles, and doubles again: layers multiply. In
# pre-norm the sublayer always reads something normalized and adds a share of fixed size: to
# the variance, layers only add. Post-norm begins afresh at each layer and stays where it was.
#
# By that reasoning the outcome can be predicted without running anything:

# %%
doubled = np.sqrt(2.0**depths)
at_top = 2 ** (len(layers) // 2)
added = np.sqrt(1.0 + depths)
largest = float(np.finfo(np.float16).max)

assert all(1 / 4 < ratio < 4 for ratio in scale(bare) / doubled)
assert doubled[-1] == at_top
assert np.allclose(scale(pre), added, rtol=0.2)
assert np.allclose(scale(post), 1, rtol=1e-4)

# %% [markdown]
# After 64 layers the prediction is 4294967296 without a norm and 8.062 in pre-norm, and what
# was run is of that size. Half precision (float16) ends at 65504: without a norm, the stack
# no longer fits in it before its top is reached:
# <!-- = len(layers), at_top, added[-1], largest -->

# %%
assert np.abs(bare[-2]).max() > largest > np.abs(bare[-3]).max()
assert np.abs(pre[-1]).max() < largest

# %% [markdown]
# ## Mean {#mean}
#
# The mean moves too. This is the magnitude of each row's mean, again averaged over all
# tokens. Post-norm needs no line: once its mean is subtracted, a row has none left but for
# rounding.


# %%
def offset(climbed):
    return [np.abs(mean(rows)).mean() for rows in climbed]


word = {"zh": "均值的绝对值", "en": "magnitude of the mean"}[lang]
lines = {names[0]: offset(bare), names[2]: offset(pre)}
curves(depths, lines, across, Axis(word, log=True), lang)

# %%
assert max(offset(post)) < 1e-12
assert offset(bare)[-1] > 1e6 * offset(pre)[-1]
# The mean is a small part of what grows: it keeps step with the scale.
assert max(offset(bare) / np.array(scale(bare))) < 0.5
assert max(offset(pre) / np.array(scale(pre))) < 0.5

# %% [markdown]
# ## What it does to training {#training}
#
# Must large numbers be bad? Perhaps a smaller learning rate is all it takes. Here is a small
# network to try it on. Its input has many features; it is to give the product of the first
# two, squeezed into a bounded range, and the others have nothing to do with the answer. Two
# networks differ in nothing but the norm: one has a LayerNorm before each sublayer and one
# more before the answer is read off, the other has none.

# %%
features, width, blocks = 16, 32, 12
samples, steps = 128, 150
generator = np.random.default_rng(1)
inputs = generator.standard_normal((samples, features))
target = np.tanh(2 * inputs[:, 0] * inputs[:, 1])


def untrained():
    generator = np.random.default_rng(2)

    def matrix(rows, columns, size=1):
        drawn = generator.standard_normal((rows, columns))
        return drawn * np.sqrt(size / rows)

    weights = [matrix(features, 1)]
    for _ in range(blocks):
        weights.append(matrix(features, width))
        weights.append(matrix(width, features, size=2))
    return weights


# %% [markdown]
# The network has 12 layers that read 16 features each, there are 128 samples, and training
# takes 150 steps. To know which way to change a weight takes derivatives. That of LayerNorm
# is the few lines of `norm_back`; where they come from is for a page of its own, and here
# they are only checked, by finite differences: move one weight a little and see how the loss
# changes.
# <!-- = blocks, features, samples, steps -->


# %%
def norm_back(rows, slope):
    unit = np.sqrt(variance(rows) + EPS)[:, None]
    normal = layer_norm(rows)
    along = (slope * normal).mean(axis=-1, keepdims=True)
    level = slope.mean(axis=-1, keepdims=True)
    return (slope - level - normal * along) / unit


with_norm = layer_norm, norm_back
without = lambda rows: rows, lambda rows, slope: slope


def loss_and_slopes(weights, norm, back):
    read_off, *pairs = weights
    firsts, seconds = pairs[::2], pairs[1::2]
    trunk, read, fired = [inputs], [], []
    for first, second in zip(firsts, seconds, strict=True):
        read.append(norm(trunk[-1]))
        fired.append(np.maximum(read[-1] @ first, 0))
        trunk.append(trunk[-1] + fired[-1] @ second)
    error = (norm(trunk[-1]) @ read_off)[:, 0] - target
    slope = (2 / samples) * error[:, None]
    slopes = [norm(trunk[-1]).T @ slope]
    slope = back(trunk[-1], slope @ read_off.T)
    for place in reversed(range(blocks)):
        inner = (slope @ seconds[place].T) * (fired[place] > 0)
        slopes[1:1] = read[place].T @ inner, fired[place].T @ slope
        slope = slope + back(trunk[place], inner @ firsts[place].T)
    return np.mean(np.square(error)), slopes


def loss_moved(index, place, by):
    weights = untrained()
    weights[index][place] += by
    return loss_and_slopes(weights, *with_norm)[0]


_, slopes = loss_and_slopes(untrained(), *with_norm)
for index, slope in enumerate(slopes):
    place = np.unravel_index(np.abs(slope).argmax(), slope.shape)
    ahead, behind = (loss_moved(index, place, by) for by in (1e-5, -1e-5))
    assert np.isclose((ahead - behind) / 2e-5, slope[place], rtol=1e-3)

# %% [markdown]
# **Guess again.** Every learning rate is tried, and each network may keep its best. With a
# rate to its liking, does the network without a norm catch up?

# %%
rates = 10.0 ** np.arange(-6, 0)


def train(rate, norm, back):
    weights, losses = untrained(), []
    for _ in range(steps):
        loss, slopes = loss_and_slopes(weights, norm, back)
        losses.append(loss)
        if not loss < 1e9:  # it has blown up
            return np.full(steps, np.nan)
        for weight, slope in zip(weights, slopes, strict=True):
            weight -= rate * slope
    return np.array(losses)


bare_runs = np.array([train(rate, *without) for rate in rates])
norm_runs = np.array([train(rate, *with_norm) for rate in rates])

# %%
labels = {
    "zh": ("不归一化", "有 LayerNorm"),
    "en": ("no norm", "LayerNorm"),
}[lang]
words = {
    "zh": ("学习率", "最后的损失"),
    "en": ("learning rate", "loss at the end"),
}[lang]
lines = {labels[0]: bare_runs[:, -1], labels[1]: norm_runs[:, -1]}
across, up = (Axis(word, log=True) for word in words)
curves(rates, lines, across, up, lang)

# %% [markdown]
# The line without a norm breaks off early: at a larger rate the loss flies off, and there is
# no number left to draw. At rates small enough for it to survive, its steps are too small to
# get anywhere. Now the best run of each, step by step:

# %%
bare_best = bare_runs[np.nanargmin(bare_runs[:, -1])]
norm_best = norm_runs[np.nanargmin(norm_runs[:, -1])]
words = {
    "zh": ("步数", "损失"),
    "en": ("steps", "loss"),
}[lang]
lines = {labels[0]: bare_best, labels[1]: norm_best}
across, up = Axis(words[0]), Axis(words[1], log=True)
curves(np.arange(steps), lines, across, up, lang)

# %%
# What it costs to answer nothing but the mean.
idle = variance(target)

# Without a norm few rates survive, and the best of them is worse than not trying.
assert np.isfinite(bare_runs[:, -1]).sum() <= len(rates) / 2
assert bare_best[-1] > idle
# With it all of them do, and a large one learns the task.
assert np.isfinite(norm_runs).all()
assert norm_best[-1] < idle / 2

# %% [markdown]
# It does not catch up: the best run without a norm does worse than learning nothing and
# always answering the mean. LayerNorm has not made the network cleverer. It has made it
# trainable, at a wide range of learning rates.

# %% [markdown]
# ## What we found {#found}
#
# - Without a norm, layers multiply: scale and mean grow exponentially with depth.
# - In pre-norm, layers add: the scale grows about as the square root of the number of layers.
#   The numbers on the trunk do become large, only slowly.
# - Post-norm begins afresh at each layer: the scale stays, the mean is zero.
# - In the small network, LayerNorm leaves learning rates of very different size to choose
#   from. Without it, those that survive are too small to learn with.

# %% [markdown]
# ## Exercise {#exercise}
#
# Use no norm, but divide what each layer gives by $\sqrt{L}$ before it is added, where $L$ is
# the number of layers. By what factor has the standard deviation grown at the top? How much
# does it depend on the number of layers? Work it out, then unfold.
#
# <details class="note" markdown="1">
# <summary>Answer</summary>
#
# Each layer adds to the variance only one part in $L$ of what it was. Over $L$ layers the
# variance never grows by more than a factor of $e$, however many there are, and the standard
# deviation by no more than $\sqrt{e}$, which is less than two. Some very deep networks are
# initialized in just this way, and are steady at first without any norm. Once training has
# changed the weights, nothing guarantees it any longer.
#
# </details>

# %%
for depth in depths:
    rows = start
    for layer in layers[:depth]:
        rows = rows + layer(rows) / np.sqrt(depth)
    assert 1 < std(rows).mean() / std(start).mean() < 2
