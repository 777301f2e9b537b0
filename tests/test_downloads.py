"""What a lab's reader takes home: the notebook, and the wheel that its first cell installs."""

import io
import json
import re
import subprocess
import sys
import zipfile
from itertools import pairwise
from pathlib import Path
from typing import Any

import nbformat
import pytest
from bs4 import BeautifulSoup
from building import ADDRESS, PAGE, ROOT, small_build, source_pages

from lndocs.site import downloads, wheel
from lndocs.site.language import CHINESE, ENGLISH

LABS = [folder + page for folder in ("", "en/") for page in source_pages() if "labs/" in page]
WHEEL = f"{ADDRESS}downloads/lndocs-0.1.0-py3-none-any.whl"


def source_of(lab: str) -> str:
    language = "en" if lab.startswith("en/") else "zh"
    name = lab.removeprefix("en/").rstrip("/")
    return (ROOT / "docs" / language / f"{name}.py").read_text("utf-8")


@pytest.fixture(params=LABS)
def lab(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def cells(site: Path, lab: str) -> list[Any]:
    text = (site / f"{lab.rstrip('/')}.ipynb").read_text("utf-8")
    nbformat.validate(json.loads(text))
    return list(nbformat.reads(text, as_version=4).cells)


def test_every_lab_offers_its_notebook_in_the_words_of_its_page(site: Path, lab: str) -> None:
    soup = BeautifulSoup((site / lab / "index.html").read_text("utf-8"), "html.parser")
    (link,) = soup.select("article h1 + p.download > a[download]")
    english = lab.startswith("en/")
    assert link.get_text() == ("download this notebook" if english else "下载这个笔记本")
    assert (site / lab / link["href"]).resolve().is_file()
    name = lab.rstrip("/").rpartition("/")[2]
    assert link["download"] == f"layernorm-{name}-{'en' if english else 'zh'}.ipynb"


def test_the_first_code_cell_installs_the_wheel_from_the_site(cells: list[Any]) -> None:
    first = next(cell for cell in cells if cell.cell_type == "code")
    comment, command = first.source.splitlines()
    assert re.fullmatch(r"# \w.*", comment)
    assert command == f'%pip install --quiet "lndocs[labs] @ {WHEEL}"'


def test_the_rest_of_its_code_is_the_lab_s(cells: list[Any], lab: str) -> None:
    _, *code = (cell.source.strip() for cell in cells if cell.cell_type == "code")
    parts = re.split(r"^# %%(.*)\n", source_of(lab), flags=re.M)
    kinds, texts = parts[1::2], parts[2::2]
    assert code == [text.strip() for kind, text in zip(kinds, texts, strict=True) if not kind]


def test_it_holds_no_outputs_and_nothing_that_only_the_site_understands(cells: list[Any]) -> None:
    assert not any(cell.get("outputs") for cell in cells)
    prose = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    assert prose.startswith("# ")
    assert not re.search(r"<!--|\{#|description:|markdown=|^\?\?\?|^!!!", prose, flags=re.M)
    assert all(re.match("https://", target) for target in re.findall(r"\]\(([^)]+)\)", prose))


def test_code_after_a_folded_answer_is_folded_with_it(site: Path, lab: str) -> None:
    text = (site / f"{lab.rstrip('/')}.ipynb").read_text("utf-8")
    cells = nbformat.reads(text, as_version=4).cells
    for before, cell in pairwise(cells):
        folded = before.source.endswith("</details>")
        assert bool(cell.metadata.get("jupyter")) == (folded and cell.cell_type == "code")
    soup = BeautifulSoup((site / lab / "index.html").read_text("utf-8"), "html.parser")
    answers = soup.select("article details")
    assert len(answers) == ("apple" not in lab)
    assert all(answer.select(".lab code") for answer in answers)


def test_a_link_to_another_page_leads_to_the_site() -> None:
    text = "# %% [markdown]\n# [a](../epsilon.md#formula) [b](depth.py) [c](../index.md) [d](#x)\n"
    page = f"{ADDRESS}en/labs/axis/"
    (cell, _) = json.loads(downloads.notebook(text, page, WHEEL, ENGLISH))["cells"]
    assert re.findall(r"\((.*?)\)", "".join(cell["source"])) == [
        f"{ADDRESS}en/epsilon/#formula",
        f"{ADDRESS}en/labs/depth/",
        f"{ADDRESS}en/",
        "#x",
    ]


def test_a_notebook_is_the_same_bytes_each_time() -> None:
    text = source_of("labs/apple/")
    made = [downloads.notebook(text, ADDRESS, WHEEL, CHINESE) for _ in range(2)]
    assert made[0] == made[1]


# The wheel


def test_there_is_one_wheel_for_both_languages(site: Path) -> None:
    (path,) = site.rglob("*.whl")
    assert f"{ADDRESS}{path.relative_to(site).as_posix()}" == WHEEL
    assert path.read_bytes() == wheel.built()[1]


def test_the_wheel_holds_the_package_and_asks_for_little() -> None:
    archive = zipfile.ZipFile(io.BytesIO(wheel.built()[1]))
    package = {path.relative_to(ROOT).as_posix() for path in (ROOT / "lndocs").rglob("*.py")} | {
        "lndocs/py.typed"
    }
    assert {name for name in archive.namelist() if ".dist-info/" not in name} == package
    (name,) = (name for name in archive.namelist() if name.endswith("METADATA"))
    asked = re.findall(r"^Requires-Dist: (.*)$", archive.read(name).decode(), flags=re.M)
    assert [line for line in asked if "extra" not in line or '"labs"' in line] == [
        "numpy>=2.0",
        'matplotlib>=3.10; extra == "labs"',
    ]


def test_the_wheel_is_the_same_bytes_each_time_and_is_built_only_when_a_source_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, content in wheel._sources():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
        (tmp_path / name).chmod(0o600)
    first = wheel.built()
    monkeypatch.setattr(wheel, "_ROOT", tmp_path)
    wheel._built.cache_clear()
    assert wheel.built() == first
    assert wheel.built() == first
    assert wheel._built.cache_info().misses == 1
    (tmp_path / "lndocs" / "norms.py").write_text("EPS = 1\n", "utf-8")
    assert wheel.built() != first
    wheel._built.cache_clear()


def test_without_sources_it_is_said_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wheel, "_ROOT", tmp_path)
    with pytest.raises(ValueError, match=r"built from a checkout, and .* has no pyproject.toml"):
        wheel.built()


