"""Stretches: a page cut at its headings, its code and its check lines.

A stretch begins at a heading, after code or after a check line, and ends with the check line that
states where its numerals come from.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sybil import Document
from sybil.parsers.markdown.lexers import RawFencedCodeBlockLexer

from lndocs.site import markup
from lndocs.site.cells import as_markdown, cell_faults
from lndocs.site.numerals import Fault, Numeral, Structure, blank, scan

RUN = ("pycon", "console")
CELL = "cell"
_FRONT_MATTER = re.compile(r"\A---[ \t]*\n.*?\n---[ \t]*(?:\n|\Z)", re.S)
# In a notebook it is the first Markdown cell, seen without its comment marks.
_FRONT_CELL = re.compile(r"\A\s*---[ \t]*\n.*?\n[ \t]*---[ \t]*(?:\n|\Z)", re.S)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.S)
_CHECK = re.compile(r"<!--[ \t]*=(?P<source>.*?)-->", re.S)
_HEADING = re.compile(r"^[ ]{0,3}#{1,6}[ \t]", re.M)
_SNIPPET = re.compile(r"\s*(?:-+8<-+ +(['\"])[^'\"\s]+\1\s*)+")
_NUMBERED_SNIPPET = re.compile(r"-+8<-+.*:\d")
_LEXER = RawFencedCodeBlockLexer(re.compile(r"(?P<info>[^\n]*)(?:\n|\Z)"))


@dataclass(frozen=True)
class Code:
    """Code that is run or included: a fence, or with the language CELL a notebook's cell."""

    start: int
    end: int
    language: str
    source: str
    """Without its fence and without the indentation of the fence."""


@dataclass(frozen=True)
class Stretch:
    """The numerals of a stretch, and the check line that ends it, which starts at ``start``."""

    start: int
    numerals: tuple[Numeral, ...]
    source: str


@dataclass(frozen=True)
class Page:
    """A page as the guard sees it; everything in the order of the text."""

    headings: tuple[int, ...]
    parts: tuple[Code | Stretch, ...]
    faults: tuple[Fault, ...]
    structure: tuple[Structure, ...]


def read(text: str, *, notebook: bool = False) -> Page:
    """Cut a page into what is run, what is checked, and what is wrong with it.

    Parameters
    ----------
    text : str
        Markdown, or with ``notebook`` a Python file in Jupytext's percent format.
    notebook : bool
        Code cells are then code that is run, and Markdown cells the prose.

    Returns
    -------
    Page
        Positions in it are positions in ``text``.
    """
    faults: list[Fault] = []
    code: list[Code] = []
    prose = text
    if notebook:
        prose, cells = as_markdown(text)
        faults += (Fault(*fault) for fault in cell_faults(text))
        code += [Code(start, end, CELL, text[start:end]) for start, end in cells]
    prose = cover_front_matter(prose, notebook=notebook)
    without_fences = prose
    structure: list[Structure] = []
    literal: list[tuple[int, int]] = []
    for fence in _fences(prose, faults):
        if without_fences.rfind("<!--", 0, fence.start) > without_fences.rfind(
            "-->", 0, fence.start
        ):
            faults.append(Fault(fence.start, "code in a comment would be run unseen"))
        without_fences = _blanked(without_fences, fence.start, fence.end)
        if fence.language in RUN or _is_snippet(fence):
            code.append(fence)
            prose = _blanked(prose, fence.start, fence.end)
        else:  # its text is checked like prose, but for the line that opens it
            info = slice(fence.start, (prose + "\n").index("\n", fence.start))
            structure += _if_digits(fence.start, prose[info])
            prose = _blanked(prose, info.start, info.stop)
            literal.append((info.stop, fence.end))
    checks = []
    shown = [*literal, *markup.code(without_fences)]
    for comment in _COMMENT.finditer(prose):
        if any(start <= comment.start() < end for start, end in shown):
            faults.append(Fault(comment.start(), "a comment inside code is shown"))
        if check := _CHECK.fullmatch(comment[0]):
            checks.append((comment.start(), check["source"]))
        elif not comment[0].endswith("-->"):
            faults.append(Fault(comment.start(), "a comment that is not closed with -->"))
        else:
            structure += _if_digits(comment.start(), comment[0])
    prose = _cover(prose, _COMMENT)
    found = scan(prose, literal)
    faults += found.faults
    headings = tuple(match.start() for match in _HEADING.finditer(_cover(without_fences, _COMMENT)))
    ends: list[tuple[int, str | None]] = [
        *checks,
        *((place, None) for place in headings),
        *((piece.start, None) for piece in code),
        (len(text), None),
    ]
    ends.sort(key=lambda end: end[0])
    parts: list[Code | Stretch] = [*code, *_stretches(found.numerals, ends, faults)]
    return Page(
        headings,
        tuple(sorted(parts, key=lambda part: part.start)),
        tuple(sorted(faults, key=lambda fault: fault.start)),
        tuple(sorted(found.structure + structure, key=lambda piece: piece.start)),
    )


def strip(text: str) -> str:
    """Take the check lines out of Markdown or HTML, leaving its line ends."""
    return _CHECK.sub(lambda match: "\n" * match[0].count("\n"), text)


def cover_front_matter(markdown: str, *, notebook: bool = False) -> str:
    """Blank out the front matter of a page."""
    return _cover(markdown, _FRONT_CELL if notebook else _FRONT_MATTER)


def _fences(prose: str, faults: list[Fault]) -> Iterator[Code]:
    for region in _LEXER(Document(prose, "")):
        info, source = region.lexemes["info"].split(), region.lexemes["source"]
        language = info[0].strip("{.}") if info else ""
        opening = re.compile(r"[^`~\n]*(?P<marks>`+|~+)").match(prose, region.start)
        assert opening
        fence = Code(region.start, region.end, language, source)
        last = prose[fence.start : fence.end].rstrip().rpartition("\n")[2]
        if (
            not last.strip(" \t>").startswith(opening["marks"])
            or "\n" not in prose[region.start : region.end]
        ):
            faults.append(Fault(fence.start, "a code fence that is not closed"))
        elif language in ("python", "py") and not _is_snippet(fence):
            faults.append(Fault(fence.start, "a python fence is not run: write it as pycon"))
        if _NUMBERED_SNIPPET.search(source):
            faults.append(Fault(fence.start, "include a snippet by its name, not by line number"))
        yield fence


def _stretches(
    numerals: list[Numeral], ends: list[tuple[int, str | None]], faults: list[Fault]
) -> Iterator[Stretch]:
    waiting = iter(numerals)
    numeral = next(waiting, None)
    for place, source in ends:
        inside = []
        while numeral and numeral.start < place:
            inside.append(numeral)
            numeral = next(waiting, None)
        if source is None:
            faults += (
                Fault(left.start, f"{left.text} is followed by no check line in its stretch")
                for left in inside
            )
        else:
            yield Stretch(place, tuple(inside), re.sub(r"(?m)^[ \t]*>[ \t>]*", "", source))


def _is_snippet(fence: Code) -> bool:
    return bool(_SNIPPET.fullmatch(fence.source))


def _if_digits(start: int, text: str) -> list[Structure]:
    return [Structure(start, text)] if re.search(r"\d", text) else []


def _cover(text: str, pattern: re.Pattern[str]) -> str:
    return pattern.sub(lambda match: blank(match[0]), text)


def _blanked(text: str, start: int, end: int) -> str:
    return text[:start] + blank(text[start:end]) + text[end:]
