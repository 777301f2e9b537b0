"""The terms of the subject, one in each language, and what must not stand for them.

The terms are those of the glossary page; the pages are held to them.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lndocs.site import glossary
from lndocs.site.prose import Prose


@dataclass(frozen=True)
class Term:
    """A term in both languages, and the variants that a page must not use for it."""

    zh: str
    en: str
    not_zh: tuple[str, ...] = ()
    not_en: tuple[str, ...] = ()


# By the English term: the variants in Chinese, and those in English.
VARIANTS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "layer normalization": (
        ("层标准化", "层规范化", "层正则化", "层正规化"),
        ("layer norm", "layer standardization"),
    ),
    "batch normalization": (
        ("批标准化", "批规范化", "批正则化", "批量归一化", "批次归一化", "批量标准化"),
        ("batch norm", "batch standardization"),
    ),
    "normalization": (
        ("标准化", "规范化", "正则化", "正规化", "规一化", "归一法"),
        ("standardization", "regularization"),
    ),
    "mean": (("平均值", "平均数", "均数"), ("mean value", "average value")),
    "variance": (("变异数", "均方差", "离均差"), ("mean squared deviation",)),
    "standard deviation": (
        ("标准偏差", "标准方差", "标准离差", "标准误"),
        ("standard error", "std deviation", "std. deviation", "stdev"),
    ),
    "residual connection": (
        ("残差链接", "跳跃连接", "跳接", "捷径连接", "短路连接", "残差边"),
        ("skip connection", "shortcut connection", "residual link", "residual path"),
    ),
    "scale": (("增益", "比例因子", "缩放因子", "尺度参数"), ("gain γ", "scaling factor")),
    "shift": (("偏置", "移位", "平移参数"), ("offset β", "bias β", "bias term")),
    "elementwise product": (
        ("逐元素乘积", "逐元素乘法", "按元素相乘", "元素级", "逐点相乘", "哈达玛积", "阿达马积"),
        (
            "element-wise",
            "elementwise multiplication",
            "pointwise product",
            "pointwise multiplication",
            "hadamard product",
        ),
    ),
    "feature": (("属性值", "特徵"), ()),
    "token": (("词元", "词符", "令牌", "标记符号"), ()),
    "post-norm": (
        ("后置归一化", "后规范化", "后标准化"),
        ("postnorm", "post norm", "post-LN", "post-normalization"),
    ),
    "pre-norm": (
        ("前置归一化", "预归一化", "前规范化", "前标准化"),
        ("prenorm", "pre norm", "pre-LN", "pre-normalization"),
    ),
}

TERMS = tuple(Term(entry.zh, entry.en, *VARIANTS.get(entry.en, ())) for entry in glossary.both())


def misnomers(prose: Prose, language: str) -> Iterator[tuple[int, str, str]]:
    """Find the variants that stand where a term should.

    Parameters
    ----------
    prose : Prose
    language : str
        ``zh`` or ``en``.

    Yields
    ------
    line : int
    stands, better : str
    """
    chinese = language == "zh"
    instead = {
        variant: term.zh if chinese else term.en
        for term in TERMS
        for variant in (term.not_zh if chinese else term.not_en)
    }
    longest_first = sorted(instead, key=len, reverse=True)  # 层标准化 is one fault and not two
    for number, text in prose.blocks():
        taken: set[int] = set()
        for variant in longest_first:
            for match in re.finditer(_words(variant), text, re.I):
                if taken.isdisjoint(range(*match.span())):
                    taken.update(range(*match.span()))
                    line = number + text.count("\n", 0, match.start())
                    yield line, match[0], instead[variant]


def first_uses(pages: list[tuple[str, Prose]]) -> Iterator[tuple[Term, str, int, bool]]:
    """Find where each term is first used in a walk through the Chinese pages.

    Parameters
    ----------
    pages : list of (str, Prose)
        The pages in reading order, each with its name. Descriptions and headings, which announce
        what the text below them explains, are not part of the walk.

    Yields
    ------
    term : Term
    page : str
    line : int
    introduced : bool
        Whether its English follows in parentheses.
    """
    for term in TERMS:
        if term.zh != term.en and term.en not in glossary.EVERYDAY:
            longer = [other.zh for other in TERMS if term.zh in other.zh and other is not term]
            uses = (
                (name, number + text.count("\n", 0, place), text[place + len(term.zh) :])
                for name, prose in pages
                for number, text in prose.blocks()
                if number > prose.front and not prose.lines[number - 1].heading
                for place in _uses(term.zh, longer, text)
            )
            if use := next(uses, None):
                name, line, rest = use
                yield term, name, line, bool(re.match(rf"（{term.en}\b", rest, re.I))


def _uses(term: str, longer: list[str], text: str) -> Iterator[int]:
    covered = {
        place
        for other in longer
        for match in re.finditer(other, text)
        for place in range(*match.span())
    }
    return (m.start() for m in re.finditer(term, text) if m.start() not in covered)


def _words(variant: str) -> str:
    """Write a pattern that finds whole words, also across the end of a line."""
    words = r"\s+".join(map(re.escape, variant.split()))
    return rf"(?<![A-Za-z]){words}(?:e?s)?(?![A-Za-z])" if variant.isascii() else words
