"""Make stix-two-math.woff2: the part of STIX Two Math that the formulas need, its MATH table kept.

python subset.py path/to/stix-two-math-latin-400-normal.woff

The source is the file of that name in the npm package @fontsource/stix-two-math 5.3.0 (the whole
font, whatever its name says); needs fonttools and brotli.
"""

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

# What the pages use, and some more for pages to come.
RANGES = [
    (0x20, 0x21), (0x27, 0x3E), (0x41, 0x5B), (0x5D, 0x5D), (0x61, 0x7D),  # ASCII
    (0x1D434, 0x1D467),  # italic Latin, which <mi> is drawn with
]  # fmt: skip
OTHERS = (
    "\u00a0±×÷·ˆ˜¯\u0302\u0303\u0304\u203e…′−√∑∏∂∇∞∈∉∀∃∩∪⊂≈≠≡≤≥≪≫∼∝⊙⊕⊗⋅⋯⋮⋱∥∣←→⇒"
    "ΓΔΘΛΣΦΨΩℎℓℝℕℤ⏞⏟\u2061\u2062\u2063\u2064"
)
# Drawn in italics, but without the upright letter Chromium sets its line a pixel off.
GREEK = "αβγδεηθλμπρστφχψω"
# Two whose italic form stands in no row with the others.
ITALIC = {"h": "ℎ", "∂": "\U0001d715"}
# The signs that come in several sizes, or as wide as what they span; all others keep to one.
TALL = "()[]{}|√∑∏"
WIDE = "¯‾⏞⏟"

# The root in its sizes and the parts of its tallest form, all to be as wide as the first.
ROOTS = ["uni221A", *(f"uni221A.{part}" for part in ("s1", "s2", "s3", "s4", "x", "t"))]


def characters() -> set[str]:
    """List what the font draws."""
    ranged = (chr(point) for first, last in RANGES for point in range(first, last + 1))
    return {*OTHERS, *GREEK, *map(italic, GREEK), *ITALIC.values(), *ranged}


def italic(letter: str) -> str:
    """Give the italic form of a letter, which <mi> draws a single one as."""
    for first, last, form in (("A", "Z", 0x1D434), ("a", "z", 0x1D44E), ("α", "ω", 0x1D6FC)):
        if first <= letter <= last and letter not in ITALIC:
            return chr(form + ord(letter) - ord(first))
    return ITALIC.get(letter, letter)


def keep_sizes(font: TTFont) -> None:
    """Drop the larger sizes of all signs but TALL and WIDE."""
    sizes = font["MATH"].table.MathVariants
    names = font.getBestCmap()
    for side, signs in (("Vert", TALL), ("Horiz", WIDE)):
        kept = {names[ord(sign)] for sign in signs}
        coverage = getattr(sizes, f"{side}GlyphCoverage")
        listed = zip(coverage.glyphs, getattr(sizes, f"{side}GlyphConstruction"), strict=True)
        pairs = [(name, built) for name, built in listed if name in kept]
        coverage.glyphs = [name for name, _ in pairs]
        setattr(sizes, f"{side}GlyphConstruction", [built for _, built in pairs])
        setattr(sizes, f"{side}GlyphCount", len(pairs))


def narrow_roots(font: TTFont) -> None:
    """Make the taller roots as wide as the smallest.

    Chromium reserves the room of the widest for every root, which leaves a gap after √5.
    """
    width, _ = font["hmtx"][ROOTS[0]]
    reach = font["glyf"][ROOTS[0]].xMax  # past the width, where the bar over the content begins
    for name in ROOTS[1:]:
        glyph = font["glyf"][name]
        advance, left = font["hmtx"][name]
        scale = reach / (advance + reach - width)
        glyph.coordinates.scale((scale, 1))
        glyph.coordinates.toInt()
        glyph.recalcBounds(font["glyf"])
        font["hmtx"][name] = (width, round(left * scale))


def main(source: str) -> None:
    options = subset.Options()
    options.flavor = "woff2"
    options.hinting = False
    options.layout_features = []
    options.drop_tables += ["GDEF", "GPOS", "GSUB", "gasp"]
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]  # copyright and license stay in the file
    font = subset.load_font(source, options)
    keep_sizes(font)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=map(ord, characters()))
    subsetter.subset(font)
    narrow_roots(font)
    subset.save_font(font, str(Path(__file__).with_name("stix-two-math.woff2")), options)


if __name__ == "__main__":
    main(sys.argv[1])
