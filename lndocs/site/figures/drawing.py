"""A figure written as SVG directly: what can be drawn, and the few colors that it is drawn with.

Stored, a figure is black on white and stands by itself. In a page it takes on the page's type and
colors: :func:`at_home` sees to that.
"""

import html
import re
from collections.abc import Iterable
from typing import Literal

WIDTH = 360
"""How wide every drawing is: as wide as the text of a page on a telephone, in its pixels."""

# The colors of a page in the light scheme, and the names that it has for them.
INK, QUIET, RULE, GREEN, AMBER, PAPER = (
    "#24292b", "#5b6365", "#dedbd1", "#1f6561", "#83570a", "#ffffff",
)  # fmt: skip
COLORS = {
    INK: "currentColor",
    QUIET: "var(--quiet)",
    RULE: "var(--rule)",
    GREEN: "var(--green)",
    AMBER: "var(--amber)",
}
SMALL, NORMAL, LARGE = 12, 13, 15
"""The sizes of type; none is smaller."""

_HAN = re.compile(r"[\u4e00-\u9fff]+")
_SYMBOL = re.compile(r"\$([^$_]+)(?:_([^$]+))?\$")
_ITALIC = 'font-family="STIX Two Math, Cambria Math, Times New Roman, serif" font-style="italic"'
_MARGIN = 16  # around a drawing that stands by itself
_ROOM = 5  # above it in a page, since a line of type is higher than its letters
_VIEW = re.compile(r'viewBox="[^"]*"')
_STAND_ALONE = re.compile(r' (?:xmlns|width|height|font-family)="[^"]*"')

Point = tuple[float, float]
Anchor = Literal["start", "middle", "end"]


class Drawing:
    """A figure with the words that describe it.

    Parameters
    ----------
    lang : {"zh", "en"}
    height : int
    alt : str
        What the figure shows, for those who do not see it, in that language.
    """

    def __init__(self, lang: str, height: int, alt: str) -> None:
        self.lang = lang
        self.height = height
        self.alt = alt
        self._parts: list[str] = []

    def text(
        self,
        x: float,
        y: float,
        words: str,
        *,
        anchor: Anchor = "start",
        size: float = NORMAL,
        color: str = INK,
        bold: bool = False,
    ) -> None:
        """Write words with their baseline at ``y``; ``$W_O$`` is a symbol with an index."""
        attributes = [f'x="{_number(x)}" y="{_number(y)}"']
        attributes += [f'text-anchor="{anchor}"'] * (anchor != "start")
        attributes += [f'font-size="{_number(size)}"'] * (size != NORMAL)
        attributes += [f'fill="{color}"'] * (color != INK)
        attributes += ['font-weight="600"'] * bold
        self._parts.append(f"<text {' '.join(attributes)}>{self._marked(words)}</text>")

    def path(
        self,
        *lines: Iterable[Point],
        color: str = QUIET,
        width: float = 1,
        dashed: bool = False,
    ) -> None:
        """Draw lines, each through its points."""
        drawn = "".join(_through(line) for line in lines)
        looks = f'fill="none" stroke="{color}" stroke-width="{_number(width)}"'
        looks += ' stroke-dasharray="3 3"' * dashed
        self._parts.append(f'<path d="{drawn}" {looks}/>')

    def arrow(self, *points: Point, color: str = QUIET, width: float = 1.5) -> None:
        """Draw a line with a head at its last point, which it reaches along an axis or aslant."""
        (x0, y0), (x, y) = points[-2:]
        length = ((x - x0) ** 2 + (y - y0) ** 2) ** 0.5
        along, across = (x - x0) / length, (y - y0) / length
        back = (x - 7 * along, y - 7 * across)
        sides = [(back[0] - s * 3.5 * across, back[1] + s * 3.5 * along) for s in (1, -1)]
        self.path((*points[:-1], back), color=color, width=width)
        self.shape([(x, y), *sides], color=color)

    def shape(self, points: Iterable[Point], *, color: str) -> None:
        """Fill the outline through the points."""
        self._parts.append(f'<path d="{_through(points)}z" fill="{color}"/>')

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        frame: str | None = None,
        line: float = 1,
        tint: str | None = None,
        strength: float = 0.16,
        round_: float = 0,
    ) -> None:
        """Draw a rectangle with a frame, or a tint in it, or both."""
        size = " ".join(
            f'{name}="{_number(value)}"'
            for name, value in (("x", x), ("y", y), ("width", width), ("height", height))
        )
        looks = f'fill="{tint}" fill-opacity="{_number(strength)}"' if tint else 'fill="none"'
        looks += f' stroke="{frame}" stroke-width="{_number(line)}"' if frame else ""
        looks += f' rx="{_number(round_)}"' if round_ else ""
        self._parts.append(f"<rect {size} {looks}/>")

    def dot(self, x: float, y: float, r: float = 4, *, color: str = GREEN) -> None:
        """Draw a filled dot."""
        self._parts.append(
            f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{_number(r)}" fill="{color}"/>'
        )

    def ring(self, x: float, y: float, r: float = 4, *, color: str = INK) -> None:
        """Draw an open ring."""
        place = f'cx="{_number(x)}" cy="{_number(y)}" r="{_number(r)}"'
        self._parts.append(f'<circle {place} fill="none" stroke="{color}" stroke-width="1.5"/>')

    def mean_mark(self, x: float, y: float) -> None:
        """Draw a triangle that points from below at the mean of the numbers on a line."""
        self.shape([(x, y + 4), (x - 5, y + 12), (x + 5, y + 12)], color=AMBER)

    def svg(self) -> str:
        """Write the drawing as a file that stands by itself: the same bytes each time."""
        wide, high = _number(WIDTH + 2 * _MARGIN), _number(self.height + 2 * _MARGIN)
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" '
            f'viewBox="-{_MARGIN} -{_MARGIN} {wide} {high}" class="drawing" role="img" '
            f'aria-label="{html.escape(self.alt)}" '
            f'font-family="system-ui, sans-serif" font-size="{NORMAL}" fill="{INK}">',
            f'<rect x="-{_MARGIN}" y="-{_MARGIN}" width="{wide}" height="{high}" fill="{PAPER}"/>',
            *self._parts,
            "</svg>",
        ]
        return "".join(f"{line}\n" for line in lines)

    def _marked(self, words: str) -> str:
        """Mark symbols, and in English what is Chinese."""
        marked = _SYMBOL.sub(_symbol, html.escape(words, quote=False))
        if self.lang == "zh":
            return marked
        return _HAN.sub(lambda found: f'<tspan lang="zh-Hans">{found[0]}</tspan>', marked)


def at_home(svg: str) -> str:
    """Give a stored drawing the type, the colors and the margins of the page that holds it."""
    head, _, *parts = svg.splitlines()
    height = re.findall(r'height="(\d+)"', head)[0]
    view = f'viewBox="0 -{_ROOM} {WIDTH} {int(height) - 2 * _MARGIN + _ROOM}"'
    svg = "\n".join([_VIEW.sub(view, _STAND_ALONE.sub("", head)), *parts])
    for color, name in COLORS.items():
        svg = svg.replace(f'"{color}"', f'"{name}"')
    return svg


def _symbol(found: re.Match[str]) -> str:
    symbol, index = found.groups()
    drawn = f"<tspan {_ITALIC}>{symbol}</tspan>"
    return drawn if index is None else f'{drawn}<tspan dy="3" font-size="11.5">{index}</tspan>'


def _through(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{_number(x)} {_number(y)}" for x, y in points)


def _number(value: float) -> str:
    return f"{value:z.2f}".rstrip("0").rstrip(".")
