"""Where the norm sits, in the reader's hands: two rows through post-norm and another order."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from faults import narrow, unreachable, unreadable
from visits import Visit, attend, opened

from lndocs import example
from lndocs.forms import decimal
from lndocs.site.components.place import values_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

PAGE = "in-the-transformer/"
ORDERS = ("post", "pre", "output", "both")


@pytest.fixture(scope="module", params=["", "en/"], ids=["zh", "en"])
def reader(request: pytest.FixtureRequest, chromium: "Browser", address: str) -> Iterator[Visit]:
    with opened(chromium) as page:
        yield attend(Visit(page, request.param + PAGE, address))


@pytest.fixture
def page(reader: Visit) -> "Page":
    return reader.load().page


def ask(reader: Visit, query: str) -> "Page":
    """Open the page at an address that holds a calculation."""
    Visit(reader.page, f"{reader.name}?{query}", reader.home).load()
    return reader.page


def slots(page: "Page") -> list[str]:
    return page.locator("norm-place [data-slot]").all_inner_texts()


def rows(page: "Page") -> dict[str, str]:
    """Give the rows that go on, of the orders that are seen."""
    last = {
        order: page.locator(f".order[data-order='{order}'] li:last-child .row") for order in ORDERS
    }
    return {order: row.inner_text() for order, row in last.items() if row.is_visible()}


def written(row: list[float]) -> str:
    return f"[{', '.join(map(decimal, row))}]"


def asked(page: "Page") -> dict[str, list[str]]:
    return parse_qs(urlsplit(page.url).query)


def fault(page: "Page", field: str) -> str:
    return page.locator(f"#place-{field}-fault").inner_text()


def blocked(page: "Page") -> bool:
    return not page.locator("norm-place .results").is_visible()


def test_the_script_writes_what_the_build_wrote(
    page: "Page", reader: Visit, scriptless: "Page"
) -> None:
    scriptless.goto(reader.home + reader.name)
    texts = "all => all.map(slot => slot.textContent)"
    found = [
        each.locator("norm-place [data-slot]").evaluate_all(texts) for each in (page, scriptless)
    ]
    assert found[0] == found[1] != []


def test_without_a_script_all_four_orders_are_there(reader: Visit, scriptless: "Page") -> None:
    scriptless.goto(reader.home + reader.name)
    values = values_of(example.apple_before, example.apple_attention)
    assert rows(scriptless) == {order: written(values[order]) for order in ORDERS}
    assert not scriptless.locator("norm-place form").is_visible()
    assert not scriptless.locator("norm-place .shared").is_visible()


def test_post_norm_and_pre_norm_stand_side_by_side_and_on_a_phone_one_below_the_other(
    page: "Page",
) -> None:
    def places() -> list[dict[str, float]]:
        orders = [page.locator(f".order[data-order='{order}']") for order in ("post", "pre")]
        boxes = [order.bounding_box() for order in orders]
        return [dict(box) for box in boxes if box]

    post, pre = places()
    assert pre["x"] > post["x"] + post["width"]
    assert pre["y"] == post["y"]
    page.set_viewport_size({"width": 390, "height": 844})
    post, pre = places()
    page.set_viewport_size({"width": 1280, "height": 900})
    # What was chosen follows the choice.
    assert post["y"] >= pre["y"] + pre["height"]


@pytest.mark.parametrize("order", ["pre", "output", "both"])
def test_an_order_is_chosen_and_stands_beside_post_norm(page: "Page", order: str) -> None:
    page.locator(f"norm-place input[value='{order}']").check()
    values = values_of(example.apple_before, example.apple_attention)
    assert rows(page) == {name: written(values[name]) for name in ("post", order)}
    assert asked(page) == ({} if order == "pre" else {"order": [order]})


def test_the_orders_are_chosen_by_keyboard(page: "Page") -> None:
    page.locator("norm-place input[value='pre']").focus()
    page.keyboard.press("ArrowDown")
    assert set(rows(page)) == {"post", "output"}
    page.keyboard.press("ArrowDown")
    assert set(rows(page)) == {"post", "both"}


def test_typed_rows_go_through_both_orders(page: "Page") -> None:
    page.fill("#place-x", "0.5， −1，２")
    page.fill("#place-a", "[1e-3 7, -3]")
    page.fill("#place-eps", "0")
    values = values_of([0.5, -1, 2], [1e-3, 7, -3], 0.0)
    assert rows(page) == {order: written(values[order]) for order in ("post", "pre")}
    assert asked(page) == {"x": ["0.5， −1，２"], "a": ["[1e-3 7,-3]"], "eps": ["0"]}


@pytest.mark.parametrize("preset", range(4))
def test_an_example_fills_both_rows(page: "Page", preset: int) -> None:
    x, a = ([2, 1, 0, 0][preset], [2, 1, 0, 2][preset])
    page.locator("norm-place [data-preset]").nth(preset).click()
    values = values_of(example.before[x], example.attention[a])
    assert rows(page) == {order: written(values[order]) for order in ("post", "pre")}


def test_all_digits_are_written_when_asked_for(page: "Page") -> None:
    before = slots(page)
    page.click("norm-place [name='full']")
    post = values_of(example.apple_before, example.apple_attention)["post"]
    assert rows(page)["post"] == f"[{', '.join(map(repr, post))}]".replace("-", "−")
    page.click("norm-place [name='full']")
    assert slots(page) == before


def test_the_address_gives_rows_and_order(reader: Visit) -> None:
    page = ask(reader, "x=5,15,20,30&a=15,25,40,50&eps=1e-3&order=both")
    values = values_of(example.before[1], example.attention[1], 1e-3)
    assert rows(page) == {order: written(values[order]) for order in ("post", "both")}


def test_the_other_language_keeps_the_calculation(reader: Visit) -> None:
    page = ask(reader, "x=2,1,3,1&order=output")
    before = rows(page)
    page.click("[data-edition]")
    page.wait_for_url(re.compile("x=2,1,3,1&order=output"))
    assert rows(page) == before
    assert page.input_value("#place-x") == "2,1,3,1"


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        ("x", ""),
        ("x", "1"),
        ("x", "1 2 3 4 5 6 7 8 9"),
        ("x", "1, 1, 2, x"),
        ("a", "1, 3, 4"),
        ("a", "1e999, 3, 4, 5"),
        ("a", "1, -, 4, 5"),
        ("eps", "-1"),
        ("eps", ""),
    ],
)
def test_what_cannot_be_read_is_said_beside_its_field(page: "Page", field: str, typed: str) -> None:
    good = page.input_value(f"#place-{field}")
    page.fill(f"#place-{field}", typed)
    assert fault(page, field)
    assert page.input_value(f"#place-{field}") == typed
    assert page.get_attribute(f"#place-{field}", "aria-invalid") == "true"
    assert blocked(page)
    page.fill(f"#place-{field}", good)
    assert not fault(page, field)
    assert not blocked(page)


def test_rows_of_two_lengths_get_a_message_that_names_both(page: "Page") -> None:
    page.fill("#place-x", "1 2 3 4 5")
    assert not fault(page, "x")
    assert all(part in fault(page, "a") for part in ("a", "5", "4"))
    page.fill("#place-a", "5 4 3 2 1.5")
    assert not blocked(page)


@pytest.mark.parametrize("typed", ["<img src=x onerror=alert(1)>", '"><script>alert(1)</script>'])
@pytest.mark.parametrize("field", ["x", "a", "eps", "order"])
def test_text_from_the_address_is_only_text(reader: Visit, field: str, typed: str) -> None:
    reader.page.evaluate("window.untouched = true")
    page = ask(reader, f"{field}={quote(typed)}")
    assert page.locator("norm-place :is(img, script)").count() == 0
    if field == "order":  # is not among the choices, and the first one stays
        assert set(rows(page)) == {"post", "pre"}
    else:
        assert page.input_value(f"#place-{field}") == typed
        assert "<" not in page.locator(f"#place-{field}-fault").inner_html()
        assert fault(page, field)


def test_a_row_that_has_no_norm_says_why_at_the_norm(page: "Page") -> None:
    page.fill("#place-x", "3 3")
    page.fill("#place-a", "1 2")
    page.fill("#place-eps", "0")
    remarks = page.locator("norm-place .remark:visible")
    assert [each.get_attribute("data-why") for each in remarks.all()] == ["x"]
    assert "nan" in remarks.inner_text()
    assert rows(page)["pre"] == "[4, 5]"
    page.fill("#place-x", "1e308 1e308")
    page.fill("#place-a", "1e308 1e308")
    assert rows(page) == {"post": "[nan, nan]", "pre": "[inf, inf]"}


def test_what_goes_on_is_said_after_a_pause(page: "Page") -> None:
    page.fill("#place-a", "1, 3, 4, 9")
    said = page.locator("norm-place .said")
    assert said.inner_text() == ""
    page.wait_for_function("document.querySelector('norm-place .said').textContent")
    heard = said.inner_text()
    assert heard.count("[") == 2
    assert all(row in heard for row in rows(page).values())


@pytest.mark.parametrize("scheme", ["default", "slate"])
@pytest.mark.parametrize("query", ["", "order=output", "order=both&x=1"])
def test_axe_finds_nothing(reader: Visit, query: str, scheme: str) -> None:
    ask(reader, query)
    assert unreadable(reader, scheme) == []


@pytest.mark.parametrize("full", [False, True])
def test_eight_long_numbers_fit_on_a_phone(reader: Visit, full: bool) -> None:
    row = ",".join(["-123456.789"] * 7 + ["3"])
    page = ask(reader, f"x={row}&a={row}&order=both")
    if full:
        page.click("norm-place [name='full']")
    assert narrow(reader) == []


def test_the_keyboard_reaches_all(page: "Page", reader: Visit) -> None:
    assert unreachable(reader) == []


def test_paper_shows_the_results_and_no_form(page: "Page") -> None:
    page.emulate_media(media="print")
    assert set(rows(page)) == {"post", "pre"}
    assert not page.locator("norm-place form").is_visible()
    page.emulate_media(media="screen")
