"""Bars: a row before and after normalization, on one axis, as ``bars.js`` draws it too."""

import math
from collections.abc import Sequence

from markupsafe import Markup

WIDTH, HEIGHT, MARGIN, GAP = 640, 200, 20, 6


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
    inside = HEIGHT - 2 * MARGIN

    def place(value: float) -> int:
        return MARGIN + math.floor((high / 2 - value / 2) / spread * inside + 0.5)

    slot = WIDTH // len(before)
    width = (slot - 3 * GAP) // 2
    bars = ""
    for i, pair in enumerate(zip(before, after, strict=True)):
        for j, (kind, value) in enumerate(zip(("before", "after"), pair, strict=True)):
            if math.isfinite(value):
                top, bottom = place(max(value, 0.0)), place(min(value, 0.0))
                x = i * slot + GAP + j * (width + GAP)
                height = max(bottom - top, 1)
                bars += (
                    f'<rect class="{kind}" x="{x}" y="{top}" width="{width}" height="{height}">'
                    "</rect>"
                )
    zero = place(0.0)
    line = f'<line x1="0" y1="{zero}" x2="{WIDTH}" y2="{zero}"></line>'
    view = f"0 0 {WIDTH} {HEIGHT}"
    return Markup('<svg viewBox="{}" role="img" aria-label="{}">{}</svg>').format(
        view, alt, Markup(bars + line)
    )
