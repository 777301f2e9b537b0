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
# description: 不求导，只把某一层收到的数挪一点点，看顶上变多少；比较不归一化、后归一化、前归一化的一摞随机层里，梯度随位置和层数怎样变。
# ---
# # 梯度怎样穿过许多层 {#gradients}
#
# 训练时，每一层要知道自己收到的数往哪边挪、挪一点点，顶上的答案会变多少：这就是梯度（gradient）。不必会求导，真的挪一点点，量一量就行。
#
# **先猜一猜。** 一摞刚取好初值的层，三种叠法：不归一化、后归一化、前归一化。从顶往下一层一层看，梯度是越来越大、越来越小，还是差不多？三种各写一个答案。

# %%
lang = "zh"

# %%
import numpy as np

from lndocs import feed_forward, layer_norm, post_norm, pre_norm
from lndocs.site.figures import Axis, curves

# %% [markdown]
# ## 一摞层，挪一点点 {#nudge}
#
# 每一层是一个前馈网络，初值的取法和[叠层的实验](depth.py)里一样。顶上的答案是最后一行和一个固定方向的内积，只是一个数。前归一化的网络照惯例在最后再添一个 LayerNorm，否则交出来的就是没有归一化的主干。

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
# `gradient` 把某一层收到的每个数往前、往后各挪一点点，两次的答案相减，再除以挪动的距离：这叫有限差分。顶上没有层的时候，梯度应当就是那个固定的方向，正好拿来核对：

# %%
stack = Stack(bare, 0, seed=0)
assert np.allclose(stack.gradient(0), stack.direction)

# %% [markdown]
# ## 从顶到底 {#places}
#
# 每种叠法取几摞，每摞每隔几层量一次梯度的长度，再求几何平均。横轴是上面压着几层：最左边是顶，最右边是最底下的输入。

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
# 一共 64 层。不归一化时，数往上走一层涨一截，梯度往下走一层也涨一截，到了底下大得没法用：学习率再小，也照顾不了顶和底。
# <!-- = height -->
#
# 两种归一化都把它管住了，往细里看却正相反。前归一化里，梯度越往下越大：主干从头通到尾，底下挪一点，上面每一个子层都读得到。后归一化里，梯度在顶上最大：往下每过一层，相加让它涨一截，除以标准差又压回去，大致相抵；可是 LayerNorm 不理会均值和尺度，落在这两个方向上的那一点就没了，所以越往下越小。

# %%
doubled = np.sqrt(2.0**height)
assert 1 / 10 < of_bare[-1] / of_bare[0] / doubled < 10
for line in (of_post, of_pre):
    assert line.max() / line.min() < 100
assert of_pre[-1] > 3 * of_pre[0]
assert of_post[-1] < of_post[0] / 2

# %% [markdown]
# ## 摞得越高，顶上呢 {#height}
#
# **再猜一次。** 只看最上面那一层收到的数：下面从一层添到几十层，它的梯度会变吗？它上面始终只有它自己这一层。

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
# 后归一化不变：不管下面垫了多少层，顶上那一层收到的总是同样大小的数，梯度也就总是那么大。前归一化按层数的平方根变小：主干越叠越大，最后那个 LayerNorm 要拿它去除，梯度也一起变小。层数越多，每一层能撼动的越少。

# %%
assert top_post.max() / top_post.min() < 1.5
assert np.allclose(top_pre * np.sqrt(heights), top_pre[0], rtol=0.25)

# %% [markdown]
# 这个差别有实际的后果。后归一化的 Transformer 一开头，靠近输出的梯度就大，所以训练时常常先用很小的学习率，慢慢加上去（warm-up）；前归一化往往可以省掉这一步。道理见 Xiong 等，[On Layer Normalization in the Transformer Architecture](https://arxiv.org/abs/2002.04745)，2020。他们量的是真实的 Transformer，有注意力，也有训练；这里只是一摞随机的前馈网络。
# <!-- = fact(2020, "Xiong et al.") -->

# %% [markdown]
# ## 看到了什么 {#found}
#
# - 不归一化：梯度往下一层一层地乘，到底下大得没法用。
# - 前归一化：底下的梯度大一些；层数越多，顶上的越小。
# - 后归一化：顶上的梯度最大，而且和层数无关。
#
# LayerNorm 自己的导数是什么式子，为什么减均值、除以标准差会在导数里再出现一次，见 [LayerNorm 的梯度](../backward.md)。

# %% [markdown]
# ## 练习 {#exercise}
#
# 挪的那一点点取多大才好？把 `step` 从十分之一缩到万亿分之一，看梯度什么时候量不准了。两头都会出毛病，各是什么毛病？
#
# <details class="note" markdown="1">
# <summary>答案</summary>
#
# 挪得太多，量到的不是这一点的斜率：函数是弯的，前馈网络里还有折角。挪得太少，两次的答案几乎相等，一减，有效数字抵消光了，剩下的是舍入误差，和一遍求方差是同一个毛病。居中的步长才准，而且中间一大段都行。
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
