"""The style of the pages, as far as patterns can hold it, and three sentences that are never true.

Each rule is a pattern for what must not stand in the prose of one language, with what to write.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lndocs.site.prose import Prose

_HAN = "[\u3400-\u4dbf\u4e00-\u9fff]"
_COUNT = "[0-9.]+|[一二两三四五六七八九十百千万几数]+"


@dataclass(frozen=True)
class Rule:
    """What must not stand, and what to write instead."""

    pattern: str
    better: str


RULES = {
    "zh": (
        Rule(r"[!！]", "a full stop: no exclamations"),
        Rule(r"[\"'＂＇‘’「」『』]", "“ and ”"),
        Rule(rf"(?<={_HAN})[,;:?()]|[,;:?()](?={_HAN})", "the full-width mark"),
        Rule(r"\.{3,}|。{2,}|(?<!…)…(?!…)", "……"),
        Rule(
            rf"(?:[大多高长快重强宽小少低短慢轻]|增加|减少)[了出]? ?(?:{_COUNT}) ?个?倍",
            "是它的 N 倍, or 缩到 1/N",
        ),
        Rule(r"众所周知|大家都知道|不言而喻|只需简单|简单地", "the sentence without it"),
    ),
    "en": (
        Rule(r"!", "a full stop: no exclamations"),
        Rule(r"\bsimply\b", "the sentence without it"),
        Rule(r"\bas (?:we|you) (?:all )?know\b|\bneedless to say\b", "the sentence without it"),
        Rule(r"[“”‘’]", "straight marks, which the build sets"),
        Rule(r"(?<=[\w,.;?)])\"[,.]", "the comma or full stop inside the quotation marks"),
        Rule(r"(?<![\w\"])'[A-Za-z][^'\n]*[A-Za-z,.]'(?!\w)", "double quotation marks"),
    ),
}

# Names that keep their capital inside a heading; words such as LayerNorm are told by their own.
_NAMES = {"I", "Transformer", "Add", "Norm", "Python", "Chinese", "English", "Keras", "Flax"}
_CAPITAL = re.compile(r"(?<![\w-])[A-Z][a-z]*(?![\w-])")

# A clause in which one of these stands denies what the rest of it says.
_DENIAL = {
    "zh": r"不(?![仅但只止过同断])|没|并非|未|错|误|否|谣",
    "en": r"\b(?:not(?! only\b)|never|no|nor|cannot|neither|wrong|mistaken?|false|myth)\b|n't\b",
}
_CLAUSE = {"zh": r"[^。！？；：，\n|]+", "en": r"(?:[^.!?;:,|]|[.,](?=\S))+"}
_SENTENCE = {"zh": r"[^。！？；\n|]+", "en": r"(?:[^.!?;|]|\.(?=\S))+"}

_ZERO = {
    "zh": r"均值\s*[都也仍]?[为是等于]*\s*[零0]",
    "en": r"zero[ -]mean|mean\s(?:of\s|is\s)?(?:zero|0)",
}
_ONE = {
    "zh": r"方差\s*[都也仍]?[大约]*[为是等于]*\s*[一1]",
    "en": r"unit[ -]variance|variance\s(?:of\s|is\s)?(?:about\s)?(?:one|1)\b",
}
_OUTPUT = {"zh": r"输出|最终(?:的)?结果", "en": r"\boutputs?\b|\bfinal results?\b"}


@dataclass(frozen=True)
class Never:
    """A sentence that is never true, as a pattern in each language, where no denial stands."""

    claim: str
    zh: str
    en: str


NEVER = (
    Never(
        "LayerNorm makes the values normally distributed",
        r"(?:正态|高斯)(?:的)?(?:分布|化)|服从正态|钟形",
        r"\bnormally\sdistributed\b|\bnormal\sdistribution\b|\bgaussians?\b"
        r"|\bbell[- ](?:shaped|curve)",
    ),
    Never(
        "LayerNorm keeps all information",
        r"(?:保留|保持|保存|留住|保住|留下)[了着]?(?:全部|所有|一切|完整|全)的?信息"
        r"|信息(?:全部|完全|完整|全都|都)?(?:没有?|不会|不|未|毫无|毫不)[会有]?(?:任何)?(?:丢|损)"
        r"|(?:不会|不|没有?|未)(?:丢失?|损失|失去)(?:任何|一点|半点)?(?:信息|东西)|无损",
        r"\b(?:keep\w*|preserve\w*|preserving|retain\w*)\s(?:all|every|the\s(?:full|whole|entire))"
        r"(?:\sof)?(?:\s\w+){0,3}?\sinformation\b"
        r"|\blos(?:es?|ing|t)\s(?:nothing|no\sinformation)\b|\bnothing\s(?:is|gets)\slost\b"
        r"|\bno\sinformation\s(?:is|gets)\slost\b|\bwithout\s(?:any\s)?loss\b|\blossless",
    ),
)
FINAL = "the final output has zero mean and unit variance"


def breaches(prose: Prose, language: str) -> Iterator[tuple[int, str, str]]:
    """Find what breaks the rules of a language: its line, what stands, what is better."""
    for number, text in prose.blocks():
        for rule in RULES[language]:
            for match in re.finditer(rule.pattern, text):
                around = text[max(match.start() - 8, 0) : match.end() + 8]
                yield _place(number, text, match), prose.restore(around), rule.better
        if language == "zh" and text.count("“") != text.count("”"):
            yield number, prose.restore(text), "a ” for each “"
    for line in prose.lines:
        if language == "en" and line.heading:
            for word in _titled(line.text):
                yield line.number, word, f"{word.lower()}: headings are in sentence case"


def untruths(prose: Prose, language: str) -> Iterator[tuple[int, str, str]]:
    """Find what is never true: its line, what stands, and the claim that it makes."""
    for number, text in prose.blocks():
        for clause in re.finditer(_CLAUSE[language], text):
            for never in NEVER:
                pattern = never.zh if language == "zh" else never.en
                found = re.search(pattern, clause[0], re.I)
                rest = re.sub(pattern, "", clause[0], flags=re.I)
                if found and not re.search(_DENIAL[language], rest, re.I):
                    yield _place(number, text, clause), clause[0].strip(), never.claim
        for sentence in re.finditer(_SENTENCE[language], text):
            patterns = (_ZERO[language], _ONE[language], _OUTPUT[language])
            claimed = all(re.search(pattern, sentence[0], re.I) for pattern in patterns)
            if claimed and not re.search(_DENIAL[language], sentence[0], re.I):
                yield _place(number, text, sentence), sentence[0].strip(), FINAL


def _titled(heading: str) -> Iterator[str]:
    """Find the words of a heading that have a capital without being first or a name."""
    for match in _CAPITAL.finditer(heading):
        if match.start() > 0 and match[0] not in _NAMES:
            yield match[0]


def _place(number: int, text: str, match: re.Match[str]) -> int:
    return number + text.count("\n", 0, match.start())
