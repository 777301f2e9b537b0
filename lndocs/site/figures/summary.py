"""The whole chain for one token: four numbers, from the addition to the output."""

from lndocs import center, layer_norm, mean, standardize, std
from lndocs.example import apple, apple_attention, apple_before, beta, gamma
from lndocs.forms import decimal
from lndocs.site.figures.drawing import GREEN, LARGE, QUIET, RULE, SMALL, Drawing
from lndocs.site.figures.names import APPLE, entries, label, listed
from lndocs.site.figures.scales import spanning

_FIRST, _STEP = 126, 92  # where the first of the four lines lies, and how far the next ones do

_WORDS = {
    "zh": {
        "title": "{token}走过 LayerNorm 的全程",
        "before": "进入 attention 之前",
        "attention": "attention 的输出",
        "center": ("减 $μ$", "均值 {mean}"),
        "divide": ("除以 $σ$", "标准差 {std}"),
        "adjust": ("乘 $γ$，加 $β$", "[{gamma}] 和 [{beta}]"),
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
        "center": ("subtract $μ$", "the mean, {mean}"),
        "divide": ("divide by $σ$", "standard deviation {std}"),
        "adjust": ("times $γ$, plus $β$", "[{gamma}], [{beta}]"),
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
    rows = zip(("x", "centered", "normalized", "y"), map(listed, stages), strict=True)
    alt = str(words["alt"]).format(
        before=listed(apple_before), attention=listed(apple_attention), **numbers, **dict(rows)
    )
    drawing = Drawing(lang, _FIRST + 3 * _STEP + 44, alt)
    place = spanning(stages, 18, 346)
    drawing.text(0, 16, str(words["title"]).format(token=label(APPLE, lang)), size=LARGE, bold=True)
    for y, key, row in ((52, "before", apple_before), (72, "attention", apple_attention)):
        drawing.text(0, y, str(words[key]), size=SMALL, color=QUIET)
        for value, entry in zip(apple, entries(row), strict=True):
            drawing.text(place(value), y, entry, anchor="middle", color=QUIET)
    drawing.text(place(apple.min()) - 24, 72, "+", anchor="middle", color=QUIET)
    drawing.path([(place(apple.min()) - 32, 82), (place(apple.max()) + 10, 82)], color=QUIET)
    lines = [_FIRST + k * _STEP for k in range(len(stages))]
    drawing.path([(place(0), lines[0] - 12), (place(0), lines[-1] + 14)], color=RULE, dashed=True)
    drawing.text(place(0), lines[-1] + 30, "0", anchor="middle", size=SMALL, color=QUIET)
    drawing.text(360, lines[-1] + 30, str(words["legend"]), anchor="end", size=SMALL, color=QUIET)
    for k in range(1, len(stages)):
        drawing.path(
            *(
                [(place(old), lines[k - 1]), (place(new), lines[k])]
                for old, new in zip(stages[k - 1], stages[k], strict=True)
            ),
            color=GREEN,
            width=1.5,
        )
    for key, x, y in (
        ("center", 0, 26),
        ("divide", 200, _STEP + 38),
        ("adjust", 200, 2 * _STEP + 38),
    ):
        what, with_what = words[key]
        drawing.text(x, lines[0] + y, what, size=LARGE, bold=True)
        drawing.text(x, lines[0] + y + 18, with_what.format(**numbers), size=SMALL, color=QUIET)
    for y, stage in zip(lines, stages, strict=True):
        drawing.path([(0, y), (360, y)], color=RULE)
        for value in stage:
            drawing.dot(place(value), y, 5)
        drawing.mean_mark(place(float(mean(stage))), y + 2)
        if stage is not apple:
            drawing.text(360, y - 8, listed(stage), anchor="end")
    for value, entry in zip(apple, entries(apple), strict=True):
        drawing.text(place(value), lines[0] - 14, entry, anchor="middle", size=LARGE, bold=True)
    return drawing
