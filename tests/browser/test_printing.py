"""Printing: the text alone, whole, with its formulas."""

import re
import unicodedata
from collections import Counter

import pytest
from faults import HAN
from pypdfium2 import PdfDocument
from visits import WIDE, Visit

pytestmark = pytest.mark.browser

# What is left of a sheet of A4 between its margins, in pixels of a screen.
SHEET = {"width": 718, "height": 1047}


def bare(text: str) -> str:
    return re.sub(r"\s", "", unicodedata.normalize("NFKC", text))


def on_paper(visit: Visit) -> list[str]:
    """List what would be printed beside the text, and what the sheet's edge would cut."""
    page = visit.page
    page.emulate_media(media="print")
    page.set_viewport_size(SHEET)
    page.evaluate("document.body.dataset.mdColorScheme = 'slate'")
    faults = visit.look("printed")
    page.evaluate("document.body.dataset.mdColorScheme = 'default'")
    page.set_viewport_size(WIDE)
    page.emulate_media(media="null")
    return list(faults)


def printed(visit: Visit) -> str:
    """Print to a file, and read it."""
    document = PdfDocument(visit.page.pdf(format="A4"))
    text = "".join(sheet.get_textpage().get_text_range() for sheet in document)
    return bare(re.sub("[\x02\ufffe]", "-", text))  # a hyphen at the end of a line


def lost(visit: Visit, paper: str) -> Counter[str]:
    """Count the characters of the text, its formulas too, that are not on the sheets."""
    there = Counter(paper)
    missing = Counter(bare(visit.look("paper"))) - there
    # A glyph may be read back as the radical that looks the same.
    radicals = sum(n for char, n in there.items() if "\u2e80" <= char < "\u2fe0")
    for char in [char for char in missing if HAN.match(char)][:radicals]:
        del missing[char]
    return missing


def test_the_text_is_printed_whole_and_nothing_else(visit: Visit) -> None:
    assert on_paper(visit) == []


def test_the_printed_sheets_hold_every_word_and_formula(visit: Visit) -> None:
    paper = printed(visit)
    assert lost(visit, paper) == Counter()
    title = visit.page.locator("article h1").inner_text().removesuffix("#")
    assert paper[: len(bare(title))] == bare(title)
