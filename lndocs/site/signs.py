"""Signs: which minus belongs to a numeral, and which could be taken for one that does not."""

import re
import unicodedata
from collections.abc import Iterator, Sequence

_AFTER_DIGIT = re.compile(r"[0-9]\.?\*+\.?[0-9]")
_APART = re.compile(
    r"[-−–](?:\*+|_+|`+|\$|<[^<>\n]*>|[\u00a0\u00ad\u200a-\u200f\u2060])+[0-9]|负 ?[0-9]"
)
_RELATION = r"\\(?:approx|sim|equiv|leq?|geq?|neq?|in|to|times|cdot|div|q?quad|lvert)"
_LOOSE = re.compile(
    rf"(?:[$=<>(\[,;:]|\\\\|{_RELATION}(?![A-Za-z]))\s*\{{?[-−](?:[\s{{}}]|\\[,;:! ])+(?=[0-9])"
    rf"|{_RELATION}[-−](?=[0-9])"
    r"|\\(?:text|mathrm)\{\s*[-−–]\s*\}\s*(?=[0-9])"
)
_HALF_LOOSE = re.compile(r"(?:[0-9)\]}]|(?<![A-Za-z\\])[A-Za-z])\s+[-−](?=[0-9])")


def signed(text: str, place: int) -> bool:
    """Tell whether the character before a numeral is its sign, not an operator."""
    if text[place - 1 : place] not in ("-", "−"):
        return False
    left = text[place - 2 : place - 1] if place > 1 else ""
    return not (left and ((left.isascii() and left.isalnum()) or left.isdigit() or left in ")]}"))


def is_dash(char: str) -> bool:
    """Tell whether a character looks like a minus and is none that the guard reads."""
    if not char or char in "-−±∓":
        return False
    return (
        unicodedata.category(char) == "Pd"
        or "MINUS" in unicodedata.name(char, "")
        or char in "─ー\u00ad"
    )


def faults(text: str, formulas: Sequence[tuple[int, int]]) -> Iterator[tuple[int, str]]:
    """Find where a reader would see another sign, or another number, than the guard reads."""
    for match in _APART.finditer(text):
        yield match.start(), f"{match[0]!r}: a minus touches the number whose sign it is"
    for start, end in formulas:
        for match in _LOOSE.finditer(text, start, end):
            yield match.start(), f"{match[0]!r}: a sign touches its number, after a space"
        for match in _HALF_LOOSE.finditer(text, start, end):
            yield match.start(), f"{match[0]!r}: an operator has a space on both sides or on none"


def emphasis(prose: str) -> Iterator[tuple[int, str]]:
    """Find digits that emphasis would run together: 2*4*6 is shown as 246."""
    for match in _AFTER_DIGIT.finditer(prose):
        yield match.start(), f"{match[0]!r}: * between digits is emphasis; write × or a formula"
