"""A page as it comes from the host: nothing from elsewhere, no fault, every link, no script."""

from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urldefrag

import pytest
from bs4 import BeautifulSoup
from faults import foreign
from visits import PAGES, Visit, look

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


@pytest.fixture(scope="session")
def marks(site: Path) -> dict[str, set[str]]:
    """The ids of each page."""
    soups = {
        name: BeautifulSoup((site / name / "index.html").read_text("utf-8"), "html.parser")
        for name in PAGES
    }
    return {name: {str(e["id"]) for e in soup.select("[id]")} for name, soup in soups.items()}


def dead(visit: Visit, site: Path, marks: dict[str, set[str]]) -> list[str]:
    """List the links that lead to nothing; those to other sites are not asked."""
    faults = []
    for link in visit.look("links"):
        target, fragment = urldefrag(link)
        if not target.startswith(visit.home):
            continue
        name = unquote(target.removeprefix(visit.home))
        there = name in marks or (site / name).is_file()
        if not there or (fragment and unquote(fragment) not in marks[name]):
            faults.append(link)
    return faults


def test_nothing_is_asked_of_another_host(visit: Visit) -> None:
    assert foreign(visit) == []


def test_nothing_is_missing_and_the_console_is_silent(visit: Visit) -> None:
    assert visit.said == []


def test_every_link_and_fragment_arrives(
    visit: Visit, site: Path, marks: dict[str, set[str]]
) -> None:
    assert dead(visit, site, marks) == []


def test_a_dead_link_and_a_dead_fragment_are_found(
    visit: Visit, site: Path, marks: dict[str, set[str]]
) -> None:
    links = ["nowhere/", "#no-such-section"]
    visit.page.evaluate(
        """links => document.querySelector('article').insertAdjacentHTML('beforeend',
        links.map(link => `<a class="dead" href="${link}">x</a>`).join(''))""",
        links,
    )
    found = dead(visit, site, marks)
    visit.page.evaluate("document.querySelectorAll('a.dead').forEach(link => link.remove())")
    address = visit.home + visit.name
    assert found == [address + link for link in links]


def test_the_text_is_the_same_without_a_script(visit: Visit, scriptless: "Page") -> None:
    scriptless.goto(visit.home + visit.name)
    text = look(scriptless, "text")
    assert text == visit.look("text")
    assert len(text) > 100
    assert not scriptless.locator(".md-search").is_visible()
    assert scriptless.locator("[data-edition]").is_visible()


def test_the_missing_page_is_served_with_nothing_else(site: Path) -> None:
    assert not (site / "en" / "404.html").exists()
    assert 'lang="en"' in (site / "404.html").read_text("utf-8")
