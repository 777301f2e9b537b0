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
# description: 把苹果的四个数画在数轴上，看减去均值、除以标准差各自挪动了什么。
# ---
# # 苹果走过的每一步 {#apple}
#
# “苹果”的四个数先减去它们的均值，再除以它们的标准差。把四个数画成数轴上的四个点，这两步就看得见了。
#
# **先猜一猜。** 哪一步会让点与点的距离改变？有没有两个点会交换位置？写下答案，再往下看。

# %%
lang = "zh"

# %%
import numpy as np

from lndocs import center, mean, std
from lndocs.example import apple, eat
from lndocs.site.figures import number_lines

# %% [markdown]
# 每一行走两步，连同出发时的样子，一共三行数：

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
# ## 同一把尺子上的三行 {#lines}
#
# 圆点是数，三角是这一行的均值，虚线是原点。

# %%
number_lines(steps(apple), lang)

# %% [markdown]
# 第一步把四个点一起挪过去，直到均值落在原点上。第二步把它们朝原点收拢：现在每个数说的是，自己离均值有几个标准差。
#
# ## 写成代码再说一遍 {#claim}
#
# 看图会走眼，断言不会。下面只要有一句不成立，这一页就发布不出来。

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
# ## 换成“吃” {#eat}
#
# “吃”的四个数大得多，彼此也远得多。再猜一次：它的最后一行会停在哪里？

# %%
number_lines(steps(eat), lang)

# %% [markdown]
# 图的宽度没有变，要装下的数却大得多，所以最后一行看上去缩成一团。可是数字和“苹果”的一模一样：

# %%
*_, of_eat = steps(eat).values()
*_, of_apple = steps(apple).values()

assert np.allclose(of_eat, of_apple)

# %% [markdown]
# ## 看到了什么 {#found}
#
# - 减去均值只是平移：距离不变，只有原点换了。
# - 除以标准差只是换单位：所有距离都按同一个比例缩放，次序不变。
# - 一行原来在哪里、有多大，两步之后都看不出来了；留下的是四个数之间的关系。
