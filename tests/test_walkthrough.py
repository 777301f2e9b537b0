"""The hand calculation of any row: its steps as data, and the text made of them."""

import math
import re
import warnings
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from lndocs import EPS, center, layer_norm, mean, standardize, std, variance
from lndocs.exact import short, written
from lndocs.example import apple, constant, eat, me, tiny
from lndocs.forms import forms, row, total
from lndocs.show import number
from lndocs.transcript import transcript
from lndocs.walkthrough import walkthrough

LANGUAGES = ["zh", "en"]

# With integers up to 100, σ is at least a third: float64 keeps twelve decimals of x̂.
rows = st.tuples(
    st.lists(st.integers(-100, 100), min_size=1, max_size=8), st.sampled_from([1, 10, 100])
).map(lambda drawn: [Fraction(value, drawn[1]) for value in drawn[0]])


def exact(steps, name):
    return written(steps[name].exact)


def decimals(value, places=3):
    return number(value, places).replace("-", "−")


def evaluated(text):
    """Compute a form such as 3/(2√5) from what is written."""
    text = text.replace("−", "-")
    text = re.sub(r"(?<=\d)√", "*√", text)
    return eval(re.sub(r"√(\d+)", r"math.sqrt(\1)", text), {"math": math})


# The data


def test_apple_comes_out_as_in_the_article():
    steps = walkthrough(apple)
    assert exact(steps, "sum") == ["20"]
    assert exact(steps, "mean") == ["5"]
    assert exact(steps, "differences") == ["−3", "−1", "1", "3"]
    assert exact(steps, "squares") == ["9", "1", "1", "9"]
    assert exact(steps, "variance") == ["5"]
    assert exact(steps, "std") == ["√5"]
    assert exact(steps, "standardized") == ["−3/√5", "−1/√5", "1/√5", "3/√5"]
    assert exact(steps, "standardized mean") == ["0"]
    assert exact(steps, "standardized variance") == ["1"]


def test_the_other_tokens_share_their_exact_forms():
    assert exact(walkthrough(eat), "std") == ["10√5"]
    assert exact(walkthrough(eat), "standardized") == exact(walkthrough(apple), "standardized")
    assert exact(walkthrough(me), "standardized") == exact(walkthrough(apple), "standardized")[::-1]


@pytest.mark.parametrize(
    ("x", "forms"),
    [
        ([1, 2, 3], ["−√6/2", "0", "√6/2"]),
        ([1, 2, 3, 4, 5], ["−√2", "−√2/2", "0", "√2/2", "√2"]),
        ([0, 2], ["−1", "1"]),
        ([0, 0, 0, 0, 1], ["−1/2", "−1/2", "−1/2", "−1/2", "2"]),
        ([0.1, 0.2, 0.4], ["−2√14/7", "−√14/14", "5√14/14"]),
    ],
)
def test_other_rows_have_their_own_exact_forms(x, forms):
    assert exact(walkthrough(x), "standardized") == forms


def test_a_float_is_the_decimal_that_is_written():
    assert walkthrough([0.1, 0.3]).x == (Fraction(1, 10), Fraction(3, 10))
    assert walkthrough(np.array([0.1, 0.3])).x == (Fraction(1, 10), Fraction(3, 10))
    assert walkthrough([1, 3], eps=1e-5).eps == Fraction(1, 10**5)


def test_gamma_and_beta_make_an_output_of_their_own():
    steps = walkthrough(apple, gamma=[2, 1, 1, 1], beta=[1, 0, 0, 0])
    assert exact(steps, "output")[0] == "1 − 6/√5"
    assert decimals(steps["output"].values[0]) == "−1.683"
    assert steps["output"].values == tuple(layer_norm(apple, [2, 1, 1, 1], [1, 0, 0, 0], 0))


def test_gamma_and_beta_are_not_taken_for_each_other():
    assert exact(walkthrough([0, 2], gamma=[2, 3]), "output") == ["−2", "3"]
    assert exact(walkthrough([0, 2], beta=[2, 3]), "output") == ["1", "4"]
    assert exact(walkthrough([0, 2], gamma=[5, 7], beta=[2, 3]), "output") == ["−3", "10"]


