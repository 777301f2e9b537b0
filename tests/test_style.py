"""The style of the pages, and three sentences about LayerNorm that are never true."""

import pytest
from texts import LANGUAGES, texts

from lndocs.site import prose
from lndocs.site.style import FINAL, NEVER, breaches, untruths

NORMAL, INFORMATION = (never.claim for never in NEVER)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_keep_to_the_style(language: str) -> None:
    found = [
        f"{name}:{line}: {stands!r}, better {better}"
        for name, page in texts(language)
        for line, stands, better in breaches(page, language)
    ]
    assert not found, "\n" + "\n".join(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_say_nothing_that_is_never_true(language: str) -> None:
    found = [
        f"{name}:{line}: {stands!r} says that {claim}"
        for name, page in texts(language)
        for line, stands, claim in untruths(page, language)
    ]
    assert not found, "\n" + "\n".join(found)


@pytest.mark.parametrize(
    ("language", "text", "better"),
    [
        ("zh", "均值归零了！", "full stop"),
        ("zh", '他说"苹果"。', "“ and ”"),
        ("zh", "他说「苹果」。", "“ and ”"),
        ("zh", "他说“苹果。", "a ” for each “"),
        ("zh", "均值(mean)是五。", "full-width"),
        ("zh", "减均值,再除。", "full-width"),
        ("zh", "再后来...", "……"),
        ("zh", "“吃”比“苹果”大 10 倍。", "N 倍"),
        ("zh", "方差小了三倍。", "N 倍"),
        ("zh", "众所周知，先减后除。", "without it"),
        ("en", "That is all there is to it!", "full stop"),
        ("en", "Simply subtract the mean.".lower(), "without it"),
        ("en", "It is, as we all know, true.", "without it"),
        ("en", 'Say "mean", then go on.', "inside"),
        ("en", 'It is called "mean".', "inside"),
        ("en", "It is called 'the mean' here.", "double"),
        ("en", "It is called “the mean” here.", "straight"),
        ("en", "## Subtracting The Mean", "sentence case"),
        ("en", "## A trap: The axis", "sentence case"),
    ],
)
def test_what_breaks_the_style_is_shown_with_its_line(
    language: str, text: str, better: str
) -> None:
    (line, stands, advice), *_ = breaches(prose.read(f"甲\n\n{text}\n"), language)
    assert line == 3
    assert stands in text or stands.strip() in text
    assert better in advice


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("zh", "“吃”是“苹果”的 10 倍，只看均值（mean）：$x!$、`x, y!`，1, 2, 3……"),
        ("zh", "1.342, 0.447；放大以后，是它的 3 倍。"),
        ("en", 'The row\'s own mean, "the mean," is `"x",`; the features\' means. "Why?" "Mean."'),
        ("en", "## LayerNorm by hand, in PyTorch and the Transformer\n\n### I eat: 吃 (eat)"),
    ],
)
def test_good_style_is_left_alone(language: str, text: str) -> None:
    assert list(breaches(prose.read(text), language)) == []


@pytest.mark.parametrize(
    ("claim", "language", "text"),
    [
        (NORMAL, "en", "LayerNorm makes the values normally distributed."),
        (NORMAL, "en", "Afterward they follow a normal\ndistribution."),
        (NORMAL, "en", "It turns each row into a standard Gaussian."),
        (NORMAL, "zh", "归一化以后，这些数服从正态分布。"),
        (NORMAL, "zh", "LayerNorm 不看别的行，把每一行变成高斯分布。"),
        (INFORMATION, "en", "LayerNorm keeps all information."),
        (INFORMATION, "en", "It preserves all of the information in the row."),
        (INFORMATION, "en", "It only rescales, so nothing is lost."),
        (INFORMATION, "en", "It not only centers but also retains every piece of information."),
        (INFORMATION, "en", "The step loses no information."),
        (INFORMATION, "zh", "归一化保留了全部信息。"),
        (INFORMATION, "zh", "归一化不仅保留所有的信息，还更稳定。"),
        (INFORMATION, "zh", "这一步不会丢失任何信息。"),
        (INFORMATION, "zh", "信息没有丢。"),
        (INFORMATION, "zh", "归一化是无损的。"),
        (FINAL, "en", "The final output has zero mean and unit variance."),
        (FINAL, "en", "So its output, with mean 0 and a variance of about 1, goes on."),
        (FINAL, "zh", "最终输出的均值为零，方差为一。"),
        (FINAL, "zh", "LayerNorm 的输出均值是 0、方差约为 1。"),
    ],
)
def test_what_is_never_true_is_found(claim: str, language: str, text: str) -> None:
    found = list(untruths(prose.read(f"甲\n\n{text}\n"), language))
    assert [(line, said) for line, _, said in found] in ([(3, claim)], [(4, claim)])


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "LayerNorm does not make the values normally distributed."),
        ("en", "That the rows become Gaussian is a myth."),
        ("en", "It would be wrong to say that LayerNorm loses nothing."),
        ("en", "LayerNorm doesn't keep all the information in a row."),
        ("en", "The final output need not have zero mean and unit variance."),
        ("en", "Zero mean and unit variance hold before γ and β."),
        ("en", "Its output is a row; its mean is 5 and its variance 20."),
        ("zh", "这不等于服从正态分布。"),
        ("zh", "所以不能说 LayerNorm 保留了全部信息。"),
        ("zh", "说它保留全部信息是错的。"),
        ("zh", "均值为零、方差约为一说的是乘加之前，不是最终输出。"),
        ("zh", "$\\hat{x}$ 的均值是 0，方差约为 1。"),
    ],
)
def test_what_is_denied_or_said_of_something_else_is_fine(language: str, text: str) -> None:
    assert list(untruths(prose.read(text), language)) == []
