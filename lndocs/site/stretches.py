"""Stretches: a page cut at its headings, its code and its check lines.

A stretch begins at a heading, after code or after a check line, and ends with the check line that
states where its numerals come from.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sybil import Document
from sybil.parsers.markdown.lexers import RawFencedCodeBlockLexer

from lndocs.site.cells import as_markdown
from lndocs.site.numerals import Fault, Numeral, Structure, blank, scan

RUN = ("pycon", "console")
_FRONT_MATTER = re.compile(r"\A---\n.*?\n---[ \t]*\n", re.S)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.S)
_CHECK = re.compile(r"<!--[ \t]*=(?P<source>.*?)-->", re.S)
_HEADING = re.compile(r"^[ ]{0,3}#{1,6}[ \t]", re.M)
_SNIPPET = re.compile(r"(?:\s*-+8<-+ +(['\"])[^'\"\s]+\1\s*)+")
_NUMBERED_SNIPPET = re.compile(r"-+8<-+.*:\d")
_LEXER = RawFencedCodeBlockLexer(re.compile(r"(?P<info>[^\n]*)(?:\n|\Z)"))


@dataclass(frozen=True)
class Code:
    """Code that is run: a ``pycon`` or ``console`` fence, or a notebook's code cell."""

    start: int
    end: int
    language: str
    source: str
    """Without its fence and without the indentation of the fence."""


@dataclass(frozen=True)
class Stretch:
    """The numerals of a stretch, and the source of the check line that ends it."""

    start: int
    end: int
    numerals: tuple[Numeral, ...]
    source: str


@dataclass(frozen=True)
class Page:
    """A page as the guard sees it; every list is in the order of the text."""

    text: str
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
    code: list[Code] = []
    faults: list[Fault] = []
    prose = text
    if notebook:
        prose, cells = as_markdown(text)
        code += [Code(start, end, "python", text[start:end]) for start, end in cells]
    prose = _FRONT_MATTER.sub(lambda match: blank(match[0]), prose)
    for fence in _fences(prose, faults):
        hidden = (
            fence.end
            if fence.language in RUN or _is_snippet(fence)
            else prose.index("\n", fence.start)
        )
        code += [fence] if hidden == fence.end else []
        prose = prose[: fence.start] + blank(prose[fence.start : hidden]) + prose[hidden:]
    checks = list(_CHECK.finditer(prose))
    faults += (
        Fault(match.start(), "a comment that is not closed with -->")
        for match in _COMMENT.finditer(prose)
        if not match[0].endswith("-->")
    )
    comments = [match for match in _COMMENT.finditer(prose) if not _CHECK.fullmatch(match[0])]
    bare = _COMMENT.sub(lambda match: blank(match[0]), prose)
    found = scan(bare)
    structure = found.structure + [
        Structure(match.start(), match[0]) for match in comments if re.search(r"\d", match[0])
    ]
    faults += found.faults
    borders: list[tuple[int, re.Match[str] | None]] = sorted(
        [(check.start(), check) for check in checks]
        + [(match.start(), None) for match in _HEADING.finditer(bare)]
        + [(piece.start, None) for piece in code]
        + [(len(text), None)],
        key=lambda border: border[0],
    )
    stretches = list(_stretches(found.numerals, borders, faults))
    return Page(
        text,
        tuple(sorted([*code, *stretches], key=lambda part: part.start)),
        tuple(sorted(faults, key=lambda fault: fault.start)),
        tuple(sorted(structure, key=lambda piece: piece.start)),
    )


def strip(text: str) -> str:
    """Take the check lines out of Markdown or HTML, leaving its line ends."""
    return _CHECK.sub(lambda match: "\n" * match[0].count("\n"), text)


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


def _is_snippet(fence: Code) -> bool:
    return bool(_SNIPPET.fullmatch(fence.source))


def _stretches(
    numerals: list[Numeral],
    borders: list[tuple[int, re.Match[str] | None]],
    faults: list[Fault],
) -> Iterator[Stretch]:
    begun = done = 0
    for place, check in borders:
        inside = []
        while done < len(numerals) and numerals[done].start < place:
            inside.append(numerals[done])
            done += 1
        if check:
            source = re.sub(r"(?m)^[ \t]*>[ \t>]*", "", check["source"])
            yield Stretch(begun, check.end(), tuple(inside), source)
        else:
            faults += (
                Fault(numeral.start, f"{numeral.text} stands in no check line's stretch")
                for numeral in inside
            )
        begun = check.end() if check else place
