"""Search, typed as a reader types."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from faults import HAN, unreadable
from visits import PAGES, Visit, opened

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

# A word, and the pages of which at least one must be among the first three.
CHINESE = {
    "归一化": {"full-formula/", "summary/", ""},
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
ASKED = [(folder, word, pages) for folder, words in (("", CHINESE), ("en/", ENGLISH))
         for word, pages in words.items()]  # fmt: skip


@pytest.fixture(scope="module", params=["", "en/"], ids=["zh", "en"])
def reader(request: pytest.FixtureRequest, chromium: "Browser", address: str) -> Iterator[Visit]:
    with opened(chromium) as page:
        yield Visit(page, request.param, address).load()


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
    reader: Visit, folder: str, word: str, pages: set[str]
) -> None:
    if reader.name != folder:
        pytest.skip("asked in the other language")
    results = found(reader, word)
    assert set(results[:3]) & {folder + page for page in pages}, results
    assert {result.startswith("en/") for result in results} == {folder == "en/"}
