"""What holds for every page beyond its own examples and check lines, which ``docs/`` runs."""

import contextlib
import io
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
import yaml
from bs4 import BeautifulSoup
from markdown import Markdown
from mkdocs.config import load_config
from sybil import Document

from lndocs.site import facts, tex
from lndocs.site.cells import as_fences
from lndocs.site.outcomes import outcomes
from lndocs.site.stretches import Code, Stretch, cover_front_matter, read, strip
from lndocs.site.update import update

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
PAGES = list(facts.pages())
SPOKEN = ("alt", "title", "aria-label")
MARKDOWN = [page for page in PAGES if page.suffix == ".md"]


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def test_the_readme_obeys_the_guard() -> None:
    assert update(text_of(README), str(README)) == (text_of(README), [])


@pytest.fixture(scope="module")
def collected() -> Counter[str]:
    """How many items pytest finds in each file below docs/."""
    command = [sys.executable, "-m", "pytest", "docs", "--collect-only", "-q", "--no-header"]
    listing = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return Counter(line.partition("::")[0] for line in listing.splitlines() if "::" in line)


@pytest.mark.parametrize("path", PAGES[1:], ids=name)
def test_pytest_runs_every_example_cell_and_check_line(path: Path, collected: Counter[str]) -> None:
    text = text_of(path)
    patterns = [r"<!-- *=", r"^[ >]*>>> ", r"^[ >]*\$ python"] + [r"^# %%$"] * (
        path.suffix == ".py"
    )
    found = [len(re.findall(pattern, text, re.M)) for pattern in patterns]
    assert collected[name(path)] == sum(found) > 0


@pytest.mark.parametrize("path", MARKDOWN, ids=name)
def test_every_code_block_runs_by_itself_and_imports_lndocs(path: Path) -> None:
    blocks = [part for part in read(text_of(path)).parts if isinstance(part, Code)]
    for block in (block for block in blocks if block.language == "pycon"):
        alone = Document(f"```pycon\n{block.source}```\n", str(path))
        wrong = [
            (outcome.example.parsed.want, outcome.got)
            for outcome in outcomes(alone)
            if outcome.got.split() != outcome.example.parsed.want.split()
            and "Traceback" not in outcome.example.parsed.want
        ]
        assert wrong == [], block.source
        assert re.search(r">>> (from|import) lndocs\b", block.source), block.source


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_every_visible_digit_of_the_rendered_page_is_one_that_the_guard_knows(path: Path) -> None:
    """A second way to find the digits: from the HTML, by the library that renders it."""
    text, notebook = text_of(path), path.suffix == ".py"
    settings = load_config(str(ROOT / "mkdocs.yml"))
    settings.mdx_configs.setdefault("pymdownx.highlight", {})["pygments_lang_class"] = True
    markdown = Markdown(
        extensions=settings.markdown_extensions, extension_configs=settings.mdx_configs
    )
    source = cover_front_matter(as_fences(text) if notebook else text, notebook=notebook)
    soup = BeautifulSoup(markdown.convert(strip(source)), "html.parser")
    addresses = [link for link in soup.select("a") if link.get_text() == link["href"]]
    run = soup.select(".language-pycon, .language-console, .language-python")
    marks = soup.select(".arithmatex, .headerlink, .footnote-ref, .footnote-backref")
    for hidden in [*run, *marks, *addresses]:
        hidden.decompose()
    spoken = [str(element.get(name, "")) for element in soup.select("*") for name in SPOKEN]
    page = read(text, notebook=notebook)
    formulas = tex.formulas(text)
    identifiers = [p.text for p in page.structure if re.fullmatch(r"[A-Za-z]\w+", p.text)]
    numerals = [
        numeral.text
        for part in page.parts
        if isinstance(part, Stretch)
        for numeral in part.numerals
        if not any(start <= numeral.start < end for start, end in formulas)
    ]
    visible = "".join([soup.get_text(), *spoken])
    known = "".join([*numerals, *identifiers])
    assert Counter(re.findall(r"\d", visible)) == Counter(re.findall(r"\d", known))


@pytest.mark.parametrize("path", PAGES[1:], ids=name)
def test_a_page_describes_itself_without_digits(path: Path) -> None:
    (front,) = re.findall(
        r"(?ms)\A.*?^(?:# )?---\n((?:(?!^(?:# )?---).)*description:.*?)^(?:# )?---$", text_of(path)
    )
    settings = yaml.safe_load(re.sub(r"(?m)^# ", "", front))
    assert settings["description"].strip()
    assert not re.search(r"\d", settings["description"] + settings.get("title", ""))


@pytest.mark.parametrize("config", ["mkdocs.yml", "mkdocs.en.yml"])
def test_what_the_navigation_says_holds_no_digit(config: str) -> None:
    settings = load_config(str(ROOT / config))
    words = [settings.site_name, settings.site_description, *titles(settings.nav)]
    assert len(words) > 3
    assert not any(re.search(r"\d", word) for word in words), words


def titles(nav: object) -> list[str]:
    match nav:
        case dict():
            return [word for title, rest in nav.items() for word in [title, *titles(rest)]]
        case list():
            return [word for entry in nav for word in titles(entry)]
    return []


def test_every_fact_that_is_cited_stands_in_the_golden_list() -> None:
    assert facts.GOLDEN.read_text(encoding="utf-8") == facts.listing()
    assert "Bessel" in facts.listing()


def test_updating_pages_that_are_right_changes_nothing() -> None:
    with contextlib.redirect_stdout(io.StringIO()):
        stale = [path for path in PAGES if update(text_of(path), str(path)) != (text_of(path), [])]
    assert stale == []
