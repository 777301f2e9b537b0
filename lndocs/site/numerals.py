"""Numerals: every digit of a page, as a number that must be checked or as structure.

The closed world of the guard. A page's text goes in; out come its numerals in order, the pieces of
structure that hold digits, and a fault for every digit that is neither. Structure is masked first,
with blanks of the same length, so that a position in the mask is a position in the page.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache

from lndocs.site import markup, signs, tex

ANOTHER_WAY = "write it another way"


@dataclass(frozen=True)
class Numeral:
    """A number as it stands on a page, its sign included."""

    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Structure:
    """Digits that count or point, and state no value: the other language must have them too."""

    start: int
    text: str


@dataclass(frozen=True)
class Fault:
    """Something the guard cannot accept, and why."""

    start: int
    message: str


@dataclass
class Scan:
    """What a page's digits are."""

    numerals: list[Numeral] = field(default_factory=list)
    structure: list[Structure] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)


_IDENTIFIER = re.compile(r"(?<![0-9])[A-Za-z][A-Za-z_]*[0-9]+(?:[A-Za-z_]+[0-9]+)*")  # float32
_PLAIN = re.compile(
    r"[0-9]+(?:\.[0-9]+){2,}"  # a version such as 0.27.0, compared as text
    r"|(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:e[-−+]?[0-9]+)?"
)
_NUMBER = re.compile(rf"10\^\{{[-−][0-9]+\}}|{_PLAIN.pattern}")
_RUNS_ON = re.compile(r"\.?[A-Za-z0-9_]|[\u0300-\u036f\u20d0-\u20f0\ufe0f]")
_WORD = re.compile(r"[\w.]*\w")


def scan(text: str, literal: Sequence[tuple[int, int]] = ()) -> Scan:
    """Tell what every digit of ``text`` is.

    Parameters
    ----------
    text : str
        Markdown prose with formulas. What is not prose (front matter, code that is run, comments)
        must have been blanked out.
    literal : sequence of (int, int)
        Stretches that are shown as they are, such as a fence of text: no Markdown, no formulas.

    Returns
    -------
    Scan
        Numerals, structure and faults, each in the order of the text.
    """
    found = Scan()
    mask = list(text)

    def hide(start: int, end: int, compared: bool = True) -> None:
        if compared and any(map(_is_digit, text[start:end])):
            found.structure.append(Structure(start, " ".join(text[start:end].split())))
        mask[start:end] = blank(text[start:end])

    prose = fill(text, literal)
    prose = fill(prose, markup.code(prose))
    formulas = tex.formulas(prose)
    found.faults += (Fault(*fault) for fault in tex.faults(prose, formulas))
    for span in tex.structure(prose, formulas):
        hide(*span)
    prose = fill(prose, formulas)
    for place, shown in markup.entities(prose):
        if any(_is_digit(char) or signs.is_dash(char) or char in "-−." for char in shown):
            found.faults.append(Fault(place, f"an entity shows {shown!r}: {ANOTHER_WAY}"))
    found.faults += (Fault(*fault) for fault in signs.emphasis(prose))
    found.faults += (Fault(*fault) for fault in signs.faults(text, formulas))
    for start, end, compared in markup.structure(prose):
        hide(start, end, compared)
    for match in _IDENTIFIER.finditer(fill("".join(mask), formulas)):
        hide(*match.span())
    inside = set().union(*(range(*span) for span in formulas))
    _read(text, "".join(mask), inside, found)
    found.structure.sort(key=lambda piece: piece.start)
    found.faults.sort(key=lambda fault: fault.start)
    return found


def fill(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """Cover what is no Markdown, so that places and line ends stay the same."""
    for start, end in spans:
        text = text[:start] + re.sub(r"[^\n]", markup.FILLER, text[start:end]) + text[end:]
    return text


def blank(text: str) -> str:
    """Replace every character but line ends by a space, so that places stay the same."""
    return re.sub(r"[^\n]", " ", text)


def _read(text: str, mask: str, inside: set[int], found: Scan) -> None:
    """Collect the numerals of what is not masked; any other digit is a fault."""
    place = 0
    while place < len(mask):
        if not _is_digit(mask[place]):
            place += 1
            continue
        match = (_NUMBER if place in inside else _PLAIN).match(mask, place)
        why = _misread(text, mask, match) if match else "is no plain digit"
        if match and not why:
            start = place - 1 if signs.signed(text, place) else place
            found.numerals.append(Numeral(start, match.end(), text[start : match.end()]))
            place = match.end()
        else:
            word = _WORD.match(mask, place)
            end = word.end() if word else place + 1
            shown = text[max(place - 1, 0) : end].strip()
            found.faults.append(Fault(place, f"{shown!r} {why}: {ANOTHER_WAY}"))
            place = end


def _misread(text: str, mask: str, match: re.Match[str]) -> str:
    """Say why the digits of ``match`` are no numeral; the empty string when they are."""
    start, end = match.span()
    before = text[start - 1 : start]
    if before == ".":
        return "begins with a point"
    if signs.is_dash(before) and not text[start - 2 : start - 1].isdigit():
        return f"has the dash {before!r} where a minus (- or −) may be meant"
    if before == "_" or (before.isascii() and before.isalpha()):
        return f"runs on from {before!r}"
    if _RUNS_ON.match(mask, end):
        return "runs on into a letter or digit"
    return ""


@cache
def _is_digit(char: str) -> bool:
    """Tell whether a character shows a digit: 5, but also ⁵, ½, Ⅳ or ㋀."""
    if char.isascii():
        return char.isdigit()
    parts = unicodedata.normalize("NFKD", char) + char
    return any(unicodedata.category(part) in ("Nd", "Nl", "No") for part in parts) or char == "🔟"
