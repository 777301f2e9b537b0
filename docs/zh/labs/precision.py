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
# description: 一遍和两遍求方差，均值一大谁先出错；ε 什么时候等于没加，什么时候说了算；平方溢出时会得到什么。每个误差都拿分数的精确结果去量。
# ---
# # 算得有多准 {#precision}
#
# 方差有两种算法。照定义要读两遍：先求均值，再求差的平方的均值。另一种只读一遍：平方的均值，减去均值的平方。在纸上两个式子恒等，一遍的还省一半工夫。
#
# **先猜一猜。** 给“苹果”的四个数都加上一万，方差当然不变。用 float32 算，它有七位有效数字，两种算法各得多少？

# %%
lang = "zh"

# %%
from fractions import Fraction
from functools import reduce
from operator import add

import numpy as np

from lndocs import layer_norm, show, standardize, std, variance
from lndocs.example import apple
from lndocs.site.figures import Axis, curves

# %% [markdown]
# ## 一遍和两遍 {#passes}
#
# 数一个一个地加，每一步都停在给定的精度里，所以在任何机器上结果都一位不差：


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
# 两遍的没有错，方差是 5。一遍的得到 8。再远一些的那一行，一遍的得到 −128：平方的均值居然是负的，开方就是 `nan`。
# <!-- = two_pass(far), one_pass(far), one_pass(farther) -->
#
# 毛病出在相减。平方以后都在一亿上下，那里 float32 相邻的两个数差 8，零头在平方时就丢了；两个一亿一减，大数抵消，剩下的只有丢剩的零头。两遍的先减后平方，减的时候数还不大，位数都还在。
# <!-- = gap -->

# %%
assert two_pass(far) == variance(far) == variance(apple)
assert one_pass(far) != variance(apple)
assert one_pass(farther) < 0

# %% [markdown]
# ## 均值越大，错得越多 {#mean}
#
# “苹果”太整齐，两遍的一点不错，看不出极限在哪里。换一行没有规律的数，均值每次加倍，方差不动，拿分数（`Fraction`）算出的精确结果去量误差。

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
# 误差随均值的平方涨：均值加倍，误差大约成了四倍。线断的地方，错的已经和方差本身一样大，或者平方溢出（overflow），算出来的没有意义了。
#
# **再猜一次**：两遍的呢？它也是浮点数，总有不行的时候。它能撑到的均值，大约是一遍的几倍？

# %%
word = {
    "zh": "两遍：相对误差",
    "en": "two passes: relative error",
}[lang]
two = [errors(two_pass, kind) for kind in kinds]
up = Axis(word, log=True)
curves(means, dict(zip(names, two, strict=True)), across, up, lang)

# %% [markdown]
# 成千上万倍。一遍的要存下平方，有效位数等于被砍掉一半；两遍的只要存下均值自己。float32 里，误差到百分之一的时候，两种算法所能承受的均值差得很远：


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
# ## ε 说了算的地方，和等于没加的地方 {#epsilon}
#
# $\varepsilon$ 加在方差上。让“苹果”的四个数缩小，再缩小：没有 $\varepsilon$，归一化以后标准差总是一；有了它，缩到什么时候才看得出来？

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
# 拐弯的地方是 $\sigma = \sqrt{\varepsilon}$，那里根号里两样各占一半。标准差是它的十倍，几乎不受影响；是它的十分之一，结果几乎全由 $\varepsilon$ 定。

# %%
for eps in epsilons:
    bend = unit * np.sqrt(eps)
    assert np.isclose(std(standardize(bend, eps)), np.sqrt(1 / 2))
    assert std(standardize(10 * bend, eps)) > 0.99
    assert std(standardize(bend / 10, eps)) < 0.1

# %% [markdown]
# 往另一头看，方差大的时候，$\varepsilon$ 不只是“几乎”没有影响：小于相邻两个浮点数间隔的一半，加上去就等于没加。“苹果”的方差是 5，给它加上图里的三个 $\varepsilon$，变不变？下面每一行是一种精度：
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
# ## 溢出 {#overflow}
#
# 半精度最大只到 65504。四个数都不过几百，装得下；从头到尾只用 float16 来归一化，会得到什么？报错、`inf`，还是 `nan`？
# <!-- = largest -->

# %%
hundreds = np.float16([-600, -200, 200, 600])


def all_in_half(row):
    with np.errstate(over="ignore"):
        return (row - average(row)) / np.sqrt(two_pass(row))


show(all_in_half(hundreds))
show(layer_norm(hundreds))

# %% [markdown]
# 四个零，一声不响。平方溢出成了 `inf`，任何数除以 `inf` 都是零，看上去倒像是一行正常的结果。`layer_norm` 收到 float16 就先换成 float32 来算，最后才换回去。

# %%
assert float(hundreds.max()) ** 2 > largest
assert (all_in_half(hundreds) == 0).all()
assert np.allclose(layer_norm(hundreds), layer_norm(apple), atol=1e-3)

# %% [markdown]
# ## 和精确结果比 {#exact}
#
# $\hat{x}$ 里有根号，分数写不出来；$\hat{x}^{2}$ 却没有，它就是一个分数。所以连开方这一步也能拿精确结果来量：


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
# 三种精度里，误差都不超过 8 个舍入单位，也就是只错在最后一两位。
# <!-- = bound -->

# %% [markdown]
# ## 看到了什么 {#found}
#
# - 一遍求方差，误差随均值的平方涨，先错后负，开方成了 `nan`；两遍的能承受大得多的均值。
# - $\varepsilon$ 在 $\sigma$ 小于 $\sqrt{\varepsilon}$ 时说了算，方差大到一定程度就等于没加。
# - 半精度里平方容易溢出，结果是四个不声不响的零。
# - 照两遍算，误差只在最后一两位。

# %% [markdown]
# ## 练习 {#exercise}
#
# 数只肯流过一遍，存不下来，就非用一遍的算法不可吗？想一想：方差不在乎所有的数一起加减同一个数。改一行代码，让一遍的也不怕均值大。
#
# <details class="note" markdown="1">
# <summary>答案</summary>
#
# 先减去第一个数，再用一遍的式子。第一个数一来就知道，不必等均值；减掉它，剩下的数就在零附近，平方不大，没有什么可抵消的。
#
# </details>


# %%
def shifted(row):
    return one_pass(row - row[0])


assert shifted(far) == variance(apple)
for mean in means[:16]:
    assert error(shifted, np.float32, mean) < 1e-4
assert error(one_pass, np.float32, means[15]) > 1
