"""What becomes of a row that shrinks, for the default ε of four origins."""

import numpy as np

from lndocs import EPS, standardize, variance
from lndocs.arrays import Array
from lndocs.example import apple
from lndocs.forms import decimal
from lndocs.site.expressions import Fact, fact
from lndocs.site.figures.drawing import AMBER, GREEN, LARGE, QUIET, RULE, SMALL, WIDTH, Drawing
from lndocs.site.figures.names import APPLE, label
from lndocs.site.figures.scales import Scale

DEFAULTS: dict[str, Fact | float] = {
    "Keras": fact("1e-3", "keras.layers.LayerNormalization"),
    "PyTorch": EPS,
    "Flax": fact("1e-6", "flax.linen.LayerNorm"),
    "BERT": fact("1e-12", "BERT's layer_norm_eps"),
}
_DECADES = 6  # how often the row is divided by ten
_LANE = 82

_WORDS = {
    "zh": {
        "title": "{token}整行越缩越小，归一化以后",
        "times": "横轴：整行乘的数",
        "equal": "竖线：方差等于 ε",
        "alt": (
            "“苹果”整行从乘 1 缩到乘 {least}，归一化以后的四个数画成四条线，ε 大的先并成零。"
            "最后一个数原来都是 {start}，缩到最小时：{ends}。"
        ),
        "end": "{name}，ε 是 {eps}，剩 {value}",
        "between": "；",
    },
    "en": {
        "title": "{token} shrinks, then is normalized",
        "times": "across: factor on the row",
        "equal": "bar: variance = ε",
        "alt": (
            "The row of apple shrinks from times 1 to times {least}; its four normalized numbers "
            "are four lines, which run together at zero, the sooner the larger ε is. The last "
            "number starts at {start} everywhere. In the end: {ends}."
        ),
        "end": "{name}, with ε at {eps}, leaves {value}",
        "between": "; ",
    },
}


def epsilon(lang: str) -> Drawing:
    """Draw a lane for each ε, with the four normalized numbers along it."""
    words = _WORDS[lang]
    each = {name: _number(default) for name, default in DEFAULTS.items()}
    least = 10.0**-_DECADES
    ends = {name: standardize(apple * least, eps)[-1] for name, eps in each.items()}
    told = (
        words["end"].format(name=name, eps=_power(eps), value=decimal(ends[name]))
        for name, eps in each.items()
    )
    start = decimal(standardize(apple)[-1])
    alt = words["alt"].format(least=_power(least), start=start, ends=words["between"].join(told))
    bottom = 32 + len(each) * _LANE
    drawing = Drawing(lang, bottom + 44, alt)
    drawing.text(0, 14, words["title"].format(token=label(APPLE, lang)), size=LARGE, bold=True)
    along = Scale(0, _DECADES, 50, 308)
    for k, (name, eps) in enumerate(each.items()):
        top = 30 + k * _LANE
        drawing.text(50, top + 14, name, bold=True)
        drawing.text(308, top + 14, f"ε = {_power(eps)}", anchor="end", color=QUIET)
        _draw_lane(drawing, top + 48, along, eps)
    for decade in range(_DECADES + 1):
        x = along(decade)
        drawing.path([(x, bottom), (x, bottom + 5)])
        if decade % 3 == 0:
            factor = _power(10.0**-decade) if decade else decimal(1)
            drawing.text(x, bottom + 20, factor, anchor="middle", size=SMALL, color=QUIET)
    drawing.path([(along(0), bottom), (along(_DECADES), bottom)])
    drawing.text(0, bottom + 40, words["times"], size=SMALL, color=QUIET)
    drawing.text(WIDTH, bottom + 40, words["equal"], anchor="end", size=SMALL, color=AMBER)
    return drawing


def _draw_lane(drawing: Drawing, middle: float, along: Scale, eps: float) -> None:
    drawing.path([(along.start, middle), (along.end, middle)], color=RULE)
    decades = np.linspace(0, _DECADES, 8 * _DECADES + 1)
    curves: Array = np.array([standardize(apple * 10.0**-decade, eps) for decade in decades]).T
    height = Scale(-1, 1, middle + 18, middle - 18)
    drawing.path(
        *([(along(x), height(y)) for x, y in zip(decades, curve, strict=True)] for curve in curves),
        color=GREEN,
        width=1.75,
    )
    equal = np.log10(float(variance(apple)) / eps) / 2
    if equal < _DECADES:
        drawing.path(
            [(along(equal), middle - 26), (along(equal), middle + 26)], color=AMBER, width=1.5
        )
    first, last = curves[-1][0], curves[-1][-1]
    drawing.text(44, height(first) + 4, decimal(first), anchor="end", size=SMALL, color=QUIET)
    drawing.text(314, height(last) + 4, decimal(last), bold=True)


def _number(default: Fact | float) -> float:
    return float(default.value if isinstance(default, Fact) else default)


def _power(value: float) -> str:
    return f"{value:.0e}".replace("e-0", "e-")
