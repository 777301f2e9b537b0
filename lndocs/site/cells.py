"""The cells of a notebook kept as a Python file in Jupytext's percent format."""

import re

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
    marks = list(_CELL.finditer(text))
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    pieces = [blank(text[: marks[0].start() if marks else len(text)])]
    code = []
    for mark, end in zip(marks, ends, strict=True):
        body = text[mark.end() : end]
        pieces.append(blank(mark[0]))
        if "[markdown]" in mark["head"]:
            pieces.append(_LINE.sub(lambda match: blank(match[0]), body))
        else:
            pieces.append(blank(body))
            code.append((mark.end(), end))
    return "".join(pieces), code
