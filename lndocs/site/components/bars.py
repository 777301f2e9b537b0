"""Bars: a row before and after normalization, on one axis, as ``bars.js`` draws it too."""

import math
from collections.abc import Callable, Iterator, Sequence

from markupsafe import Markup

from lndocs.forms import decimal

WIDTH, HEIGHT, MARGIN, GAP = 640, 220, 24, 6
AXIS = 110
"""Where the bars begin; the numbers of the axis stand before."""


def draw(before: Sequence[float], after: Sequence[float], alt: str) -> Markup:
    """Draw two bars for each number, from zero up or down; what is not finite has none.

    Parameters
    ----------
    before, after : sequence of float
        Of one length.
    alt : str
        What the drawing shows, for those who do not see it.

    Returns
    -------
    Markup
        An ``svg`` element.
    """
    shown = [value for value in (*before, *after) if math.isfinite(value)]
    high, low = max(0.0, *shown), min(0.0, *shown)
    # By halves, since the spread of the largest numbers would overflow.
    spread = high / 2 - low / 2 or 1.0

    def place(value: float) -> int:
        share = (high / 2 - value / 2) / spread
        return MARGIN + math.floor(share * (HEIGHT - 2 * MARGIN) + 0.5)

    view = f"0 0 {WIDTH} {HEIGHT}"
    parts = [*_axis(high, low, place), *_bars(before, after, place)]
    return Markup('<svg viewBox="{}" role="img" aria-label="{}">{}</svg>').format(
        view, alt, Markup("".join(parts))
    )


def _axis(high: float, low: float, place: Callable[[float], int]) -> Iterator[str]:
    for value in sorted({high, 0.0, low}, reverse=True):
        y = place(value)
        yield f'<text x="{AXIS - 3 * GAP}" y="{y + GAP}">{decimal(value)}</text>'
        kind = "axis" if value else "zero"
        yield f'<line class="{kind}" x1="{AXIS - GAP}" y1="{y}" x2="{WIDTH}" y2="{y}"></line>'


def _bars(
    before: Sequence[float], after: Sequence[float], place: Callable[[float], int]
) -> Iterator[str]:
    slot = (WIDTH - AXIS) // len(before)
    width = (slot - 3 * GAP) // 2
    for i, pair in enumerate(zip(before, after, strict=True)):
        for j, (kind, value) in enumerate(zip(("before", "after"), pair, strict=True)):
            if math.isfinite(value):
                top, bottom = place(max(value, 0.0)), place(min(value, 0.0))
                x = AXIS + i * slot + GAP + j * (width + GAP)
                size = f'width="{width}" height="{max(bottom - top, 1)}"'
                yield f'<rect class="{kind}" x="{x}" y="{top}" {size}></rect>'
