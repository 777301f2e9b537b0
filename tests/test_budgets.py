"""What a page may weigh. ``make weigh`` shows what each weighs."""

from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from building import source_pages
from weighing import components, figures, imported, report, search, weights

# Bytes, compressed as hosts do, and requests. A page is weighed with all that its first view loads
# but its figures, the search and its index; the two last together are weighed once a language, the
# figures of a page by themselves. The components are what readers do with numbers; their scripts
# and styles are weighed apart.
PAGE = 112_000
LAB = 125_000
COMPONENTS = 20_000
FIGURES = 10_000
SEARCH = 80_000
REQUESTS = 10

ARTICLES = [folder + page for folder in ("", "en/") for page in source_pages()]


@pytest.mark.parametrize("name", ARTICLES, ids=lambda name: name or "home")
def test_a_page_keeps_to_its_budget(site: Path, name: str) -> None:
    found = weights(site / name / "index.html")
    for address in components(found):
        del found[address]
    assert sum(found.values()) <= (LAB if "labs/" in name else PAGE), found
    assert len(found) <= REQUESTS, found


@pytest.mark.parametrize("name", ARTICLES, ids=lambda name: name or "home")
def test_the_components_of_a_page_keep_to_theirs(site: Path, name: str) -> None:
    found = components(weights(site / name / "index.html"))
    assert sum(found.values()) <= COMPONENTS, found
    # A page without numbers to ask, and without a component, needs none of them.
    asked = BeautifulSoup((site / name / "index.html").read_text("utf-8"), "html.parser").select(
        ".component, [data-of], [data-source]"
    )
    assert bool(found) == bool(asked)


def test_the_modules_that_a_module_imports_are_found(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text('import { b } from "./in/b.js";\nimport "./c.js";\n')
    (tmp_path / "c.js").write_text('const later = () => import("./d.js");\n')
    (tmp_path / "d.js").write_text("export {};\n")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "b.js").write_text('export { a } from "../a.js";\n')
    assert sorted(imported(tmp_path, "a.js")) == ["c.js", "d.js", "in/b.js"]


@pytest.mark.parametrize("name", ARTICLES, ids=lambda name: name or "home")
def test_the_figures_of_a_page_keep_to_their_budget(site: Path, name: str) -> None:
    assert figures(site / name / "index.html") <= FIGURES


@pytest.mark.parametrize("language", ["", "en/"], ids=["zh", "en"])
def test_the_search_keeps_to_its_budget(site: Path, language: str) -> None:
    found = search(site / language / "index.html")
    assert sum(found.values()) <= SEARCH, found


@pytest.mark.parametrize("name", ARTICLES, ids=lambda name: name or "home")
def test_reading_needs_no_script(site: Path, name: str) -> None:
    soup = BeautifulSoup((site / name / "index.html").read_text("utf-8"), "html.parser")
    article = soup.article
    assert article is not None
    assert article.h1 is not None
    assert article.select("script, noscript, template, [hidden], [data-src], .arithmatex") == []
    # What a script puts in place later would leave its place empty until then.
    assert [box for box in article.select("td, figure, pre") if not _says_something(box)] == []


def test_nothing_is_published_that_no_page_loads(site: Path) -> None:
    for folder in (site, site / "en"):
        pages = [
            page for page in folder.rglob("index.html") if folder != site or "en" not in page.parts
        ]
        used = {
            (page.parent / address).resolve()
            for page in pages
            for address in (*weights(page), *search(page))
            if address
        }
        beside = {"OFL.txt", "logo.svg", "card.png"}
        assets = {path for path in (folder / "assets").rglob("*.*") if path.name not in beside}
        assert {path.relative_to(site) for path in assets - used} == set()


def test_the_weights_are_shown(site: Path) -> None:
    shown = report(site)
    print(f"\n{shown}")
    assert all(name.rstrip("/") in shown for name in ARTICLES)


def _says_something(element: object) -> bool:
    return bool(element.get_text().strip() or element.select("img, svg, math"))  # type: ignore[attr-defined]
