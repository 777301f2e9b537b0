"""Visit pages in a browser, and note what happens meanwhile."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from building import source_pages

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WIDE = {"width": 1280, "height": 900}
PAGES = [folder + page for folder in ("", "en/") for page in source_pages()]
LOOKS = Path(__file__).with_name("looks.js").read_text("utf-8")
# Measurements must not meet a color or a place halfway.
STILL = "* { transition: none !important; animation: none !important }"


@dataclass
class Visit:
    """A page that is open, and what was asked for and said while it was loaded.

    Attributes
    ----------
    page : Page
        The browser's page.
    name : str
        The page's address under the site's, such as ``en/add/``.
    home : str
        The site's address.
    asked, said : list[str]
        The addresses that were asked for; faults and messages of the console.
    """

    page: "Page"
    name: str
    home: str
    asked: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)

    @property
    def english(self) -> bool:
        return self.name.startswith("en/")

    def look(self, name: str, *arguments: Any) -> Any:
        """Call a function of looks.js in the page."""
        return look(self.page, name, *arguments)

    def load(self) -> "Visit":
        """Open the page anew, and wait until all of it is there."""
        self.page.goto(self.home + self.name, wait_until="load")
        self.page.add_style_tag(content=STILL)
        self.page.evaluate("document.fonts.ready.then(() => null)")
        return self


def look(page: "Page", name: str, *arguments: Any) -> Any:
    """Call a function of looks.js in a page."""
    return page.evaluate(f"given => {{ {LOOKS}; return {name}(...given) }}", list(arguments))


@contextmanager
def opened(browser: "Browser", **settings: Any) -> Iterator["Page"]:
    """Open an empty page with settings of its own."""
    context = browser.new_context(**{"viewport": WIDE, "reduced_motion": "reduce", **settings})
    try:
        yield context.new_page()
    finally:
        context.close()


def attend(visit: Visit) -> Visit:
    """Note from now on what the page asks for and what goes wrong."""
    page = visit.page
    page.on("request", lambda request: visit.asked.append(request.url))
    page.on("requestfailed", lambda request: visit.said.append(f"{request.url} failed"))
    page.on("console", lambda message: visit.said.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: visit.said.append(str(error)))
    page.on(
        "response",
        lambda answer: answer.status >= 400 and visit.said.append(f"{answer.status} {answer.url}"),
    )
    return visit
