"""Rows of numbers, each on a line of its own, over one scale."""

from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import ArrayLike, NDArray

from lndocs.norms import mean
from lndocs.show import text
from lndocs.site.figures.picture import FIRST, INK, QUIET, SECOND, Picture

_WIDTH, _HEIGHT = 4.6, 0.8  # inches, the height for one row
_SIZE = 12.5


# How a row is read aloud, by language.
_SPOKEN = {"zh": "{}：{}，均值 {}。", "en": "{}: {}, mean {}. "}


def number_lines(rows: Mapping[str, ArrayLike], lang: str) -> Picture:
    """Draw each row as points on a line, with a triangle under its mean.

    Parameters
    ----------
    rows : mapping of str to array_like, shape (d,)
        The name of each row, which stands over its line, and its values.
    lang : {"zh", "en"}
        The language in which the figure is described to those who do not see it.

    Returns
    -------
    Picture
    """
    values = [np.asarray(row, dtype=float) for row in rows.values()]
    lowest, highest = min(map(np.min, values)), max(map(np.max, values))
    margin = 0.07 * (highest - lowest)
    figure = Figure(figsize=(_WIDTH, _HEIGHT * len(values)))
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_axis_off()
    axes.set_xlim(lowest - margin, highest + margin)
    axes.set_ylim(len(values) - 0.55, -0.65)
    axes.plot([0, 0], [-0.15, len(values) - 0.65], color=QUIET, linewidth=1, linestyle=(0, (3, 3)))
    for place, (name, row) in enumerate(zip(rows, values, strict=True)):
        _line(axes, place, name, row)
    alt = "".join(
        _SPOKEN[lang].format(name, text(row), text(mean(row)))
        for name, row in zip(rows, values, strict=True)
    )
    return Picture(figure, alt.strip())


def _line(axes: Axes, place: int, name: str, row: NDArray[np.float64]) -> None:
    left, right = axes.get_xlim()
    axes.plot([left, right], [place, place], color=QUIET, linewidth=1)
    axes.plot(row, np.full(row.shape, place), "o", color=FIRST, markersize=8)
    axes.plot(float(mean(row)), place + 0.17, "^", color=SECOND, markersize=7)
    axes.text(left, place - 0.3, f"{name}  {text(row)}", color=INK, fontsize=_SIZE)
