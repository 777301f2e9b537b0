"""The labs: executed, in the site's markup, and never from a stale cache."""

import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from bs4 import BeautifulSoup
from building import PAGE, ROOT, small_build, small_site, source_pages
from matplotlib.figure import Figure

from lndocs.site import notebooks
from lndocs.site.figures import Picture, number_lines

NAMES = [page for page in source_pages() if page.startswith("labs/")]
LABS = pytest.mark.parametrize("lab", [folder + page for folder in ("", "en/") for page in NAMES])

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
def article(site: Path, lab: str) -> BeautifulSoup:
    html = (site / lab / "index.html").read_text("utf-8")
    return BeautifulSoup(html, "html.parser").article


@LABS
def test_a_lab_brings_no_style_and_no_script(article: BeautifulSoup) -> None:
    assert not article.select("style, script, link, clipboard-copy, [class*=jp-]")


@LABS
def test_a_lab_is_no_heavier_than_its_text_and_figures_may_be(site: Path, lab: str) -> None:
    assert (site / lab / "index.html").stat().st_size < 120_000


@LABS
def test_code_has_the_markup_of_every_other_page(article: BeautifulSoup) -> None:
    blocks = article.select("div.language-python.highlight > pre > code")
    assert blocks
    assert all(block.select("span[class]") for block in blocks)


@LABS
def test_the_figures_speak_and_follow_the_scheme(article: BeautifulSoup) -> None:
    drawings = article.select("figure.plot > svg[role=img]")
    assert drawings
    for drawing in drawings:
        assert len(drawing["aria-label"]) > 20
        assert "currentColor" in str(drawing)
        colors = re.findall(r"(?:fill|stroke): (#\w+)", str(drawing))
        assert not colors, "a color of its own"


@LABS
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


@pytest.mark.parametrize("name", NAMES)
def test_a_lab_has_the_same_code_in_both_languages_but_for_the_language(name: str) -> None:
    chinese, english = (
        [
            cell
            for cell in re.split(r"^# %%", path.read_text("utf-8"), flags=re.MULTILINE)[1:]
            if "[markdown]" not in cell
        ]
        for path in (ROOT / "docs" / code / f"{name.rstrip('/')}.py" for code in ("zh", "en"))
    )
    assert [pair for pair in zip(chinese, english, strict=True) if pair[0] != pair[1]] == [
        ('\nlang = "zh"\n\n', '\nlang = "en"\n\n')
    ]


@pytest.mark.parametrize("name", NAMES)
def test_a_lab_opens_with_a_guess_and_asserts_what_it_found(name: str) -> None:
    guesses = {"zh": "**先猜一猜。**", "en": "**Guess first.**"}
    for code, guess in guesses.items():
        text = (ROOT / "docs" / code / f"{name.rstrip('/')}.py").read_text("utf-8")
        assert guess in text.partition("# %%\n")[0]
        assert "{#found}" in text
        assert len(re.findall(r"^ *assert ", text, flags=re.MULTILINE)) >= 5


def copied_package(folder: Path) -> Path:
    """Put the package where a build of the folder finds it first, and give its example."""
    shutil.copytree(
        ROOT / "lndocs", folder / "lndocs", ignore=shutil.ignore_patterns("__pycache__")
    )
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    return folder / "lndocs" / "example.py"


def test_a_change_of_the_package_executes_the_labs_anew(tmp_path: Path) -> None:
    code = "from lndocs.example import apple\n\nprint(apple * 111)"
    pages = {"index.md": PAGE, "labs/lab.py": LAB.format(code=code)}
    example, here = copied_package(tmp_path), {"CI": "", "PYTHONPATH": str(tmp_path)}
    page = tmp_path / "site" / "labs" / "lab" / "index.html"
    first = small_build(tmp_path, pages, **here)
    assert first.returncode == 0, first.stderr
    assert "[222 444 666 888]" in page.read_text("utf-8")
    example.write_text(example.read_text("utf-8").replace("[1, 3, 4, 5]", "[1, 3, 5, 5]"), "utf-8")
    second = small_build(tmp_path, pages, **here)
    assert second.stderr.count("Converting notebook") == 2
    assert "[222 444 777 888]" in page.read_text("utf-8")


def test_serve_executes_no_lab_when_a_page_is_edited(tmp_path: Path) -> None:
    pages = {"index.md": PAGE, "labs/lab.py": LAB.format(code="print('lab')")}
    config = small_site(tmp_path, pages)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [
        sys.executable,
        "-m",
        "mkdocs",
        "serve",
        "-f",
        str(config),
        "-a",
        f"127.0.0.1:{port}",
    ]
    environment = {**os.environ, "CI": "", "NO_MKDOCS_2_WARNING": "1"}
    log = tmp_path / "log"
    with log.open("w") as said:
        server = subprocess.Popen(command, cwd=tmp_path, env=environment, stderr=said)
    try:
        address = f"http://127.0.0.1:{port}/"
        wait_until(lambda: "标题" in fetched(address))
        assert log.read_text("utf-8").count("Converting notebook") == 2
        time.sleep(1)  # the file's time must differ
        (tmp_path / "docs" / "zh" / "index.md").write_text(PAGE + "改过。\n", "utf-8")
        wait_until(lambda: "改过" in fetched(address))
        assert log.read_text("utf-8").count("Converting notebook") == 2
    finally:
        server.terminate()
        server.wait()


def fetched(address: str) -> str:
    try:
        with urlopen(address, timeout=30) as answer:
            return str(answer.read().decode())
    except URLError:  # it is not there yet
        return ""


def wait_until(done: Callable[[], bool], seconds: float = 180) -> None:
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.2)


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
