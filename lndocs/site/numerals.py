"""Numerals: every digit of a page, as a number that must be checked or as structure.

The closed world of the guard. A page's text goes in; out come its numerals in order, the pieces of
structure that hold digits, and a fault for every digit that is neither. Structure is masked first,
with blanks of the same length, so that a position in the mask is a position in the page.
"""

import html
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field

from lndocs.site import tex

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


# What is visible of an HTML tag or an attribute list; the rest of it is structure.
_SPOKEN = re.compile(r"""\b(?:alt|title|aria-label)\s*=\s*(["'])(?P<kept>.*?)\1""")

_ADDRESSES = [
    re.compile(r"<[a-z][a-z0-9+.-]*:[^<>\s]*>", re.I),  # autolink
    re.compile(r"^[ \t>]*\[[^\]^\n]+\]:[ \t]*\S+", re.M),  # link definition
    re.compile(r"(?<=\])\([ \t]*(?:<[^<>\n]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)"),  # link target
]
_POINTERS = [
    re.compile(r"</?[a-z][^<>]*>", re.I),  # HTML tag
    re.compile(r"(?<=\])\[[^\]\n]*\]"),  # link reference
    re.compile(r"\[\^[^\]\n]+\]"),  # footnote mark
    re.compile(r"\{:?[ \t]*[#.][^{}\n]*\}|\{:[^{}\n]*\}"),  # attribute list
    re.compile(r"(?<![0-9])[A-Za-z][A-Za-z_]*[0-9]+(?:[A-Za-z_]+[0-9]+)*"),  # float32
]
_LIST_MARKER = re.compile(r"^(?P<lead>[ \t>]*)(?P<marker>[0-9]+\.)(?=[ \t])")
_OPENS_BLOCK = re.compile(r"^[ \t>]*(?:!!!|\?\?\?\+?|===)[ \t]")
_ENTITY = re.compile(r"&(?:#[0-9]+|#x[0-9a-f]+|[a-z][a-z0-9]*);", re.I)

_PLAIN = re.compile(
    r"[0-9]+(?:\.[0-9]+){2,}"  # a version such as 0.27.0, compared as text
    r"|(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:e[-−+]?[0-9]+)?"
)
_NUMBER = re.compile(rf"10\^\{{[-−][0-9]+\}}|{_PLAIN.pattern}")
_RUNS_ON = re.compile(r"\.?[A-Za-z0-9_]|[\u0300-\u036f\u20d0-\u20f0\ufe0f]")
_WORD = re.compile(r"[\w.]*\w")
_DASHES = "‐‑‒–—﹣－⁻"


def scan(text: str) -> Scan:
    """Tell what every digit of ``text`` is.

    Parameters
    ----------
    text : str
        Markdown prose with formulas. What is not prose (front matter, code that is run, comments)
        must have been blanked out.

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

    formulas = tex.formulas(text)
    for place, message in tex.faults(text, formulas):
        found.faults.append(Fault(place, message))
    for start, end in tex.structure(text, formulas):
        hide(start, end)
    inside = [False] * (len(text) + 1)
    for start, end in formulas:
        inside[start:end] = [True] * (end - start)
    prose = "".join("\x00" if inside[place] else char for place, char in enumerate(mask))
    for match in _ENTITY.finditer(prose):
        if any(map(_is_digit, html.unescape(match[0]))):
            found.faults.append(Fault(match.start(), f"{match[0]} is a digit: {ANOTHER_WAY}"))
        hide(*match.span())
    for start, end in _list_markers(prose):
        hide(start, end)
    for pattern in _ADDRESSES:
        for match in pattern.finditer("".join(mask)):
            if not inside[match.start()]:
                hide(*match.span(), compared=False)
    for pattern in _POINTERS:
        for match in pattern.finditer("".join(mask)):
            if inside[match.start()]:
                continue
            spoken = list(_SPOKEN.finditer(match[0])) if match[0][0] in "<{" else []
            place = match.start()
            for words in spoken:
                hide(place, match.start() + words.start("kept"))
                place = match.start() + words.end("kept")
            hide(place, match.end())
    _read(text, "".join(mask), inside, found)
    found.structure.sort(key=lambda piece: piece.start)
    found.faults.sort(key=lambda fault: fault.start)
    return found


def blank(text: str) -> str:
    """Replace every character but line ends by a space, so that places stay the same."""
    return re.sub(r"[^\n]", " ", text)


def _read(text: str, mask: str, inside: list[bool], found: Scan) -> None:
    """Collect the numerals of what is not masked; any other digit is a fault."""
    place = 0
    while place < len(mask):
        if not _is_digit(mask[place]):
            place += 1
            continue
        match = (_NUMBER if inside[place] else _PLAIN).match(mask, place)
        why = _misread(text, mask, match) if match else "is no plain digit"
        if match and not why:
            start = place - 1 if _signed(text, place) else place
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
    if before and before in _DASHES and not text[start - 2 : start - 1].isdigit():
        return f"has the dash {before!r} where a minus (- or −) may be meant"
    if before == "_" or (before.isascii() and before.isalpha()):
        return f"runs on from {before!r}"
    if _RUNS_ON.match(mask, end):
        return "runs on into a letter or digit"
    return ""


def _signed(text: str, place: int) -> bool:
    """Tell whether the character before a numeral is its sign, not an operator."""
    if text[place - 1 : place] not in ("-", "−"):
        return False
    left = text[place - 2 : place - 1] if place > 1 else ""
    return not (left and ((left.isascii() and left.isalnum()) or left.isdigit() or left in ")]}"))


def _list_markers(prose: str) -> Iterator[tuple[int, int]]:
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


def _is_digit(char: str) -> bool:
    return unicodedata.category(char) in ("Nd", "Nl", "No")
