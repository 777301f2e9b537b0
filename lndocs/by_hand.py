"""The steps of the hand calculation in exact arithmetic, as far as there is an exact form."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from lndocs.exact import Exact, root

Row = tuple[Fraction, ...]

_ZERO = Exact(Fraction(0))


def by_hand(
    x: Row, gamma: Row | None = None, beta: Row | None = None, eps: Fraction | int = 0
) -> Iterator[tuple[str, tuple[Exact, ...]]]:
    """Compute exactly what can be: everything with ε = 0, the statistics alone with ε above 0.

    Parameters
    ----------
    x : tuple of Fraction
        The row, which is not empty.
    gamma, beta : tuple of Fraction, optional
        As long as ``x``.
    eps : Fraction or int
        ε.

    Yields
    ------
    str
        The name of a step.
    tuple of Exact
        Its one number, or one for each feature.

    Examples
    --------
    >>> from lndocs.exact import written
    >>> steps = dict(by_hand((Fraction(2), Fraction(4), Fraction(6), Fraction(8))))
    >>> written(steps["variance"]), written(steps["std"])
    (['5'], ['√5'])
    >>> written(steps["standardized"])
    ['−3/√5', '−1/√5', '1/√5', '3/√5']
    """
    row = [Exact(value) for value in x]
    differences = _center(row)
    squares = [each * each for each in differences]
    variance = _mean(squares)
    yield "sum", (Exact(sum(x, Fraction())),)
    yield "mean", (_mean(row),)
    yield "differences", tuple(differences)
    yield "squares", tuple(squares)
    yield "sum of squares", (variance * Exact(Fraction(len(x))),)
    yield "variance", (variance,)
    yield from _standardized(differences, variance.rational, gamma, beta, Fraction(eps))


def _standardized(
    differences: list[Exact], spread: Fraction, gamma: Row | None, beta: Row | None, eps: Fraction
) -> Iterator[tuple[str, tuple[Exact, ...]]]:
    unit = root(spread + eps)
    if eps and unit is not None and unit.coefficient:
        unit = None  # √(5 + 1e-5) is no simpler in any other form
    if unit is not None:
        yield "std", (unit,)
    if not spread + eps:
        return  # 0/0
    yield "standardized mean", (_ZERO,)
    yield "standardized variance", (Exact(spread / (spread + eps)),)
    if spread and (eps or unit is None):
        return
    y = differences if unit is None else [each * unit.reciprocal() for each in differences]
    yield "standardized", tuple(y)
    if gamma is not None:
        y = [Exact(by) * each for by, each in zip(gamma, y, strict=True)]
    if beta is not None:
        y = [each + Exact(to) for each, to in zip(y, beta, strict=True)]
    yield "output", tuple(y)
    yield "output mean", (_mean(y),)
    yield "output variance", (_mean([each * each for each in _center(y)]),)


def _mean(values: Sequence[Exact]) -> Exact:
    return sum(values, _ZERO) * Exact(Fraction(1, len(values)))


def _center(values: Sequence[Exact]) -> list[Exact]:
    less = _mean(values) * Exact(Fraction(-1))
    return [each + less for each in values]
