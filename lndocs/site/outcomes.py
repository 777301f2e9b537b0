"""Outcomes: what the examples and check lines of a page give, whatever the page says they give."""

import doctest
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sybil import Document, Example
from sybil.example import SybilFailure

from lndocs.site.checks import compare, evaluate, parse
from lndocs.site.examples import UNRECORDED, Command, Recorded, got, passes
from lndocs.site.rules import ExpressionError
from lndocs.site.stretches import Stretch


@dataclass(frozen=True)
class Outcome:
    """What one region of a page gave.

    Attributes
    ----------
    example : Example
        Sybil's, with its place and what was parsed there.
    got : str
        What a doctest example printed, or the last lines of what it raised.
    pairs : list of (str, value)
        The expressions and values of a check line.
    error : str
        Why there is nothing of the above: what is wrong, located where that is known.
    """

    example: Example
    got: str = ""
    pairs: tuple[tuple[str, Any], ...] = ()
    error: str = ""


def outcomes(document: Document, *, commands: bool = True) -> Iterator[Outcome]:
    """Run a page from top to bottom in a namespace of its own.

    Parameters
    ----------
    document : Document
        The regions of :func:`lndocs.site.checks.parse` are added to it.
    commands : bool
        Whether to run commands too: they take long, and give no names to the check lines.

    Yields
    ------
    Outcome
        One for each region.
    """
    for region in parse(document):
        if commands or not isinstance(region.parsed, Command):
            document.add(region)
    for example in document.examples():
        if isinstance(example.parsed, Stretch):
            try:
                pairs = evaluate(example.parsed.source, example.namespace)
            except ExpressionError as error:
                yield Outcome(example, error=str(error))
            else:
                yield Outcome(example, pairs=tuple(pairs))
        elif isinstance(example.parsed, Command):
            yield Outcome(example, got=example.parsed.output())
        elif isinstance(example.parsed, Recorded):
            yield _recorded(example)
        elif isinstance(example.parsed, doctest.Example):
            yield Outcome(example, got=got(example))
        else:
            try:
                example.evaluate()
            except SybilFailure as failure:
                yield Outcome(example, error=failure.result)
            except Exception as error:
                yield Outcome(example, error=f"{type(error).__name__}: {error}")
            else:
                yield Outcome(example)


def wrong(outcome: Outcome, parsed: object = None) -> list[str]:
    """Say what is wrong with a region of a page, given what it gave.

    Parameters
    ----------
    outcome : Outcome
    parsed : optional
        The same region of a page whose text has changed and whose code has not.

    Returns
    -------
    list of str
        Empty when the page states what its code and expressions give.
    """
    parsed = outcome.example.parsed if parsed is None else parsed
    if outcome.error:
        return [outcome.error]
    if isinstance(parsed, Stretch):
        return [message for _, message in compare(parsed.numerals, outcome.pairs)]
    if isinstance(parsed, Command | doctest.Example) and not passes(parsed, outcome.got):
        return [f"expected {parsed.want.strip()!r}, got {outcome.got.strip()!r}"]
    return []


def _recorded(example: Example) -> Outcome:
    output = example.parsed.output
    return Outcome(example, error=UNRECORDED) if output is None else Outcome(example, got=output)
