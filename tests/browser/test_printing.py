"""Printing: the text alone, whole, with its formulas."""

import io
import re
import unicodedata
from collections import Counter

import pytest
from pypdf import PdfReader
from visits import WIDE, Visit

pytestmark = pytest.mark.browser

# What is left of a sheet of A4 between its margins, in pixels of a screen.
SHEET = {"width": 718, "height": 1047}


def bare(text: str) -> str:
    return re.sub(r"\s", "", unicodedata.normalize("NFKC", text))


def on_paper(visit: Visit) -> list[str]:
    """List what would be printed beside the text, and what the sheet's edge would cut."""
    visit.page.emulate_media(media="print")
    visit.page.set_viewport_size(SHEET)
    faults = visit.look("printed")
    visit.page.set_viewport_size(WIDE)
    visit.page.emulate_media(media="screen")
    return list(faults)


def test_the_text_is_printed_whole_and_nothing_else(visit: Visit) -> None:
    assert on_paper(visit) == []


def test_the_printed_sheets_hold_every_word_and_formula(visit: Visit) -> None:
    sheets = PdfReader(io.BytesIO(visit.page.pdf(format="A4")))
    printed = Counter(bare("".join(sheet.extract_text() for sheet in sheets.pages)))
    expected = Counter(bare(visit.page.evaluate("document.querySelector('article').textContent")))
    lost = {char: n - printed[char] for char, n in expected.items() if n > printed[char]}
    assert lost == {}