def test_without_gamma_and_beta_there_is_no_output():
    with pytest.raises(KeyError, match="output"):
        walkthrough(apple)["output"]


def test_with_eps_no_exact_form_of_the_normalized_row_is_claimed():
    steps = walkthrough(apple, gamma=[2] * 4, eps=EPS)
    assert steps["std"].exact is None
    assert steps["standardized"].exact is None
    assert steps["output"].exact is None
    assert steps["standardized"].values == tuple(standardize(apple))
    assert steps["std"].values == (math.sqrt(5 + EPS),)


def test_with_eps_a_root_that_is_whole_is_written_but_nothing_after_it():
    steps = walkthrough([0, 2], eps=3)
    assert exact(steps, "std") == ["2"]
    assert steps["standardized"].exact is None
    assert steps["standardized"].values == (-0.5, 0.5)


def test_with_eps_the_variance_falls_short_of_1():
    steps = walkthrough(tiny, eps=EPS)
    assert exact(steps, "standardized variance") == ["1/9"]
    assert exact(steps, "standardized mean") == ["0"]


def test_equal_numbers_are_nan_without_eps_and_0_with_it():
    steps = walkthrough(constant)
    assert steps.constant
    assert exact(steps, "std") == ["0"]
    assert np.isnan(steps["standardized"].values).all()
    assert steps["standardized"].exact is None
    assert exact(walkthrough(constant, eps=EPS), "standardized") == ["0", "0", "0", "0"]
    assert exact(walkthrough(constant, beta=[1, 2, 3, 4], eps=EPS), "output") == list("1234")


@pytest.mark.parametrize(
    "x",
    [
        [1e200, -1e200],
        [1e308, 1.5e308],
        [1e-200, 2e-200],
        [2**53 + 1, 2**53],
    ],
    ids=["overflow of squares", "overflow of the sum", "underflow", "too close"],
)
def test_where_float64_fails_it_is_nan_and_no_exact_form_hides_it(x):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        steps = walkthrough(x)
    assert np.isnan(steps["standardized"].values).all()
    assert steps["standardized"].exact is None
    assert not steps.constant


def test_rounding_errors_around_0_do_not_hide_an_exact_0():
    steps = walkthrough([0.1, 0.2, -0.3])
    assert steps["sum"].values != (0.0,)
    assert exact(steps, "sum") == ["0"]


def test_what_is_no_row_is_refused():
    with pytest.raises(ValueError, match="at least one feature"):
        walkthrough([])
    with pytest.raises(ValueError, match="one value per feature"):
        walkthrough([1, 2], gamma=[1])
    with pytest.raises(ValueError, match="eps must be"):
        walkthrough([1, 2], eps=-1)
    with pytest.raises(ValueError, match="nan"):
        walkthrough([math.nan])


# Every step is what the package computes


@given(rows, st.sampled_from([0.0, EPS, 0.5]), st.sampled_from([0, 3, 6]), st.booleans())
@settings(deadline=None, derandomize=True, max_examples=150)
def test_the_decimals_are_those_of_the_package(x, eps, places, scaled):
    gamma = [k + 1 for k in range(len(x))] if scaled else None
    floats = np.array(x, dtype=float)
    steps = walkthrough(x, gamma, eps=eps)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        values = {
            "mean": mean(floats),
            "differences": center(floats),
            "squares": center(floats) ** 2,
            "variance": variance(floats),
            "std": np.sqrt(variance(floats) + eps) if eps else std(floats),
            "standardized": standardize(floats, eps),
        }
        if scaled:
            values["output"] = layer_norm(floats, gamma, None, eps)
    for name, expected in values.items():
        want = [decimals(value, places) for value in np.atleast_1d(expected)]
        got = forms(steps[name], places)[-1].entries
        # A whole number is written exactly, not as the float that is next to it.
        assert [_canonical(text) for text in got] == [_canonical(text) for text in want], name
    joined = re.sub(r"\s+", " ", transcript(steps, "en", places))
    assert f"[{', '.join(forms(steps['standardized'], places)[-1].entries)}]" in joined


