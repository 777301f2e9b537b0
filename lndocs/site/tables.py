"""Tables: columns of numbers are aligned by their last digit, and wide tables scroll in a box."""

import re

from bs4 import BeautifulSoup, Tag

from lndocs.site.language import Language

_NUMERAL = r"[+\-−]?\d[\d.]*(?:e[+\-−]?\d+)?"
_NUMBER = re.compile(_NUMERAL)
_VALUES = re.compile(rf"\[?{_NUMERAL}(?:, ?{_NUMERAL})+\]?")


def dress(soup: BeautifulSoup, language: Language) -> None:
    """Mark the columns of numbers, and put each table into a box that scrolls by keyboard too.

    A column holds numbers when every cell of its body that is not empty is a numeral, perhaps in
    code or a formula. The first column names the rows and stays as it is. A cell that lists numbers
    is kept on one line.

    Raises
    ------
    ValueError
        A header cell has a formula and no word: read aloud, it would have no name.
    """
    for table in soup.find_all("table"):
        nameless = [cell for cell in table.find_all("th") if _only_formula(cell)]
        if nameless:
            formula = nameless[0].find("math")
            tex = formula["data-tex"] if isinstance(formula, Tag) else ""
            raise ValueError(f"a table's header cell needs words beside its formula {tex}")
        for column in _number_columns(table):
            for row in table.find_all("tr"):
                cell = row.find_all(["th", "td"], recursive=False)[column]
                cell["class"] = "number"
        for cell in table.find_all("td"):
            if _VALUES.fullmatch(cell.get_text().strip()):
                cell["class"] = "values"
        table["class"] = "data"  # Material's script wraps tables that have no class
        table.wrap(
            soup.new_tag(
                "div",
                attrs={
                    "class": "table",
                    "role": "group",
                    "tabindex": "0",
                    "aria-label": language.table,
                },
            )
        )


def _only_formula(cell: Tag) -> bool:
    words = "".join(text for text in cell.find_all(string=True) if not text.find_parent("math"))
    return cell.find("math") is not None and not words.strip()


def _number_columns(table: Tag) -> list[int]:
    rows = [row.find_all(["th", "td"], recursive=False) for row in table.select("tbody > tr")]
    width = min((len(row) for row in rows), default=0)
    return [column for column in range(1, width) if _all_numerals([row[column] for row in rows])]


def _all_numerals(cells: list[Tag]) -> bool:
    texts = [cell.get_text().strip() for cell in cells]
    filled = [text for text in texts if text]
    return bool(filled) and all(_NUMBER.fullmatch(text) for text in filled)
