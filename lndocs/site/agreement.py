"""Agreement: whether a numeral, as it is written, states a value."""

import re
from decimal import Decimal, InvalidOperation
from typing import Any

from lndocs.site.expressions import Fact, Failure, Rounded

_POWER = re.compile(r"10\^\{(?P<exponent>[-−][0-9]+)\}")
_RELATIVE = 1e-9


def agrees(numeral: str, value: int | float | str | Fact | Rounded | Failure) -> bool:
    """Tell whether a numeral states a value.

    Parameters
    ----------
    numeral : str
        With up to two decimals it must equal the value; with three or more, or in e-notation, it
        must be the value rounded once at that precision.
    value : int, float, str, Fact, Rounded or Failure
        Texts are compared as texts.

    Returns
    -------
    bool

    Examples
    --------
    >>> agrees("2.236", 5**0.5), agrees("2.24", 5**0.5), agrees("2.24", Rounded(5**0.5, 2))
    (True, False, True)
    """
    plain = plainly(numeral)
    if isinstance(value, Failure):
        return False
    if isinstance(value, Fact):
        value = value.value if isinstance(value.value, int) else plainly(value.value)
        return plain == str(value)
    if isinstance(value, str):
        return numeral == value
    if re.fullmatch(r"-0(\.0*)?(e.*)?", plain):
        return False
    if isinstance(value, Rounded):
        return plain == f"{value.value:z.{value.decimals}f}"
    try:
        stated = Decimal(plain)
        exact = Decimal(value)
    except InvalidOperation:
        return False
    if not exact.is_finite():
        return False
    digits, _, exponent = plain.partition("e")
    decimals = len(digits.partition(".")[2])
    if exponent and not _POWER.fullmatch(numeral.lstrip("-−")):
        return stated == Decimal(f"{value:.{decimals}e}")
    if decimals >= 3:
        return plain == f"{value:z.{decimals}f}"
    off = 0 if isinstance(value, int) else abs(exact) * Decimal(_RELATIVE)
    return abs(stated - exact) <= off


def plainly(numeral: str) -> str:
    """Write a numeral with an ASCII minus, and a TeX power of ten as Python does."""
    power = _POWER.fullmatch(numeral)
    return (f"1e{power['exponent']}" if power else numeral).replace("−", "-")


def shown(value: Any) -> str:
    """Write a value for a message, in full."""
    if isinstance(value, Fact):
        return f"the fact {value.value!r} ({value.source})"
    if isinstance(value, Failure):
        return value.reason
    return f"{value.value} rounded" if isinstance(value, Rounded) else repr(value)
