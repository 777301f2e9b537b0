"""The closed world: every digit is a numeral, a piece of structure, or a fault."""

import pytest

from lndocs.site.numerals import scan


@pytest.mark.parametrize(
    ("text", "numerals"),
    [
        # signs: touching the first digit, not touched on the left
        ("得到−3，−1。", ["−3", "−1"]),
        ("得到-3", ["-3"]),
        ("（−3）和“-3”", ["−3", "-3"]),
        ("n − 1 和 n-1", ["1", "1"]),
        ("2-5", ["2", "5"]),
        (")-3 ]-3 }-3", ["3", "3", "3"]),
        ("+3 ±3 =3", ["3", "3", "3"]),
        ("2017–2020", ["2017", "2020"]),
        ("**-3** and `-3`", ["-3", "-3"]),
        # forms
        ("5%，10倍、3×4", ["5", "10", "3", "4"]),
        ("1e-5 1e5 1.25e-6", ["1e-5", "1e5", "1.25e-6"]),
        ("version 0.27.0.", ["0.27.0"]),
        ("20, 40; 1/3 12:30", ["20", "40", "1", "3", "12", "30"]),
        ("ends with 5.", ["5"]),
        ("五 三个 零", []),
        # formulas
        ("$x-3$ and $-3$", ["3", "-3"]),
        (r"$\frac{(-3)^{2} + 1^{2}}{4}$", ["-3", "1", "4"]),
        (r"$10^{-5}$, $10^{3}$ and $5^{-1}$", ["10^{-5}", "10", "5"]),
        (r"$x_{\text{max}_{2}} = 7$", ["7"]),
        (r"$\text{第 1 维}$", ["1"]),
        (r"$\left[ \frac{-3}{\sqrt{5}}, \; 2 \right]$", ["-3", "5", "2"]),
        (
            "$$\n\\begin{bmatrix} 8 & -6 \\\\[4pt] 20 & 40 \\end{bmatrix}\n$$",
            ["8", "-6", "20", "40"],
        ),
        (r"$\mu \hspace{1.5em} = 5$", ["5"]),
        # Markdown
        ("# 标题 5 {#id7}", ["5"]),
        ("| 1 | −3 |\n| --- | ---: |\n| 2 | 3.5 |", ["1", "−3", "2", "3.5"]),
        ("> quoted 5\n> −3", ["5", "−3"]),
        ('!!! note "标题 5"\n    1. item 6', ["5", "6"]),
        ("1. one 5\n2. two 6", ["5", "6"]),
        ("a sentence ends with\n5. And goes on", ["5"]),
        ("text[^1]\n\n[^1]: note 5", ["5"]),
        ('[link 5](http://x/7 "title 9") ![alt 3](a8.png)', ["5", "9", "3"]),
        ("[link](<a 7.html>) [link](x(7).html)", []),
        ("[a][r1] <https://a.b/9>\n\n[r1]: http://x/9", []),
        ('<img alt="5 apples" width="300" title=6>', ["5", "6"]),
        ('text {: width="300" title="5" }', ["5"]),
        ("`List<int 5>` `x[5](6)` `$7`", ["5", "5", "6", "7"]),
        ("5&times;4&nbsp;3", ["5", "4", "3"]),
        ("costs \\$5", ["5"]),
        ("## Steps {#steps}\n1. one 5", ["5"]),
        (r"$8 - 5$, $8-5$ and $\approx -3$", ["8", "5", "8", "5", "-3"]),
        ("$$\n[1, 2] \\\\[3, 4]\n$$", ["1", "2", "3", "4"]),  # a row, not a length
        (r"$777 mm$", ["777"]),
        (r"$x_{a\\} = 7$", ["7"]),
        ("n <d 时 5。\n\n均值 7。\n\n> 引用", ["5", "7"]),
        ('<ol start="5"><li>x</li></ol>', ["5"]),
    ],
)
def test_numerals_are_found_with_their_signs(text: str, numerals: list[str]) -> None:
    found = scan(text)
    assert found.faults == []
    assert [numeral.text for numeral in found.numerals] == numerals
    assert all(text[n.start : n.end] == n.text for n in found.numerals)


