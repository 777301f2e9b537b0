"""Which numbers are pooled: a row, a column or the whole table, and what 苹果 becomes by each."""

import numpy as np

from lndocs import layer_norm
from lndocs.arrays import Array
from lndocs.example import X, d, n
from lndocs.site.figures.drawing import (
    AMBER,
    GREEN,
    LARGE,
    NORMAL,
    QUIET,
    RULE,
    SMALL,
    WIDTH,
    Drawing,
)
from lndocs.site.figures.grids import draw_grid, fill_row
from lndocs.site.figures.names import APPLE, entries, label, listed
from lndocs.site.figures.scales import Scale

_CELL = _WIDE, _HIGH = 28, 24
_BLOCK = 124

_WORDS = {
    "zh": {
        "row": "横着，LayerNorm：自己的一行",
        "column": "竖着：一维一列",
        "table": "整张表",
        "becomes": "{token}变成",
        "alt": (
            "同一个矩阵画了三次，框住一起求均值和标准差的数，旁边是“苹果”那一行的结果。"
            "框住一行，这是 LayerNorm：{row}，零的两边都有。框住一列：{column}，全在零的左边。"
            "框住整张表：{table}，也全在零的左边。"
        ),
    },
    "en": {
        "row": "Across, LayerNorm: its own row",
        "column": "Down: feature by feature",
        "table": "The whole table",
        "becomes": "{token} becomes",
        "alt": (
            "The same matrix three times, with a frame around the numbers that share a mean and a "
            "standard deviation, and beside it what the row of apple becomes. A row is framed, "
            "which is LayerNorm: {row}, on both sides of zero. A column is framed: {column}, all "
            "left of zero. The whole table is framed: {table}, all left of zero too."
        ),
    },
}


def row_by_row(lang: str) -> Drawing:
    """Draw the matrix once for each choice, with the four results on a line through zero."""
    words = _WORDS[lang]
    results = {
        "row": layer_norm(X)[APPLE],
        "column": ((X - X.mean(axis=0)) / X.std(axis=0))[APPLE],
        "table": ((X - X.mean()) / X.std())[APPLE],
    }
    if max(*results["column"], *results["table"]) >= 0:
        raise ValueError("by column or by table, 苹果 no longer lies all left of zero")
    framed = {"row": (0, APPLE, d, 1), "column": (0, 0, 1, n), "table": (0, 0, d, n)}
    written = {name: listed(row) for name, row in results.items()}
    drawing = Drawing(lang, len(results) * _BLOCK - 6, words["alt"].format(**written))
    remark = words["becomes"].format(token=label(APPLE, lang))
    drawing.text(WIDTH, 38, remark, anchor="end", size=SMALL, color=QUIET)
    reach = max(float(np.abs(row).max()) for row in results.values())
    place = Scale(-reach, reach, 186, 342)
    for k, (name, row) in enumerate(results.items()):
        top, right = 26 + k * _BLOCK, name == "row"
        color, size = (GREEN, LARGE) if right else (AMBER, NORMAL)
        drawing.text(0, top - 12, words[name], size=size, bold=True, color=color)
        _draw_pool(drawing, top, framed[name], color)
        line = top + (APPLE + 0.5) * _HIGH
        drawing.arrow((d * _WIDE + 8, line), (d * _WIDE + 40, line), color=color)
        _draw_result(drawing, place, line, row, color)
        drawing.text(WIDTH, line + 28, listed(row), anchor="end", bold=right)
    return drawing


def _draw_pool(drawing: Drawing, top: float, framed: tuple[int, int, int, int], color: str) -> None:
    """Draw the matrix, with a frame around a block of cells: its place and its size in cells."""
    x, y, wide, high = (part * unit for part, unit in zip(framed, 2 * _CELL, strict=True))
    drawing.box(x, top + y, wide, high, tint=color, strength=0.2)
    draw_grid(drawing, 0, top, X.shape, _CELL)
    drawing.box(x, top + y, wide, high, frame=color, line=2)
    for token, numbers in enumerate(X):
        bold = range(d) if token == APPLE else ()
        fill_row(drawing, 0, top + token * _HIGH, entries(numbers), _CELL, bold=bold)


def _draw_result(drawing: Drawing, place: Scale, line: float, row: Array, color: str) -> None:
    zero = place(0)
    drawing.path([(place.start - 14, line), (WIDTH, line)], color=RULE)
    drawing.path([(zero, line - 10), (zero, line + 10)])
    drawing.text(zero, line - 15, "0", anchor="middle", size=SMALL, color=QUIET)
    for value in row:
        drawing.dot(place(value), line, 4.5, color=color)
