"""Make stix-two-math.woff2: the part of STIX Two Math that the formulas need, its MATH table kept.

python subset.py path/to/stix-two-math-latin-400-normal.woff

The source is the file of that name in the npm package @fontsource/stix-two-math 5.3.0 (the whole
font, whatever its name says); needs fonttools and brotli.
"""

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

RANGES = [
    (0x20, 0x7E),  # ASCII
    (0x391, 0x3A1), (0x3A3, 0x3A9), (0x3B1, 0x3C9),  # Greek
    (0x1D434, 0x1D467),  # italic Latin, which <mi> is drawn with
    (0x1D6E2, 0x1D71B),  # italic Greek
    (0x1D41A, 0x1D433),  # bold small Latin
    (0x1D49C, 0x1D4B5),  # script capitals
    (0x239B, 0x23AE), (0x23DC, 0x23DF),  # parts that stretchy brackets and braces are built from
]  # fmt: skip
OTHERS = (
    "\u00a0±×÷·¬°ˆ˜¯ˉ˙¨´`\u0302\u0303\u0304\u0305\u0307\u20d7\u203e\u0332ϑϕϵϱϖℎ"
    "‖…′″⁄−∗∘√∑∏∫∂∇∞∈∉∋∅∀∃∩∪⊂⊆≈≠≡≤≥≪≫∼≃∝⊙⊕⊗⊖⊤⊥⋅⋆⋯⋮⋱←→↔↦⇐⇒⇔⟵⟶⟹⟺↑↓∥∣⟨⟩⌈⌉⌊⌋⎷∶≔"
    "ℓ℘ℝℕℤℚℂℙ𝔼ℒ𝟙ℬℰℱℋℐℳℛ\u2061\u2062\u2063\u2064\u2002\u2003\u2009\u200a"
)


# The root in its sizes and the parts of its tallest form, all to be as wide as the first.
ROOTS = ["uni221A", *(f"uni221A.{part}" for part in ("s1", "s2", "s3", "s4", "x", "t"))]


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
    options.drop_tables += ["GPOS", "GDEF"]
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]  # copyright and licence stay in the file
    font = subset.load_font(source, options)
    subsetter = subset.Subsetter(options)
    ranged = [point for first, last in RANGES for point in range(first, last + 1)]
    subsetter.populate(unicodes=[*ranged, *map(ord, OTHERS)])
    subsetter.subset(font)
    narrow_roots(font)
    subset.save_font(font, str(Path(__file__).with_name("stix-two-math.woff2")), options)


if __name__ == "__main__":
    main(sys.argv[1])
