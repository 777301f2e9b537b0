"""Two rows that end up as one, and a row whose order makes it another."""

from collections.abc import Sequence

import numpy as np

from lndocs import standardize
from lndocs.arrays import Array
from lndocs.example import apple, eat, swapped
from lndocs.site.figures.drawing import AMBER, GREEN, LARGE, QUIET, RULE, WIDTH, Drawing
from lndocs.site.figures.grids import draw_grid, fill_row
from lndocs.site.figures.names import APPLE, EAT, entries, label, listed
from lndocs.site.figures.scales import Scale

_IN, _OUT = (36, 28), (60, 28)
_LEFT, _RIGHT, _MIDDLE = 0, 216, 60  # where the three grids begin that stand side by side

_WORDS = {
    "zh": {
        "same": "两行进去，一行出来",
        "swapped": "{token}，中间两个数对调",
        "alt": (
            "两行进去，一行出来：“苹果”的 {apple} 和“吃”的 {eat} 归一化以后都是 {both}，"
            "一路升高。把“苹果”中间两个数对调，{swapped} 得到的是另一行，{other}，高低也跟着对调。"
        ),
    },
    "en": {
        "same": "Two rows in, one row out",
        "swapped": "{token}, the middle two exchanged",
        "alt": (
            "Two rows in, one row out: apple, {apple}, and eat, {eat}, are both normalized to "
            "{both}, which rises all the way. With the middle two numbers of apple exchanged, "
            "{swapped} becomes another row, {other}, and high and low are exchanged with them."
        ),
    },
}


def what_is_lost(lang: str) -> Drawing:
    """Draw the rows as cells, with arrows from what goes in to what comes out."""
    words = _WORDS[lang]
    both, other = standardize(apple), standardize(swapped)
    if entries(standardize(eat)) != entries(both):
        raise ValueError("苹果 and 吃 are not normalized to the same row")
    if (np.diff(both) <= 0).any():
        raise ValueError("the normalized row of 苹果 does not rise all the way")
    alt = words["alt"].format(
        apple=listed(apple),
        eat=listed(eat),
        both=listed(both),
        swapped=listed(swapped),
        other=listed(other),
    )
    drawing = Drawing(lang, 438, alt)
    exchanged = [place for place, same in enumerate(apple == swapped) if not same]
    drawing.text(0, 14, words["same"], size=LARGE, bold=True)
    for x, token, row in ((_LEFT, APPLE, apple), (_RIGHT, EAT, eat)):
        drawing.text(x + 72, 42, label(token, lang), anchor="middle", color=QUIET)
        _draw_row(drawing, x, 50, row, _IN)
        drawing.arrow((x + 72, 82), (180 + (x - 108) / 6, 112), color=GREEN, width=2)
    _draw_output(drawing, 118, both, GREEN)
    drawing.path([(0, 232), (WIDTH, 232)], color=RULE)
    title = words["swapped"].format(token=label(APPLE, lang))
    drawing.text(0, 258, title, bold=True)
    _draw_row(drawing, 108, 270, swapped, _IN, exchanged)
    drawing.arrow((180, 302), (180, 324), color=AMBER, width=2)
    _draw_output(drawing, 330, other, AMBER, exchanged)
    return drawing


def _draw_row(
    drawing: Drawing,
    x: float,
    y: float,
    row: Array,
    cell: tuple[float, float],
    bold: Sequence[int] = (),
) -> None:
    draw_grid(drawing, x, y, (1, len(row)), cell)
    fill_row(drawing, x, y, entries(row), cell, bold=bold)


def _draw_output(
    drawing: Drawing, y: float, row: Array, color: str, bold: Sequence[int] = ()
) -> None:
    """Draw a normalized row, and below it how high each of its numbers is."""
    wide, high = _OUT
    drawing.box(_MIDDLE, y, len(row) * wide, high, tint=color, strength=0.2)
    _draw_row(drawing, _MIDDLE, y, row, _OUT, bold or range(len(row)))
    zero = y + high + 38
    height = Scale(-1, 1, zero + 20, zero - 20)
    drawing.path([(_MIDDLE, zero), (_MIDDLE + len(row) * wide, zero)], color=RULE)
    for k, value in enumerate(row):
        x = _MIDDLE + (k + 0.5) * wide
        drawing.path([(x, zero), (x, height(value))], color=color, width=2)
        drawing.dot(x, height(value), 5, color=color)
