"""Answers: what the exercises of a page ask for, under the rules of its check lines.

An element ``<answer-check name="…" of="…">`` judges what a reader types. ``of`` holds expressions,
as a check line does, and each must stand in a check line of the same section as well: what the
field takes for right is then what the solution says. An attribute ``not-axis`` holds what a mistake
gives; the words of the components name it.
"""

import ast
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from bs4 import BeautifulSoup

from lndocs.norms import EPS
from lndocs.site.expressions import split, values
from lndocs.site.numerals import Fault
from lndocs.site.rules import ExpressionError, called
from lndocs.site.stretches import Page, Stretch

ELEMENT = "answer-check"
_TAG = re.compile(rf"<{ELEMENT}\b[^<>]*>")
_WRONG = "not-"
# Three decimals show nothing of a number below this, and what is next to nothing is a zero.
_SEEN, _ZERO = 0.0005, 1e-12


@dataclass(frozen=True)
class Answer:
    """What is right, and what usual mistakes give: rows of one length.

    Attributes
    ----------
    right : tuple of float
    wrong : dict of str to tuple of float
        By the name of the mistake.
    given : dict or None
        The row ``x`` and its ``eps``, where the answer is their x̂.
    """

    right: tuple[float, ...]
    wrong: dict[str, tuple[float, ...]]
    given: dict[str, Any] | None


def answer(of: str, attributes: Mapping[str, str]) -> Answer:
    """Compute what an element judges by.

    Parameters
    ----------
    of : str
        Expressions, separated by commas.
    attributes : mapping of str to str
        The other ones: each mistake with its expressions.

    Returns
    -------
    Answer

    Raises
    ------
    ExpressionError
        An expression breaks a rule, or gives what nobody can type.
    ValueError
        An attribute is no mistake, or a mistake gives another count of numbers or what is right.

    Examples
    --------
    >>> answer("standardize(eat, eps=0)[0], d", {"not-sample": "center(eat)[0], d"}).wrong
    {'sample': (-30.0, 4.0)}
    """
    right = _row(of)
    wrong = {}
    for name, source in attributes.items():
        if not name.startswith(_WRONG):
            raise ValueError(f"{name} is no attribute of {ELEMENT}; a mistake is {_WRONG}name")
        row = _row(source)
        if len(row) != len(right):
            raise ValueError(f"{name} gives {len(row)} numbers, and of gives {len(right)}")
        if all(abs(one - other) < _SEEN for one, other in zip(row, right, strict=True)):
            raise ValueError(f"{name} gives what is right: {source}")
        wrong[name.removeprefix(_WRONG)] = row
    return Answer(right, wrong, _given(of))


def faults(text: str, page: Page) -> Iterator[Fault]:
    """Find what is wrong with the answers of a page.

    Parameters
    ----------
    text : str
        The page.
    page : Page
        What the guard has read of it.
    """
    names: set[str] = set()
    for tag in _TAG.finditer(text):
        attributes = dict(_attributes(tag[0]))
        name, of = attributes.pop("name", ""), attributes.pop("of", "")
        if not name or name in names:
            yield Fault(tag.start(), f"{ELEMENT} needs a name of its own, not {name!r}")
        names.add(name)
        try:
            answer(of, attributes)
        except Exception as error:
            yield Fault(tag.start(), f"{ELEMENT} {name}: {error}")
            continue
        stated = _stated(page, tag.start())
        for expression in split(of):
            if expression not in stated:
                yield Fault(
                    tag.start(),
                    f"{ELEMENT} {name} asks for {expression}, which no check line of its section"
                    " has; the solution must state it",
                )


@cache
def _attributes(tag: str) -> dict[str, str]:
    soup = BeautifulSoup(tag, "html.parser")
    return {str(name): str(value) for each in soup.find_all() for name, value in each.attrs.items()}


@cache
def _row(source: str) -> tuple[float, ...]:
    row = [value for expression in split(source) for value in values(expression, {})]
    for value in row:
        if not isinstance(value, int | float) or not math.isfinite(value):
            raise ExpressionError(f"{source} gives {value!r}, which nobody can type")
        if _ZERO < abs(value) < _SEEN:
            raise ExpressionError(f"{source} gives {value!r}, of which three decimals show nothing")
    return tuple(0.0 if abs(value) <= _ZERO else float(value) for value in row)


def _given(of: str) -> dict[str, Any] | None:
    """Give the row and the ε where all that is asked for is an x̂."""
    match ast.parse(f"[{of}]", mode="eval").body:
        case ast.List(elts=[ast.Call(args=[row], keywords=keywords) as call]) if (
            called(call) == "standardize"
        ):
            eps = next((ast.literal_eval(each.value) for each in keywords), EPS)
            return {"x": values(ast.unparse(row), {}), "eps": float(eps)}
    return None


def _stated(page: Page, place: int) -> set[str]:
    """Collect the expressions of the check lines in the section of a place."""
    start = max((heading for heading in page.headings if heading <= place), default=0)
    end = min((heading for heading in page.headings if heading > place), default=math.inf)
    stated: set[str] = set()
    for part in page.parts:
        if isinstance(part, Stretch) and start <= part.start < end:
            try:
                stated.update(split(part.source))
            except ExpressionError:  # the page's own test says what is wrong with it
                continue
    return stated
