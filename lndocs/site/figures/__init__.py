"""Figures for the pages: drawn with matplotlib, shown as SVG in the page's own type and colors."""

from lndocs.site.figures.curves import Axis, curves
from lndocs.site.figures.lines import number_lines
from lndocs.site.figures.picture import Picture

__all__ = ["Axis", "Picture", "curves", "number_lines"]
