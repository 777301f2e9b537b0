"""American spelling: the checker typos reads every file that holds English."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from building import ROOT

TYPOS = Path(sys.executable).with_name("typos")
READ = [
    *("docs", "lndocs", "tests", "scripts", ".ci", ".github", "Makefile", "pyproject.toml"),
    *sorted(path.name for path in ROOT.glob("*.md")),
    *sorted(path.name for path in ROOT.glob("*.yml")),
    *sorted(path.name for path in ROOT.glob("*.cff")),
]


def slips(*paths: str) -> list[str]:
    """Say where a word is misspelled, by the settings in pyproject.toml."""
    command = [TYPOS, "--config", "pyproject.toml", "--format", "json", "--sort", *paths]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert run.returncode in (0, 2), run.stderr
    found = [json.loads(line) for line in run.stdout.splitlines()]
    return [
        f"{slip['path']}:{slip.get('line_num', 0)}: {slip['typo']}, "
        f"better {' or '.join(slip['corrections'])}"
        for slip in found
        if slip["type"] == "typo"
    ]


def test_everything_is_spelled_as_in_america() -> None:
    found = slips(*READ)
    assert not found, "\n" + "\n".join(found)


@pytest.mark.parametrize(
    ("stands", "better"),
    [
        ("t" + "eh", "the"),
        ("occur" + "ed", "occurred"),
        ("normal" + "isation", "normalization"),
        ("col" + "our", "color"),
        ("cent" + "red", "centered"),
        ("label" + "led", "labeled"),
        ("gr" + "ey", "gray"),
        ("after" + "wards", "afterward"),
    ],
)
def test_a_slip_is_shown_with_its_line_and_what_is_better(
    tmp_path: Path, stands: str, better: str
) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"# Title\n\nIt is {stands} here.\n", encoding="utf-8")
    assert slips(str(page)) == [f"{page}:3: {stands}, better {better}"]


def test_docstrings_pages_and_notebooks_are_among_what_is_read() -> None:
    command = [TYPOS, "--config", "pyproject.toml", "--files", *READ]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    files = run.stdout.splitlines()
    for name in ("lndocs/norms.py", "docs/en/add.md", "docs/en/labs/apple.py", "README.md"):
        assert name in files
