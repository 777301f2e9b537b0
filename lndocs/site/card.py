"""The card that stands for a page where its address is shared: one picture for both languages.

It needs no font but those that matplotlib brings, since its words are numbers and formulas.
"""

import io
from functools import cache
from pathlib import Path

import matplotlib as mpl
from matplotlib.figure import Figure

from lndocs import layer_norm, mean, std
from lndocs.example import apple
from lndocs.show import text

NAME = "assets/card.png"
WIDTH, HEIGHT = 1200, 630

_PAPER, _INK, _QUIET, _GREEN = "#fbfaf7", "#24292b", "#5b6365", "#1f6561"
_FORMULA = r"$\gamma \odot \frac{x - \mu}{\sqrt{\sigma^2 + \varepsilon}} + \beta$"


def sayings() -> tuple[str, ...]:
    """Give the words of the card below its formula, with their numbers computed."""
    row = text(layer_norm(apple)).replace("-", "−")
    mu, sigma = text(mean(apple)), text(std(apple))
    return rf"$x = {text(apple)}$", rf"$\mu = {mu}$", rf"$\sigma \approx {sigma}$", row


@cache
def png() -> bytes:
    """Draw the card: the same bytes each time."""
    with mpl.rc_context({"font.family": "STIXGeneral", "mathtext.fontset": "stix"}):
        figure = Figure(figsize=(WIDTH / 100, HEIGHT / 100), dpi=100, facecolor=_PAPER)
        figure.text(0.07, 0.83, "LayerNorm", size=58, color=_INK, va="center")
        figure.text(0.07, 0.585, _FORMULA, size=54, color=_GREEN, va="center")
        *steps, row = sayings()
        figure.text(0.07, 0.345, "      ".join(steps), size=25, color=_QUIET, va="center")
        figure.text(0.07, 0.17, row, size=40, color=_INK, va="center")
        _draw_dots(figure)
        buffer = io.BytesIO()
        figure.savefig(
            buffer, format="png", metadata={"Software": None}, pil_kwargs={"optimize": True}
        )
    return buffer.getvalue()


def write(site: Path) -> None:
    """Put the card into a built site."""
    (site / NAME).parent.mkdir(exist_ok=True)
    (site / NAME).write_bytes(png())


def _draw_dots(figure: Figure) -> None:
    """Draw the logo large: the four normalized numbers as dots above and below their mean."""
    axes = figure.add_axes((0.68, 0.36, 0.26, 0.5))
    heights = layer_norm(apple)
    places = range(len(heights))
    axes.axhline(0, color=_GREEN, alpha=0.5, linewidth=2)
    axes.vlines(places, 0, heights, color=_GREEN, linewidth=6)
    axes.scatter(places, heights, s=900, color=_GREEN)
    axes.set(xlim=(-0.6, 3.6), ylim=(-1.75, 1.75))
    axes.set_axis_off()
