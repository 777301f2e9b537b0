"""Where numbers come from: each numeral of each page carries what its check line gives."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup, Tag
from building import PAGE, ROOT, small_build
from sybil import Document

from lndocs.site import facts, marks, origins, placing
from lndocs.site.agreement import agrees
from lndocs.site.expressions import Fact, Rounded
from lndocs.site.language import ENGLISH
from lndocs.site.mathml import typeset
from lndocs.site.numerals import Numeral
from lndocs.site.outcomes import outcomes
from lndocs.site.stretches import Stretch

SOURCES = [path for path in facts.pages() if ROOT / "docs" in path.parents]
ASKED = "[data-of], [data-source]"
LAB = """# %% [markdown]
# ---
# description: a lab
# ---
# # Lab
#
# The mean is $\\mu = 5$, as 5 is printed below:
# <!-- = mean(apple), mean(apple) -->

# %%
from lndocs.example import apple
lowest = -3
print(5)

# %% [markdown]
# - 5
# - −3
# <!-- = mean(apple), lowest -->

# %% [markdown]
# 5 once more.
# <!-- = mean(apple) -->
"""


@cache
def checked(path: Path) -> tuple[tuple[str, str, Any], ...]:
    """The numerals of a page with the expressions and values that the guard has for them."""
    document = Document(path.read_text("utf-8"), str(path))
    return tuple(
        (numeral.text, expression, value)
        for outcome in outcomes(document)
        if isinstance(outcome.example.parsed, Stretch)
        for numeral, (expression, value) in zip(
            outcome.example.parsed.numerals, outcome.pairs, strict=True
        )
    )


def article(site: Path, source: Path) -> Tag:
    language, *folders = source.relative_to(ROOT / "docs").with_suffix("").parts
    page = site.joinpath("en" if language == "en" else "", *folders)
    page = page.parent if page.name == "index" else page
    soup = BeautifulSoup((page / "index.html").read_text("utf-8"), "html.parser")
    assert soup.article is not None
    return soup.article


def plain(text: str) -> str:
    """A numeral as it is seen, written with a true minus: as Markdown and as HTML have it."""
    return re.sub(r"10\^\{(.*)\}", r"10\1", text).replace("-", "−")


def cited(expression: str, value: Any) -> str:
    return value.source if isinstance(value, Fact) else expression


def said(element: Tag) -> tuple[str, str]:
    return plain(element.get_text()), str(element.get("data-of") or element["data-source"])


def value_of(element: Tag) -> float | str:
    text = str(element["data-value"]).replace("−", "-")
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_numeral_of_every_page_is_marked_with_its_own_value(site: Path, source: Path) -> None:
    # Footnotes stand at the end in the HTML: what is said is compared in an order of its own.
    found = sorted(article(site, source).select(ASKED), key=said)
    expected = sorted(checked(source), key=lambda check: (plain(check[0]), cited(*check[1:])))
    assert [said(element) for element in found] == [
        (plain(text), cited(expression, value)) for text, expression, value in expected
    ]
    for element, (text, _, value) in zip(found, expected, strict=True):
        if isinstance(value, Fact):
            assert "data-value" not in element.attrs
        elif isinstance(value, Rounded):
            assert agrees(text, Rounded(float(value_of(element)), value.decimals))
        else:
            assert agrees(text, value_of(element))


def test_pages_hold_numerals_of_every_kind() -> None:
    values = [value for source in SOURCES for _, _, value in checked(source)]
    assert len(values) > 500
    assert {type(value) for value in values} >= {int, float, Fact, Rounded, str}


def test_marks_change_nothing_of_the_page(site: Path) -> None:
    for source in SOURCES:
        for element in article(site, source).find_all():
            assert not marks.MARK.search("".join(map(str, element.attrs.values())))
        assert not marks.MARK.search(article(site, source).get_text())
    for index in site.rglob("search_index.json"):
        assert not marks.MARK.search(index.read_text("utf-8"))


def placed(markdown: str, html: str) -> tuple[BeautifulSoup, int]:
    """Place the numerals of a page in HTML that its Markdown, marked, would become."""
    found = origins.origins(markdown, "page.md")
    assert found.faults == ()
    marked = iter(marks.MARK.findall(origins.mark(markdown, markdown, "page.md", found.each)))
    soup = BeautifulSoup("".join(next(marked) if c == "@" else c for c in html), "html.parser")
    typeset(soup, ENGLISH)
    return soup, placing.place(soup, found.each)


def test_a_numeral_in_text_becomes_an_element_with_its_sign() -> None:
    soup, bare = placed(
        "得到 −3 和 5。\n<!-- = center(apple)[0], mean(apple) -->\n", "得到 −@3 和 @5。"
    )
    assert str(soup) == (
        '得到 <span data-of="center(apple)[0]" data-value="−3">−3</span> 和 '
        '<span data-of="mean(apple)" data-value="5">5</span>。'
    )
    assert bare == 0


def test_a_numeral_in_a_formula_is_its_own_leaf_with_its_sign() -> None:
    soup, _ = placed(
        "```pycon\n>>> tiny = 1e-5\n```\n\n"
        "$x_{1} = -3$, $10^{-5}$\n<!-- = center(apple)[0], tiny -->\n",
        r'<span class="arithmatex">\(x_{1} = -@3\)</span>'
        r'<span class="arithmatex">\(@10^{-5}\)</span>',
    )
    first, second = soup.select(ASKED)
    assert str(first) == (
        '<mrow data-of="center(apple)[0]" data-value="−3">'
        '<mo lspace="0" rspace="0">−</mo><mn>3</mn></mrow>'
    )
    assert (second.name, second.get_text(), second["data-value"]) == ("msup", "10−5", "1e-5")
    assert soup.math["data-tex"] == "x_{1} = -3"


def test_words_within_a_formula_may_hold_a_numeral() -> None:
    soup, _ = placed(
        "$\\text{共 4 个}$\n<!-- = d -->\n",
        r'<span class="arithmatex">\(\text{共 @4 个}\)</span>',
    )
    assert soup.mtext.span.get_text() == "4"
    assert soup.mtext.get_text().split() == ["共", "4", "个"]


def test_a_value_says_which_of_several_it_is() -> None:
    found = origins.origins(
        "5、5；−3、−1、1、3；−3、−1、1、3\n"
        "<!-- = mean(apple), mean(apple), center(apple), center(apple) -->\n",
        "page.md",
    )
    places = [origin.attributes.get("data-nth") for origin in found.each]
    assert places == [None, None, *["1/4", "2/4", "3/4", "4/4"] * 2]


def test_a_numeral_in_an_attribute_is_counted_and_left_alone() -> None:
    markdown = '<img alt="共 4 个" src="x.png"> 4\n<!-- = d, d -->\n'
    soup, bare = placed(markdown, '<img alt="共 @4 个" src="x.png"/> @4')
    assert soup.img["alt"] == "共 4 个"
    assert bare == 1
    assert len(soup.select(ASKED)) == 1


@pytest.mark.parametrize(
    ("html", "message"),
    [
        ("<p>没有了</p>", "5 = mean(apple); 5 stands in the HTML 0 times"),
        ("<p>@6</p>", "5 = mean(apple); 5 has become '6"),
        (r'<p class="arithmatex">\(@6\)</p>', "5 = mean(apple); 5 has become '6'"),
    ],
)
def test_a_numeral_that_is_lost_or_changed_is_named(html: str, message: str) -> None:
    with pytest.raises(ValueError) as error:
        placed("5\n<!-- = mean(apple) -->\n", html)
    assert message in str(error.value)


def test_a_numeral_that_stands_twice_is_named() -> None:
    markdown = "5\n<!-- = mean(apple) -->\n"
    found = origins.origins(markdown, "page.md")
    marked = origins.mark(markdown, markdown, "page.md", found.each)
    soup = BeautifulSoup(f"<p>{marked[:2]}</p><h1>{marked[:2]}</h1>", "html.parser")
    with pytest.raises(ValueError, match="2 times, not once"):
        placing.place(soup, found.each)


def test_a_heading_with_a_numeral_needs_an_id(tmp_path: Path) -> None:
    check = "\n<!-- = d -->\n"
    outcome = small_build(tmp_path, {"index.md": f"{PAGE}## 共 4 个 {{#four}}\n{check}"})
    assert outcome.returncode == 0, outcome.stderr
    outcome = small_build(tmp_path, {"index.md": f"{PAGE}## 共 4 个\n{check}"})
    assert "index.md: the heading '共 4 个" in outcome.stderr
    assert "needs an id" in outcome.stderr


def test_text_that_another_plugin_has_changed_is_named() -> None:
    found = origins.origins("5\n<!-- = d + 1 -->\n", "page.md")
    with pytest.raises(ValueError, match="changed before it became HTML: '5"):
        origins.mark("4\n", "5\n<!-- = d + 1 -->\n", "page.md", found.each)


def test_what_cannot_be_marked_is_said() -> None:
    with pytest.raises(ValueError, match="Yi"):
        marks.mark("ꀀ 5", [Numeral(2, 3, "5")])
    with pytest.raises(ValueError, match="2000 numerals"):
        marks.mark("5" * 2000, [Numeral(place, place + 1, "5") for place in range(2000)])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("6\n<!-- = mean(apple) -->\n", "index.md:7: 6 is not 5.0 = mean(apple)"),
        ("5\n<!-- = mean(apple), d -->\n", "1 numerals but 2 values"),
        ("5\n<!-- = nothing(apple) -->\n", "nothing"),
    ],
)
def test_a_number_that_cannot_be_explained_fails_the_build(
    tmp_path: Path, text: str, message: str
) -> None:
    outcome = small_build(tmp_path, {"index.md": PAGE + text}, {"index.md": PAGE})
    assert outcome.returncode != 0
    assert message in outcome.stderr


def test_the_numerals_of_a_lab_are_marked_and_its_output_is_not(tmp_path: Path) -> None:
    outcome = small_build(tmp_path, {"index.md": PAGE, "labs/lab.py": LAB})
    assert outcome.returncode == 0, outcome.stderr
    html = (tmp_path / "site" / "labs" / "lab" / "index.html").read_text("utf-8")
    soup = BeautifulSoup(html, "html.parser")
    elements = soup.select(ASKED)
    assert [(element.name, element.get_text(), element["data-of"]) for element in elements] == [
        ("mn", "5", "mean(apple)"),
        ("span", "5", "mean(apple)"),
        ("span", "5", "mean(apple)"),
        ("span", "−3", "lowest"),
        ("span", "5", "mean(apple)"),
    ]
    assert "−" not in soup.select_one(".output").get_text()


def test_a_lab_without_numerals_is_not_run() -> None:
    assert origins.origins("# %%\nraise SystemExit\n", "lab.py") == origins.Origins()
