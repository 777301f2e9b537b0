"""Formulas become MathML, and whatever cannot become MathML is named."""

import pytest
from bs4 import BeautifulSoup

from lndocs.site.language import CHINESE, ENGLISH, Language
from lndocs.site.mathml import FormulaError, convert, plain, typeset


def typeset_html(html: str, language: Language = ENGLISH) -> BeautifulSoup:
    soup = BeautifulSoup(html, "html.parser")
    typeset(soup, language)
    return soup


def inline(tex: str) -> str:
    return rf'<span class="arithmatex">\({tex}\)</span>'


def display(tex: str) -> str:
    return rf'<div class="arithmatex">\[{tex}\]</div>'


def test_a_formula_in_a_line_of_text_stays_there() -> None:
    soup = typeset_html(f"<p>where {inline(r'd = 4')}.</p>")
    assert soup.p.math["data-tex"] == "d = 4"
    assert soup.get_text() == "where d=4."


@pytest.mark.parametrize(("language", "name"), [(CHINESE, "公式"), (ENGLISH, "Formula")])
def test_a_formula_of_its_own_scrolls_in_a_box_with_a_name(language: Language, name: str) -> None:
    box = typeset_html(display(r"\mu = 5"), language).select_one(".formula")
    assert (box["role"], box["tabindex"], box["aria-label"]) == ("group", "0", name)
    assert box.math["display"] == "block"


def test_search_does_not_read_a_fraction_as_a_row_of_digits() -> None:
    soup = typeset_html(inline(r"\mu") + display(r"\frac{20}{4}"))
    assert [math.has_attr("data-search-exclude") for math in soup.select("math")] == [False, True]


def test_signs_that_html_escapes_come_through() -> None:
    soup = typeset_html(inline("a &lt; b &amp; c").replace("&amp;", r"\&amp;"))
    assert soup.math["data-tex"] == r"a < b \& c"
    assert soup.get_text() == "a<b&c"


def test_chinese_stands_in_text() -> None:
    assert "<mtext>苹果</mtext>" in convert(r"\text{苹果}")


@pytest.mark.parametrize("length", ["[4pt]", " [0.5em]", "[-2mm]"])
def test_the_length_after_a_row_is_left_to_the_stylesheet(length: str) -> None:
    rows = r"\begin{aligned} a &= 1 \\%s b &= 2 \end{aligned}"
    assert convert(rows % length) == convert(rows % "")


def test_brackets_after_a_row_that_are_no_length_stay() -> None:
    assert "<mn>2</mn>" in convert(r"\begin{aligned} a \\ [2, 4] \end{aligned}")


def test_every_formula_that_fails_is_named_with_its_reason() -> None:
    with pytest.raises(FormulaError) as error:
        typeset_html(inline(r"\nosuch") + inline(r"\mu") + display(r"\frac{1"))
    first, second = str(error.value).splitlines()
    assert first.startswith(r"\nosuch: ")
    assert "nosuch" in first.removeprefix(r"\nosuch: ")
    assert second.startswith(r"\frac{1: ")


@pytest.mark.parametrize(
    ("title", "written"),
    [
        (r"Why \(\varepsilon\)", "Why ε"),
        (r"\(\sigma^{2}\) and \(\mu\)", "σ2 and μ"),
        ("No formula (at all)", "No formula (at all)"),
    ],
)
def test_titles_hold_plain_characters(title: str, written: str) -> None:
    assert plain(title) == written


def test_no_line_begins_with_the_punctuation_after_a_formula() -> None:
    soup = typeset_html(f"<p>取 {inline('x')}，再说</p>", CHINESE)
    kept = soup.select_one("p > span.kept")
    assert kept is not None and kept.math is not None
    assert kept.get_text() == "x，"
    assert soup.get_text() == "取 x，再说"