@pytest.mark.parametrize(
    ("text", "structure"),
    [
        ("float32, np.float64 and x_1", ["float32", "float64", "x_1"]),
        ("$x_{1}^{2}$", ["{1}", "{2}"]),
        (r"$\mathbb{R}^{3 \times 4}$", [r"{3 \times 4}"]),
        ("$a \\\\[4pt] b$", ["\\\\[4pt]"]),
        ("## A {#id5}", ["{#id5}"]),
        ("1. a\n2. b", ["1.", "2."]),
        ("x[^12]", ["[^12]"]),
        ('<div class="a5">', ['<div class="a5">']),
        ("[text](http://x/7)", []),  # an address may differ between the languages
    ],
)
def test_structure_is_kept_for_comparison(text: str, structure: list[str]) -> None:
    found = scan(text)
    assert found.faults == [] and found.numerals == []
    assert [piece.text for piece in found.structure] == structure


@pytest.mark.parametrize(
    "text",
    [
        *("½", "⁶", "x²", "H₂", "①", "Ⅳ", "５", "٣", "1️⃣"),  # digits that are not ASCII
        *("2x", "2.x", "5.Next", "0x10", "1E5", "5_000", "5px"),  # letters on the right
        *(".5", "v0.27", "..5"),  # a point on the left
        *("007", "1,000", "LN-01"),  # a zero in front
        *("_5_", "$x2$"),  # touched on the left
        *("是–3", "－3", "a‑3", "— —3"),  # dashes that may be meant for a minus
        *("&#53;", "&#x35;", "&frac12;", "&sup2;", "&#46;5"),
        *("🔟", "㋀", "㍘"),
    ],
)
def test_any_other_digit_is_a_fault(text: str) -> None:
    found = scan(text)
    assert found.faults
    assert "another way" in found.faults[0].message


@pytest.mark.parametrize(
    "text",
    [
        *("&minus;3", "&#8722;3", "&#45;3"),
        *("−**3**", "**−**3", "−`3`", "−$3$", "$-$3", "−<b>3</b>", "−\u00a03", "−\u20603"),
        *("˗3", "➖3", "₋3", "―3", "﹘3", "ー3", "\u00ad3", "负3"),
        *("$x = - 3$", "$[- 3, 1]$", r"$\approx-3$", r"$\times-3$", "$-{3}$", r"$=-\,3$"),
        *(r"$\text{−}3$", "$8 -5$", r"$\sqrt{5} -3$", "$x -3$"),
    ],
)
def test_a_sign_that_is_not_where_the_guard_reads_it_is_a_fault(text: str) -> None:
    assert scan(text).faults


@pytest.mark.parametrize("text", ["2*4*6", "4.**4**", "4**4**", "4*.4*"])
def test_digits_that_emphasis_runs_together_are_a_fault(text: str) -> None:
    assert any("emphasis" in fault.message for fault in scan(text).faults)


@pytest.mark.parametrize(
    "formula",
    [
        *(r"\frac12", r"\frac 1 2", r"\frac{1}2", r"\dfrac1{2}", r"\sqrt2", r"\sqrt 2"),
        *(r"\times4", "x_1", "x^2", r"x_\text{5}"),
    ],
)
def test_tex_arguments_without_braces_are_a_fault(formula: str) -> None:
    messages = [fault.message for fault in scan(f"${formula}$").faults]
    assert any("TeX arguments always take braces" in message for message in messages)


def test_a_single_dollar_is_a_fault() -> None:
    assert "without its pair" in scan("costs $5").faults[0].message


def test_what_a_literal_fence_shows_is_read_without_markdown() -> None:
    text = "[a](5) $x_{6}$ float32"
    found = scan(text, [(0, len(text))])
    assert [numeral.text for numeral in found.numerals] == ["5", "6"]
    assert [piece.text for piece in found.structure] == ["float32"]
