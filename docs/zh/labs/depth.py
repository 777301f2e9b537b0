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
# description: 把几十个随机的层叠起来，看不归一化、后归一化、前归一化时数各长多大；再训练一个小网络，看有没有 LayerNorm 差多少。
# ---
# # 叠得越深，数有多大 {#depth}
#
# Transformer 一层叠一层：每一层把自己算出的一份，加到收到的那一份上，再往上交。单看一层，数没有大多少。叠上几十层呢？
#
# **先猜一猜。** 三种叠法：不归一化；先加再归一化，也就是后归一化；先归一化再送进子层，也就是前归一化。到了最上面，数的大小是开头的几倍？差不多，几倍，几百倍，还是更多？给三种叠法各写一个答案，再往下看。

# %%
lang = "zh"

# %%
import numpy as np

from lndocs import EPS, feed_forward, layer_norm, mean
from lndocs import post_norm, pre_norm, std, variance
from lndocs.site.figures import Axis, curves

# %% [markdown]
# ## 一摞随机的层 {#stack}
#
# 每一层是一个前馈网络，权重是随机的，还没有训练。取法是常用的那种：子层交出来的数，和它读到的差不多大。下面的断言逐层查过。

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
# 一共 64 层，每层的输入是 16 个 token，各有 64 个特征。三种叠法用同一批权重，从同一个输入开始：
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
# ## 尺度 {#scale}
#
# 每一行的标准差，对所有 token 求均值。两根轴上，走一格都是乘上同一个倍数：


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
# 不归一化的那条线，猜中的人不多。每一层加上的那一份，和原来的一样大，又彼此无关，于是方差翻一倍，一层一层乘上去。前归一化时子层读到的总是归一化过的，每层只加上大小固定的一份，方差是一层一层加上去。后归一化每层都重新来过，停在原处。
#
# 照这个道理，不运行也能预计：

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
# 叠完 64 层，预计不归一化的标准差在 4294967296 附近，前归一化的在 8.062 附近；跑出来的和它们在同一个量级。半精度（half precision，float16）最大只到 65504，不归一化的那一摞，没叠完就装不下了：
# <!-- = len(layers), at_top, added[-1], largest -->

# %%
assert np.abs(bare[-2]).max() > largest > np.abs(bare[-3]).max()
assert np.abs(pre[-1]).max() < largest

# %% [markdown]
# ## 均值 {#mean}
#
# 均值也一起走。这是每一行均值的绝对值，同样对所有 token 求均值；后归一化的不用画，减去均值以后它只剩舍入误差：


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
# ## 训练起来差多少 {#training}
#
# 数大一些，就一定不好吗？也许把学习率调小就行了。拿一个小网络试一试：输入里有许多特征，要它算出头两个的乘积，再压进一个有界的范围；其余的特征和答案无关。两种网络只差归一化：一种在每个子层之前、在最后读出答案之前各有一个 LayerNorm，另一种一个也没有。

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
# 网络有 12 层，每层读 16 个特征，样本 128 个，训练 150 步。改权重要知道往哪边改，也就是要求导。LayerNorm 的导数在 `norm_back` 里，只有几行；它的来历另有一页要讲，这里只拿有限差分核对：把一个权重挪动一点点，看损失变多少。
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
# **再猜一次。** 每一种学习率都试，各取最好的。不归一化的网络，配上合适的学习率，追得上吗？

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
# 不归一化的线很早就断了：学习率再大一点，损失就冲到天上去，没有数可画。学习率够小的时候它不炸，可每一步又挪得太少。再把两边各自最好的一次画出来，看损失一步一步怎样走：

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
# 答案是追不上：不归一化的那一个，最好的一次还不如什么都不学、只答均值。LayerNorm 没有让网络更会算，它让同一个网络在一大片学习率上都训练得动。

# %% [markdown]
# ## 看到了什么 {#found}
#
# - 不归一化：一层一层地乘，尺度和均值随深度指数增长。
# - 前归一化：一层一层地加，尺度大致随层数的平方根增长；主干上的数会变大，只是变得慢。
# - 后归一化：每层重新来过，尺度不动，均值为零。
# - 小网络里，有 LayerNorm，大小相差悬殊的学习率都可用；没有它，能用的学习率太小，学不动。

# %% [markdown]
# ## 练习 {#exercise}
#
# 不归一化，但让每一层交出来的数先除以 $\sqrt{L}$ 再加，$L$ 是总层数。叠到顶，标准差是开头的几倍？它和层数有多大关系？先算，再展开。
#
# <details class="note" markdown="1">
# <summary>答案</summary>
#
# 每层只给方差添上原来的 $L$ 分之一。这样叠 $L$ 层，方差怎么也不超过原来的 $e$ 倍，层数再多也一样；标准差不超过 $\sqrt{e}$ 倍，还不到两倍。有些很深的网络正是这样取初值的：不用归一化，开头也稳得住。训练起来以后权重变了，这就没有保证了。
#
# </details>

# %%
for depth in depths:
    rows = start
    for layer in layers[:depth]:
        rows = rows + layer(rows) / np.sqrt(depth)
    assert 1 < std(rows).mean() / std(start).mean() < 2
