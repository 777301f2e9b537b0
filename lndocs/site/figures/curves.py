"""Curves over one axis, each named where it ends; told apart by color, dashes and marks."""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, log10
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator
from numpy.typing import ArrayLike, NDArray

from lndocs.site.figures.picture import FIRST, INK, QUIET, SECOND, Picture

Values = NDArray[np.float64]

_WIDTH, _HEIGHT = 4.6, 3.0  # inches
_LEFT, _BELOW, _ABOVE = 0.5, 0.58, 0.42
_SIZE, _TICK = 12.0, 11.0  # points: on a telephone one is a little more than a pixel
_LINE = 1.35 * _SIZE
_STYLES = ((FIRST, "solid", "o"), (SECOND, (0, (5, 2)), "s"), (INK, (0, (1, 1.5)), "^"))
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")

# How a figure is read aloud, by language: its axes, and where each curve goes.
_AXES = {"zh": "纵轴：{}。横轴：{}，从 {} 到 {}。", "en": "{}, over {} from {} to {}. "}
_ENDS = {"zh": "{}：从 {} 到 {}", "en": "{}: from {} to {}"}
_BETWEEN = {"zh": "，其间最低 {}，最高 {}", "en": ", between {} and {} on the way"}
_STOP = {"zh": "。", "en": ". "}


@dataclass(frozen=True)
class Axis:
    """What an axis measures, whether in equal steps or in powers, and where it is marked."""

    name: str
    log: bool = False
    ticks: Sequence[float] = ()


