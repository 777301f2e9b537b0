"""Grids: rows and matrices as cells with numbers in them, or empty."""

from collections.abc import Sequence

from lndocs.site.figures.drawing import INK, NORMAL, QUIET, Drawing


def draw_grid(
    drawing: Drawing,
    x: float,
    y: float,
    shape: tuple[int, int],
    cell: tuple[float, float],
    frame: str = QUIET,
) -> None:
    """Draw the cells of a matrix with its upper left corner at ``x``, ``y``."""
    rows, columns = shape
    wide, high = cell
    drawing.path(
        *([(x + k * wide, y), (x + k * wide, y + rows * high)] for k in range(1, columns)),
        *([(x, y + k * high), (x + columns * wide, y + k * high)] for k in range(1, rows)),
        width=0.5,
    )
    drawing.box(x, y, columns * wide, rows * high, frame=frame)


def fill_row(
    drawing: Drawing,
    x: float,
    y: float,
    entries: Sequence[str],
    cell: tuple[float, float],
    *,
    size: float = NORMAL,
    color: str = INK,
    bold: Sequence[int] = (),
) -> None:
    """Write a row's entries into its cells; those numbered in ``bold`` stand out."""
    wide, high = cell
    for place, entry in enumerate(entries):
        middle = x + (place + 0.5) * wide
        base = y + high / 2 + 0.36 * size
        heavy = place in bold
        drawing.text(middle, base, entry, anchor="middle", size=size, color=color, bold=heavy)
