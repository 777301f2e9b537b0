"""Marks: a letter before each numeral of a page, which shows where it has gone in the HTML.

The guard reads Markdown, and readers get HTML. A mark says which numeral follows it, wherever the
steps between the two have put it; it is set after the numeral's sign, if there is one.
"""

import re
from collections.abc import Iterator, Sequence

from bs4 import Tag

from lndocs.site.numerals import Numeral

# Syllables of Yi: letters, so that Markdown sees a word where it would have seen one in the digit
# (quotation marks open before either), and of a script that no page here is written in.
_FIRST, _LAST = 0xA000, 0xA48C
MARK = re.compile(f"[{chr(_FIRST)}-{chr(_LAST)}]")

POWER = re.compile(r"[-−]?10\^\{[-−][0-9]+\}")
_LEAVES = ("mi", "mn", "mo", "mtext")
ATTRIBUTE = "data-mark"


def mark(text: str, numerals: Sequence[Numeral]) -> str:
    """Put a mark before the first digit of each numeral.

    Parameters
    ----------
    text : str
        Markdown.
    numerals : sequence of Numeral
        In the order of the text.

    Returns
    -------
    str

    Raises
    ------
    ValueError
        The text has letters of the marks' script, or more numerals than there are marks.

    Examples
    --------
    >>> mark("5 and −3", [Numeral(0, 1, "5"), Numeral(6, 8, "−3")])
    'ꀀ5 and −ꀁ3'
    """
    if found := MARK.search(text):
        raise ValueError(f"{found[0]!r}: no page may be written in Yi, which marks the numerals")
    if len(numerals) > _LAST - _FIRST + 1:
        raise ValueError(f"{len(numerals)} numerals are more than can be marked")
    pieces, place = [], 0
    for number, numeral in enumerate(numerals):
        digits = numeral.end - len(unsigned(numeral.text))
        pieces += [text[place:digits], of(number)]
        place = digits
    return "".join([*pieces, text[place:]])


def unmark(text: str) -> str:
    """Take the marks out again."""
    return MARK.sub("", text)


def of(number: int) -> str:
    """Give the mark of a numeral by its place among those of its page."""
    return chr(_FIRST + number)


def number(mark: str) -> int:
    """Tell the place of a mark's numeral among those of its page."""
    return ord(mark) - _FIRST


def unsigned(numeral: str) -> str:
    """Give the digits of a numeral."""
    return numeral.lstrip("-−")


def carry(math: Tag, marked: Tag) -> None:
    """Set on a formula's leaves the marks that stand before the same leaves of a marked one.

    Parameters
    ----------
    math : Tag
        What is shown, in which no mark may influence the layout.
    marked : Tag
        What the same TeX with its marks has become.

    Raises
    ------
    ValueError
        The two differ in more than the marks.
    """
    leaves = _leaves(math)
    waiting = ""
    for leaf in _leaves(marked):
        if MARK.fullmatch(text := leaf.get_text()):
            waiting = text
            continue
        twin = next(leaves, None)
        if twin is None or (twin.name, twin.get_text()) != (leaf.name, unmark(text)):
            raise ValueError(f"{math.get_text()}: with its numerals marked it is another formula")
        if waiting:
            twin[ATTRIBUTE], waiting = waiting, ""
        if text != unmark(text):  # words within a formula are text, where an element may stand
            twin.string = text


def _leaves(math: Tag) -> Iterator[Tag]:
    return (leaf for leaf in math.find_all(_LEAVES) if leaf.get_text())
