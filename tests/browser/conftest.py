"""What the browser tests share: one server, one browser, and one visit to each page."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hosting import served
from visits import PAGES, Visit, attend, opened

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """Where the built site is served."""
    with served(site) as home:
        yield home


@pytest.fixture(scope="session", params=PAGES, ids=lambda name: name or "home")
def visit(request: pytest.FixtureRequest, chromium: "Browser", address: str) -> Iterator[Visit]:
    """A page as a reader has it before them. Pytest runs all tests of one page in a row.

    A test that changes the page puts it back.
    """
    permissions = ["clipboard-read", "clipboard-write"]
    with opened(chromium, permissions=permissions) as page:
        yield attend(Visit(page, request.param, address)).load()


@pytest.fixture(scope="session")
def scriptless(chromium: "Browser") -> Iterator["Page"]:
    """A page where no script runs."""
    with opened(chromium, java_script_enabled=False) as page:
        yield page


@pytest.fixture(scope="session")
def old(chromium: "Browser") -> Iterator["Page"]:
    """A page as browsers have it that know no MathML."""
    with opened(chromium) as page:
        page.add_init_script("delete window.MathMLElement")
        yield page
