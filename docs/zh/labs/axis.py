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
# description: 把“苹果”放进句子，句子放进一批，再换词、换句、加填充，看 LayerNorm、BatchNorm 和整句统计里哪一个会变；单独一个样本、训练和推理又有什么不同。
# ---
# # 往哪个方向取 {#axis}
#
# “苹果”这一行自己不动，动的是周围：同一句里换一个词，同一批里换一句话，批变大，句子后面添几行填充。归一化有三种取法：LayerNorm 取这一行；BatchNorm 取每个特征在整批里的值；整句统计取一句话的所有数。
#
# **先猜一猜。** 四种改动，三种取法，一共是一张小表。哪几格里“苹果”的结果会变？把表画下来，填上“变”或“不变”。

# %%
lang = "zh"

# %%
import numpy as np

from lndocs import batch_norm, layer_norm, show, update_running
from lndocs.example import X, apple, d, eat
from lndocs.site.figures import Axis, curves

# %% [markdown]
# ## 一批句子 {#batch}
#
# 一批的形状是（句子、token、特征）。第一句是我们的例子，“苹果”是它的第三行；别的句子随机取，种子固定。整句统计，就是把一句话摊平成一行，再做 LayerNorm：

# %%
generator = np.random.default_rng(0)


def sentences(count):
    sizes = generator.integers(1, 10, size=(count, len(X), 1))
    return sizes * generator.integers(1, 10, size=(count, len(X), d))


def by_sentence(batch):
    whole = batch.reshape(len(batch), -1)
    return layer_norm(whole).reshape(batch.shape)


names = {
    "zh": ("LayerNorm", "BatchNorm", "整句"),
    "en": ("LayerNorm", "BatchNorm", "sentence"),
}[lang]
norms = layer_norm, batch_norm, by_sentence


def of_apple(norm, batch):
    return norm(batch)[0, 2]


# %% [markdown]
# ## 四种改动 {#changes}
#
# 每一格是“苹果”的四个结果里变得最多的那一个变了多少；零就是一位也没有变。

# %%
batch = np.stack([X, *sentences(3)])
word = batch.copy()
word[0, 1] = 1
sentence = np.stack([X, *sentences(3)])
larger = np.concatenate([batch, sentences(12)])
padded = np.pad(batch, ((0, 0), (0, 5), (0, 0)))

changes = {
    "zh": ("词", "别的句子", "批的大小", "填充"),
    "en": ("word", "sentences", "size", "padding"),
}[lang]


def moved(norm, changed):
    return np.abs(of_apple(norm, changed) - of_apple(norm, batch)).max()


cases = word, sentence, larger, padded
table = [[moved(norm, changed) for norm in norms] for changed in cases]
still, by_batch, of_sentence = np.transpose(table)
print(*names, sep=", ")
for name, row in zip(changes, table, strict=True):
    show(row, name)

# %% [markdown]
# LayerNorm 那一列全是 0，BatchNorm 那一列没有一个 0，这大概都在意料之中。容易猜错的是整句统计：同一批里还有谁，它不管；可是一行填充，明明不是词，也会把“苹果”推开。写成断言：
# <!-- = same(still), same(still) -->

# %%
assert (still == 0).all()
assert (by_batch > 0.01).all()
# The sentence: moved by its words and by padding, not by other sentences.
assert of_sentence[0] > 0.01 and of_sentence[3] > 0.01
assert of_sentence[1] == 0 and of_sentence[2] == 0

# %% [markdown]
# ## 填充越来越多 {#padding}
#
# 一批里的句子要补成一样长，补多少，看这一批里最长的那句。看“苹果”的最后一个数，随着补上去的全零行越来越多，怎样走：

# %%
rows = np.arange(25)


def with_padding(norm, more):
    longer = np.pad(batch, ((0, 0), (0, more), (0, 0)))
    return of_apple(norm, longer)[-1]


lone, batched, whole = (
    [with_padding(norm, more) for more in rows]  # for each amount
    for norm in norms
)
words = {
    "zh": ("填充的行数", "“苹果”的最后一个数"),
    "en": ("rows of padding", "last number of apple"),
}[lang]
lines = dict(zip(names, (lone, batched, whole), strict=True))
curves(rows, lines, *map(Axis, words), lang)

# %%
assert len(set(lone)) == 1
# The others change with every row, and even their sign.
assert (np.diff(batched) != 0).all() and (np.diff(whole) != 0).all()
assert whole[0] < 0 < whole[-1]

# %% [markdown]
# 没有填充的时候，“苹果”的最后一个数在整句里算低的，因为“吃”的数大；补上一批零，它就成了高的。词没有变，句子没有变，变的只是它和谁排在一起。

# %% [markdown]
# ## 批有多大 {#batch-size}
#
# 训练时，每一步的批都是抽来的。让“苹果”那一句每次都在，其余的随机抽，抽许多次：它的最后一个数，在 BatchNorm 里抖得多厉害？
#
# **猜一猜**：批大到原来的四倍，抖动会小到几分之一？

