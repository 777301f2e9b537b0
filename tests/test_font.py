"""The formula font is a subset: it must hold what the formulas of the pages need."""

import runpy
from pathlib import Path

from bs4 import BeautifulSoup
from building import ROOT

SUBSET = runpy.run_path(str(ROOT / "docs" / "theme" / "assets" / "fonts" / "subset.py"))


def test_every_formula_finds_its_signs_in_the_font(site: Path) -> None:
    has = SUBSET["characters"]()
    missing = set()
    for page in site.rglob("index.html"):
        soup = BeautifulSoup(page.read_text("utf-8"), "html.parser")
        for token in soup.select("math :is(mi, mo, mn, mtext)"):
            text = "".join(token.get_text().split())
            drawn = (
                {*text, SUBSET["italic"](text)}
                if token.name == "mi" and len(text) == 1
                else {*text}
            )
            missing |= {sign for sign in drawn - has if not "\u4e00" <= sign <= "\u9fff"}
    assert missing == set()
