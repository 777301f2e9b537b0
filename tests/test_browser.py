"""What only a browser can tell: hosts asked, errors, overflow, search, copying, the switch."""

import functools
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

# Under a path of its own, as a project's pages often are.
PREFIX = "/under/a/path/"


class Handler(SimpleHTTPRequestHandler):
    """Serve a folder under a path, silently."""

    def translate_path(self, path: str) -> str:
        return super().translate_path("/" + path.removeprefix(PREFIX))

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=site))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}{PREFIX}"
    server.shutdown()
    thread.join()
    server.server_close()


@contextmanager
def opened(chromium: "Browser", **settings: Any) -> Iterator["Page"]:
    context = chromium.new_context(**settings)
    yield context.new_page()
    context.close()


def test_every_page_keeps_to_its_host_to_its_width_and_raises_nothing(
    chromium: "Browser", site: Path, address: str
) -> None:
    faults: list[str] = []
    with opened(chromium) as page:
        page.on("request", lambda request: asked.append(request.url))
        page.on("console", lambda message: said.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: said.append(str(error)))
        for path in sorted(site.rglob("index.html")):
            asked: list[str] = []
            said: list[str] = []
            name = path.parent.relative_to(site).as_posix()
            page.set_viewport_size({"width": 390, "height": 844})
            page.goto(f"{address}{name}/".replace("/./", "/"), wait_until="networkidle")
            for width in (390, 360):
                page.set_viewport_size({"width": width, "height": 844})
                reached = page.evaluate("document.documentElement.scrollWidth")
                if reached > width:
                    faults.append(f"{name}: {reached} pixels wide on a screen of {width}")
            foreign = [url for url in asked if not url.startswith((address, "data:"))]
            faults += [f"{name}: {fault}" for fault in (*foreign, *said)]
    assert faults == []


@pytest.mark.parametrize(
    ("folder", "word"),
    [("", "归一化"), ("", "方差"), ("", "均值"), ("", "LayerNorm"), ("en/", "variance")],
)
def test_search_finds(chromium: "Browser", address: str, folder: str, word: str) -> None:
    with opened(chromium, viewport={"width": 1280, "height": 900}) as page:
        page.goto(address + folder)
        page.get_by_role("textbox").fill(word)
        page.keyboard.press("End")
        page.locator(".md-search-result__item").first.wait_for()


def test_the_switch_keeps_fragment_and_query(chromium: "Browser", address: str) -> None:
    with opened(chromium) as page:
        page.goto(f"{address}divide-by-std/?from=here#variance")
        page.click("[data-edition]")
        page.wait_for_url(f"{address}en/divide-by-std/?from=here#variance")
        page.click("[data-edition]")
        page.wait_for_url(f"{address}divide-by-std/?from=here#variance")


def test_a_copied_block_runs_and_holds_no_output(chromium: "Browser", address: str) -> None:
    permissions = ["clipboard-read", "clipboard-write"]
    with opened(chromium, permissions=permissions) as page:
        page.goto(f"{address}divide-by-std/")
        button = page.locator("[data-md-type=copy]").first
        button.wait_for(state="attached")
        button.dispatch_event("click")
        page.get_by_text("已复制").wait_for(state="attached")
        copied = page.evaluate("navigator.clipboard.readText()")
    assert "import" in copied
    assert ">>>" not in copied
    exec(copied, {})


def test_the_scheme_follows_the_system(chromium: "Browser", address: str) -> None:
    grounds = []
    for scheme in ("light", "dark"):
        with opened(chromium, color_scheme=scheme) as page:
            page.goto(address)
            grounds.append(page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert grounds[0] != grounds[1]


def test_without_mathml_every_formula_shows_its_tex(chromium: "Browser", address: str) -> None:
    with opened(chromium) as page:
        page.add_init_script("delete window.MathMLElement")
        page.goto(f"{address}divide-by-std/")
        assert page.locator("math").count() == 0
        assert r"\frac" in page.locator(".formula").first.inner_text()


def test_a_page_is_complete_without_a_script(chromium: "Browser", address: str) -> None:
    with opened(chromium, java_script_enabled=False) as page:
        page.goto(f"{address}divide-by-std/")
        assert page.locator("article math").first.is_visible()
        assert not page.locator(".md-search").is_visible()
        page.click("[data-edition]")
        assert page.url == f"{address}en/divide-by-std/"
