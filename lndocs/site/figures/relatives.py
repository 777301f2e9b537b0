"""Which numbers share their statistics by each Norm, and what one of them becomes."""

import numpy as np

from lndocs import EPS, batch_norm, group_norm, layer_norm, rms_norm
from lndocs.arrays import Array
from lndocs.example import stack
from lndocs.forms import decimal
from lndocs.site.figures.drawing import AMBER, GREEN, QUIET, Drawing
from lndocs.site.figures.grids import draw_grid, fill_row
from lndocs.site.figures.names import entries

_CELL = _WIDE, _HIGH = 25, 22
_BLOCK = 8 + stack.shape[2] * _WIDE  # from one sentence to the next
_ACROSS, _DOWN = 180, 156  # from one panel to the next

ONE = (0, 3, 0)
"""Sentence, feature and position of the number that is followed."""

_ALL = slice(None)
_POOLS: dict[str, tuple[int | slice, ...]] = {
    "batch": (_ALL, 3, _ALL),
    "layer": (0, _ALL, 0),
    "instance": (0, 3, _ALL),
    "half": (0, slice(2, 4), _ALL),
    "whole": (0, _ALL, _ALL),
}

_WORDS = {
    "zh": {
        "batch": "BatchNorm",
        "layer": "LayerNorm 和 RMSNorm",
        "instance": "InstanceNorm",
        "half": "GroupNorm，两组",
        "whole": "GroupNorm，一组",
        "becomes": "{one} 变成 {results}",
        "between": "，",
        "legend": ("一块是一句话，", "一行是一个特征，", "一列是一个位置。", "着色的数一起取。"),
        "alt": (
            "同样的两句话画了五次，每句四个特征、三个位置，着色的是和第一句话左下角的 {one} "
            "一起取的数。BatchNorm 着色的是两句话的末一行，{batch}；LayerNorm 和 RMSNorm "
            "是第一句话的头一列，{layer} 和 {rms}；InstanceNorm 是第一句话的末一行，{instance}；"
            "GroupNorm 分两组是第一句话的下半，{half}，不分组是整个第一句话，{whole}。"
        ),
    },
    "en": {
        "batch": "BatchNorm",
        "layer": "LayerNorm, RMSNorm",
        "instance": "InstanceNorm",
        "half": "GroupNorm, two groups",
        "whole": "GroupNorm, one group",
        "becomes": "{one} becomes {results}",
        "between": ", ",
        "legend": (
            "A block is a sentence,",
            "a row is a feature,",
            "a column is a position.",
            "Shaded: taken together.",
        ),
        "alt": (
            "The same two sentences five times, each with four features and three positions; "
            "shaded are the numbers that are taken together with the {one} at the bottom left of "
            "the first. BatchNorm shades the last row of both sentences and gives {batch}; "
            "LayerNorm and RMSNorm the first column of the first, {layer} and {rms}; InstanceNorm "
            "the last row of the first, {instance}; GroupNorm with two groups its lower half, "
            "{half}, and with one group all of it, {whole}."
        ),
    },
}


def relatives(lang: str) -> Drawing:
    """Draw the two sentences once for each choice of numbers, with what the one becomes."""
    words, results = _WORDS[lang], _results()
    named = {name: decimal(value) for name, value in results.items()}
    one = decimal(stack[ONE].item())
    drawing = Drawing(lang, 3 * _DOWN - 14, str(words["alt"]).format(one=one, **named))
    for k, name in enumerate(_POOLS):
        x, y = _ACROSS * (k % 2), _DOWN * (k // 2)
        color = GREEN if name == "layer" else AMBER
        drawing.text(x, y + 14, str(words[name]), bold=True, color=color)
        _draw_pool(drawing, x, y + 24, name, color)
        shown = [named[name]] + [named["rms"]] * (name == "layer")
        told = str(words["becomes"]).format(one=one, results=str(words["between"]).join(shown))
        drawing.text(x, y + 24 + stack.shape[1] * _HIGH + 18, told)
    for k, line in enumerate(words["legend"]):
        drawing.text(_ACROSS, 2 * _DOWN + 44 + 22 * k, line, color=QUIET)
    return drawing


def _results() -> dict[str, float]:
    """Compute what the one becomes by each, and see that the shaded numbers explain it."""
    last = np.moveaxis(stack, 1, -1)
    sentence, feature, position = ONE
    place = (sentence, position, feature)
    results = {
        "batch": batch_norm(last)[place],
        "layer": layer_norm(last)[place],
        "rms": rms_norm(last)[place],
        "instance": group_norm(stack, stack.shape[1])[ONE],
        "half": group_norm(stack, 2)[ONE],
        "whole": group_norm(stack, 1)[ONE],
    }
    for name, pool in _POOLS.items():
        taken = stack[pool]
        explained = (stack[ONE] - taken.mean()) / np.sqrt(taken.var() + EPS)
        if not np.isclose(results[name], explained):
            raise ValueError(f"{name}: {results[name]} does not come from the numbers {taken}")
    return {name: float(value) for name, value in results.items()}


def _draw_pool(drawing: Drawing, x: float, y: float, name: str, color: str) -> None:
    """Draw both sentences, with the numbers of one choice shaded and the one in bold."""
    taken = np.zeros(stack.shape, dtype=bool)
    taken[_POOLS[name]] = True
    for sentence, rows in enumerate(stack):
        left = x + sentence * _BLOCK
        _shade(drawing, left, y, taken[sentence], color)
        draw_grid(drawing, left, y, rows.shape, _CELL)
        for feature, row in enumerate(rows):
            bold = [ONE[2]] if (sentence, feature) == ONE[:2] else []
            top = y + feature * _HIGH
            fill_row(drawing, left, top, entries(row), _CELL, bold=bold)


def _shade(drawing: Drawing, x: float, y: float, taken: Array, color: str) -> None:
    """Shade the one rectangle of cells that are taken, if there are any."""
    features, positions = (sorted(set(places.tolist())) for places in np.nonzero(taken))
    if features:
        left, top = x + positions[0] * _WIDE, y + features[0] * _HIGH
        wide, high = len(positions) * _WIDE, len(features) * _HIGH
        drawing.box(left, top, wide, high, tint=color, strength=0.28)
        drawing.box(left, top, wide, high, frame=color, line=2)
