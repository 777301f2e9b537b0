"""The Markdown of a page, as far as the guard must read it: which digits are structure."""

import html
import re
from collections.abc import Iterator

FILLER = "\x00"
"""Stands for what is no Markdown here, formulas and code, so that a line of it is not empty."""

Span = tuple[int, int]

_CODE = re.compile(r"(?<!`)(`+)(?!`)(?:(?!\n[ \t>]*\n).)+?(?<!`)\1(?!`)", re.S)
_ENTITY = re.compile(r"&(?:#[0-9]+|#x[0-9a-f]+|[a-z][a-z0-9]*);", re.I)
_LIST_MARKER = re.compile(r"^[ \t>]*(?P<marker>[0-9]+\.)(?=[ \t])")
_OPENS_BLOCK = re.compile(r"^[ \t>]*(?:!!!|\?\?\?\+?|===|\#{1,6})[ \t]")

# What is visible of an HTML tag or an attribute list; the rest of it is structure.
_SPOKEN = re.compile(
    r"""\b(?:alt|title|aria-label|placeholder|value|label|start)\s*=\s*"""
    r"""(?:"(?P<a>[^"]*)"|'(?P<b>[^']*)'|(?P<c>[^\s"'>}]+))""",
    re.I,
)

# Where a link leads may differ between the languages.
_ADDRESSES = [
    re.compile(r"<[a-z][a-z0-9+.-]*:[^<>\s]*>", re.I),  # autolink
    re.compile(r"^[ \t>]*\[[^\]^\n]+\]:[ \t]*\S+", re.M),  # link definition
    re.compile(r"(?<=\])\([ \t]*(?:<[^<>\n]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)"),  # link target
]
_POINTERS = [
    re.compile(rf"</?[a-z](?:(?!\n[ \t>]*\n)[^<>{FILLER}])*>", re.I),  # HTML tag
    re.compile(r"(?<=\])\[[^\]\n]*\]"),  # link reference
    re.compile(r"\[\^[^\]\n]+\]"),  # footnote mark
    re.compile(r"\{:?[ \t]*[#.][^{}\n]*\}|\{:[^{}\n]*\}"),  # attribute list
]


def code(text: str) -> Iterator[Span]:
    """Find the code spans of a page: what stands in them is shown as it is."""
    return (match.span() for match in _CODE.finditer(text))


def structure(prose: str) -> Iterator[tuple[int, int, bool]]:
    """Find what holds digits that state no value.

    Parameters
    ----------
    prose : str
        A page in which all that is no Markdown has been replaced by ``FILLER``.

    Yields
    ------
    start, end : int
    compared : bool
        Whether the other language must have it too.
    """
    for match in _ENTITY.finditer(prose):
        yield *match.span(), True
    for start, end in _list_markers(prose):
        yield start, end, True
    for pattern in _ADDRESSES:
        for match in pattern.finditer(prose):
            yield *match.span(), False
        prose = pattern.sub(lambda match: " " * len(match[0]), prose)
    for pattern in _POINTERS:
        for match in pattern.finditer(prose):
            place = match.start()
            for words in _SPOKEN.finditer(match[0]) if match[0][0] in "<{" else ():
                start, end = next(span for span in map(words.span, "abc") if span != (-1, -1))
                yield place, match.start() + start, True
                place = match.start() + end
            yield place, match.end(), True


def entities(prose: str) -> Iterator[tuple[int, str]]:
    """Find each HTML entity and the character that it shows."""
    return ((match.start(), html.unescape(match[0])) for match in _ENTITY.finditer(prose))


def _list_markers(prose: str) -> Iterator[Span]:
    """Find the numbers of ordered lists: a wrapped line that begins with one is no list."""
    place, in_list, fresh = 0, False, True
    for line in prose.splitlines(keepends=True):
        marker = _LIST_MARKER.match(line)
        if not line.strip(" \t>\n"):
            in_list, fresh = False, True
        else:
            if marker and (fresh or in_list):
                yield place + marker.start("marker"), place + marker.end("marker")
                in_list = True
            fresh = bool(_OPENS_BLOCK.match(line))
        place += len(line)
