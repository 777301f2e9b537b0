"""Search, typed as a reader types."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from bs4 import BeautifulSoup
from faults import HAN, unreadable
from visits import PAGES, Visit, opened

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

# What lunr leaves out of an English index.
STOPPED = {
    "the",
    "and",
    "not",
    "these",
    "with",
    "for",
    "other",
    "your",
    "what",
    "has",
    "that",
    "are",
    "all",
    "its",
    "from",
}
# A word, and the pages of which at least one must be among the first three.
CHINESE = {
    "归一化": {"divide-by-std/"},
    "方差": {"divide-by-std/"},
    "均值": {"subtract-mean/"},
    "标准差": {"divide-by-std/"},
    "残差": {"add/"},
    "逐元素": {"add/", "gamma-beta/"},
    "LayerNorm": {"full-formula/", "in-the-transformer/", ""},
}
ENGLISH = {
    "variance": {"divide-by-std/"},
    "standard deviation": {"divide-by-std/"},
    "residual": {"add/"},
}
ASKED = [("", *asked) for asked in CHINESE.items()] + [("en/", *asked) for asked in ENGLISH.items()]


@pytest.fixture(scope="module")
def readers(chromium: "Browser", address: str) -> Iterator[dict[str, Visit]]:
    """The home page of each language, ready for a search."""
    with opened(chromium) as chinese, opened(chromium) as english:
        yield {
            "": Visit(chinese, "", address).load(),
            "en/": Visit(english, "en/", address).load(),
        }


def found(visit: Visit, word: str) -> list[str]:
    """Type a word, and give the pages that are found, in order."""
    page = visit.page
    field = page.locator(".md-search__input")
    page.evaluate("document.querySelectorAll('.md-search-result__item').forEach(e => e.remove())")
    field.fill("")
    if HAN.search(word):  # as an input method does: the word at once, then a key
        page.keyboard.insert_text(word)
        page.keyboard.press("End")
    else:
        field.press_sequentially(word)
    page.wait_for_function(
        """word => document.querySelector('.md-search__input').value === word &&
        document.querySelector('.md-search-result__item')""",
        arg=word,
    )
    page.wait_for_timeout(150)
    links = page.evaluate(
        """[...document.querySelectorAll('.md-search-result__item')]
        .map(item => item.querySelector('a').href)"""
    )
    return [re.split(r"[?#]", link.removeprefix(visit.home))[0] for link in links]


@pytest.mark.parametrize(("folder", "word", "pages"), ASKED)
def test_the_page_that_treats_a_word_is_among_the_first_three(
    readers: dict[str, Visit], folder: str, word: str, pages: set[str]
) -> None:
    results = found(readers[folder], word)
    assert set(results[:3]) & {folder + page for page in pages}, results
    assert {result.startswith("en/") for result in results} == {folder == "en/"}


def test_no_character_that_was_found_is_called_missing(readers: dict[str, Visit]) -> None:
    assert found(readers[""], "标准差")
    page = readers[""].page
    terms = page.locator(".md-search-result__terms")
    assert terms.count() > 0  # else Material reports no more, and the rule that hides it can go
    assert "缺少" not in page.locator(".md-search-result__list").inner_text()


@pytest.mark.parametrize("name", PAGES, ids=lambda name: name or "home")
def test_a_word_from_the_middle_of_a_heading_is_found(
    readers: dict[str, Visit], site: Path, name: str
) -> None:
    soup = BeautifulSoup((site / name / "index.html").read_text("utf-8"), "html.parser")
    headings = [h.get_text().removesuffix("#") for h in soup.select("article :is(h1, h2)")]
    folder = "en/" if name.startswith("en/") else ""
    heading = max(headings, key=lambda text: len(middle(text)))
    assert name in found(readers[folder], middle(heading)), heading


def middle(heading: str) -> str:
    """Take a word, or two Chinese characters, that neither begins nor ends a heading."""
    if runs := re.findall(r"(?<=.)[\u4e00-\u9fff]{2,}(?=.)", heading):
        longest = max(runs, key=len)
        at = len(longest) // 2 - 1
        return longest[at : at + 2]
    words = [word for word in re.findall(r"[A-Za-z]{3,}", heading)[1:] if word not in STOPPED]
    return max(words, key=len, default="")


def test_the_results_are_read_with_the_keyboard_alone(readers: dict[str, Visit]) -> None:
    visit = readers["en/"]
    found(visit, "variance")
    assert unreadable(visit, "default") == []
    assert unreadable(visit, "slate") == []
    for _ in range(3):
        visit.page.keyboard.press("ArrowDown")
        assert visit.look("focused")["faults"] == []
    for _ in range(2):
        visit.page.keyboard.press("ArrowUp")
    chosen = visit.page.evaluate("document.activeElement.href").partition("?")[0]
    assert chosen.startswith(f"{visit.home}en/") and chosen != visit.page.url
    visit.page.keyboard.press("Enter")
    visit.page.wait_for_url(lambda address: address.startswith(chosen))
    visit.load()
