"""The hand calculation of one row as data: every step with its numbers, in decimals and exactly."""

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike

from lndocs.by_hand import by_hand
from lndocs.exact import Exact
from lndocs.norms import center, layer_norm, mean, standardize, std, variance

Number = int | float | Fraction

# How far float64 may be from exact values that are still shown beside it: in proportion to the
# largest of them or, where all are 0, to the numbers that were given.
_AGREES, _IS_ZERO = 1e-6, 1e-12


@dataclass(frozen=True)
class Step:
    """One step of the calculation.

    Attributes
    ----------
    name : str
        What was computed, such as ``"mean"`` or ``"standardized"``.
    values : tuple of float
        What :mod:`lndocs.norms` gives: one number, or one for each feature.
    exact : tuple of Exact, or None
        The same numbers without any rounding, where there is such a form and float64 agrees.
    """

    name: str
    values: tuple[float, ...]
    exact: tuple[Exact, ...] | None = None


@dataclass(frozen=True)
class Walkthrough:
    """The whole calculation for one row.

    Attributes
    ----------
    x : tuple of Fraction
        The row, exactly as it was given.
    eps : Fraction
        ε.
    gamma, beta : tuple of Fraction, or None
        γ and β, None where they were not given.
    steps : tuple of Step
        In the order in which they are computed.
    """

    x: tuple[Fraction, ...]
    eps: Fraction
    gamma: tuple[Fraction, ...] | None
    beta: tuple[Fraction, ...] | None
    steps: tuple[Step, ...]

    def __getitem__(self, name: str) -> Step:
        """Give the step of that name."""
        for step in self.steps:
            if step.name == name:
                return step
        raise KeyError(name)

    @property
    def constant(self) -> bool:
        """Whether all numbers of the row are equal."""
        return len(set(self.x)) == 1


def walkthrough(
    x: Sequence[Number],
    gamma: Sequence[Number] | None = None,
    beta: Sequence[Number] | None = None,
    eps: Number = 0,
) -> Walkthrough:
    """Work out the layer normalization of one row, step by step.

    Parameters
    ----------
    x : sequence of int, float or Fraction
        The row. A float counts as the decimal that Python writes for it: 0.1 is a tenth.
    gamma, beta : sequences like x, optional
        One scale and one offset for each number of ``x``.
    eps : int, float or Fraction
        ε. As in a calculation by hand it is 0, unlike in :func:`lndocs.layer_norm`.

    Returns
    -------
    Walkthrough

    Raises
    ------
    TypeError, ValueError
        As for :func:`lndocs.layer_norm`, or a number is not finite.

    Examples
    --------
    >>> steps = walkthrough([2, 4, 6, 8])
    >>> steps["std"].exact
    (Exact(rational=Fraction(0, 1), coefficient=Fraction(1, 1), radicand=5),)
    >>> [round(value, 3) for value in steps["standardized"].values]
    [-1.342, -0.447, 0.447, 1.342]
    """
    row, unit = _fractions(x), _fraction(eps)
    scale = None if gamma is None else _fractions(gamma)
    offset = None if beta is None else _fractions(beta)
    with warnings.catch_warnings():
        # What overflows or is lost shows in the values, as inf or NaN.
        warnings.simplefilter("ignore")
        values = list(_values(row, scale, offset, unit))
    exact = dict(by_hand(row, scale, offset, unit))
    size = float(1 + max(map(abs, (*row, *(scale or ()), *(offset or ())))))
    steps = (Step(name, own, _agreeing(exact.get(name), own, size)) for name, own in values)
    return Walkthrough(row, unit, scale, offset, tuple(steps))


def _values(
    row: tuple[Fraction, ...],
    gamma: tuple[Fraction, ...] | None,
    beta: tuple[Fraction, ...] | None,
    eps: Fraction,
) -> Iterator[tuple[str, tuple[float, ...]]]:
    """Compute each step in float64, as the package does."""
    x, small = np.array(row, dtype=float), float(eps)
    squares = np.square(center(x))
    standardized = standardize(x, small)
    yield "sum", _floats(x.sum())
    yield "mean", _floats(mean(x))
    yield "differences", _floats(center(x))
    yield "squares", _floats(squares)
    yield "sum of squares", _floats(squares.sum())
    yield "variance", _floats(variance(x))
    yield "std", _floats(np.sqrt(variance(x) + small) if small else std(x))
    yield "standardized", _floats(standardized)
    yield "standardized mean", _floats(mean(standardized))
    yield "standardized variance", _floats(variance(standardized))
    if gamma is None and beta is None:
        return
    scale, offset = (
        None if each is None else np.array(each, dtype=float) for each in (gamma, beta)
    )
    output = layer_norm(x, scale, offset, small)
    yield "output", _floats(output)
    yield "output mean", _floats(mean(output))
    yield "output variance", _floats(variance(output))


def _agreeing(
    exact: tuple[Exact, ...] | None, values: tuple[float, ...], size: float
) -> tuple[Exact, ...] | None:
    """Keep exact values only where float64 did not overflow, underflow or lose its digits."""
    if exact is None:
        return None
    try:
        floats = [float(each) for each in exact]
    except OverflowError:
        return None
    allowed = _AGREES * max(map(abs, floats)) or _IS_ZERO * size
    pairs = zip(floats, values, strict=True)
    return exact if all(abs(a - b) <= allowed for a, b in pairs) else None


def _fractions(values: Sequence[Number]) -> tuple[Fraction, ...]:
    return tuple(map(_fraction, values))


def _fraction(value: Number) -> Fraction:
    """Take a float for the decimal that it is written as."""
    return (
        Fraction(repr(float(value))) if isinstance(value, (float, np.floating)) else Fraction(value)
    )


def _floats(values: ArrayLike) -> tuple[float, ...]:
    return tuple(np.atleast_1d(values).tolist())
