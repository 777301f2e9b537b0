"""Two languages: the switch, what search engines are told, and no word of the other one."""

from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest
from bs4 import BeautifulSoup
from building import ADDRESS, source_pages
from faults import misplaced
from visits import PAGES, Visit, opened

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def reader(chromium: "Browser") -> "Page":
    with opened(chromium) as page:
        yield page


@pytest.mark.parametrize("name", source_pages(), ids=lambda name: name or "home")
def test_the_switch_keeps_page_section_and_query(
    reader: "Page", address: str, site: Path, name: str
) -> None:
    soup = BeautifulSoup((site / name / "index.html").read_text("utf-8"), "html.parser")
    section = soup.select("article :is(h1, h2)[id]")[-1]["id"]
    place = f"{name}?from=here#{section}"
    reader.goto(address + place, wait_until="domcontentloaded")
    for folder in ("en/", ""):
        reader.click("[data-edition]")
        reader.wait_for_url(f"{address}{folder}{place}", wait_until="domcontentloaded")
        assert reader.locator(":target").get_attribute("id") == section


def test_the_page_says_its_language_and_the_other_address(visit: Visit) -> None:
    told = visit.page.evaluate(
        """[document.documentElement.lang, ...[...document.querySelectorAll('link[hreflang]')]
        .map(link => [link.hreflang, link.href])]"""
    )
    page = visit.name.removeprefix("en/")
    assert told == [
        "en" if visit.english else "zh-Hans",
        ["zh-Hans", ADDRESS + page],
        ["en", f"{ADDRESS}en/{page}"],
        ["x-default", ADDRESS + page],
    ]


def test_no_word_of_the_other_language_stands_unmarked(visit: Visit) -> None:
    assert misplaced(visit) == []


def test_the_sitemap_lists_what_is_served(reader: "Page", site: Path, address: str) -> None:
    tree = ElementTree.parse(site / "sitemap.xml")
    listed = [str(element.text) for element in tree.iter() if element.tag.endswith("loc")]
    assert sorted(listed) == sorted(ADDRESS + name for name in PAGES)
    for name in PAGES:
        assert reader.request.get(address + name).status == 200
