"""The labs: executed, in the site's markup, and never from a stale cache."""

import re
from collections import Counter
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from building import ROOT, small_build
from matplotlib.figure import Figure

from lndocs.site import notebooks
from lndocs.site.figures import Picture, number_lines

LANGUAGES = pytest.mark.parametrize("folder", ["", "en/"])

LAB = """# %% [markdown]
# ---
# description: a lab
# ---
# # Lab
#
# Text with $x$.

# %%
{code}
"""


@pytest.fixture
def article(site: Path, folder: str) -> BeautifulSoup:
    html = (site / folder / "labs" / "apple" / "index.html").read_text("utf-8")
    return BeautifulSoup(html, "html.parser").article


@LANGUAGES
def test_a_lab_brings_no_style_and_no_script(article: BeautifulSoup) -> None:
    assert not article.select("style, script, link, clipboard-copy, [class*=jp-]")


@LANGUAGES
def test_a_lab_is_no_heavier_than_a_page_with_two_figures_may_be(site: Path, folder: str) -> None:
    assert (site / folder / "labs" / "apple" / "index.html").stat().st_size < 60_000


@LANGUAGES
def test_code_has_the_markup_of_every_other_page(article: BeautifulSoup) -> None:
    blocks = article.select("div.language-python.highlight > pre > code")
    assert blocks
    assert all(block.select("span[class]") for block in blocks)


@LANGUAGES
def test_the_figures_speak_and_follow_the_scheme(article: BeautifulSoup) -> None:
    drawings = article.select("figure.plot > svg[role=img]")
    assert drawings
    for drawing in drawings:
        assert len(drawing["aria-label"]) > 20
        assert "currentColor" in str(drawing)
        colors = re.findall(r"(?:fill|stroke): (#\w+)", str(drawing))
        assert not colors, "a color of its own"


@LANGUAGES
def test_no_id_is_given_twice(article: BeautifulSoup) -> None:
    given = Counter(element["id"] for element in article.select("[id]"))
    assert [name for name, times in given.items() if times > 1] == []


def test_a_lab_whose_claim_is_false_fails_the_build(tmp_path: Path) -> None:
    pages = {"labs/lab.py": LAB.format(code="assert 2 + 2 == 5")}
    pages["index.md"] = "---\ndescription: a page\n---\n# Page\n"
    outcome = small_build(tmp_path, pages)
    assert outcome.returncode != 0
    assert "assert 2 + 2 == 5" in outcome.stderr


def test_a_second_build_executes_only_what_has_changed(tmp_path: Path) -> None:
    pages = {"labs/lab.py": LAB.format(code="print('<b>&')")}
    pages["index.md"] = "---\ndescription: a page\n---\n# Page\n"
    first = small_build(tmp_path, pages, CI="")
    assert first.returncode == 0, first.stderr
    assert first.stderr.count("Converting notebook") == 2
    pages["index.md"] += "More text.\n"
    assert "Converting notebook" not in small_build(tmp_path, pages, CI="").stderr
    html = (tmp_path / "site" / "labs" / "lab" / "index.html").read_text("utf-8")
    assert "&lt;b&gt;&amp;" in html
    assert '<math data-tex="x">' in html


def test_the_cache_is_keyed_by_the_code_that_labs_import(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notebooks, "_PACKAGE", tmp_path)
    (tmp_path / "norms.py").write_text("d = 4\n")
    before = notebooks._imported_code()
    assert notebooks._imported_code() == before
    (tmp_path / "norms.py").write_text("d = 3\n")
    assert notebooks._imported_code() != before


def test_both_labs_have_the_same_code_but_for_the_language() -> None:
    chinese, english = (
        [
            cell
            for cell in re.split(r"^# %%", path.read_text("utf-8"), flags=re.MULTILINE)
            if "[markdown]" not in cell
        ]
        for path in (ROOT / "docs" / code / "labs" / "apple.py" for code in ("zh", "en"))
    )
    assert [pair for pair in zip(chinese, english, strict=True) if pair[0] != pair[1]] == [
        ('\nlang = "zh"\n\n', '\nlang = "en"\n\n')
    ]


def test_a_figure_is_the_same_bytes_each_time() -> None:
    rows = {"苹果": [2, 4, 6, 8]}
    assert number_lines(rows, "zh").svg() == number_lines(rows, "zh").svg()


def test_a_figure_is_described_by_its_own_numbers() -> None:
    assert number_lines({"apple": [2, 4, 6, 8]}, "en").alt == "apple: [2, 4, 6, 8], mean 5."
    assert number_lines({"苹果": [2, 4, 6, 8]}, "zh").alt == "苹果：[2, 4, 6, 8]，均值 5。"


def test_text_stays_text_and_signs_are_escaped() -> None:
    figure = Figure()
    figure.text(0, 0, "苹果 & 我")
    drawn = Picture(figure, 'less < "more"').svg()
    assert "苹果 &amp; 我</text>" in drawn
    assert 'aria-label="less &lt; &quot;more&quot;"' in drawn
    assert "font-family" not in drawn
