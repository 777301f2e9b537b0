"""What explains the numerals is worked out once for each text and each state of the code."""

from pathlib import Path

import pytest

from lndocs.site import ledger
from lndocs.site.ledger import Ledger
from lndocs.site.origins import Origins, origins

PAGE = "均值是 5。\n<!-- = mean(apple) -->\n"
LAB = "# %% [markdown]\n# 均值是 5。\n# <!-- = mean(row) -->\n"
CELL = "# %%\nfrom lndocs.example import apple as row\n\n"


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths that were run in this process."""
    found: list[str] = []

    def noting(text: str, path: str) -> Origins:
        found.append(path)
        return origins(text, path)

    monkeypatch.setattr(ledger, "origins", noting)
    return found


def test_a_page_is_run_once_for_each_text(tmp_path: Path, runs: list[str]) -> None:
    for text in (PAGE, PAGE, PAGE + "\n", PAGE):
        assert Ledger(tmp_path / "code").origins(text, "a.md") == origins(text, "a.md")
    assert runs == ["a.md", "a.md"]


def test_nothing_is_kept_where_there_is_no_folder(runs: list[str]) -> None:
    for _ in range(2):
        Ledger(None).origins(PAGE, "a.md")
    assert runs == ["a.md", "a.md"]


def test_another_state_of_the_code_starts_anew_and_leaves_nothing_behind(
    tmp_path: Path, runs: list[str]
) -> None:
    for code in ("one", "two"):
        Ledger(tmp_path / code).origins(PAGE, "a.md")
    assert len(runs) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["two"]


def test_a_page_with_a_fault_is_run_again_each_time(tmp_path: Path, runs: list[str]) -> None:
    wrong = PAGE.replace("5", "6")
    for _ in range(2):
        assert "6 is not 5.0" in Ledger(tmp_path / "code").origins(wrong, "a.md").faults[0]
    assert len(runs) == 2


def test_a_lab_is_run_beside_the_build_and_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lab = CELL + LAB, "a.py"
    for _ in range(2):
        book = Ledger(tmp_path / "code")
        book.begin([lab])
        monkeypatch.setattr(ledger, "origins", None)  # here nothing can be run, nor a second time
        monkeypatch.setattr(ledger, "ProcessPoolExecutor", None)
        found = book.origins(*lab)
        assert found == origins(*lab)
        assert [origin.attributes["data-value"] for origin in found.each] == ["5"]
