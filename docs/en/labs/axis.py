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
# description: The row of apple in a sentence, the sentence in a batch; change words,
#   sentences, padding, and see which of three normalizations moves. Then a batch of one, and
#   training against inference.
# ---
# # Which way to pool {#axis}
#
# The row of 苹果 (apple) stays as it is. What changes is around it: another word in its
# sentence, another sentence in its batch, a larger batch, a few rows of padding after the
# sentence. And there are three ways to normalize: LayerNorm takes the row itself; BatchNorm
# takes one feature's values in the whole batch; statistics of the whole sentence take all its
# numbers.
#
# **Guess first.** Four changes and three ways make a small table. In which of its cells does
# the result for 苹果 change? Draw the table and fill it in.

# %%
lang = "en"

# %%
import numpy as np

from lndocs import batch_norm, layer_norm, show, update_running
from lndocs.example import X, apple, d, eat
from lndocs.site.figures import Axis, curves

# %% [markdown]
# ## A batch of sentences {#batch}
#
# A batch has the shape (sentences, tokens, features). Its first sentence is our example, with
# 苹果 as the third row; the others are random, from a fixed seed. Statistics of a whole
# sentence are LayerNorm once the sentence is laid out as one row:

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
# ## Four changes {#changes}
#
# Each cell says by how much the four results for 苹果 changed, taking the one that changed
# most; zero means not in a single digit.

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
# The column of LayerNorm is all 0 and that of BatchNorm holds no 0, which you may have
# expected. The sentence is easier to get wrong: it does not care who else is in the batch,
# but padding, which is not even a word, pushes 苹果 away. The same as assertions:
# <!-- = same(still), same(still) -->

# %%
assert (still == 0).all()
assert (by_batch > 0.01).all()
# The sentence: moved by its words and by padding, not by other sentences.
assert of_sentence[0] > 0.01 and of_sentence[3] > 0.01
assert of_sentence[1] == 0 and of_sentence[2] == 0

# %% [markdown]
# ## More and more padding {#padding}
#
# The sentences of a batch are padded to one length, and how much each gets depends on the
# longest of them. Watch the last number of 苹果 as more and more rows of zeros are added:

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
# Without padding the last number of 苹果 counts as low in its sentence, because those of 吃
# (eat) are large. Add enough zeros, and it counts as high. No word has changed; what has
# changed is only how long its neighbor in the batch happened to be.

# %% [markdown]
# ## How large the batch is {#batch-size}
#
# In training every step draws a batch. Keep the sentence of 苹果 in it each time, draw the
# others anew, do that many times: how much does its last number jitter under BatchNorm?
#
# **Guess**: with a batch four times as large, how much of the jitter is left?

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
# Four times the batch leaves about half of the jitter: the error of a mean falls as the
# square root of the count. The line of LayerNorm lies on zero and does not jitter at all.

# %% [markdown]
# ## A batch of two rows, and of one {#two-and-one}
#
# Guess again. Take the two rows of 苹果 (apple) and 吃 (eat) as a batch: what does BatchNorm
# give in training?

# %%
of_two = batch_norm([apple, eat], eps=0)
show(of_two)

# %% [markdown]
# Each column holds two numbers. Subtract their mean, divide by their standard deviation, and
# all that is left is which was larger: that one becomes 1, the other −1, whether it was twice
# or a hundred times as large. It is so for any two rows:
# <!-- = same(of_two[1]), same(of_two[0]) -->

# %%
pair = generator.standard_normal((2, 1000))
assert np.allclose(batch_norm(pair, eps=0), np.sign(pair - pair[::-1]))

# %% [markdown]
# And a batch of a single row? Each column holds one number, and nothing is left of it once
# its mean is subtracted. There is no training with that, and the program says so. LayerNorm
# goes on as usual:

# %%
try:
    batch_norm([apple])
except ValueError as error:
    print(error)
else:
    raise AssertionError("a batch of one row was taken")
show(layer_norm([apple]))

# %% [markdown]
# ## Training and inference {#inference}
#
# That is why BatchNorm computes in another way at inference, with a mean and variance kept
# from training. So one and the same 苹果 gets different results in training and at inference:

# %%
running = np.zeros(d), np.ones(d)
for _ in range(300):
    running = update_running(running, sentences(16))

in_training = of_apple(batch_norm, np.stack([X, *sentences(15)]))
at_inference = batch_norm([apple], running=running)[0]
show(in_training, at_inference)
assert np.abs(in_training - at_inference).max() > 0.01

# %% [markdown]
# One last guess. Once in use, the model is fed numbers ten times those of training; perhaps
# only the unit has changed. What do the two give?

# %%
show(batch_norm([10 * apple], running=running))
show(layer_norm([10 * apple]))

# %%
shifted = batch_norm([10 * apple], running=running)[0]
assert (at_inference < 0).all() and shifted.max() > 2
assert np.allclose(layer_norm(10 * apple), layer_norm(apple), atol=1e-4)

# %% [markdown]
# What BatchNorm remembers is the mean and standard deviation of training. The numbers have
# changed, it still subtracts and divides by the old ones: 苹果 (apple), which was low in every
# dimension, has become high in most. LayerNorm has nothing to remember: a row comes, and it
# begins with that row.

# %% [markdown]
# ## What we found {#found}
#
# - LayerNorm looks at its own row: other words, sentences, batches, or padding change not one
#   digit.
# - In training, BatchNorm looks at the whole batch. The smaller the batch, the more it
#   jitters; of two rows only which is larger is left, and a single row is too few. At
#   inference it uses what it has kept.
# - Statistics of a whole sentence ignore other sentences, but padding upsets them.

# %% [markdown]
# ## Exercise {#exercise}
#
# Give the statistics of the sentence a mask, so that mean and variance skip the rows of
# padding. What can still change 苹果? Change the code first, then unfold.
#
# <details class="note" markdown="1">
# <summary>Answer</summary>
#
# Padding no longer matters: any amount of it gives what none would. But another word in the
# sentence still changes 苹果, since that is what statistics of a sentence do. Only a row's own
# statistics withstand both.
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
