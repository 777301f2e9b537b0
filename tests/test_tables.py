"""Tables: numbers stand under numbers, and no header is nameless."""

import pytest
from bs4 import BeautifulSoup
from markdown import markdown

from lndocs.site.language import CHINESE
from lndocs.site.tables import dress


def dressed(text: str) -> BeautifulSoup:
    soup = BeautifulSoup(markdown(text, extensions=["tables"]), "html.parser")
    dress(soup, CHINESE)
    return soup


def classes(soup: BeautifulSoup, row: int) -> list[str]:
    return [cell.get("class", "") for cell in soup.select("tr")[row].select("th, td")]


def test_a_column_of_numbers_is_marked_from_its_header_down() -> None:
    soup = dressed("| token | mean | note |\n|---|---|---|\n| 我 | −5 | a |\n| 吃 | 22.361 | 1 |")
    assert [classes(soup, row) for row in range(3)] == [["", "number", ""]] * 3


def test_an_empty_cell_does_not_end_a_column_of_numbers() -> None:
    soup = dressed("| token | mean |\n|---|---|\n| 我 | 5 |\n| 吃 | |")
    assert classes(soup, 2) == ["", "number"]


def test_the_first_column_names_the_rows_even_by_numbers() -> None:
    assert classes(dressed("| n | n + n |\n|---|---|\n| 1 | 2 |"), 1) == ["", "number"]


@pytest.mark.parametrize("listed", ["2, 4, 6, 8", "[−1.342, 0.447]", "-1,2"])
def test_a_cell_that_lists_numbers_stays_on_one_line(listed: str) -> None:
    assert classes(dressed(f"| a | b |\n|---|---|\n| x | {listed} |"), 1) == ["", "values"]


def test_a_table_scrolls_in_a_box_with_a_name() -> None:
    box = dressed("| a | b |\n|---|---|\n| x | y |").div
    assert (box["role"], box["tabindex"], box["aria-label"]) == ("group", "0", "表格")


@pytest.mark.parametrize(("header", "accepted"), [("<math></math>", False), ("m <math></math>", 1)])
def test_a_header_cell_needs_words_beside_a_formula(header: str, accepted: bool) -> None:
    header = header.replace("<math>", '<math data-tex="\\mu">')
    soup = BeautifulSoup(f"<table><tr><th>{header}</th></tr></table>", "html.parser")
    if accepted:
        dress(soup, CHINESE)
    else:
        with pytest.raises(ValueError, match=r"header cell needs words beside its formula \\mu"):
            dress(soup, CHINESE)
