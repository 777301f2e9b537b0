"""What several tests share."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from building import ROOT, build
from filelock import FileLock
from missing import unavailable

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# The first is the same engine without a window, and opens a page in a quarter of the time.
_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Say which tests stay together when several processes share them.

    A page is visited once for all tests that look at it, and the examples of a file build on each
    other. Each fault is planted in a copy of its own.
    """
    for item in items:
        visited = getattr(item, "callspec", None) and item.callspec.params.get("visit")
        if visited is not None:
            item.add_marker(pytest.mark.xdist_group(f"visit {visited}"))
        elif item.path.name != "test_faults.py":
            item.add_marker(pytest.mark.xdist_group(item.nodeid.partition("::")[0]))


@pytest.fixture(scope="session")
def chromium() -> Iterator["Browser"]:
    """A browser for the whole run, or a skip; a failure where LNDOCS_REQUIRE_BROWSER is set."""
    path = next(filter(None, map(shutil.which, _NAMES)), None)
    if path is None:
        unavailable(
            f"no browser found; install one as {' or '.join(_NAMES)} (apt-get install {_NAMES[0]})"
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
def site(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The whole site, built strictly; it must not be changed."""
    folder = tmp_path_factory.getbasetemp()
    if worker_id != "master":
        folder = folder.parent  # that of the run, which all its processes know
    out, done = folder / "site", folder / "site.built"
    with FileLock(folder / "site.lock"):
        if not done.exists():
            outcome = build(ROOT / "mkdocs.yml", out)
            assert outcome.returncode == 0, outcome.stderr
            done.touch()
    return out