def test_labs_without_an_address_to_install_from_fail_the_build(tmp_path: Path) -> None:
    lab = "# %% [markdown]\n# ---\n# description: a lab\n# ---\n# # Lab\n\n# %%\n"
    outcome = small_build(tmp_path, {"index.md": PAGE, "labs/lab.py": lab}, SITE_URL="")
    assert outcome.returncode != 0
    assert "site_url must be set" in outcome.stderr


def test_a_site_without_labs_has_no_downloads(tmp_path: Path) -> None:
    outcome = small_build(tmp_path, {"index.md": PAGE})
    assert outcome.returncode == 0, outcome.stderr
    assert not (tmp_path / "site" / "downloads").exists()


def test_figures_need_nothing_of_what_builds_the_site() -> None:
    program = "import sys, lndocs.site.figures; print(*{m.partition('.')[0] for m in sys.modules})"
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
    )
    loaded = set(run.stdout.split())
    assert {"lndocs", "matplotlib", "numpy"} <= loaded
    assert loaded.isdisjoint(
        {"bs4", "markdown", "math_core", "mkdocs", "jupytext", "sybil", "yaml"}
    )


def test_the_wheel_is_kept_from_build_to_build_until_a_source_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = wheel.built(tmp_path)
    monkeypatch.setattr(wheel, "_built", None)  # a second one cannot be built
    assert wheel.built(tmp_path) == first
    monkeypatch.setattr(wheel, "_sources", lambda: (("lndocs/new.py", b""),))
    with pytest.raises(TypeError):
        wheel.built(tmp_path)
