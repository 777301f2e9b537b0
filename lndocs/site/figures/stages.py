"""The two steps of normalization on number lines: 苹果 as dots, 吃 as rings."""

import numpy as np

from lndocs import center, mean, standardize
from lndocs.arrays import Array
from lndocs.example import apple, eat
from lndocs.site.figures.drawing import GREEN, INK, LARGE, QUIET, RULE, SMALL, WIDTH, Drawing
from lndocs.site.figures.names import APPLE, EAT, entries, label, listed
from lndocs.site.figures.scales import Scale, spanning

_STAGE, _LINE = 128, 50  # what a stage takes of the height, and each of its two lines

_WORDS = {
    "zh": {
        "sums": "相加之后",
        "centered": "减去各自的均值",
        "divided": "除以各自的标准差",
        "mean": "三角是均值",
        "both": "{apple}和{eat}",
        "centered alt": (
            "“苹果”和“吃”画在同一把数轴上。减均值之前，苹果是 {apple}，挤在零的右边；"
            "吃是 {eat}，又远又散。减均值之后，苹果是 {apple_centered}，吃是 {eat_centered}："
            "两行的均值都到了零，吃散开的宽度没有变。"
        ),
        "divided alt": (
            "减均值以后，“苹果”是 {apple_centered}，挤在零的两边，“吃”是 {eat_centered}，"
            "散得宽。各自除以标准差，四个点落进四个圈里：两行都是 {both}。"
        ),
    },
    "en": {
        "sums": "The sums",
        "centered": "Minus the mean of each row",
        "divided": "Divided by the $σ$ of each row",
        "mean": "triangle: the mean",
        "both": "{apple} and {eat}",
        "centered alt": (
            "Apple and eat on one scale. Before the mean is subtracted, apple is {apple}, crowded "
            "to the right of zero, and eat is {eat}, far away and far apart. After it, apple is "
            "{apple_centered} and eat is {eat_centered}: both means are at zero, and eat is as "
            "wide as it was."
        ),
        "divided alt": (
            "With their means subtracted, apple is {apple_centered}, crowded around zero, and eat "
            "is {eat_centered}, spread wide. Each divided by its standard deviation, the four dots "
            "lie in the four rings: both rows are {both}."
        ),
    },
}


def subtract_mean(lang: str) -> Drawing:
    """Draw both rows before and after their means are subtracted, all on one scale."""
    words = _WORDS[lang]
    alt = words["centered alt"].format(
        apple=listed(apple),
        eat=listed(eat),
        apple_centered=listed(center(apple)),
        eat_centered=listed(center(eat)),
    )
    drawing = Drawing(lang, 2 * _STAGE + 30, alt)
    place = spanning([eat, center(eat)], 16, 344)
    _draw_apart(drawing, 0, words["sums"], place, (apple, eat))
    _draw_apart(drawing, _STAGE + 6, words["centered"], place, (center(apple), center(eat)))
    drawing.text(place(0), 2 * _STAGE + 24, "0", anchor="middle", size=SMALL, color=QUIET)
    drawing.text(WIDTH, 2 * _STAGE + 24, words["mean"], anchor="end", size=SMALL, color=QUIET)
    return drawing


def divide_by_std(lang: str) -> Drawing:
    """Draw both rows before their division, on one scale, and after it, where they coincide."""
    words = _WORDS[lang]
    rows = center(apple), center(eat)
    both = standardize(apple, eps=0)
    if not np.allclose(standardize(eat, eps=0), both):
        raise ValueError("the rows of 苹果 and 吃 do not coincide after the division")
    alt = words["divided alt"].format(
        apple_centered=listed(rows[0]), eat_centered=listed(rows[1]), both=listed(both)
    )
    drawing = Drawing(lang, _STAGE + 118, alt)
    _draw_apart(drawing, 0, words["centered"], spanning(rows, 26, 334), rows)
    place = spanning([both], 26, 334)
    top = _STAGE + 12
    drawing.text(0, top + 14, words["divided"], size=LARGE, bold=True)
    tokens = {"apple": label(APPLE, lang), "eat": label(EAT, lang)}
    drawing.text(0, top + 34, words["both"].format(**tokens), color=QUIET)
    y = top + 58
    drawing.path([(0, y), (WIDTH, y)], color=RULE)
    drawing.path([(place(0), y - 16), (place(0), y + 12)], color=RULE, dashed=True)
    drawing.text(place(0), y + 28, "0", anchor="middle", size=SMALL, color=QUIET)
    for value, entry in zip(both, entries(both), strict=True):
        drawing.dot(place(value), y, 4.5)
        drawing.ring(place(value), y, 9)
        drawing.text(place(value), y + 28, entry, anchor="middle", bold=True)
    return drawing


def _draw_apart(
    drawing: Drawing, top: float, title: str, place: Scale, rows: tuple[Array, Array]
) -> None:
    """Draw 苹果 on a line and 吃 on the next."""
    drawing.text(0, top + 14, title, size=LARGE, bold=True)
    drawing.path([(place(0), top + 34), (place(0), top + 74 + _LINE)], color=RULE, dashed=True)
    for k, (token, row) in enumerate(zip((APPLE, EAT), rows, strict=True)):
        y = top + 54 + k * _LINE
        drawing.text(0, y - 14, label(token, drawing.lang), color=QUIET)
        drawing.text(WIDTH, y - 14, listed(row), anchor="end")
        drawing.path([(0, y), (WIDTH, y)], color=RULE)
        for value in row:
            if token == APPLE:
                drawing.dot(place(value), y, 4.5, color=GREEN)
            else:
                drawing.ring(place(value), y, 6, color=INK)
        drawing.mean_mark(place(float(mean(row))), y + 4)