def _canonical(text):
    return re.sub(r"\.0+$", "", text)


@given(rows)
@settings(deadline=None, derandomize=True, max_examples=200)
def test_the_exact_forms_as_written_are_the_floats_of_the_package(x):
    assume(len(set(x)) > 1)
    gamma, beta = range(len(x)), [Fraction(1, 2)] * len(x)
    steps = walkthrough(x, gamma, beta)
    for step in steps.steps:
        assert step.exact is not None, step.name
        texts = written(step.exact)
        assert short(step.exact) in (None, texts)
        for text, value in zip(texts, step.values, strict=True):
            assert evaluated(text) == pytest.approx(value, rel=1e-12, abs=1e-12), step.name


# The text


def test_the_chinese_text_is_the_articles_calculation():
    assert transcript(walkthrough(apple), "zh") == (
        "给定\n"
        "  x = [2, 4, 6, 8]\n"
        "  ε = 0\n"
        "均值\n"
        "  μ = (2 + 4 + 6 + 8) / 4 = 20 / 4 = 5\n"
        "减去均值\n"
        "  x − μ = [−3, −1, 1, 3]\n"
        "方差：差值平方，再求均值\n"
        "  (x − μ)² = [9, 1, 1, 9]\n"
        "  σ² = (9 + 1 + 1 + 9) / 4 = 20 / 4 = 5\n"
        "标准差：方差开方\n"
        "  σ = √5 ≈ 2.236\n"
        "归一化：差值除以标准差\n"
        "  x̂ = (x − μ) / σ\n"
        "    = [−3/√5, −1/√5, 1/√5, 3/√5]\n"
        "    ≈ [−1.342, −0.447, 0.447, 1.342]\n"
        "前后的均值和方差\n"
        "  x  均值 = 5，方差 = 5\n"
        "  x̂  均值 = 0，方差 = 1\n"
        "\n"
        "手算取 ε = 0；框架里还要加一个很小的 ε，可用 --eps 1e-5 再算一遍。\n"
    )


def test_the_english_text_has_the_same_lines():
    zh, en = (transcript(walkthrough(apple), lang).splitlines() for lang in LANGUAGES)
    assert len(zh) == len(en)
    assert en[0] == "Given"
    assert en[-3] == "  x̂  mean = 0, variance = 1"
    formulas = [line for line in zh if re.search("[=≈]", line) and not re.search("[一-鿿]", line)]
    assert len(formulas) == 10
    assert set(formulas) <= set(en)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        ({"x": [20, 40, 60, 80]}, ["σ = √500 = 10√5 ≈ 22.361"]),
        ({"x": [0.5, 2]}, ["μ = (0.5 + 2) / 2 = 5/4 = 1.250", "σ = √(9/16) = 3/4 = 0.750"]),
        ({"x": [-1, -2, 3]}, ["μ = (−1 − 2 + 3) / 3 = 0 / 3 = 0"]),
        ({"x": [7]}, ["μ = 7 / 1 = 7", "σ = √0 = 0", "= [nan]"]),
        (
            {"x": [2, 4, 6, 8], "eps": 1e-5},
            ["ε = 1e-5", "√(σ² + ε) = √(5 + 1e-5) ≈ 2.236", "x̂ = (x − μ) / √(σ² + ε)"],
        ),
        (
            {"x": [2, 4, 6, 8], "gamma": [2, 1, 1, 1], "beta": [1, 0, 0, 0]},
            [
                "γ = [2, 1, 1, 1]",
                "β = [1, 0, 0, 0]",
                "y = γ ⊙ x̂ + β",
                "= [1 − 6/√5, −1/√5, 1/√5, 3/√5]",
                "≈ [−1.683, −0.447, 0.447, 1.342]",
            ],
        ),
        ({"x": [0, 2], "gamma": [1, 1]}, ["y = γ ⊙ x̂", "= [−1, 1]"]),
        ({"x": [0, 2], "beta": [1, 1]}, ["y = x̂ + β", "= [0, 2]"]),
        (
            {"x": [1e6 + 0.37, 1, 3.7]},
            ["≈ [1.414, −0.707, −0.707]", "μ = (1000000.37 + 1 + 3.7) / 3 ≈ 333335.023"],
        ),
        ({"x": [1e20, 3e20]}, ["x = [1e20, 3e20]", "x − μ = [−1.000e20, 1.000e20]"]),
        ({"x": [1e16, 3e16]}, ["x = [1e16, 3e16]", "x − μ = [−1.000e16, 1.000e16]"]),
    ],
)
def test_a_step_is_written_as_one_would_by_hand(arguments, lines, lang):
    written_lines = [
        line.strip() for line in transcript(walkthrough(**arguments), lang).split("\n")
    ]
    assert [line for line in lines if line not in written_lines] == []


