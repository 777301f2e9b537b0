"""Attention's output: the heads side by side, joined, and multiplied by one matrix."""

import numpy as np

from lndocs import EncoderLayer, attention_heads, concatenate
from lndocs.example import before, d, tokens
from lndocs.site.figures.drawing import GREEN, LARGE, QUIET, SMALL, Drawing
from lndocs.site.figures.grids import draw_grid
from lndocs.site.figures.names import APPLE, gloss

_CELL = _WIDE, _HIGH = 14, 32
_TOP = 44

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
    tall = len(tokens) * _HIGH
    middle = _TOP + tall / 2
    drawing = Drawing(lang, _TOP + tall + 42, words["alt"].format(heads=len(heads), **written))
    for start, end in ((0, 200), (294, 360)):
        drawing.box(start, _TOP + APPLE * _HIGH, end - start, _HIGH, tint=GREEN, strength=0.2)
    for token, name in enumerate(tokens):
        y = _TOP + (token + 0.5) * _HIGH
        if lang == "zh":
            drawing.text(2, y + 5, name, size=LARGE)
        else:
            drawing.text(2, y - 1, name)
            drawing.text(2, y + 12, gloss(token, lang), size=SMALL, color=QUIET)

    def column(name: str, x: float, title: str = "") -> None:
        rows, columns = shapes[name]
        top, center = middle - rows * _HIGH / 2, x + columns * _WIDE / 2
        draw_grid(drawing, x, top, (rows, columns), _CELL)
        drawing.text(center, top - 10, title, anchor="middle")
        drawing.text(
            center, top + rows * _HIGH + 18, written[name], anchor="middle", size=SMALL, color=QUIET
        )

    for k in range(len(heads)):
        column("own", 40 + 40 * k)
    drawing.text(74, _TOP - 10, words["heads"].format(heads=len(heads)), anchor="middle")
    drawing.arrow((114, middle), (134, middle))
    column("joined", 138, words["joined"])
    drawing.path([(166, _TOP), (166, _TOP + tall)], width=2)
    drawing.text(204, middle + 5, "×", anchor="middle", size=LARGE)
    column("matrix", 214, "$W_O$")
    drawing.text(285, middle + 5, "=", anchor="middle", size=LARGE)
    column("output", 300, words["output"])
    return drawing
