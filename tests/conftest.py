"""What several tests share."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from building import ROOT, build
from missing import unavailable

if TYPE_CHECKING:
    from playwright.sync_api import Browser

_NAMES = ("chromium", "chromium-browser", "google-chrome")
_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def chromium() -> Iterator["Browser"]:
    """A browser for the whole run, or a skip; a failure where LNDOCS_REQUIRE_BROWSER is set."""
    path = next(filter(None, map(shutil.which, _NAMES)), None)
    if path is None:
        unavailable(
            f"no browser found; install one as {' or '.join(_NAMES)} (apt-get install chromium)"
        )
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        unavailable("playwright is missing; pip install -r requirements/dev.txt brings it")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=_ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole site, built strictly; it must not be changed."""
    out = tmp_path_factory.mktemp("site")
    outcome = build(ROOT / "mkdocs.yml", out)
    assert outcome.returncode == 0, outcome.stderr
    return out
