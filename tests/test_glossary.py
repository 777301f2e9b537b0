"""The glossary: the same rows in both languages, each leading to the page that explains it."""

import re
from pathlib import Path

import pytest

from lndocs.site import glossary
from lndocs.site.glossary import Entry, differences, entries

LANGUAGES = ("zh", "en")
TABLE = "| English | 中文 | Meaning |\n| :--- | :--- | :--- |\n"
_CELL = re.compile(r"^\| [^|]*\{#(?P<id>[a-z-]+)\} \|(?: [^|]+ \|)? (?P<meaning>[^|]+) \|$", re.M)
_SOURCE = re.compile(r".*(?:。|\. )\[(?P<title>[^]]+)\]\((?P<page>[^)#]+)#[a-z-]+\)")


def page(language: str) -> str:
    return (glossary.DOCS / language / glossary.PAGE).read_text("utf-8")


def title(path: Path) -> str:
    found = re.search(r"^(?:# )?# (.+) \{#", path.read_text("utf-8"), re.M)
    assert found
    return found[1]


def test_both_languages_name_the_same_terms() -> None:
    found = glossary.both()
    assert len(found) > 40
    for names in zip(*((entry.zh, entry.en, entry.id) for entry in found), strict=True):
        assert len(set(names)) == len(names)


def test_an_id_is_the_english_term() -> None:
    for entry in glossary.both():
        assert entry.id == entry.en.lower().replace(" ", "-")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_row_ends_with_a_link_that_names_the_page_it_leads_to(language: str) -> None:
    text = page(language)
    rows = list(_CELL.finditer(text))
    heads = len(re.findall(r"^\| :", text, re.M))
    assert len(rows) == len(re.findall(r"^\| [^:]", text, re.M)) - heads
    for row in rows:
        source = _SOURCE.fullmatch(row["meaning"].replace("`inf`", "inf"))
        assert source, row[0]
        assert source["title"] == title(glossary.DOCS / language / source["page"]), row[0]


def test_the_rows_of_symbols_shapes_and_abbreviations_are_the_same_too() -> None:
    zh, en = ([row["id"] for row in _CELL.finditer(page(language))] for language in LANGUAGES)
    assert zh == en
    assert len(zh) > len(glossary.both()) + 20


def test_a_row_of_another_form_is_named() -> None:
    with pytest.raises(ValueError, match=r"glossary.md:3: not .*\| mean \| 均值"):
        entries(f"{TABLE}| mean | 均值 | … |\n", "en")


def test_tables_of_other_things_hold_no_terms() -> None:
    assert entries("| Symbol | Meaning |\n| --- | --- |\n| $x$ {#x} | A row. |\n", "en") == ()


def test_rows_that_differ_between_the_languages_are_named() -> None:
    mean, other = Entry("均值", "mean", "mean"), Entry("平均", "mean", "mean")
    assert list(differences([mean], [mean])) == []
    assert list(differences([mean], [other])) == [
        "the glossary has 均值 = mean {#mean} in zh where it has 平均 = mean {#mean} in en"
    ]
    assert list(differences([mean, mean], [mean])) == [
        "the glossary has 均值 = mean {#mean} in zh where it has no row in en"
    ]
