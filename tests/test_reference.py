"""The reference: every public name in both languages, with what its docstring says."""

import doctest
import inspect
import json
import re
from pathlib import Path

import pytest
from bs4 import BeautifulSoup, Tag
from building import PAGE, ROOT, small_build

import lndocs
from lndocs import example
from lndocs.site import reference
from lndocs.site.docstrings import Package, assigned

LANGUAGES = {"zh": "", "en": "en"}
# A heading, a sentence in the page's language, and the line that the build replaces.
ENTRY = re.compile(r"^### `(\w+)` \{#(\w+)\}\n\n[^\n#:`>|].*[。.]\n\n::: (\w+)$", re.M)


def text_of(language: str) -> str:
    return (ROOT / "docs" / language / reference.PAGE).read_text("utf-8")


def soup_of(site: Path, language: str) -> BeautifulSoup:
    page = site / LANGUAGES[language] / "reference" / "index.html"
    return BeautifulSoup(page.read_text("utf-8"), "html.parser")


def below(soup: BeautifulSoup, name: str) -> Tag:
    """Find what stands for a docstring below the heading of a name."""
    heading = soup.find(id=name)
    assert isinstance(heading, Tag), name
    found = heading.find_next(class_="docstring")
    assert isinstance(found, Tag)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_public_name_has_a_heading_a_sentence_and_its_line_once(language: str) -> None:
    text = text_of(language)
    entries = ENTRY.findall(text)
    names = [name for name, *_ in entries]
    missing = sorted(set(lndocs.__all__) - set(names))
    assert not missing, (
        f"docs/{language}/{reference.PAGE} lacks {', '.join(missing)}. Each needs, in its group: "
        "'### `name` {#name}', a sentence in the language of the page, and '::: name'"
    )
    assert sorted(names) == sorted(lndocs.__all__)
    assert all(heading == anchor == line for heading, anchor, line in entries)
    lines = re.findall(r"^::: (\w+)$", text, re.M)
    assert lines == [*names, reference.EXAMPLE]


def test_both_languages_have_the_names_in_the_same_order() -> None:
    zh, en = (ENTRY.findall(text_of(language)) for language in LANGUAGES)
    assert zh == en


def test_the_source_gives_the_names_and_parameters_that_python_sees() -> None:
    package = Package()
    assert package.names == lndocs.__all__
    for name in package.names:
        value = getattr(lndocs, name)
        signature = package.documented(name).signature
        if not callable(value):
            assert float(signature.removeprefix(f"{name} = ")) == value
            continue
        seen = inspect.signature(value).parameters.values()
        stars = {inspect.Parameter.VAR_POSITIONAL: "*"}
        written = [
            stars.get(each.kind, "") + each.name
            + ("" if each.default is inspect.Parameter.empty else f"={each.default!r}")
            for each in seen
        ]  # fmt: skip
        plain = re.sub(r",?\n\s*", " ", signature).replace("( ", "(").replace(" )", ")")
        plain = plain.replace("=EPS", f"={lndocs.EPS!r}")
        parts = re.split(r",? ", plain.removeprefix(f"{name}(").removesuffix(")"))
        assert [part for part in parts if part != "*"] == written


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_shows_the_docstring_of_each_name(site: Path, language: str) -> None:
    soup, package = soup_of(site, language), Package()
    assert len(soup.select(".docstring")) == len(lndocs.__all__) + 1
    for name in lndocs.__all__:
        shown, found = below(soup, name), package.documented(name)
        assert shown.pre is not None
        assert shown.pre.get_text().strip() == found.signature
        summary = str(shown.select("p")[0].get_text())
        docstring = getattr(getattr(lndocs, name), "__doc__", "") or ""
        if callable(getattr(lndocs, name)):
            assert plain(docstring).startswith(plain(summary)), name
        listed = [len(part.select("li")) for part in shown.select("ul")]
        assert listed == [len(items) for items in found.sections.values()]
        for role in ("``", ":func:", ":class:"):
            assert role not in shown.get_text()


def plain(text: str) -> str:
    """Compare words, whatever their marks and line ends."""
    text = re.sub(r":\w+:`(?:[\w.]*\.)?(\w+)`", r"\1", text)
    return " ".join(re.sub('[“”"`]', "", text.replace("’", "'")).split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_example_runs_by_itself_when_it_is_copied(site: Path, language: str) -> None:
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    sessions = soup_of(site, language).select(".docstring .language-pycon code")
    assert len(sessions) >= len(lndocs.__all__) - 1
    for number, session in enumerate(sessions):
        runner.run(parser.get_doctest(session.get_text(), {}, str(number), None, None))
        assert session.parent is not None
        assert session.parent["data-copy"].startswith("from lndocs import")
    assert runner.summarize(verbose=False).failed == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_of_the_example_is_listed_with_its_docstring(site: Path, language: str) -> None:
    public = {
        name for name, value in vars(example).items()
        if not name.startswith("_") and not inspect.ismodule(value) and name != "Array"
    }  # fmt: skip
    items = list(assigned(Path(example.__file__).read_text("utf-8")))
    assert {name for item in items for name in item.name.split(", ")} == public
    assert [item.name for item in items if not item.text] == []
    soup = soup_of(site, language)
    listed = below(soup, reference.EXAMPLE).select("li")
    for item, shown in zip(items, listed, strict=True):
        assert plain(shown.get_text()).endswith(plain(item.text))
        assert [code.get_text() for code in shown.select("code")][: item.name.count(",") + 1] == (
            item.name.split(", ")
        )


def test_the_english_of_the_chinese_page_is_marked(site: Path) -> None:
    for text in soup_of(site, "zh").select(".docstring :is(p:not(.part), ul)"):
        assert text["lang"] == "en"
    assert soup_of(site, "en").select(".docstring [lang=en]") == []
    chinese = soup_of(site, "zh").select_one(".docstring [lang=zh-Hans]")
    assert chinese is not None and chinese.get_text() == "苹果"


def test_the_contents_show_the_names_as_code(site: Path) -> None:
    for language in LANGUAGES:
        listed = soup_of(site, language).select(".md-sidebar--secondary .md-ellipsis code")
        names = [name for name, *_ in ENTRY.findall(text_of(language))]
        assert [code.get_text() for code in listed] == names


def test_docstrings_are_not_searched(site: Path) -> None:
    for folder in LANGUAGES.values():
        index = json.loads((site / folder / "search/search_index.json").read_text("utf-8"))
        found = {entry["location"]: entry["text"] for entry in index["docs"]}
        assert found["reference/#concatenate"]
        assert "Lay the heads" not in "".join(found.values())


def test_a_name_that_the_package_has_not_fails_the_build(tmp_path: Path) -> None:
    outcome = small_build(tmp_path, {"index.md": f"{PAGE}::: layer_nrom\n"})
    assert outcome.returncode != 0
    assert "index.md: lndocs has no public name 'layer_nrom'; it has EPS, " in outcome.stderr
