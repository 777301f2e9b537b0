"""A matplotlib figure as SVG that a page can hold: readable aloud, and at home in either scheme."""

import hashlib
import html
import io
import re
import warnings

import matplotlib as mpl
from matplotlib.figure import Figure

# Colors that stand in for the page's, which are known only where the figure is shown.
INK, QUIET, FIRST, SECOND = "#010203", "#010204", "#010205", "#010206"
_COLORS = {
    INK: "currentColor",
    QUIET: "var(--plot-grid, #999)",
    FIRST: "var(--plot-1, #1f6561)",
    SECOND: "var(--plot-2, #83570a)",
}
_GROUP_ID = re.compile(r' id="[A-Za-z0-9.]+_\d+"')
# What the page decides: metadata, a style for everything, the fonts' names.
_PAGES_OWN = re.compile(
    r"<metadata>.*?</metadata>|<style.*?</style>"
    r'| font-family: [^;]+;| transform="rotate\(-0[^"]*"',
    re.DOTALL,
)


class Picture:
    """A figure with the words that describe it.

    Parameters
    ----------
    figure : Figure
        Its colors are :data:`INK`, :data:`QUIET`, :data:`FIRST` and :data:`SECOND`.
    alt : str
        What the figure shows, for those who do not see it, in the page's language.
    """

    def __init__(self, figure: Figure, alt: str) -> None:
        self.figure = figure
        self.alt = alt

    def svg(self) -> str:
        """Draw the figure: text as text, the same bytes each time."""
        salt = hashlib.sha256(self.alt.encode()).hexdigest()
        buffer = io.StringIO()
        # The salt keeps the marks of two figures of a page apart.
        text_and_marks = mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": salt})
        with text_and_marks, warnings.catch_warnings():
            # Text stays text: the reader's fonts draw it, and none on this machine need have it.
            warnings.filterwarnings("ignore", message=r"Glyph .* missing from font")
            self.figure.savefig(
                buffer, format="svg", transparent=True, metadata={"Date": None, "Creator": None}
            )
        drawn = buffer.getvalue()
        drawn = drawn[drawn.index("<svg") :].strip()
        drawn = _PAGES_OWN.sub("", _GROUP_ID.sub("", drawn))
        for stand_in, color in _COLORS.items():
            drawn = drawn.replace(stand_in, color)
        drawn = drawn.replace("xlink:href", "href")
        view = re.search(r'viewBox="[^"]+"', drawn)
        assert view is not None
        alt = html.escape(self.alt)
        head = f'<svg {view[0]} role="img" aria-label="{alt}">'
        return head + drawn[drawn.index(">") + 1 :]

    def _repr_html_(self) -> str:
        return f'<figure class="plot">{self.svg()}</figure>'
