"""HTML validity, by the Nu Html Checker, which needs Java."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from building import ROOT
from missing import unavailable

pytestmark = pytest.mark.browser

CHECKER = ROOT / "requirements" / "node_modules" / "vnu-jar" / "build" / "dist" / "vnu.jar"

# What Material and math-core write, by the beginning of what is said and by what it is said of.
ALLOWED = [
    ("Attribute “autocomplete” is only allowed when the input type is", 'class="md-toggle"'),
    ("Bad value “” for attribute “tabindex” on element “label”", 'class="md-nav__link"'),
    # A global attribute of MathML Core, which the checker does not know yet.
    ("Attribute “scriptlevel” not allowed on element “mtable”", "<mtable"),
    # A guess at the language, from a page that is half code; test_language looks at every word.
    ("This document appears to be written in English but", 'lang="zh-Hans"'),
]


def complaints(folder: Path) -> list[str]:
    """List what the checker says of the pages in a folder, but for what is allowed."""
    if not shutil.which("java") or not CHECKER.exists():
        unavailable(
            "no HTML checker; install Java, and: npm ci --ignore-scripts --prefix requirements"
        )
    command = ["java", "-jar", CHECKER, "--skip-non-html", "--format", "json", "--stdout", folder]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120)
    said = json.loads(run.stdout)["messages"]
    return [
        f"{complaint['url'].removeprefix(folder.as_uri())}: {complaint['message']}"
        for complaint in said
        if not any(
            complaint["message"].startswith(message) and element in complaint.get("extract", "")
            for message, element in ALLOWED
        )
    ]


def test_every_page_is_valid(site: Path) -> None:
    assert complaints(site) == []


def test_a_fault_is_found(tmp_path: Path) -> None:
    page = "<!doctype html><html lang=en><title>x</title><p><ul></p><img src=x.png>"
    (tmp_path / "page.html").write_text(page, encoding="utf-8")
    assert len(complaints(tmp_path)) >= 2
