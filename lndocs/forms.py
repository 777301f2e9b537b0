"""How the numbers of a step are written: exactly where that is short, and in decimals."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from lndocs.exact import short
from lndocs.show import DECIMALS, number
from lndocs.walkthrough import Step

_WIDTH = 76
_TERMS = 8


@dataclass(frozen=True)
class Form:
    """Numbers as they are written, and the sign that leads to them, = or ≈."""

    sign: str
    entries: list[str]


def forms(step: Step, decimals: int = DECIMALS) -> list[Form]:
    """Give the exact form of a step where there is a short one, and its decimals.

    Whole numbers are their own decimals.

    Parameters
    ----------
    step : Step
    decimals : int

    Returns
    -------
    list of Form
        One or two.

    Examples
    --------
    >>> from lndocs.exact import Exact
    >>> forms(Step("mean", (2.25,), (Exact(Fraction(9, 4)),)))
    [Form(sign='=', entries=['9/4']), Form(sign='=', entries=['2.250'])]
    >>> forms(Step("std", (5**0.5,)))
    [Form(sign='≈', entries=['2.236'])]
    """
    rounded = [decimal(value, decimals) for value in step.values]
    form = Form("=" if _unrounded(step, rounded) else "≈", rounded)
    exact = None if step.exact is None else short(step.exact)
    if exact is None:
        return [form]
    whole = not any("/" in entry or "√" in entry for entry in exact)
    return [Form("=", exact)] if whole else [Form("=", exact), form]


def decimal(value: float, decimals: int = DECIMALS) -> str:
    """Write a number as :func:`lndocs.show.number` does, with a true minus.

    From 1e16 on, where float64 no longer has all whole numbers, it has an exponent.

    Examples
    --------
    >>> decimal(-(1.8**0.5)), decimal(5.0), decimal(2e20)
    ('−1.342', '5', '2.000e20')
    """
    if 1e16 <= abs(value) < math.inf:
        return _tidy(f"{value:.{decimals}e}")
    return _tidy(number(value, decimals))


def given(value: Fraction) -> str:
    """Write a number that was given, with all the digits that float64 keeps.

    Examples
    --------
    >>> given(Fraction(-5, 2)), given(Fraction(6)), given(Fraction(1, 10**5))
    ('−2.5', '6', '1e-5')
    """
    whole = value.denominator == 1 and abs(value) < 10**16
    return _tidy(str(value) if whole else repr(float(value)))


def full(value: float) -> str:
    """Write a number with all the digits that tell it from its neighbors.

    Examples
    --------
    >>> full(-(5**0.5)), full(5.0), full(1e-5), full(float("nan"))
    ('−2.23606797749979', '5', '1e-5', 'nan')
    """
    return given(Fraction(value)) if math.isfinite(value) else decimal(value)


def row(entries: Sequence[str], indent: int) -> str:
    """Write a row in brackets, on as many lines as it needs.

    Parameters
    ----------
    entries : sequence of str
    indent : int
        The column in which the bracket opens.

    Returns
    -------
    str

    Examples
    --------
    >>> row(["1", "2"], 4)
    '[1, 2]'
    """
    lines = [""]
    for entry in entries:
        if lines[-1] and indent + len(lines[-1]) + len(entry) + 2 > _WIDTH:
            lines.append("")
        lines[-1] += f"{entry}, "
    gap = "\n" + " " * (indent + 1)
    return "[" + gap.join(line.rstrip() for line in lines).removesuffix(",") + "]"


def total(terms: Sequence[str]) -> str:
    """Write a sum, shortened in the middle where it is long.

    Examples
    --------
    >>> total(["2", "−4", "6"]), total([str(k) for k in range(1, 65)])
    ('2 − 4 + 6', '1 + 2 + 3 + … + 64')
    """
    signed = [f"− {term[1:]}" if term.startswith("−") else f"+ {term}" for term in terms[1:]]
    if len(signed) >= _TERMS or len(" ".join(signed)) > _WIDTH - 16:
        signed = [*signed[:2], "+ …", signed[-1]] if len(signed) > 3 else signed
    return " ".join([terms[0], *signed])


def _unrounded(step: Step, rounded: Sequence[str]) -> bool:
    if step.exact is None:
        return not any(map(math.isfinite, step.values))
    return all(
        not each.coefficient and each.rational == Fraction(text.replace("−", "-"))
        for each, text in zip(step.exact, rounded, strict=True)
    )


def _tidy(text: str) -> str:
    """Write -1.5e+20 as −1.5e20."""
    mantissa, _, exponent = text.partition("e")
    power = f"e{int(exponent)}" if exponent else ""
    return (f"−{mantissa[1:]}" if mantissa.startswith("-") else mantissa) + power
