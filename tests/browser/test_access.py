"""Accessibility: what axe-core knows, and what it does not."""

from typing import TYPE_CHECKING

import pytest
from faults import unreachable, unreadable, untold
from visits import Visit, opened

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("scheme", ["default", "slate"])
def test_axe_finds_nothing(visit: Visit, scheme: str) -> None:
    assert unreadable(visit, scheme) == []


def test_headings_are_in_order(visit: Visit) -> None:
    assert visit.look("headings") == []


def test_every_picture_has_a_text_in_the_language_of_the_page(visit: Visit) -> None:
    assert untold(visit) == []


def test_the_keyboard_reaches_everything_in_sight(visit: Visit) -> None:
    assert unreachable(visit) == []


@pytest.mark.parametrize("name", ["404.html", "no/such/page/"])
def test_the_missing_page_reads_well(chromium: "Browser", address: str, name: str) -> None:
    for scheme in ("light", "dark"):
        with opened(chromium, color_scheme=scheme) as page:
            visit = Visit(page, "404.html", address).load()
            assert unreadable(visit, "default") == []


def test_the_scheme_follows_the_system(chromium: "Browser", address: str) -> None:
    grounds = []
    for scheme in ("light", "dark"):
        with opened(chromium, color_scheme=scheme) as page:
            page.goto(address)
            grounds.append(page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert grounds[0] != grounds[1]


def test_on_a_narrow_screen_the_keyboard_opens_menu_and_search(
    chromium: "Browser", address: str
) -> None:
    with opened(chromium, viewport={"width": 390, "height": 844}) as page:
        visit = Visit(page, "add/", address).load()
        assert unreachable(visit) == []
        page.locator(".md-header__button[for=__drawer]").focus()
        page.keyboard.press("Enter")
        link = page.locator(".md-nav--primary a.md-nav__link[href='../row-by-row/']")
        link.wait_for(state="visible")
        link.focus()
        assert page.evaluate("document.activeElement.getBoundingClientRect().left >= 0")
        visit.load()
        page.locator(".md-header__button[for=__search]").focus()
        page.keyboard.press("Enter")
        page.locator(".md-search__input:focus").wait_for(state="visible")
