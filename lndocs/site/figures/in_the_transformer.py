"""Post-norm and pre-norm: one diagram drawn twice, with the norm in two places."""

from typing import Literal

from lndocs.site.figures.drawing import GREEN, INK, LARGE, QUIET, SMALL, Drawing

_WIDE, _HIGH = 88, 32
_TRUNK, _BRANCH = 44, 128  # across
# Down: where the branch leaves, its two boxes, the addition, the box after it, and the end.
_INPUT, _SPLIT, _BEFORE, _SUBLAYER, _ADD, _AFTER, _OUTPUT = 48, 70, 86, 140, 200, 224, 284

_WORDS = {
    "zh": {
        "post": "后归一化 post-norm",
        "pre": "前归一化 pre-norm",
        "sublayer": "多头注意力",
        "post end": "出来的归一化过",
        "pre end": "主干没有归一化",
        "alt": (
            "两张图画法相同，只有 LayerNorm 的位置不同。输入 H 分成两路：主干直通，支路经过"
            "多头注意力，再相加成 Y。后归一化：LayerNorm 在相加之后，主干上。"
            "前归一化：LayerNorm 在支路上，多头注意力之前；主干没有归一化。"
        ),
    },
    "en": {
        "post": "Post-norm",
        "pre": "Pre-norm",
        "sublayer": "attention",
        "post end": "the output is normalized",
        "pre end": "the trunk is left raw",
        "alt": (
            "Two diagrams that differ only in where LayerNorm stands. The input H splits: the "
            "trunk goes straight on, the branch goes through attention, and both are added to "
            "make Y. Post-norm: LayerNorm comes after the addition, on the trunk. Pre-norm: "
            "LayerNorm is on the branch, before attention; the trunk is not normalized."
        ),
    },
}


def in_the_transformer(lang: str) -> Drawing:
    """Draw the two orders side by side."""
    drawing = Drawing(lang, _OUTPUT + 48, _WORDS[lang]["alt"])
    _draw_order(drawing, 0, "post")
    _draw_order(drawing, 188, "pre")
    return drawing


def _draw_order(drawing: Drawing, left: float, order: Literal["post", "pre"]) -> None:
    """Draw one sublayer from its input to its output: a trunk, and a branch that rejoins it."""
    words = _WORDS[drawing.lang]
    trunk, branch = left + _TRUNK, left + _BRANCH
    drawing.text(left, 16, words[order], size=LARGE, bold=True)
    drawing.text(trunk, _INPUT, "$H$", anchor="middle", size=LARGE)
    drawing.arrow((trunk, _INPUT + 6), (trunk, _ADD - 9))
    drawing.dot(trunk, _SPLIT, 3, color=QUIET)
    stops = [_SUBLAYER] if order == "post" else [_BEFORE, _SUBLAYER]
    points = [(trunk, float(_SPLIT)), (branch, float(_SPLIT))]
    for top in stops:
        drawing.arrow(*points, (branch, top))
        points = [(branch, float(top + _HIGH))]
    drawing.arrow(*points, (branch, _ADD), (trunk + 9, _ADD))
    drawing.ring(trunk, _ADD, 9)
    drawing.path(
        [(trunk - 5, _ADD), (trunk + 5, _ADD)], [(trunk, _ADD - 5), (trunk, _ADD + 5)], color=INK
    )
    start = float(_ADD + 9)
    if order == "post":
        drawing.arrow((trunk, start), (trunk, _AFTER))
        start = _AFTER + _HIGH
    drawing.arrow((trunk, start), (trunk, _OUTPUT))
    drawing.text(trunk, _OUTPUT + 16, "$Y$", anchor="middle", size=LARGE)
    drawing.text(left, _OUTPUT + 42, words[f"{order} end"], size=SMALL, color=QUIET)
    _draw_box(drawing, branch, _SUBLAYER, words["sublayer"])
    norm = (trunk, _AFTER) if order == "post" else (branch, _BEFORE)
    _draw_box(drawing, *norm, "LayerNorm", norm=True)


def _draw_box(
    drawing: Drawing, middle: float, top: float, name: str, *, norm: bool = False
) -> None:
    place = middle - _WIDE / 2, top, _WIDE, _HIGH
    if norm:
        drawing.box(*place, frame=GREEN, line=2, tint=GREEN, strength=0.25)
    else:
        drawing.box(*place, frame=QUIET)
    drawing.text(middle, top + _HIGH / 2 + 5, name, anchor="middle", bold=norm)
