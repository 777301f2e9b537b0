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
# # 苹果走过的每一步
#
# “苹果”的四个数先减去它们的均值，再除以它们的标准差。把四个数画成数轴上的四个点，这两步就看得见了。
#
# **先猜一猜。** 哪一步会让点与点的距离改变？有没有两个点会交换位置？写下答案，再往下看。

# %%
lang = "zh"  # of the labels

# %%
import numpy as np

from lndocs import center, std
from lndocs.example import apple, eat
from lndocs.site.figures import number_lines

# %% [markdown]
# 每一行走两步，连同出发时的样子，一共三行数：

# %%
names = {
    "zh": ("相加之后", "减去均值", "除以标准差"),
    "en": ("after the addition", "minus the mean", "over the standard deviation"),
}[lang]


def steps(row):
    centered = center(row)
    return dict(zip(names, (row, centered, centered / std(row)), strict=True))

# %% [markdown]
# ## 同一把尺子上的三行 {#lines}
#
# 圆点是数，三角是这一行的均值，虚线是原点。

# %%
alt = {
    "zh": "三条数轴：苹果的四个点先整体左移，均值落到原点，再朝原点收拢，次序不变",
    "en": "Three number lines: the four points of apple move left until their mean is at the "
    "origin, then draw together around it, in the same order",
}[lang]
number_lines(steps(apple), alt)

# %% [markdown]
# 第一步把四个点一起挪过去，直到均值落在原点上。第二步把它们朝原点收拢：从此一格就是一个标准差。
#
# ## 写成代码再说一遍 {#claim}
#
# 图会看走眼，断言不会。下面有一句不成立，这一页就发布不出来。

# %%
before, centered, normalized = steps(apple).values()

assert np.allclose(np.diff(centered), np.diff(before))  # the first step keeps every distance
assert np.allclose(normalized * std(apple), centered)  # the second divides all by one number
assert (np.argsort(normalized) == np.argsort(before)).all()  # nobody changes places

# %% [markdown]
# ## 换成“吃” {#eat}
#
# “吃”的四个数大得多，彼此也远得多。再猜一次：它的最后一行会停在哪里？

# %%
alt = {
    "zh": "三条数轴：吃的四个点相距很远，减去均值后仍然很远，除以标准差后都挤到原点附近",
    "en": "Three number lines: the four points of eat are far apart, stay so when their mean is "
    "subtracted, and end close to the origin when divided by the standard deviation",
}[lang]
number_lines(steps(eat), alt)

# %% [markdown]
# 尺子变长了，刻度变密了，所以最后一行看上去缩成一团。可是数字和苹果的一模一样：

# %%
*_, of_eat = steps(eat).values()
*_, of_apple = steps(apple).values()

assert np.allclose(of_eat, of_apple)

# %% [markdown]
# ## 看到了什么 {#found}
#
# - 减去均值只是平移：距离不变，只有原点换了。
# - 除以标准差只是换单位：距离都按同一个比例收缩，次序不变。
# - 一行原来在哪里、有多大，两步之后都看不出来了；留下的是四个数之间的关系。