def curves(
    x: ArrayLike, lines: Mapping[str, ArrayLike], across: Axis, up: Axis, lang: str
) -> Picture:
    """Draw curves over the same places.

    Parameters
    ----------
    x : array_like, shape (k,)
        The places, which grow.
    lines : mapping of str to array_like, shape (k,)
        Up to three curves, each with the name that stands where it ends. NaN leaves a gap.
    across, up : Axis
        Without ticks of its own, an axis is marked at a few round numbers.
    lang : {"zh", "en"}
        The language in which the figure is described to those who do not see it.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        There are more curves than can be told apart; one has not a value for each place, has none
        that is finite, or goes to 0 or below where the axis is in powers.
    """
    places = np.asarray(x, dtype=float)
    drawn = {name: np.asarray(line, dtype=float) for name, line in lines.items()}
    if not 1 <= len(drawn) <= len(_STYLES):
        raise ValueError(f"lines must be 1 to {len(_STYLES)} curves, got {len(drawn)}")
    for name, line in drawn.items():
        _accept(name, line, places, up)
    figure = Figure(figsize=(_WIDTH, _HEIGHT))
    right = max(map(_width, drawn)) / 72 + 0.14
    box = _LEFT, _BELOW, _WIDTH - _LEFT - right, _HEIGHT - _BELOW - _ABOVE
    axes = figure.add_axes((box[0] / _WIDTH, box[1] / _HEIGHT, box[2] / _WIDTH, box[3] / _HEIGHT))
    for line, (color, dashes, mark) in zip(drawn.values(), _STYLES, strict=False):
        few = max(1, len(places) // 8)
        axes.plot(places, line, color=color, ls=dashes, lw=2, marker=mark, ms=5.5, markevery=few)
    _mark(axes, across, up)
    _name(axes, places, drawn)
    return Picture(figure, _spoken(places, drawn, across, up, lang))


def _accept(name: str, line: Values, places: Values, up: Axis) -> None:
    if line.shape != places.shape:
        raise ValueError(f"{name!r} must have shape {places.shape}, as x, got {line.shape}")
    if not np.isfinite(line).any():
        raise ValueError(f"{name!r} has no finite value to draw")
    if up.log and (line <= 0).any():
        raise ValueError(f"{name!r} goes to {line.min()}, and an axis in powers begins above 0")


def _mark(axes: Axes, across: Axis, up: Axis) -> None:
    """Draw the frame: a line below, rules across, round numbers, and the names of the axes."""
    for axis, scale in ((axes.xaxis, across), (axes.yaxis, up)):
        if scale.log:
            (axes.set_xscale if axis is axes.xaxis else axes.set_yscale)("log")
        low, high = axis.get_view_interval()
        ticks = list(scale.ticks) or (scale.log and _powers(low, high)) or _rounds(low, high)
        axis.set_ticks(ticks, labels=_texts(ticks, scale), color=INK, fontsize=_TICK)
        axis.set_ticks([], minor=True)
        axis.set_view_interval(min(low, *ticks), max(high, *ticks), ignore=True)
    axes.tick_params(length=0, pad=6)
    axes.grid(axis="y", color=QUIET, linewidth=1)
    axes.set_axisbelow(True)
    axes.spines[:].set_visible(False)
    axes.spines["bottom"].set(visible=True, color=QUIET, linewidth=1)
    top, right = 72 * _HEIGHT - _SIZE - 2, 72 * _WIDTH * axes.get_position().x1
    named: dict[str, Any] = {"xycoords": "figure points", "fontsize": _SIZE, "color": INK}
    axes.annotate(up.name, (2, top), ha="left", **named)
    axes.annotate(across.name, (right, 6), ha="right", **named)


def _name(axes: Axes, places: Values, drawn: Mapping[str, Values]) -> None:
    """Write each curve's name beside its end, in its color."""
    lasts = [np.flatnonzero(np.isfinite(line))[-1] for line in drawn.values()]
    ends = [(places[last], line[last]) for last, line in zip(lasts, drawn.values(), strict=True)]
    right, above = (axes.transData.transform(ends) * 72 / axes.figure.dpi).T.tolist()
    names = list(drawn)
    for last in sorted({*lasts}):  # only names of curves that end at one place can meet
        here = [each for each, other in enumerate(lasts) if other == last]
        for each, height in zip(here, _apart([above[each] for each in here]), strict=True):
            place, color = (right[each] + 9, height), _STYLES[each][0]
            axes.annotate(
                names[each],
                place,
                xycoords="figure points",
                va="center",
                fontsize=_SIZE,
                color=color,
            )


def _apart(heights: Sequence[float]) -> list[float]:
    """Move names that would overlap, each by half of what is missing, until none does."""
    moved = list(heights)
    order = sorted(range(len(moved)), key=lambda each: moved[each])
    for _ in range(100):
        for lower, upper in pairwise(order):
            missing = _LINE - (moved[upper] - moved[lower])
            if missing > 0:
                moved[lower] -= missing / 2
                moved[upper] += missing / 2
    return moved


def _powers(low: float, high: float) -> list[float]:
    """Choose powers of ten inside a range, six at most."""
    first, last = ceil(log10(low)), floor(log10(high))
    step = max(1, ceil((last - first + 1) / 6))
    return [10.0**power for power in range(first, last + 1, step)]


def _rounds(low: float, high: float) -> list[float]:
    ticks = MaxNLocator(5, steps=[1, 2, 5, 10]).tick_values(low, high)
    return [float(tick) for tick in ticks if low <= tick <= high]


def _texts(ticks: Sequence[float], scale: Axis) -> list[str]:
    plain = not scale.log or (min(ticks) >= 0.01 and max(ticks) <= 10_000)
    return [_plain(tick) if plain else f"10{_raised(log10(tick))}" for tick in ticks]


def _plain(value: float) -> str:
    return f"{value:.10g}".replace("-", "−")


def _raised(power: float) -> str:
    return str(round(power)).translate(_RAISED)


def _said(value: float) -> str:
    """Write a value with two digits, as one says it."""
    digits, _, power = f"{value:.1e}".partition("e")
    if -3 <= int(power) <= 3:
        return _plain(float(f"{value:.2g}"))
    return f"{float(digits):g} × 10{_raised(int(power))}".replace("-", "−")


def _width(name: str) -> float:
    """Estimate how wide a name is, in points, whatever font will draw it."""
    wide = sum(unicodedata.east_asian_width(char) in "WF" for char in name)
    return _SIZE * (wide + 0.56 * (len(name) - wide))


def _spoken(places: Values, drawn: Mapping[str, Values], across: Axis, up: Axis, lang: str) -> str:
    ends = _plain(places[0]), _plain(places[-1])
    said = _AXES[lang].format(up.name, across.name, *ends)
    for name, line in drawn.items():
        seen = line[np.isfinite(line)]
        first, last, low, high = map(_said, (seen[0], seen[-1], seen.min(), seen.max()))
        said += _ENDS[lang].format(name, first, last)
        if {low, high} - {first, last}:
            said += _BETWEEN[lang].format(low, high)
        said += _STOP[lang]
    return said.strip()
