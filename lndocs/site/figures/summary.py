"""The whole chain for one token: four numbers, from the addition to the output."""

from collections.abc import Sequence
from itertools import pairwise

from lndocs import center, layer_norm, mean, standardize, std
from lndocs.arrays import Array
from lndocs.example import apple, apple_attention, apple_before, beta, gamma
from lndocs.forms import decimal
from lndocs.site.figures.drawing import GREEN, LARGE, QUIET, RULE, SMALL, WIDTH, Drawing
from lndocs.site.figures.names import APPLE, entries, label, listed
from lndocs.site.figures.scales import Scale, spanning

_FIRST, _STEP = 126, 92  # where the first of the four lines lies, and how far the next ones do

_WORDS = {
    "zh": {
        "title": "{token}走过 LayerNorm 的全程",
        "before": "进入 attention 之前",
        "attention": "attention 的输出",
        "legend": "三角是均值",
        "alt": (
            "“苹果”的四个数走过 LayerNorm，画在同一把数轴上。进入 attention 之前 {before}，加上 "
            "attention 的输出 {attention}，得到 {x}。减去均值 {mean}，四个点一起平移，成为 "
            "{centered}。除以标准差 {std}，四个点向零收拢，成为 {normalized}。乘 γ，加 β，"
            "成为 {y}。"
        ),
    },
    "en": {
        "title": "LayerNorm: the path of {token}",
        "before": "before attention",
        "attention": "from attention",
        "legend": "triangle: the mean",
        "alt": (
            "The four numbers of apple on their way through LayerNorm, all on one scale. Before "
            "attention {before}, plus {attention} from attention, gives {x}. Minus the mean "
            "{mean}, the four dots move over together and become {centered}. Divided by the "
            "standard deviation {std}, they draw in toward zero: {normalized}. Times γ, plus β, "
            "they become {y}."
        ),
    },
}


# What is done between two lines, and with which numbers.
_STEPS = {
    "zh": (
        ("减 $μ$", "均值 {mean}"),
        ("除以 $σ$", "标准差 {std}"),
        ("乘 $γ$，加 $β$", "[{gamma}] 和 [{beta}]"),
    ),
    "en": (
        ("subtract $μ$", "the mean, {mean}"),
        ("divide by $σ$", "standard deviation {std}"),
        ("times $γ$, plus $β$", "[{gamma}], [{beta}]"),
    ),
}
_BESIDE = ((0, 26), (200, 38), (200, 38))  # where there is room to say so, below the upper line


def summary(lang: str) -> Drawing:
    """Draw the numbers of 苹果 as dots, stage under stage, each joined to what becomes of it."""
    words = _WORDS[lang]
    stages = [apple, center(apple), standardize(apple), layer_norm(apple, gamma, beta)]
    numbers = {
        "mean": decimal(float(mean(apple))),
        "std": decimal(float(std(apple))),
        "gamma": listed(gamma),
        "beta": listed(beta),
    }
    rows = dict(zip(("x", "centered", "normalized", "y"), map(listed, stages), strict=True))
    alt = words["alt"].format(
        before=listed(apple_before), attention=listed(apple_attention), **numbers, **rows
    )
    drawing = Drawing(lang, _line(3) + 44, alt)
    place = spanning(stages, 18, WIDTH - 14)
    drawing.text(0, 16, words["title"].format(token=label(APPLE, lang)), size=LARGE, bold=True)
    _draw_addition(drawing, place)
    _draw_zero(drawing, place)
    _draw_paths(drawing, place, stages)
    for k, stage in enumerate(stages):
        _draw_stage(drawing, place, _line(k), stage)
    for k, (what, with_which) in enumerate(_STEPS[lang]):
        x, down = _BESIDE[k]
        drawing.text(x, _line(k) + down, what, size=LARGE, bold=True)
        drawing.text(x, _line(k) + down + 18, with_which.format(**numbers), size=SMALL, color=QUIET)
    return drawing


def _line(stage: int) -> int:
    return _FIRST + stage * _STEP


def _draw_addition(drawing: Drawing, place: Scale) -> None:
    """Write the two rows above the dots of their sum, as one adds with a pencil."""
    words, left = _WORDS[drawing.lang], place(apple.min())
    for y, name, row in ((52, "before", apple_before), (72, "attention", apple_attention)):
        drawing.text(0, y, words[name], size=SMALL, color=QUIET)
        for total, entry in zip(apple, entries(row), strict=True):
            drawing.text(place(total), y, entry, anchor="middle", color=QUIET)
    drawing.text(left - 24, 72, "+", anchor="middle", color=QUIET)
    drawing.path([(left - 32, 82), (place(apple.max()) + 10, 82)])
    for total, entry in zip(apple, entries(apple), strict=True):
        drawing.text(place(total), _line(0) - 14, entry, anchor="middle", size=LARGE, bold=True)


def _draw_zero(drawing: Drawing, place: Scale) -> None:
    zero, foot, legend = place(0), _line(3) + 30, _WORDS[drawing.lang]["legend"]
    drawing.path([(zero, _line(0) - 12), (zero, foot - 16)], color=RULE, dashed=True)
    drawing.text(zero, foot, "0", anchor="middle", size=SMALL, color=QUIET)
    drawing.text(WIDTH, foot, legend, anchor="end", size=SMALL, color=QUIET)


def _draw_paths(drawing: Drawing, place: Scale, stages: Sequence[Array]) -> None:
    """Join each dot to what becomes of it."""
    for k, (above, below) in enumerate(pairwise(stages)):
        ends = zip(map(place, above), map(place, below), strict=True)
        lines = ([(old, _line(k)), (new, _line(k + 1))] for old, new in ends)
        drawing.path(*lines, color=GREEN, width=1.5)


def _draw_stage(drawing: Drawing, place: Scale, y: float, stage: Array) -> None:
    drawing.path([(0, y), (WIDTH, y)], color=RULE)
    for value in stage:
        drawing.dot(place(value), y, 5)
    drawing.mean_mark(place(float(mean(stage))), y + 2)
    if stage is not apple:  # whose numbers stand above its dots
        drawing.text(WIDTH, y - 8, listed(stage), anchor="end")
