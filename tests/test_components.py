"""The components as the build fills them: the article's own case, computed by lndocs."""

import re

import numpy as np
import pytest
from bs4 import BeautifulSoup, Tag

from lndocs import EPS, example, layer_norm
from lndocs.forms import decimal
from lndocs.site.components import dress, spoken, words
from lndocs.site.components.bars import draw
from lndocs.site.components.slots import fill, formula, sign, text
from lndocs.site.language import CHINESE, ENGLISH, LANGUAGES

PLACE = re.compile(r"\{\w+\}")


def dressed(html: str, language=CHINESE) -> Tag:
    soup = BeautifulSoup(html, "html.parser")
    dress(soup, language)
    (component,) = soup.find_all(class_="component")
    return component


def said(component: Tag, name: str) -> set[str]:
    return {slot.get_text() for slot in component.select(f"span[data-slot='{name}'][data-as=row]")}


def test_no_word_is_defined_twice() -> None:
    for language in ("zh", "en"):
        keys = [key for room in words.ROOMS for key in room.WORDS[language]]
        assert len(keys) == len(set(keys))


@pytest.mark.parametrize("room", words.ROOMS, ids=lambda room: room.__name__.split(".")[-1])
def test_both_languages_have_the_same_words_with_the_same_places(room) -> None:
    zh, en = room.WORDS["zh"], room.WORDS["en"]
    assert list(zh) == list(en)
    for key in zh:
        assert sorted(PLACE.findall(zh[key])) == sorted(PLACE.findall(en[key])), key


def test_what_is_said_is_in_the_language_of_the_page() -> None:
    for language in LANGUAGES:
        for key, line in spoken(language).items():
            bare = PLACE.sub("", line)
            chinese = bool(re.search(r"[\u4e00-\u9fff]", bare))
            assert chinese == (language == CHINESE) or not re.search(r"[a-z]{3}", bare), key


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_the_steps_show_the_row_that_the_page_names(language) -> None:
    component = dressed('<row-steps open="std" gamma="gamma" eps="EPS"></row-steps>', language)
    y = layer_norm(example.apple, gamma=example.gamma)
    assert said(component, "output") == {"[" + ", ".join(map(decimal, y)) + "]"}
    assert (
        component.select_one("details[open] .title").text
        == words.WORDS["en" if language == ENGLISH else "zh"]["std"]
    )
    assert component.select_one("#steps-eps")["value"] == "1e-5"
    assert float(component.select_one("#steps-eps")["value"]) == EPS
    assert not component.select("[data-slot]:empty")


def test_the_paragraph_that_markdown_puts_around_a_component_goes() -> None:
    component = dressed('<p><row-steps open="mean"></row-steps></p>')
    assert component.find_parent("p") is None


@pytest.mark.parametrize(
    ("html", "wrong"),
    [
        ('<row-steps open="root"></row-steps>', "not 'root'"),
        ("<row-steps></row-steps>", "<row-steps> has attributes that do not fit"),
        ('<row-steps open="std" rows="apple"></row-steps>', "<row-steps> has attributes"),
        ('<row-steps open="std" row="pear"></row-steps>', "not 'pear'"),
        ('<row-steps open="std" row="X"></row-steps>', "not 'X'"),
        ('<row-steps open="std" eps="1e-5"></row-steps>', "not '1e-5'"),
    ],
)
def test_a_component_that_asks_for_what_there_is_not_is_named(html: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=re.escape(wrong)):
        dressed(html)


def test_slots_are_filled_by_name_and_way() -> None:
    html = (
        '<span data-slot="a" data-as="row"></span><mrow data-slot="a" data-as="squares"></mrow>'
        '<span data-slot="a+b" data-as="sign"></span>'
    )
    soup = BeautifulSoup(fill(html, {"a": [-1.5, 2.0], "b": 2**0.5}), "html.parser")
    row, squares, both = soup.find_all(recursive=False)
    assert row.text == "[−1.500, 2]"
    assert squares.decode_contents() == (
        "<msup><mrow><mo>(</mo><mn>−1.500</mn><mo>)</mo></mrow><mn>2</mn></msup><mo>+</mo>"
        "<msup><mn>2</mn><mn>2</mn></msup>"
    )
    assert both.text == "≈"


def test_a_slot_without_a_value_is_named() -> None:
    with pytest.raises(ValueError, match="a slot asks for 'c'; there are a"):
        fill('<span data-slot="c" data-as="row"></span>', {"a": 1.0})


def test_a_way_of_writing_that_there_is_not_is_named() -> None:
    with pytest.raises(ValueError, match="not as 'sum'"):
        text([1.0], "sum", "a")
    with pytest.raises(ValueError, match="not 'rows'"):
        formula([1.0], "rows", "a")


@pytest.mark.parametrize(
    ("row", "expected"),
    [([2.0], "="), ([2.25], "="), ([0.1], "="), ([2**0.5], "≈"), ([1.0, 1 / 3], "≈"),
     ([float("nan")], "="), ([float("inf")], "="), ([-1e-9], "≈")],
)  # fmt: skip
def test_the_sign_tells_whether_a_value_is_rounded(row: list[float], expected: str) -> None:
    assert sign(row, "a") == expected


def test_what_was_given_is_written_with_all_its_digits() -> None:
    assert text([1e-5, 0.0948442], "row", "x") == "[1e-5, 0.0948442]"
    assert text([1e-5, 0.0948442], "row", "y") == "[0.000, 0.095]"


def test_bars_stand_on_one_axis() -> None:
    svg = BeautifulSoup(str(draw([2, 4], [-1, 1], "A & B")), "html.parser").svg
    assert svg["aria-label"] == "A & B"
    before = [float(bar["height"]) for bar in svg.select(".before")]
    after = [float(bar["height"]) for bar in svg.select(".after")]
    zero = float(svg.select_one(".zero")["y1"])
    assert before[1] / before[0] == pytest.approx(2, rel=0.05)
    assert after[0] == pytest.approx(after[1], abs=1)
    below, above = svg.select(".after")
    assert float(below["y"]) == zero
    assert float(above["y"]) + float(above["height"]) == zero
    assert [label.text for label in svg.select("text")] == ["4", "0", "−1"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ([1e308, -1e308], [1, -1]),
        ([5, 5], [np.nan, np.nan]),
        ([0, 0], [0, 0]),
        ([np.inf, 1], [1, 1]),
    ],
)
def test_bars_of_any_numbers_stay_inside(before: list[float], after: list[float]) -> None:
    svg = BeautifulSoup(str(draw(before, after, "")), "html.parser").svg
    _, _, width, height = map(float, svg["viewbox"].split())
    for bar in svg.select("rect"):
        x, y, w, h = (float(bar[name]) for name in ("x", "y", "width", "height"))
        assert 0 <= x < x + w <= width
        assert 0 <= y < y + h <= height
