"""What the budgets count is what a browser loads."""

from pathlib import Path, PurePosixPath
from posixpath import normpath
from urllib.parse import urlsplit

import pytest
from visits import Visit
from weighing import search, weights

pytestmark = pytest.mark.browser


def test_a_browser_loads_what_the_budgets_count(visit: Visit, site: Path) -> None:
    page = site / visit.name / "index.html"
    here = urlsplit(visit.home + visit.name).path
    counted = {normpath(here + name) for name in (*weights(page), *search(page))}
    asked = {normpath(urlsplit(url).path) for url in visit.asked if not url.startswith("data:")}
    # Not every browser asks for the icon when it has no window.
    icons = {name for name in counted if PurePosixPath(name).stem == "favicon"}
    assert asked - icons == counted - icons
