"""Origins: where each numeral of a page comes from, as attributes that a script shows on request.

The check line of a stretch says what its numerals state. Here a page is run as the guard runs it,
and each numeral gets its expression and its value in full, or for a fact the source that is cited.
Its way into the HTML is described in marks and placing.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from sybil import Document

from lndocs.forms import full
from lndocs.site import marks
from lndocs.site.cells import markdown_cells
from lndocs.site.examples import located
from lndocs.site.expressions import Fact, Rounded, split
from lndocs.site.numerals import Numeral
from lndocs.site.outcomes import outcomes, wrong
from lndocs.site.stretches import Stretch, cover_front_matter, read

EXPRESSION, VALUE, PLACE, SOURCE = "data-of", "data-value", "data-nth", "data-source"


@dataclass(frozen=True)
class Origin:
    """A numeral, and what explains it: attributes of the element that it becomes."""

    numeral: Numeral
    attributes: Mapping[str, str]


@dataclass(frozen=True)
class Origins:
    """The numerals of a page that check lines explain, in order.

    Attributes
    ----------
    each : tuple of Origin
    faults : tuple of str
        Why the numerals of some stretches are not among them, each with its file and line.
    """

    each: tuple[Origin, ...] = ()
    faults: tuple[str, ...] = ()


def origins(text: str, path: str) -> Origins:
    """Run a page as the guard does, and explain its numerals.

    Parameters
    ----------
    text : str
        Markdown, or a notebook when ``path`` ends in ``.py``.
    path : str

    Returns
    -------
    Origins
    """
    page = read(text, notebook=_is_notebook(path))
    if not any(isinstance(part, Stretch) and part.numerals for part in page.parts):
        return Origins()  # a lab is not run for nothing
    document = Document(text, path)
    each: list[Origin] = []
    faults: list[str] = []
    for outcome in outcomes(document, commands=False):
        stretch = outcome.example.parsed
        if not isinstance(stretch, Stretch):
            continue
        if messages := wrong(outcome):
            faults += (located(document, stretch.start, message) for message in messages)
        else:
            explained = explain(stretch.source, outcome.pairs)
            each += map(Origin, stretch.numerals, explained)
    return Origins(tuple(each), tuple(faults))


def explain(source: str, pairs: Sequence[tuple[str, Any]]) -> Iterator[dict[str, str]]:
    """Write what a check line gives as attributes, one set for each value.

    Parameters
    ----------
    source : str
        The expressions of the check line.
    pairs : sequence of (str, value)
        Each of their values, with its expression.

    Yields
    ------
    dict of str
        Expression and value; also the place of the value among several. For a fact, its source.

    Examples
    --------
    >>> source = "d, fact(2016, 'Ba et al.')"
    >>> list(explain(source, [("d", 4), ("fact(2016, 'Ba et al.')", Fact(2016, "Ba et al."))]))
    [{'data-of': 'd', 'data-value': '4'}, {'data-source': 'Ba et al.'}]
    """
    written = [len(list(run)) for _, run in groupby(split(source))]
    given = [list(run) for _, run in groupby(pairs, key=lambda pair: pair[0])]
    for times, run in zip(written, given, strict=True):
        several = len(run) // times  # one expression may stand twice in a row
        for place, (expression, value) in enumerate(run):
            if isinstance(value, Fact):
                yield {SOURCE: value.source}
                continue
            attributes = {EXPRESSION: expression, VALUE: in_full(value)}
            if several > 1:
                attributes[PLACE] = f"{place % several + 1}/{several}"
            yield attributes


def in_full(value: float | str | Rounded) -> str:
    """Write a value with all its digits, and a true minus.

    Examples
    --------
    >>> in_full(5), in_full(-(5**0.5)), in_full(1e-5)
    ('5', '−2.23606797749979', '1e-5')
    """
    if isinstance(value, str):
        return value
    return full(value.value if isinstance(value, Rounded) else value)


def mark(markdown: str, text: str, path: str, each: Sequence[Origin]) -> str:
    """Mark the numerals in the Markdown that MkDocs makes into HTML.

    Parameters
    ----------
    markdown : str
        The source without its front matter, or what has become of a notebook: its text stands
        unchanged among all else.
    text, path : str
        The source.
    each : sequence of Origin
        Its numerals.

    Returns
    -------
    str

    Raises
    ------
    ValueError
        A piece of the source is not found.
    """
    marked = marks.mark(text, [origin.numeral for origin in each])
    place = 0
    for piece, replacement in zip(_prose(text, path), _prose(marked, path), strict=True):
        found = markdown.find(piece, place)
        if found < 0:
            raise ValueError(f"this text was changed before it became HTML: {piece[:60]!r}")
        place = found + len(replacement)
        markdown = markdown[:found] + replacement + markdown[found + len(piece) :]
    return markdown


def _prose(text: str, path: str) -> list[str]:
    """Give the Markdown of a page in one piece, that of a notebook cell by cell."""
    notebook = _is_notebook(path)
    pieces = markdown_cells(text) if notebook else [text]
    return [cover_front_matter(piece, notebook=notebook).strip() for piece in pieces]


def _is_notebook(path: str) -> bool:
    return path.endswith(".py")
