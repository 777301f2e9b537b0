"""Scales: where on a drawing a number lies."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike


@dataclass(frozen=True)
class Scale:
    """Numbers from ``low`` to ``high`` along the places from ``start`` to ``end``."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """Give the place of a number."""
        part = (float(value) - self.low) / (self.high - self.low)
        return self.start + part * (self.end - self.start)


def spanning(rows: Iterable[ArrayLike], start: float, end: float) -> Scale:
    """Make the scale that has room for all numbers of the rows, and for zero."""
    numbers = np.concatenate([np.ravel(row) for row in rows])
    return Scale(min(0.0, float(numbers.min())), max(0.0, float(numbers.max())), start, end)
