"""Figures in the page's own type and colors.

Those of the article are drawings, stored beside its pages; labs draw theirs with matplotlib.
"""

from lndocs.site.figures.curves import Axis, curves
from lndocs.site.figures.lines import number_lines
from lndocs.site.figures.picture import Picture

__all__ = ["Axis", "Picture", "curves", "number_lines"]
