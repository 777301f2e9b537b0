"""One row of γ and one of β, which serve the rows of all tokens."""

from lndocs import layer_norm, standardize
from lndocs.example import X, beta, d, gamma, tokens
from lndocs.site.figures.drawing import AMBER, LARGE, QUIET, Drawing
from lndocs.site.figures.grids import draw_grid, fill_row
from lndocs.site.figures.names import entries, gloss, listed

_CELL = _WIDE, _HIGH = 58, 26
_LEFT = 46  # where the cells begin
_RIGHT = _LEFT + d * _WIDE

_WORDS = {
    "zh": {
        "own": "每个 token 各有一行",
        "shared": "全体 token 共用一行",
        "token": "{token}：{x}，变成 {y}",
        "between": "；",
        "alt": (
            "三个 token 的 x̂ 各有一行，下面 γ 只有一行，{gamma}，β 也只有一行，{beta}；"
            "从它们引出的线通到每个 token 的 y。{rows}。"
        ),
    },
    "en": {
        "own": "a row for each token",
        "shared": "one row for all tokens",
        "token": "{token}: {x} becomes {y}",
        "between": "; ",
        "alt": (
            "Each of the three tokens has a row of x̂. Below, γ has only one row, {gamma}, and β "
            "only one, {beta}; lines lead from them to the y of every token. {rows}."
        ),
    },
}


def gamma_beta(lang: str) -> Drawing:
    """Draw x̂ and y with a row for each token, and between them the rows that all share."""
    words = _WORDS[lang]
    normalized, output = standardize(X), layer_norm(X, gamma, beta)
    rows = words["between"].join(
        words["token"].format(token=gloss(k, lang), x=listed(normalized[k]), y=listed(output[k]))
        for k in range(len(tokens))
    )
    alt = words["alt"].format(gamma=listed(gamma), beta=listed(beta), rows=rows)
    drawing = Drawing(lang, 330, alt)
    changed = [k for k in range(d) if (gamma[k], beta[k]) != (1, 0)]
    drawing.text(0, 14, "$x̂$", size=LARGE, bold=True)
    drawing.text(_LEFT, 14, words["own"], color=QUIET)
    _draw_tokens(drawing, 24, [entries(row) for row in normalized], changed)
    for k in range(len(tokens) if lang == "en" else 0):
        drawing.text(_RIGHT + 10, 24 + (k + 0.5) * _HIGH + 5, gloss(k, lang), color=QUIET)
    drawing.text(_LEFT, 136, words["shared"], color=AMBER, bold=True)
    for y, sign, name, row in ((146, "×", "$γ$", gamma), (180, "+", "$β$", beta)):
        drawing.text(0, y + 18, f"{sign} {name}", size=LARGE, bold=True)
        drawing.box(_LEFT, y, d * _WIDE, _HIGH, tint=AMBER, strength=0.2)
        draw_grid(drawing, _LEFT, y, (1, d), _CELL)
        drawing.box(_LEFT, y, d * _WIDE, _HIGH, frame=AMBER, line=2)
        fill_row(drawing, _LEFT, y, entries(row), _CELL, bold=changed)
    drawing.text(0, 236, "= $y$", size=LARGE, bold=True)
    _draw_tokens(drawing, 246, [entries(row) for row in output], changed)
    for k in range(len(tokens)):
        end = 246 + (k + 0.5) * _HIGH
        lane = _RIGHT + 20 + 16 * k
        points = [(_RIGHT + 2, 176), (lane, 176), (lane, end), (_RIGHT + 2, end)]
        drawing.arrow(*points, color=AMBER)
    return drawing


def _draw_tokens(drawing: Drawing, y: float, rows: list[list[str]], bold: list[int]) -> None:
    draw_grid(drawing, _LEFT, y, (len(rows), d), _CELL)
    for k, (token, row) in enumerate(zip(tokens, rows, strict=True)):
        drawing.text(2, y + (k + 0.5) * _HIGH + 5, token, color=QUIET)
        fill_row(drawing, _LEFT, y + k * _HIGH, row, _CELL, bold=bold)
