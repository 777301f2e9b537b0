"""Attention's output: the heads side by side, joined, and multiplied by one matrix."""

import numpy as np

from lndocs import EncoderLayer, attention_heads, concatenate
from lndocs.example import before, d, tokens
from lndocs.site.figures.drawing import GREEN, LARGE, QUIET, SMALL, WIDTH, Drawing
from lndocs.site.figures.grids import draw_grid
from lndocs.site.figures.names import APPLE, gloss

_CELL = _WIDE, _HIGH = 14, 36
_TOP, _TALL = 44, len(tokens) * _HIGH
_MIDDLE = _TOP + _TALL / 2

_WORDS = {
    "zh": {
        "heads": "{heads} 个 head",
        "joined": "首尾相接",
        "output": "输出",
        "alt": (
            "{heads} 个 head 各有一个 {own} 的矩阵，首尾相接成 {joined}，再乘一个 {matrix} 的矩阵，"
            "得到 {output} 的输出。一条色带横穿过去：“苹果”始终是最后一行。"
        ),
    },
    "en": {
        "heads": "{heads} heads",
        "joined": "joined",
        "output": "output",
        "alt": (
            "Each of {heads} heads has a matrix of {own}. Joined they make one of {joined}, and "
            "times a matrix of {matrix} that gives the output, {output}. A band runs across: apple "
            "is the last row throughout."
        ),
    },
}


def attention_output(lang: str) -> Drawing:
    """Draw every matrix as its cells; a band runs through the row of 苹果."""
    words = _WORDS[lang]
    layer = EncoderLayer.random(d, heads=2, d_ff=8, seed=1)
    heads = attention_heads(before, layer.W_q, layer.W_k, layer.W_v, layer.heads)
    joined, matrix = concatenate(heads), np.asarray(layer.W_o)
    shapes: dict[str, tuple[int, ...]] = {
        "own": heads[0].shape,
        "joined": joined.shape,
        "matrix": matrix.shape,
        "output": (joined @ matrix).shape,
    }
    written = {name: " × ".join(map(str, shape)) for name, shape in shapes.items()}
    drawing = Drawing(lang, _TOP + _TALL + 42, words["alt"].format(heads=len(heads), **written))
    for start, end in ((0, 200), (294, WIDTH)):
        drawing.box(start, _TOP + APPLE * _HIGH, end - start, _HIGH, tint=GREEN, strength=0.2)
    _name_rows(drawing)
    for k in range(len(heads)):
        _draw_matrix(drawing, 40 + 40 * k, shapes["own"], "", written["own"])
    drawing.text(74, _TOP - 10, words["heads"].format(heads=len(heads)), anchor="middle")
    drawing.arrow((114, _MIDDLE), (134, _MIDDLE))
    _draw_matrix(drawing, 138, shapes["joined"], words["joined"], written["joined"])
    drawing.path([(166, _TOP), (166, _TOP + _TALL)], width=2)
    drawing.text(204, _MIDDLE + 5, "×", anchor="middle", size=LARGE)
    _draw_matrix(drawing, 214, shapes["matrix"], "$W_O$", written["matrix"])
    drawing.text(285, _MIDDLE + 5, "=", anchor="middle", size=LARGE)
    _draw_matrix(drawing, 300, shapes["output"], words["output"], written["output"])
    return drawing


def _name_rows(drawing: Drawing) -> None:
    for token, name in enumerate(tokens):
        y = _TOP + (token + 0.5) * _HIGH
        if drawing.lang == "zh":
            drawing.text(2, y + 5, name, size=LARGE)
        else:
            drawing.text(2, y - 1, name)
            drawing.text(2, y + 12, gloss(token, drawing.lang), size=SMALL, color=QUIET)


def _draw_matrix(drawing: Drawing, x: float, shape: tuple[int, ...], title: str, size: str) -> None:
    """Draw the cells with what the matrix is above them, and its size below."""
    rows, columns = shape
    top, center = _MIDDLE - rows * _HIGH / 2, x + columns * _WIDE / 2
    draw_grid(drawing, x, top, (rows, columns), _CELL)
    if title:
        drawing.text(center, top - 10, title, anchor="middle")
    foot = top + rows * _HIGH + 18
    drawing.text(center, foot, size, anchor="middle", size=SMALL, color=QUIET)
