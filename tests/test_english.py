"""English pages: their Chinese is marked as Chinese, and nothing else is changed."""

import re
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from lndocs.site.english import mark_chinese

MARK = '<span lang="zh-Hans">'


@pytest.mark.parametrize(
    ("html", "marked"),
    [
        ("<p>I eat 苹果.</p>", f"<p>I eat {MARK}苹果</span>.</p>"),
        ("<p>我 吃 苹果 (I eat apples)</p>", f"<p>{MARK}我 吃 苹果</span> (I eat apples)</p>"),
        ("<p>“吃” and “苹果”</p>", f"<p>“{MARK}吃</span>” and “{MARK}苹果</span>”</p>"),
        ("<td>吃</td><td>苹果</td>", f"<td>{MARK}吃</span></td><td>{MARK}苹果</span></td>"),
        ('<span class="s1">"苹果"</span>', f'<span class="s1">"{MARK}苹果</span>"</span>'),
        ("<mtext>苹果</mtext>", '<mtext lang="zh-Hans">苹果</mtext>'),
        ('<text x="1">苹果</text>', '<text lang="zh-Hans" x="1">苹果</text>'),
    ],
)
def test_chinese_is_marked(html: str, marked: str) -> None:
    assert mark_chinese(html) == marked


@pytest.mark.parametrize(
    "html",
    [
        '<!doctype html>\n<p class=a  id="b">No Chinese &amp; &#8470; <br/><!-- 吃 --></P>',
        '<a hreflang="zh-Hans" lang="zh-Hans" href="../">中文</a>',
        '<p lang="zh-Hans">我 <em>吃</em> 苹果</p>',
        '<img alt="苹果"><input placeholder="吃">',
        "<title>苹果</title><script>let a = '<p>吃</p>'</script><style>/* 吃 */</style>",
        "<p>“quoted”, — and … stay</p>",
    ],
)
def test_what_needs_no_mark_stays_as_it_is(html: str) -> None:
    assert mark_chinese(html).lower() == html.lower()


def test_the_language_of_the_page_is_not_taken_for_a_mark() -> None:
    assert MARK in mark_chinese('<html lang="en"><p>吃</p></html>')


def test_an_element_that_was_left_open_does_not_hide_what_follows() -> None:
    html = '<ul><li lang="zh-Hans">我<li>x</ul><p>吃</p>'
    assert mark_chinese(html).endswith(f"<p>{MARK}吃</span></p>")


def test_all_chinese_of_the_built_english_pages_is_marked(site: Path) -> None:
    texts = 0
    for path in (site / "en").rglob("*.html"):
        soup = BeautifulSoup(path.read_text("utf-8"), "html.parser")
        for text in soup.body.find_all(string=re.compile("[\u4e00-\u9fff]")):
            if text.find_parent(["script", "style"]):
                continue
            texts += 1
            assert text.find_parent(lang="zh-Hans"), f"{path.parent.name}: {text}"
    assert texts


def test_no_chinese_is_left_in_the_frame_of_english_pages(site: Path) -> None:
    for path in (site / "en").rglob("*.html"):
        soup = BeautifulSoup(path.read_text("utf-8"), "html.parser")
        for element in soup.select("body [aria-label], body [title], body [placeholder]"):
            said = " ".join(element.get(name, "") for name in ("aria-label", "title"))
            assert not re.search("[\u4e00-\u9fff]", said) or element.find_parent("article"), said
