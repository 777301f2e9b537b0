"""The TeX of a page's formulas, as far as the guard must read it: which digits are structure."""

import re
from collections.abc import Iterator, Sequence

Span = tuple[int, int]

_FORMULA = re.compile(
    r"^[ \t>]*(?P<block>\$\$(?:\\.|[^\\$])+\$\$)[ \t]*$"
    r"|(?<!\\)(?P<line>\$(?![\s$])(?:\\.|(?!\n[ \t>]*\n)[^\\$])+?(?<!\s)\$)",
    re.M | re.S,
)
_DOLLAR = re.compile(r"(?<!\\)\$")

_UNIT = r"[-−]?[0-9.]+ ?(?:pt|em|ex|mu|mm|cm|px)"
_LENGTH = re.compile(rf"\\\\\[{_UNIT}\]|(?<=space\{{){_UNIT}(?=\}})")
_BRACE = re.compile(r"\\.|[{}]", re.S)
_SCRIPT = re.compile(r"(?<!\\)[_^]\s*")
_POWER_OF_TEN = re.compile(r"(?<![0-9.])10\^\{[-−][0-9]+\}")
_TAKES = {"frac": 2, "dfrac": 2, "tfrac": 2, "binom": 2, "sqrt": 1, "text": 1, "mathrm": 1}
_COMMAND = re.compile(r"\\(?P<name>[A-Za-z]+)(?P<digit>[0-9])?")

_BRACES = "TeX arguments always take braces"


def formulas(text: str) -> list[Span]:
    """Find the formulas of a page without its code, ``$…$`` and ``$$…$$``, delimiters included."""
    return [match.span(match.lastgroup) for match in _FORMULA.finditer(text) if match.lastgroup]


def structure(text: str, spans: Sequence[Span]) -> Iterator[Span]:
    """Find what holds digits but states no value: lengths, subscripts and superscripts."""
    for start, end in spans:
        for match in _LENGTH.finditer(text, start, end):
            yield match.span()
        powers = {match.start() + 2 for match in _POWER_OF_TEN.finditer(text, start, end)}
        for match in _SCRIPT.finditer(text, start, end):
            if match.start() not in powers and text[match.end()] == "{":
                yield match.end(), argument_end(text, match.end(), end)


def faults(text: str, spans: Sequence[Span]) -> Iterator[tuple[int, str]]:
    """Find what would be read wrongly: stray dollars, and arguments without braces."""
    hidden = list(text)
    for start, end in spans:
        hidden[start:end] = " " * (end - start)
    for match in _DOLLAR.finditer("".join(hidden)):
        yield match.start(), "a $ without its pair; write \\$ for the sign"
    for start, end in spans:
        for match in _SCRIPT.finditer(text, start, end):
            script = re.compile(r"\\[A-Za-z]+(?![{A-Za-z])|[^\\0-9$]").match(text, match.end())
            if script is None:
                yield match.start(), f"{text[match.start() : match.end() + 1]!r}: {_BRACES}"
        for match in _COMMAND.finditer(text, start, end):
            if match["digit"]:
                yield match.start(), f"{match[0]!r}: {_BRACES}"
                continue
            place = match.end()
            for _ in range(_TAKES.get(match["name"], 0)):
                if text[place] == "[":
                    place = text.find("]", place, end) + 1
                if text[place : place + 1] != "{":
                    yield match.start(), f"{match[0]!r}: {_BRACES}"
                    break
                place = argument_end(text, place, end)


def argument_end(text: str, start: int, limit: int) -> int:
    """Return the place after the brace that closes the one at ``start``, or ``limit``."""
    depth = 0
    for match in _BRACE.finditer(text, start, limit):
        depth += (match[0] == "{") - (match[0] == "}")
        if depth == 0:
            return match.end()
    return limit
