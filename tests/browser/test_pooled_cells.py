"""Which numbers are averaged: type, choose, press, share, and see what is lit and what moves."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from bs4 import BeautifulSoup
from visits import opened

from lndocs.example import X
from lndocs.forms import decimal, full
from lndocs.site.components import cells

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

HOMES = {
    f"{folder}{page}/": by
    for folder in ("", "en/")
    for page, by in (("row-by-row", "token"), ("batch-norm", "feature"))
}
OTHER = "X=8,6,4,2;1,1,1,1;2,4,6,8"
INJECTIONS = ("<img src=x onerror=alert(1)>", '"><script>alert(1)</script>', "{{7*7}}", "%", "%2C")


@pytest.fixture
def page(chromium: "Browser") -> Iterator["Page"]:
    faults: list[str] = []
    with opened(chromium) as page:
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("dialog", lambda dialog: (faults.append(dialog.message), dialog.dismiss()))
        yield page
    assert faults == []


@pytest.fixture
def visit(page: "Page", address: str) -> Callable[[str], "Page"]:
    def go(place: str) -> "Page":
        page.goto(address + place)
        return page

    return go


def slots(page: "Page") -> list[str]:
    return page.locator("pooled-cells [data-slot]").all_text_contents()


def answer(page: "Page") -> list[list[str]]:
    found = page.locator(".answer tbody td").all_text_contents()
    return np.reshape(found, X.shape).tolist()


def field(page: "Page", i: int, j: int) -> "Page":
    return page.locator(".given tbody tr").nth(i).locator("input").nth(j)  # type: ignore[return-value]


def lit(page: "Page") -> list[list[bool]]:
    found = page.locator(".given tbody td").evaluate_all(
        "cells => cells.map(cell => cell.classList.contains('lit'))"
    )
    return np.reshape(found, X.shape).tolist()


def changed(page: "Page") -> list[bool]:
    found = page.locator(".answer tbody tr").evaluate_all(
        "rows => rows.map(row => getComputedStyle(row.querySelector('td > *'))"
        ".textDecorationLine === 'underline')"
    )
    return list(found)


def moved(page: "Page") -> str:
    return page.locator(".moved").inner_text()


@pytest.mark.parametrize(("place", "by"), HOMES.items())
def test_the_script_finds_what_the_build_wrote(
    visit: Callable[[str], "Page"], site: Path, place: str, by: str
) -> None:
    soup = BeautifulSoup((site / place / "index.html").read_text("utf-8"), "html.parser")
    written = [slot.text for slot in soup.select("pooled-cells [data-slot]")]
    sentence = soup.select_one(".moved")
    page = visit(place)
    assert len(written) > 2 * X.size
    assert slots(page) == written
    assert sentence is not None
    assert moved(page) == sentence.text
    assert lit(page) == cells.pool(X.shape, by, (2, 0)).tolist()
    assert page.evaluate("location.search") == ""


@pytest.mark.parametrize("by", cells.WAYS)
def test_the_focus_lights_the_pool_of_its_cell(visit: Callable[[str], "Page"], by: str) -> None:
    page = visit("row-by-row/")
    page.check(f"[name=by][value={by}]")
    for i, j in np.ndindex(X.shape):
        field(page, i, j).focus()
        assert lit(page) == cells.pool(X.shape, by, (i, j)).tolist()
    page.focus("[name=full]")
    assert lit(page) == cells.pool(X.shape, by, (2, 3)).tolist()  # the last that had it
    values = cells.values_of(X, by, (2, 3))
    said = page.locator(".pooled").inner_text()
    assert all(decimal(float(values[name])) in said for name in ("n", "mean", "std"))


def test_another_word_moves_its_own_row_or_all(visit: Callable[[str], "Page"]) -> None:  # LN-02
    page = visit("row-by-row/")
    page.get_by_role("button", name="“吃”改成 1, 1, 1, 1").click()
    assert page.evaluate("location.search") == f"?{OTHER}"
    assert changed(page) == [False, True, False]
    assert moved(page) == "和文中的矩阵比，结果里只有“吃”变了。"
    assert answer(page)[2] == ["−1.342", "−0.447", "0.447", "1.342"]
    page.check("[name=by][value=sentence]")
    assert changed(page) == [True, True, True]
    assert moved(page) == "和文中的矩阵比，结果里变了的有：“我”“吃”“苹果”。"
    assert answer(page)[2] == ["−0.635", "0.127", "0.889", "1.651"]
    page.get_by_role("button", name="文中的矩阵").click()
    assert changed(page) == [False, False, False]
    assert answer(page)[2] == ["−0.723", "−0.643", "−0.562", "−0.482"]
    assert page.evaluate("location.search") == "?by=sentence"


def test_a_button_is_pressed_wherever_it_is_hit(visit: Callable[[str], "Page"]) -> None:
    page = visit("en/row-by-row/")
    page.locator("button[data-preset] [lang]").click()
    assert moved(page) == "Compared with the article’s matrix, only 吃 (eat) moved."
    assert page.locator(".moved [lang=zh-Hans]").text_content() == "吃"


def test_the_keyboard_is_enough(visit: Callable[[str], "Page"]) -> None:
    page = visit("en/batch-norm/")
    page.focus("[name=by][value=feature]")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("location.search") == "?by=token"
    page.focus("[name=full]")
    page.keyboard.press("Tab")
    name = page.evaluate(
        "document.activeElement.getAttribute('aria-labelledby').split(' ')"
        ".map(id => document.getElementById(id).textContent).join(' ')"
    )
    assert name == "我 (I) First"
    page.keyboard.press("Control+A")
    page.keyboard.type("－７")  # full width, as an input method gives it
    assert changed(page) == [True, False, False]
    matrix = X.astype(float)
    matrix[0, 0] = -7
    expected = cells.normalize(matrix, "token")
    assert answer(page) == [[decimal(value) for value in row] for row in expected]
    page.focus("[name=full]")
    page.keyboard.press("Space")
    assert answer(page) == [[full(value) for value in row] for row in expected]


def test_the_result_is_said_after_a_pause(visit: Callable[[str], "Page"]) -> None:
    page = visit("en/row-by-row/")
    said = page.locator("pooled-cells [role=status]")
    page.wait_for_timeout(900)
    assert said.text_content() == ""  # nothing has been done yet
    field(page, 1, 0).fill("21")
    assert said.text_content() == ""
    page.wait_for_function("document.querySelector('pooled-cells .said').textContent")
    assert " ".join(str(said.text_content()).split()) == (
        "The 4 lit numbers go together: mean = 50.250, standard deviation ≈ 22.027. "
        "Compared with the article’s matrix, only 吃 (eat) moved."
    )


@pytest.mark.parametrize(
    ("typed", "zh", "en"),
    [
        ("", "这一格还空着", "this cell is empty"),
        ("abc", "“abc”不是数", "“abc” is not a number"),
        ("1e999", "“1e999”太大", "“1e999” is too large"),
        ("-", "“-”后面没有数", "“-” has no number"),
        ("1, 2", "不是“1, 2”", "not “1, 2”"),
    ],
)
def test_a_bad_number_is_said_and_kept(
    visit: Callable[[str], "Page"], typed: str, zh: str, en: str
) -> None:
    for place, where, fault in (
        ("row-by-row/", "“吃”的第二维这一格：", zh),
        ("en/row-by-row/", "吃 (eat), second feature:", en),
    ):
        page = visit(place)
        bad = field(page, 1, 1)
        bad.fill(typed)
        assert bad.get_attribute("aria-invalid") == "true"
        told = page.locator(".faults p:visible").all_inner_texts()
        assert len(told) == 1
        assert told[0].startswith(where)
        assert fault in told[0]
        assert not page.locator("pooled-cells .answer").is_visible()
        assert not page.locator("pooled-cells .pooled").is_visible()
        page.reload()  # the address has kept it
        assert field(page, 1, 1).input_value().replace(" ", "") == typed.replace(" ", "")
        assert page.locator(".faults p:visible").all_inner_texts()[0].startswith(where)
        field(page, 1, 1).fill("40")
        assert page.locator("pooled-cells .answer").is_visible()
        assert page.locator(".faults p:visible").count() == 0
        assert page.evaluate("location.search") == ""


@pytest.mark.parametrize("line", ["1,2,3", "8,6,4,2;20,40,60,80", "", "1,2;3,4;5,6", "x"])
def test_an_address_of_another_shape_is_refused(
    visit: Callable[[str], "Page"], line: str, site: Path
) -> None:
    page = visit(f"row-by-row/?X={line}")
    fault = page.locator("pooled-cells .address").inner_text()
    assert "3 行、每行 4 个数" in fault
    assert f"“{line}”" in fault
    assert field(page, 1, 1).input_value() == "40"
    assert page.evaluate("location.search") == f"?X={line}"
    field(page, 1, 1).fill("41")
    assert page.locator("pooled-cells .address").inner_text() == ""
    assert page.evaluate("location.search") == "?X=8,6,4,2;20,41,60,80;2,4,6,8"


def test_an_address_that_chooses_nothing_is_refused(visit: Callable[[str], "Page"]) -> None:
    page = visit("en/batch-norm/?by=word")
    assert "“word.”" in page.locator("pooled-cells .address").inner_text()
    assert page.is_checked("[name=by][value=feature]")


@pytest.mark.parametrize("text", INJECTIONS)
def test_text_from_the_address_is_only_text(visit: Callable[[str], "Page"], text: str) -> None:
    page = visit("row-by-row/")
    field(page, 0, 2).fill(text)
    page.reload()
    assert field(page, 0, 2).input_value() == text
    assert page.locator(".faults .told").count() == 1
    page.evaluate(
        "text => history.replaceState(null, '', `?${new URLSearchParams({X: text, by: text})}`)",
        text,
    )
    page.reload()
    assert page.locator("pooled-cells .address").inner_text() != ""
    assert page.locator("pooled-cells :is(img, script)").count() == 0


def test_the_language_switch_keeps_the_calculation(visit: Callable[[str], "Page"]) -> None:
    page = visit(f"row-by-row/?{OTHER}&by=feature")
    before = slots(page)
    page.click("[data-edition]")
    page.wait_for_url("**/en/row-by-row/*")
    assert slots(page) == before
    assert page.is_checked("[name=by][value=feature]")
    assert moved(page).endswith(": 我 (I), 吃 (eat), 苹果 (apple).")


def test_numbers_too_large_to_be_squared_give_a_reason(visit: Callable[[str], "Page"]) -> None:
    page = visit("row-by-row/")
    field(page, 1, 1).fill("1e300")
    assert answer(page)[1] == ["nan"] * 4
    assert "float64" in page.locator("pooled-cells .remark").inner_text()
    field(page, 1, 1).fill("40")
    assert page.locator("pooled-cells .remark").inner_text() == ""


@pytest.mark.parametrize("place", HOMES)
def test_without_a_script_the_articles_case_is_there(
    scriptless: "Page", address: str, place: str
) -> None:
    scriptless.goto(address + place)
    component = scriptless.locator("pooled-cells")
    assert component.locator(":is(input, button):visible").count() == 0
    shown = component.locator(".given tbody td span:visible").all_inner_texts()
    assert shown == [full(value) for value in X.ravel()]
    assert component.locator(".answer tbody td:visible").count() == X.size


@pytest.mark.parametrize("place", HOMES)
def test_all_fits_a_telephone(visit: Callable[[str], "Page"], page: "Page", place: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    visit(f"{place}?{OTHER}")
    for box in ("pooled-cells .given", "pooled-cells .results.table"):
        sizes = page.locator(box).evaluate("box => [box.scrollWidth, box.clientWidth]")
        assert sizes[0] <= sizes[1]
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_on_paper_are_numbers_and_no_fields(visit: Callable[[str], "Page"]) -> None:
    page = visit(f"row-by-row/?{OTHER}")
    page.emulate_media(media="print")
    component = page.locator("pooled-cells")
    assert component.locator(":is(input, button):visible").count() == 0
    shown = component.locator(".given tbody td span:visible").all_inner_texts()
    assert shown[4:8] == ["1"] * 4
    field(page, 1, 1).evaluate(
        "input => { input.value = 'abc'; input.dispatchEvent(new Event('input', {bubbles: true})) }"
    )
    assert field(page, 1, 1).is_visible()  # what cannot be read is shown as it was typed
    assert component.locator(".answer:visible, .given span:visible").count() == 0


def test_the_pools_compute_what_lndocs_does(page: "Page", address: str) -> None:
    random = np.random.default_rng(7)
    matrices = [random.normal(size=X.shape) * 10 ** random.uniform(-9, 9) for _ in range(300)]
    matrices += [random.integers(-3, 4, X.shape).astype(float) for _ in range(100)]
    page.goto(address)
    found = page.evaluate(
        """async ([home, matrices, ways, eps]) => {
          const pools = await import(`${home}assets/components/pools.js`);
          const {mean, std} = await import(`${home}assets/components/arithmetic.js`);
          return matrices.flatMap((matrix) => ways.map((by) => {
            const pool = pools.pool(matrix, by, [1, 2]);
            return [...pools.normalize(matrix, by, eps).flat(), mean(pool), std(pool)];
          }));
        }""",
        [address, json.loads(json.dumps([m.tolist() for m in matrices])), cells.WAYS, cells.EPS],
    )
    expected = []
    for matrix in matrices:
        for by in cells.WAYS:
            values = cells.values_of(matrix, by, (1, 2))
            row = [*cells.normalize(matrix, by).ravel(), values["mean"], values["std"]]
            expected.append([float(value) for value in row])
    assert found == expected