# %%
sizes = 2 ** np.arange(1, 8)


def jitter(norm, size):
    draws = [np.stack([X, *sentences(size - 1)]) for _ in range(200)]
    return np.std([of_apple(norm, batch)[-1] for batch in draws])


calm = np.array([jitter(layer_norm, size) for size in sizes])
shaken = np.array([jitter(batch_norm, size) for size in sizes])
words = {
    "zh": ("一批有几句", "抖动"),
    "en": ("sentences in a batch", "jitter"),
}[lang]
across, up = Axis(words[0], log=True, ticks=sizes), Axis(words[1])
curves(sizes, {names[0]: calm, names[1]: shaken}, across, up, lang)

# %%
assert (calm == 0).all()
# Four times the batch, about half the jitter, once there are a few sentences.
assert np.allclose(shaken[4:] / shaken[2:-2], 1 / 2, atol=0.2)

# %% [markdown]
# 批大到四倍，抖动大约只减一半：均值的误差随个数的平方根减小。LayerNorm 的那条线贴在零上，一点也不抖。

# %% [markdown]
# ## 一批只有两行，只有一行 {#two-and-one}
#
# 再猜一次。把“苹果”和“吃”两行当成一批，BatchNorm 训练时给出什么？

# %%
of_two = batch_norm([apple, eat], eps=0)
show(of_two)

# %% [markdown]
# 每一列只有两个数，减去均值再除以标准差，就只剩谁大谁小：大的得 1，小的得 −1，相差一倍还是一百倍，看不出来。随便哪两行都是这样：
# <!-- = same(of_two[1]), same(of_two[0]) -->

# %%
pair = generator.standard_normal((2, 1000))
assert np.allclose(batch_norm(pair, eps=0), np.sign(pair - pair[::-1]))

# %% [markdown]
# 一批只有一行呢？每列只有一个数，减去均值就什么都不剩，训练没法做，程序也这样说。LayerNorm 照算：

# %%
try:
    batch_norm([apple])
except ValueError as error:
    print(error)
else:
    raise AssertionError("a batch of one row was taken")
show(layer_norm([apple]))

# %% [markdown]
# ## 训练和推理 {#inference}
#
# 所以推理时 BatchNorm 换一种算法，用训练时记下的均值和方差。于是同一个“苹果”，训练时和推理时得到的不一样：

# %%
running = np.zeros(d), np.ones(d)
for _ in range(300):
    running = update_running(running, sentences(16))

in_training = of_apple(batch_norm, np.stack([X, *sentences(15)]))
at_inference = batch_norm([apple], running=running)[0]
show(in_training, at_inference)
assert np.abs(in_training - at_inference).max() > 0.01

# %% [markdown]
# 最后一猜。模型上线以后，来的数都是训练时的十倍，也许只是换了单位。两种归一化各给出什么？

# %%
show(batch_norm([10 * apple], running=running))
show(layer_norm([10 * apple]))

# %%
shifted = batch_norm([10 * apple], running=running)[0]
assert (at_inference < 0).all() and shifted.max() > 2
assert np.allclose(layer_norm(10 * apple), layer_norm(apple), atol=1e-4)

# %% [markdown]
# BatchNorm 记得的是训练时的均值和标准差。来的数变了，它照旧拿旧的去减、去除：原来每一维都偏低的“苹果”，大半成了偏高。LayerNorm 没有什么要记，来一行，就从这一行算起。

# %% [markdown]
# ## 看到了什么 {#found}
#
# - LayerNorm 只看自己那一行：换词、换句、换批、加填充，一位都不变。
# - BatchNorm 训练时看整批：批越小抖得越厉害，两行只剩谁大谁小，一行算不了；推理时另用记下的统计量。
# - 整句统计不看别的句子，却怕填充。

# %% [markdown]
# ## 练习 {#exercise}
#
# 给整句统计加一个掩码（mask），算均值和方差时跳过填充的行。“苹果”还会因为什么而变？先改代码，再展开。
#
# <details class="note" markdown="1">
# <summary>答案</summary>
#
# 填充不再有影响：补几行都和没补一样。可是同一句里换一个词，“苹果”还是会变，这是整句统计本来就有的。只有取自己那一行，才两样都不怕。
#
# </details>


# %%
def masked(batch, real):
    words = batch[:, :real].reshape(len(batch), -1)
    average = words.mean(axis=1)[:, None, None]
    spread = words.std(axis=1)[:, None, None]
    return (batch - average) / spread


alone = masked(batch, len(X))[0, 2]
for more in rows:
    longer = np.pad(batch, ((0, 0), (0, more), (0, 0)))
    assert np.array_equal(masked(longer, len(X))[0, 2], alone)
assert np.abs(masked(word, len(X))[0, 2] - alone).max() > 0.01
