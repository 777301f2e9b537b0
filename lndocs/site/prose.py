"""Prose: what is language on a page, line by line, without formulas, code and Markdown's marks.

For those who read a page as words: the linters of its language, the terms and the style.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import count

from lndocs.site import markup, tex
from lndocs.site.cells import as_markdown
from lndocs.site.numerals import blank, fill
from lndocs.site.stretches import cover_front_matter

_FENCE = re.compile(r"^[ \t>]*(?P<marks>`{3,}|~{3,}).*?^[ \t>]*(?P=marks)[ \t]*$", re.M | re.S)
_COMMENT = re.compile(r"<!--.*?-->", re.S)
_SPOKEN_KEY = re.compile(r"[ \t]*(?:description|title):[ \t]*(?P<words>.*)")
_RULE = re.compile(r"^[ \t>|:-]+$", re.M)  # under the head of a table, or across the page
_BRACKET = re.compile(r"!?\[(?=[^\[\]]*\][(\[])|\](?=[(\[])")  # around the words of a link
_MARKER = re.compile(
    r"^[ \t>]*(?:(?P<heading>\#{1,6}[ \t]+)|(?:[-+*]|[0-9]+\.)[ \t]+|(?P<cell>\|)"
    r'|(?:!!!|\?\?\?\+?|===)[ \t][^"\n]*"?(?P<title>)|)[ \t]*'
)
_EMPHASIS = re.compile(r"(?<=[，。：；！？])\*+[ ]?|\*+|(?<!\w)_+|_+(?!\w)")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_LATIN = re.compile(r"[A-Za-z]")
_AUTOLINK = re.compile(r"<[a-z][a-z0-9+.-]*:", re.I)
_HELD = re.compile(r"Zx[a-z]{3}")


@dataclass(frozen=True)
class Line:
    """A line of prose; its number is that of the page, its text may be empty."""

    number: int
    text: str
    heading: bool
    begins: bool
    """Whether it has a mark that begins a block: a heading, an item, a row, a title."""


@dataclass(frozen=True)
class Prose:
    """The prose of a page; a word such as ``Zxaab`` stands for each formula and code span."""

    lines: tuple[Line, ...]
    front: int
    """The number of the last line of the front matter."""
    held: dict[str, str] = field(repr=False)

    def restore(self, text: str) -> str:
        """Put formulas and code back into a piece of it."""
        return _HELD.sub(lambda match: self.held.get(match[0], match[0]), text)

    def spoken_in(self, language: str) -> "Prose":
        """Keep what is in one language, ``zh`` or ``en``, where lines of both take turns."""

        def kept(line: Line) -> Line:
            pieces = [p for p in line.text.split(" · ") if _is_chinese(p) == (language == "zh")]
            return replace(line, text=" · ".join(pieces))

        return replace(self, lines=tuple(map(kept, self.lines)))

    def blocks(self) -> Iterator[tuple[int, str]]:
        """Yield paragraphs, headings, items and rows, each with the number of its first line."""
        start, texts = Line(0, "", False, True), list[str]()
        for line in (*self.lines, start):
            if texts and (start.heading or line.begins or not line.text):
                yield start.number, "\n".join(texts)
                texts = []
            if line.text:
                start = start if texts else line
                texts.append(line.text)


def read(text: str, *, notebook: bool = False) -> Prose:
    r"""Find the prose of a page.

    Parameters
    ----------
    text : str
        Markdown, or with ``notebook`` a Python file in Jupytext's percent format.
    notebook : bool
        The prose is then that of the Markdown cells.

    Returns
    -------
    Prose
        With the descriptions of the front matter, the alternative texts of figures and the words
        of links, but without what they lead to.

    Examples
    --------
    >>> page = read("## 均值 {#mean}\n\n由 $x$ 求[均值](mean.md)。")
    >>> [page.restore(line.text) for line in page.lines]
    ['均值', '', '由 $x$ 求均值。']
    """
    page = as_markdown(text)[0] if notebook else text
    whole, covered = page.splitlines(), cover_front_matter(page, notebook=notebook).splitlines()
    hidden = (i for i, pair in enumerate(zip(whole, covered, strict=True), 1) if pair[0] != pair[1])
    front = max(hidden, default=0)
    page = "\n".join(map(_without_keys, whole, covered))
    for pattern in (_FENCE, _COMMENT, _RULE):
        page = pattern.sub(lambda match: blank(match[0]), page)
    mask = fill(page, code := list(markup.code(page)))
    mask = fill(mask, formulas := tex.formulas(mask))
    held, names = dict[str, str](), _names()
    edits = [(*match.span(), "") for match in _BRACKET.finditer(mask)]
    for start, end, _ in markup.structure(mask):
        if _AUTOLINK.match(page, start, end):
            code.append((start, end))
            continue
        edits.append((start, end + page.startswith(")", end) * (page[start] == "("), ""))
    for start, end in (*code, *formulas):
        name = "" if page.startswith("$$", start) else next(names)
        held[name] = page[start:end]
        edits.append((start, end, name))
    for start, end, instead in sorted(edits, reverse=True):
        page = page[:start] + instead + "\n" * page.count("\n", start, end) + page[end:]
    # Not splitlines(), which would drop a last line that is blank.
    return Prose(tuple(map(_line, count(1), page.split("\n"))), front, held)


def _without_keys(line: str, covered: str) -> str:
    """Keep of the front matter, which has been covered, what readers see."""
    if covered.strip():
        return covered
    spoken = _SPOKEN_KEY.fullmatch(line)
    return spoken["words"] if spoken else ""


def _line(number: int, text: str) -> Line:
    marker = _MARKER.match(text)
    assert marker
    words = text[marker.end() :].strip()
    if marker["title"] is not None:
        words = words.removesuffix('"')
    begins = bool(marker[0].strip(" \t>"))
    return Line(number, _EMPHASIS.sub("", words), bool(marker["heading"]), begins)


def _is_chinese(text: str) -> bool:
    """Tell whether a text is Chinese, be it with English words, or English with Chinese ones."""
    return 4 * len(_HAN.findall(text)) > len(_LATIN.findall(text))


def _names() -> Iterator[str]:
    letters = "abcdefghijklmnopqrstuvwxyz"
    return (f"Zx{a}{b}{c}" for a in letters for b in letters for c in letters)
