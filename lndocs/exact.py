"""Exact numbers of a hand calculation: fractions, and fractions with one square root."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

LONGEST = 12
"""A form with more characters than this explains nothing, and is left out."""

# Beyond this the factors of a number are not looked for: no short form could come of them.
_FACTORED = 10**18


@dataclass(frozen=True)
class Exact:
    """A number of the form a + b·√r.

    Attributes
    ----------
    rational : Fraction
        a.
    coefficient : Fraction
        b.
    radicand : int
        r, a whole number that no square above 1 divides; 1 where there is no root.

    Examples
    --------
    >>> Exact(Fraction(1)) + Exact(Fraction(0), Fraction(-6, 5), 5)
    Exact(rational=Fraction(1, 1), coefficient=Fraction(-6, 5), radicand=5)
    """

    rational: Fraction
    coefficient: Fraction = Fraction(0)
    radicand: int = 1

    def __add__(self, other: "Exact") -> "Exact":
        """Add a number that has the same root, or none."""
        return Exact(
            self.rational + other.rational,
            self.coefficient + other.coefficient,
            self._common(other),
        )

    def __mul__(self, other: "Exact") -> "Exact":
        """Multiply by a number that has the same root, or none."""
        root = self._common(other)
        return Exact(
            self.rational * other.rational + self.coefficient * other.coefficient * root,
            self.rational * other.coefficient + self.coefficient * other.rational,
            root,
        )

    def __float__(self) -> float:
        return float(self.rational) + float(self.coefficient) * math.sqrt(self.radicand)

    def reciprocal(self) -> "Exact":
        """Give 1 / (a + b·√r).

        Raises
        ------
        ZeroDivisionError
            The number is 0.

        Examples
        --------
        >>> print(*written([root(Fraction(5)).reciprocal()]))
        1/√5
        """
        norm = self.rational**2 - self.coefficient**2 * self.radicand
        return Exact(self.rational / norm, -self.coefficient / norm, self.radicand)

    def _common(self, other: "Exact") -> int:
        roots = {number.radicand for number in (self, other) if number.coefficient}
        if len(roots) > 1:
            raise ValueError(f"numbers with different roots, {sorted(roots)}, have no common form")
        return roots.pop() if roots else 1


def root(value: Fraction) -> Exact | None:
    """Take the square root of a fraction, with as small a number as possible under the root.

    Parameters
    ----------
    value : Fraction
        Not negative.

    Returns
    -------
    Exact or None
        None where the numbers are so large that their square factors are not looked for.

    Examples
    --------
    >>> print(*(written([root(Fraction(*each))])[0] for each in [(9, 4), (5, 4), (500, 1)]))
    3/2 √5/2 10√5
    """
    above, below = _square_out(value.numerator), _square_out(value.denominator)
    if above is None or below is None:
        return None
    coefficient = Fraction(above[0], below[0] * below[1])
    radicand = above[1] * below[1]
    if radicand == 1:
        return Exact(coefficient)
    return Exact(Fraction(0), coefficient, radicand)


def written(values: Sequence[Exact]) -> list[str]:
    """Write the numbers of a row in one style.

    Roots stand below, as in 3/√5, where that is the shorter form and no number above it has a
    factor in common with the root; else above, as in √6/2.

    Parameters
    ----------
    values : sequence of Exact

    Returns
    -------
    list of str

    Examples
    --------
    >>> third = Exact(Fraction(0), Fraction(1, 5), 5)
    >>> written([third * Exact(Fraction(-3)), third, Exact(Fraction(1, 2))])
    ['−3/√5', '1/√5', '1/2']
    """
    above = [_text(value, _above) for value in values]
    roots = [value for value in values if value.coefficient]
    if any(math.gcd(_below_parts(value)[0], value.radicand) > 1 for value in roots):
        return above
    below = [_text(value, _below) for value in values]
    return min(below, above, key=lambda texts: len("".join(texts)))


def short(values: Sequence[Exact]) -> list[str] | None:
    """Write a row like :func:`written`, or not at all if one of its numbers is too long.

    Examples
    --------
    >>> short([Exact(Fraction(16, 3))]), short([Exact(Fraction(1, 3**30))])
    (['16/3'], None)
    """
    parts = (part for value in values for part in (value.rational, value.coefficient))
    if any(max(abs(part.numerator), part.denominator) > 10**LONGEST for part in parts):
        return None
    texts = written(values)
    return texts if max(map(len, texts), default=0) <= LONGEST else None


def _square_out(number: int) -> tuple[int, int] | None:
    """Write a whole number as a²·r, where no square divides r; give a and r."""
    whole = math.isqrt(number)
    if whole * whole == number:
        return (whole, 1)
    if number > _FACTORED:
        return None
    outside, inside, rest, factor = 1, 1, number, 2
    while factor**3 <= rest:
        times = 0
        while rest % factor == 0:
            rest //= factor
            times += 1
        outside *= factor ** (times // 2)
        inside *= factor ** (times % 2)
        factor += 1 if factor == 2 else 2
    # What is left has at most two prime factors: it is a square, or nothing can be taken out.
    whole = math.isqrt(rest)
    return (outside * whole, inside) if whole * whole == rest else (outside, inside * rest)


def _text(value: Exact, style: Callable[[Exact], str]) -> str:
    if not value.coefficient:
        return _signed(value.rational < 0, str(abs(value.rational)))
    root = style(value)
    if not value.rational:
        return _signed(value.coefficient < 0, root)
    sign = "−" if value.coefficient < 0 else "+"
    return f"{_text(Exact(value.rational), style)} {sign} {root}"


def _signed(negative: bool, text: str) -> str:
    return f"−{text}" if negative else text


def _above(value: Exact) -> str:
    """Write |b|·√r as 3√5/10."""
    part = abs(value.coefficient)
    times = "" if part.numerator == 1 else str(part.numerator)
    over = "" if part.denominator == 1 else f"/{part.denominator}"
    return f"{times}√{value.radicand}{over}"


def _below(value: Exact) -> str:
    """Write |b|·√r as 3/(2√5)."""
    above, below = _below_parts(value)
    root = f"√{value.radicand}"
    return f"{above}/{root}" if below == 1 else f"{above}/({below}{root})"


def _below_parts(value: Exact) -> tuple[int, int]:
    part = abs(value.coefficient) * value.radicand
    return part.numerator, part.denominator
