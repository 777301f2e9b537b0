"""Formulas: MathML in the site's font, and TeX where a browser knows no MathML."""

from typing import TYPE_CHECKING

import pytest
from faults import badly_set
from visits import Visit, look

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


def test_every_formula_is_mathml_in_the_font_of_the_site(visit: Visit) -> None:
    assert badly_set(visit) == []


def test_without_mathml_every_formula_shows_its_tex(visit: Visit, old: "Page") -> None:
    sources = visit.page.evaluate(
        "[...document.querySelectorAll('article math[data-tex]')].map(math => math.dataset.tex)"
    )
    old.goto(visit.home + visit.name)
    assert look(old, "collapsed", sources) == []
