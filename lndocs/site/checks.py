"""Check lines: every numeral of a stretch against the value that its expression gives.

The same parser serves the tests (Sybil shows each check line and each example as an item) and
``make update``.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from sybil import Document, Example, Region

from lndocs.site import answers, examples
from lndocs.site.agreement import agrees, shown
from lndocs.site.expressions import Failure, split, values
from lndocs.site.numerals import Numeral
from lndocs.site.rules import ExpressionError
from lndocs.site.stretches import Stretch, read


def parse(document: Document) -> Iterable[Region]:
    """Give Sybil the examples, check lines and faults of a page, in order.

    Parameters
    ----------
    document : Document
        A Markdown page, or a notebook when its path ends in ``.py``.

    Yields
    ------
    Region
        One for each doctest example, command, code cell, check line and fault.
    """
    page = read(document.text, notebook=document.path.endswith(".py"))
    for part in page.parts:
        if isinstance(part, Stretch):
            yield Region(part.start, part.start + 1, part, _check)
        else:
            yield from examples.regions(part, document)
    if faults := (*page.faults, *answers.faults(document.text, page)):
        yield Region(0, 0, faults, examples.fail)


def evaluate(source: str, namespace: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Evaluate a check line: pairs of an expression and one of its values.

    An expression that fails counts as one value, so that those beside it are still compared.

    Raises
    ------
    ExpressionError
        An expression breaks a rule; the message names it.
    """
    pairs: list[tuple[str, Any]] = []
    for expression in split(source):
        try:
            pairs += [(expression, value) for value in values(expression, namespace)]
        except ExpressionError:
            raise
        except Exception as error:
            pairs.append((expression, Failure(f"{type(error).__name__}: {error}")))
    return pairs


def compare(numerals: Sequence[Numeral], pairs: Sequence[tuple[str, Any]]) -> list[tuple[int, str]]:
    """Hold numerals against values; return the place and the message of each disagreement."""
    if len(numerals) != len(pairs):
        rows = [
            f"  {numeral.text if numeral else '-':>12}  {shown(pair[1]) if pair else '-':>22}  "
            f"{pair[0] if pair else '-'}"
            for numeral, pair in zip_longest(numerals, pairs)
        ]
        start = numerals[0].start if numerals else -1
        head = f"{len(numerals)} numerals but {len(pairs)} values"
        return [(start, "\n".join([f"{head} (numeral, value, expression):", *rows]))]
    return [
        (numeral.start, f"{numeral.text} is not {shown(value)} = {expression}")
        for numeral, (expression, value) in zip(numerals, pairs, strict=True)
        if not agrees(numeral.text, value)
    ]


def _check(example: Example) -> str:
    stretch: Stretch = example.parsed
    try:
        wrong = compare(stretch.numerals, evaluate(stretch.source, example.namespace))
    except ExpressionError as error:
        wrong = [(-1, str(error))]
    return "\n".join(
        examples.located(example.document, place if place >= 0 else stretch.start, message)
        for place, message in wrong
    )
