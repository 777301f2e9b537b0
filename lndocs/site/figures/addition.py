"""The addition: what one token's sum is made of, and the sums of all three on one scale."""

from lndocs.example import X, apple, apple_attention, apple_before, eat
from lndocs.forms import decimal
from lndocs.site.expressions import same
from lndocs.site.figures.drawing import AMBER, GREEN, LARGE, QUIET, SMALL, WIDTH, Drawing
from lndocs.site.figures.names import APPLE, EAT, ME, entries, label, listed
from lndocs.site.figures.scales import Scale

_WORDS = {
    "zh": {
        "before": "进入 attention 之前",
        "attention": "attention 的输出",
        "sum": "和",
        "sum alt": (
            "“苹果”的四维，每一维是一根叠起来的柱：下面一段是进入 attention 之前的 {before}，"
            "上面一段是 attention 的输出 {attention}，合起来是 {x}。"
        ),
        "times": "苹果的 {times} 倍",
        "scale alt": (
            "三个 token 的和画在同一把尺子上，每一维一根柱。我：{me}。吃：{eat}。苹果：{apple}。"
            "吃的每一根都是苹果的 {times} 倍，苹果和我几乎贴着底线。"
        ),
    },
    "en": {
        "before": "before attention",
        "attention": "from attention",
        "sum": "sum",
        "sum alt": (
            "The four dimensions of apple, each a bar of two parts: below, the values before "
            "attention, {before}; on top, what attention gave, {attention}; together {x}."
        ),
        "times": "{times} times 苹果",
        "scale alt": (
            "The sums of the three tokens on one scale, a bar for each dimension. I: {me}. "
            "Eat: {eat}. Apple: {apple}. Every bar of eat is {times} times that of apple; those of "
            "apple and I hardly leave the base line."
        ),
    },
}


def addition(lang: str) -> Drawing:
    """Stack what attention gave 苹果 on what it was before, dimension by dimension."""
    words = _WORDS[lang]
    alt = words["sum alt"].format(
        before=listed(apple_before), attention=listed(apple_attention), x=listed(apple)
    )
    base, wide, pitch = 154, 42, 54
    drawing = Drawing(lang, base + 10, alt)
    height = Scale(0, float(apple.max()), 0, base - 26)
    x, parts = 0.0, zip(apple_before, apple_attention, apple, strict=True)
    for k, (own, read, total) in enumerate(parts):
        x = 2 + k * pitch
        low, high = base - height(own), base - height(total)
        drawing.box(x, low, wide, base - low, frame=QUIET)
        drawing.box(x, high, wide, low - high, frame=GREEN, tint=GREEN, line=1.5, strength=0.2)
        middle = x + wide / 2
        for value, y in ((own, (low + base) / 2), (read, (high + low) / 2)):
            drawing.text(middle, y + 4.5, decimal(value), anchor="middle", size=SMALL)
        drawing.text(middle, high - 8, decimal(total), anchor="middle", size=LARGE, bold=True)
    beside = x + wide + 12
    drawing.text(beside, high - 8, words["sum"], size=LARGE, bold=True)
    drawing.text(beside, (high + low) / 2 + 4.5, words["attention"], color=GREEN)
    drawing.text(beside, (low + base) / 2 + 4.5, words["before"], color=QUIET)
    drawing.path([(0, base), (x + wide + 2, base)], width=1.5)
    return drawing


def one_scale(lang: str) -> Drawing:
    """Draw the sums of the three tokens as bars on one scale."""
    words = _WORDS[lang]
    times = decimal(same(eat / apple))
    rows = {"me": listed(X[ME]), "eat": listed(X[EAT]), "apple": listed(X[APPLE])}
    base, wide, pitch, apart = 186, 20, 25, 126
    drawing = Drawing(lang, base + 46, words["scale alt"].format(times=times, **rows))
    height = Scale(0, float(X.max()), 0, base - 20)
    for token, row in enumerate(X):
        left = 4 + token * apart
        middle = left + 1.5 * pitch + wide / 2
        for k, (value, entry) in enumerate(zip(row, entries(row), strict=True)):
            x, high = left + k * pitch, height(value)
            drawing.box(x, base - high, wide, high, tint=GREEN, strength=1)
            drawing.text(x + wide / 2, base - high - 6, entry, anchor="middle")
        drawing.text(middle, base + 20, label(token, lang), anchor="middle", size=LARGE, bold=True)
        if token == EAT:
            remark = words["times"].format(times=times)
            drawing.text(middle, base + 40, remark, anchor="middle", color=AMBER, bold=True)
    drawing.path([(0, base), (WIDTH, base)], width=1.5)
    return drawing
