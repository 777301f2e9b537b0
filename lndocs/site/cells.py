"""The cells of a notebook kept as a Python file in Jupytext's percent format."""

import re
from collections.abc import Iterator

from lndocs.site.numerals import blank

_CELL = re.compile(r"^# %%(?P<head>[^\n]*)(?:\n|\Z)", re.M)
_LINE = re.compile(r"^#[ ]?", re.M)


def as_markdown(text: str) -> tuple[str, list[tuple[int, int]]]:
    """Show a notebook's prose as Markdown, with every character in its place.

    Parameters
    ----------
    text : str
        A Python file of cells, each opened by a line ``# %%`` or ``# %% [markdown]``.

    Returns
    -------
    markdown : str
        As long as ``text``: Markdown cells without their comment marks, blanks for all else.
    code : list of (int, int)
        Where each code cell starts and ends.
    """
    markdown, code = list(blank(text)), []
    for start, end, is_prose in _cells(text):
        if is_prose:
            markdown[start:end] = _LINE.sub(lambda match: blank(match[0]), text[start:end])
        else:
            code.append((start, end))
    return "".join(markdown), code


def cell_faults(text: str) -> Iterator[tuple[int, str]]:
    """Find what Jupytext and the guard would not read alike, and digits in comments of code."""
    for match in re.finditer(r"^#[ \t]*%%[^\n]*", text, re.M):
        if match[0] not in ("# %%", "# %% [markdown]"):
            yield match.start(), f"{match[0]!r}: a cell begins with # %% or # %% [markdown]"
    first = _CELL.search(text)
    before = text[: first.start()] if first else text
    if re.search(r"^(?!#|\s*$)", before, re.M):
        yield 0, "text before the first cell belongs to no cell"
    for start, end, is_prose in _cells(text):
        for match in re.finditer(r"#[^'\"\n]*[0-9]", "" if is_prose else text[start:end]):
            yield start + match.start(), "a comment in code holds a digit, which nothing checks"


def markdown_cells(text: str) -> list[str]:
    """Give the Markdown of each cell that holds some."""
    return [_LINE.sub("", text[start:end]) for start, end, is_prose in _cells(text) if is_prose]


def as_fences(text: str) -> str:
    """Show a notebook as a Markdown page, its code cells as ``python`` fences."""
    return "\n".join(
        _LINE.sub("", text[start:end])
        if is_prose
        else f"\n```python\n{text[start:end].strip()}\n```\n"
        for start, end, is_prose in _cells(text)
    )


def _cells(text: str) -> Iterator[tuple[int, int, bool]]:
    marks = list(_CELL.finditer(text))
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    for mark, end in zip(marks, ends, strict=False):
        yield mark.end(), end, "[markdown]" in mark["head"]
