"""Slots: the places in a component where numbers stand.

The build fills them for the article's own case, and ``slots.js`` for the reader's, alike. A slot
is an element with ``data-slot``, the name of a value, and ``data-as``, how it is written. What was
given is written with all its digits, what was computed with three decimals.
"""

import re
from collections.abc import Mapping, Sequence

from lndocs.forms import decimal, full

Values = Mapping[str, float | Sequence[float]]

_SLOT = re.compile(
    r'<(?P<element>mrow|span) data-slot="(?P<name>[^"]+)" data-as="(?P<way>[^"]+)">(?=</)'
)

GIVEN = {"x", "n", "eps", "gamma", "beta", "attention"}


def fill(html: str, values: Values) -> str:
    """Write values into the empty slots of a component.

    Parameters
    ----------
    html : str
    values : mapping of str to float or sequence of float
        A row, or one number, for each name.

    Returns
    -------
    str

    Raises
    ------
    ValueError
        A slot asks for a value that there is not, or for a way of writing that is unknown.
    """
    return _SLOT.sub(lambda slot: slot[0] + _content(slot, values), html)


def text(row: Sequence[float], way: str, name: str) -> str:
    """Write values as text."""
    match way:
        case "sign":
            return sign(row, name)
        case "number":
            return written(row[0], name)
        case "given":
            return full(row[0])
        case "row":
            return f"[{', '.join(written(value, name) for value in row)}]"
    raise ValueError(f"text is written as number, given, row, or sign, not as {way!r}")


def formula(row: Sequence[float], way: str, name: str) -> str:
    """Write values as MathML: a ``sum`` or the ``squares`` of their terms, too."""
    numbers = [written(value, name) for value in row]
    match way:
        case "sign":
            return f"<mo>{sign(row, name)}</mo>"
        case "number":
            return f"<mn>{numbers[0]}</mn>"
        case "operand":
            return _operand(numbers[0])
        case "row":
            inside = "<mo>,</mo>".join(f"<mn>{number}</mn>" for number in numbers)
            return f"<mo>[</mo>{inside}<mo>]</mo>"
        case "sum":
            first, *rest = numbers
            return f"<mn>{first}</mn>" + "".join(map(_added, rest))
        case "squares":
            return "<mo>+</mo>".join(map(_squared, numbers))
    raise ValueError(f"a formula has number, operand, row, sum, squares, or sign, not {way!r}")


def written(value: float, name: str) -> str:
    """Write one number."""
    return full(value) if name in GIVEN else decimal(value)


def sign(row: Sequence[float], name: str) -> str:
    """Give the sign before values: ≈ where one of them is not written in full."""
    texts = [written(value, name) for value in row]
    exact = all(
        value != value or float(text.replace("−", "-")) == value
        for text, value in zip(texts, row, strict=True)
    )
    return "=" if exact else "≈"


def _content(slot: re.Match[str], values: Values) -> str:
    # A sign may stand before several values: differences+std.
    row = [value for part in slot["name"].split("+") for value in _row(values, part)]
    write = formula if slot["element"] == "mrow" else text
    return write(row, slot["way"], slot["name"])


def _added(number: str) -> str:
    if number.startswith("−"):
        return f"<mo>−</mo><mn>{number[1:]}</mn>"
    return f"<mo>+</mo><mn>{number}</mn>"


def _squared(number: str) -> str:
    return f"<msup>{_operand(number)}<mn>2</mn></msup>"


def _operand(number: str) -> str:
    """Put a negative number in parentheses, where it follows an operator or has an exponent."""
    written = f"<mn>{number}</mn>"
    return f"<mrow><mo>(</mo>{written}<mo>)</mo></mrow>" if number.startswith("−") else written


def _row(values: Values, name: str) -> list[float]:
    if name not in values:
        raise ValueError(f"a slot asks for {name!r}; there are {', '.join(values)}")
    value = values[name]
    return list(value) if isinstance(value, Sequence) else [value]