@pytest.mark.parametrize(
    ("x", "eps", "zh", "en"),
    [
        (
            [5, 5],
            0,
            "所有的数都相等，标准差是 0；0 除以 0 没有答案，记作 nan（不是数）。",
            "All numbers are equal, so σ is 0; 0 / 0 has no answer: nan, not a number.",
        ),
        (
            [1e200, -1e200],
            EPS,
            "数太大，平方超出了 float64 的范围，结果是 nan（不是数）。",
            "The squares are too large for float64 to hold: nan, not a number.",
        ),
        (
            [1e-200, 2e-200],
            0,
            "数与数相差太小，float64 分辨不出，结果是 nan（不是数）。",
            "The numbers are too close together for float64: nan, not a number.",
        ),
    ],
)
def test_nan_is_explained(x, eps, zh, en):
    steps = walkthrough(x, eps=eps)
    assert f"  {zh}\n" in transcript(steps, "zh")
    assert f"  {en}\n" in transcript(steps, "en")


def test_with_eps_nothing_is_remarked():
    assert transcript(walkthrough(apple, eps=EPS), "en").endswith(
        "  x̂  mean = 0, variance = σ² / (σ² + ε) ≈ 1.000\n"
    )


def test_equal_numbers_are_told_what_eps_does():
    assert "the row becomes all 0" in transcript(walkthrough(constant), "en")
    assert "就都是 0" in transcript(walkthrough(constant), "zh")


def test_numbers_that_only_look_like_0_are_remarked_with_a_remedy_that_works():
    steps = walkthrough(tiny, eps=EPS)
    assert "0 to 3 decimals; --decimals 9 shows them" in transcript(steps, "en")
    assert "在 3 位小数里看不见；--decimals 9 能看到" in transcript(steps, "zh")
    assert "decimals" not in transcript(steps, "en", 9)
    assert "decimals" not in transcript(walkthrough([0.1, 0.2, -0.3]), "en")


def test_minus_0_never_appears():
    text = transcript(walkthrough([0.0001, -0.0001, 0], gamma=[-1, 0, 1]), "en")
    assert not re.search(r"−0(\.0+)?(?![.\d])", text)


def test_long_rows_run_over_several_lines_and_lose_nothing():
    x = list(range(-50, 50))
    text = transcript(walkthrough(x), "zh")
    assert max(len(line) for line in text.splitlines() if " / " not in line) <= 76
    expected = ", ".join(decimals(value) for value in standardize(x, eps=0))
    assert f"[{expected}]" in re.sub(r"\s+", " ", text)
    assert "(−50 − 49 − 48 + … + 49) / 100 = −50 / 100 = −1/2 = −0.500" in text


def test_a_row_breaks_after_a_comma_under_its_first_number():
    lines = row(["1234567890"] * 9, 10).split("\n")
    assert lines[0].endswith("1234567890,")
    assert lines[1].startswith(" " * 11 + "1234567890")


def test_a_sum_of_few_terms_is_written_in_full():
    assert total(["1", "−2"]) == "1 − 2"
    assert total(list("12345678")) == "1 + 2 + 3 + 4 + 5 + 6 + 7 + 8"
    assert total(list("123456789")) == "1 + 2 + 3 + … + 9"
