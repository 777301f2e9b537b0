"""The gates themselves: a page that is broken in each of these ways must not pass."""

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from faults import badly_set, foreign, illegible, misplaced, narrow, unreachable, unreadable, untold
from test_printing import lost, on_paper, printed
from visits import Visit, attend, look, opened

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Route

pytestmark = pytest.mark.browser

PAGE = "divide-by-std/"
WIDE_TABLE = '<table class="data"><tr><td style="min-width:2000px">1</td></tr></table>'
IMAGE = '<img src="../assets/favicon.svg"'
SMALL = (
    '<figure class="plot" aria-label="图"><svg class="drawing" viewBox="0 0 360 40" font-size="13">'
    "<text y='20' {}>a</text><text x='40' y='20'>b</text></svg></figure>"
)
DRAWING = '<svg viewBox="0 0 1 1" role="img"'


def said(visit: Visit) -> list[str]:
    return visit.said


def headings(visit: Visit) -> list[str]:
    return list(visit.look("headings"))


def cut(visit: Visit) -> list[str]:
    return on_paper(visit)


def unprinted(visit: Visit) -> list[str]:
    return list(lost(visit, printed(visit)))


def light(visit: Visit) -> list[str]:
    return unreadable(visit, "default")


def dark(visit: Visit) -> list[str]:
    return unreadable(visit, "slate")


# What is put at the end of the article, the gate that must notice, and what it must say.
BREAKS: list[tuple[str, Callable[[Visit], list[str]], str]] = [
    ('<link rel="stylesheet" href="https://fonts.example/a.css">', foreign, "fonts.example"),
    ('<img alt="图" src="https://cdn.example/a.png">', foreign, "cdn.example"),
    ('<img alt="图" src="/elsewhere.png">', foreign, "elsewhere.png"),
    ('<img alt="图" src="nowhere.png">', said, "404"),
    ("<script>console.error('oh')</script>", said, "oh"),
    ("<script>katex.render('x')</script>", said, "katex is not defined"),
    ("<p>Only English is written here.</p>", misplaced, "Only English"),
    ('<p aria-label="Formula">公式</p>', misplaced, "Formula"),
    (f"{IMAGE}>", untold, "favicon"),
    (f'{IMAGE} alt="A picture">', untold, "A picture"),
    (f"{DRAWING}></svg>", untold, "svg"),
    ("<figure><svg><title>A line</title></svg></figure>", untold, "A line"),
    (f"{IMAGE}>", light, "image-alt"),
    ('<p style="color:#ccc">这一句太浅</p>', light, "color-contrast"),
    ('<p style="color:#333">这一句太深</p>', dark, "color-contrast"),
    ("<h5>跳级</h5>", light, "heading-order"),
    ("<h5>跳级</h5>", headings, "5: 跳级"),
    ("<h1>又一个</h1>", headings, "2 headings"),
    ('<a href="#" style="outline:none">链接</a>', unreachable, "no visible focus"),
    ('<a href="#" style="position:fixed;left:-99px">链接</a>', unreachable, "out of sight"),
    ('<a href="#" style="display:block;height:0">链接</a>', unreachable, "no size"),
    ('<a href="#" tabindex="-1">链接</a>' * 99, unreachable, "stops"),
    (SMALL.format("font-size='9'"), illegible, "pixels: a"),
    (SMALL.format("fill='#bbb'"), illegible, "contrast 1.8: a"),
    (SMALL.format("x='-50'"), illegible, "beyond the edge: a"),
    (SMALL.format("x='40'"), illegible, "b on a"),
    (WIDE_TABLE, narrow, "pixels wide"),
    (f'<div style="overflow:hidden">{WIDE_TABLE}</div>', narrow, "<table"),
    (f'<div style="overflow:auto">{WIDE_TABLE}</div>', narrow, "no stop"),
    ("<p>这里有 $\\mu$ 和 \\(x\\)。</p>", badly_set, "raw TeX"),
    ('<span class="katex">μ</span>', badly_set, "katex"),
    ('<math data-tex="x"><mi style="font-family:serif">qq</mi></math>', badly_set, "drawn by"),
    ('<math data-tex="本"><mi>本</mi></math>', badly_set, "drawn by"),
    ("<style>@font-face{font-family:'STIX Two Math';src:url(no.woff2)}</style>", said, "404"),
    ('<math data-tex="x"><merror>x</merror></math>', badly_set, "not converted"),
    (WIDE_TABLE, cut, "cut: <table"),
    ("<style>.md-header{display:block!important}</style>", cut, "printed: <header"),
    ("<style>body{--ink:#ddd!important}</style>", cut, "pale"),
    ("<style>.formula{display:none}</style>", unprinted, ""),
]


@pytest.mark.parametrize(
    ("added", "gate", "message"), BREAKS, ids=[f"{g.__name__}-{m}" for _, g, m in BREAKS]
)
def test_a_break_is_noticed(
    broken: Callable[[str], Visit],
    added: str,
    gate: Callable[[Visit], list[str]],
    message: str,
) -> None:
    found = gate(broken(added))
    assert [fault for fault in found if message in fault], found


@pytest.fixture(scope="module")
def window(chromium: "Browser") -> Iterator["BrowserContext"]:
    with opened(chromium) as page:
        yield page.context


@pytest.fixture
def broken(window: "BrowserContext", address: str) -> Iterator[Callable[[str], Visit]]:
    """Open a copy of a page with something put at the end of its article."""
    page = window.new_page()

    def opener(added: str) -> Visit:
        def answer(route: "Route") -> None:
            text = route.fetch().text()
            assert "</article>" in text
            route.fulfill(
                body=re.sub("</article>", lambda _: f"{added}</article>", text),
                content_type="text/html",
            )

        page.route(lambda url: not url.startswith(address), lambda route: route.abort())
        page.route(address + PAGE, answer)
        return attend(Visit(page, PAGE, address)).load()

    yield opener
    page.close()


def test_the_same_page_unbroken_passes(broken: Callable[[str], Visit]) -> None:
    visit = broken("")
    for gate in dict.fromkeys(gate for _, gate, _ in BREAKS):
        found = gate(visit)
        assert found == [], gate.__name__


def test_a_page_that_a_script_completes_is_noticed(
    broken: Callable[[str], Visit], scriptless: "Page"
) -> None:
    visit = broken("<script>document.querySelector('article').append('late')</script>")
    scriptless.goto(visit.home + visit.name)
    assert visit.look("text") != look(scriptless, "text")
