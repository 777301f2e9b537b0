"""Guess first: each wrong value of the known cases is named by the mistake that leads to it."""

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from visits import opened

from lndocs import EPS, batch_norm, layer_norm, standardize
from lndocs.example import X, apple, apple_attention, apple_before, attention, before, tiny

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

APPLE = apple.tolist()
HALF = [-600, -200, 200, 600]
LARGE = [10002, 10004, 10006, 10008]
NEAR = [0.09484422, 0.16441762]
OUT_OF_ORDER = [0, 0.1, 0.4, -0.1]


def typed(row: Any, decimals: int = 3) -> str:
    return ", ".join(f"{value:.{decimals}f}" for value in row)


def one_pass(row: list[float]) -> Any:
    x = np.array(row, np.float32)
    return (x - x.mean()) / np.sqrt(np.square(x).mean() - np.square(x.mean()) + np.float32(EPS))


# The case, the row, ε, γ and β, what was guessed, and the verdict on every number that is wrong.
CASES: list[tuple[str, list[float], float, float, float, str, str]] = [
    ("LN-01", APPLE, EPS, 1, 0, "-1.069, -0.767, -0.668, -0.621", "column"),
    ("LN-01, in full", APPLE, EPS, 1, 0, typed(batch_norm(X)[-1], 6), "column"),
    ("LN-02", APPLE, EPS, 1, 0, "-0.723, -0.643, -0.562, -0.482", "sentence"),
    ("LN-07", APPLE, 0, 1, 0, "-1.162, -0.387, 0.387, 1.162", "sample"),
    ("LN-10", tiny.tolist(), EPS, 1, 0, "-1.330, -0.443, 0.443, 1.330", "outside"),
    (
        "LN-10, sixth decimal",
        APPLE,
        EPS,
        1,
        0,
        "-1.341635, -0.447212, 0.447212, 1.341635",
        "outside",
    ),
    ("LN-11", APPLE, EPS, 1, 0, "-0.6, -0.2, 0.2, 0.6", "variance"),
    ("LN-13", NEAR, EPS, 1, 0, "-0.740, 0.740", "eps 0.001"),
    ("LN-13, no ε", NEAR, EPS, 1, 0, "-1.000, 1.000", "eps 0"),
    ("LN-14", APPLE, EPS, 1, 0, typed(standardize(apple, 1e-3), 6), "eps 0.001"),
    ("LN-14, no ε", APPLE, EPS, 1, 0, typed(standardize(apple, 0), 6), "eps 0"),
    ("LN-20", HALF, EPS, 1, 0, "0, 0, 0, 0", "half"),
    ("LN-24", LARGE, EPS, 1, 0, "-1.061, -0.354, 0.354, 1.061", "one_pass"),
    ("LN-24, in full", LARGE, EPS, 1, 0, typed(one_pass(LARGE), 6), "one_pass"),
    ("LN-26", APPLE[::-1], EPS, 1, 0, "3, 1, 255, 253", "wrapped"),
    ("LN-31", APPLE, EPS, 2, 0, "-2.683, -0.894, 0.894, 2.683", "affine"),
    ("LN-31, by token", APPLE, EPS, 3, 0, "-4.025, -1.342, 1.342, 4.025", "affine"),
    ("LN-33", APPLE, EPS, 0, 1, "1, 1, 1, 1", "affine"),
    ("LN-35", APPLE, EPS, 2, 1, "-1.683, 0.106, 1.894, 3.683", "affine"),
    ("LN-38", APPLE, EPS, 1, 0, "1.342, 0.447, -0.447, -1.342", "negative"),
    ("LN-40, one", APPLE, EPS, 1, 0, "-0.521, 0.831, 2.507, 4.183", "order"),
    ("LN-40, both", APPLE, EPS, 1, 0, "-2.426, -1.074, 0.809, 2.691", "order"),
    ("LN-42", APPLE, EPS, 1, 0, "-1.069, -0.767, -0.668, -0.621", "column"),
    ("LN-45", APPLE, EPS, 1, 0, "0.365, 0.730, 1.095, 1.461", "rms"),
    ("LN-49", APPLE, EPS, 1, 0, "-1.3416395, -0.4472132, 0.4472132, 1.3416395", "float32"),
    ("LN-51", APPLE, EPS, 2, 1, "-1.684, 0.106, 1.894, 3.684", "affine_rounded"),
    ("rounded std", APPLE, 0, 1, 0, "-1.364, -0.455, 0.455, 1.364", "rounded"),
    ("LN-52", OUT_OF_ORDER, 0, 1, 0, "-0.481, 0, 1.442, -0.962", "divisor 0.208"),
    ("not divided", APPLE, 0, 1, 0, "-3, -1, 1, 3", "centered"),
    ("no mistake that is known", APPLE, 0, 1, 0, "9.123, 5, 7, 7", "unknown"),
]

SCRIPT = """async ({home, guess, given, sentence}) => {
  const {judge} = await import(`${home}assets/components/mistakes.js`);
  const {typedNumbers} = await import(`${home}assets/components/reading.js`);
  return judge(typedNumbers(guess), given, sentence).map(({key, filling}) =>
    [key, ...Object.values(filling || {})].slice(0, 2).join(" "));
}"""


@pytest.fixture(scope="module")
def home(chromium: "Browser", address: str) -> "Page":
    with opened(chromium) as page:
        page.goto(address)
        yield page


def judged(
    page: "Page", row: list[float], eps: float, gamma: float, beta: float, guess: str
) -> Any:
    given = {"x": row, "eps": eps, "gamma": [gamma] * len(row), "beta": [beta] * len(row)}
    sentence = {"X": X.tolist(), "before": before.tolist(), "attention": attention.tolist()}
    address = page.url.rpartition("/")[0] + "/"
    return page.evaluate(
        SCRIPT, {"home": address, "guess": guess, "given": given, "sentence": sentence}
    )


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_the_mistake_behind_a_wrong_value_is_named(home: "Page", case: tuple) -> None:
    _, row, eps, gamma, beta, guess, verdict = case
    verdicts = judged(home, row, eps, gamma, beta, guess)
    wrong = [found for found in verdicts if found not in ("right", "short")]
    assert set(wrong) == {verdict}


def test_the_wrong_values_of_the_cases_are_what_the_mistakes_give() -> None:
    """The guesses above are typed: here they come from the arithmetic."""
    outside = (tiny - tiny.mean()) / (tiny.std() + EPS)
    assert typed(outside) == CASES[4][5]
    assert typed(layer_norm(apple_attention) + apple_before) == "-0.521, 0.831, 2.507, 4.183"
    both = layer_norm(apple_attention) + layer_norm(apple_before)
    assert typed(both) == "-2.426, -1.074, 0.809, 2.691"
    assert typed(one_pass(LARGE)) == "-1.061, -0.354, 0.354, 1.061"
    assert typed(standardize(np.array(APPLE, np.float32)), 7) == CASES[24][5]


@pytest.mark.parametrize("decimals", [3, 4, 6, 9])
def test_the_right_numbers_are_right_however_many_decimals(home: "Page", decimals: int) -> None:
    for row in (APPLE, tiny.tolist(), [1.0, 3.0, 4.0, 5.0], [2.0, 4.0], [0.1, 0.7, -2.5]):
        for eps in (0, EPS):
            guess = typed(standardize(row, eps), decimals)
            assert set(judged(home, row, eps, 1, 0, guess)) == {"right"}, (row, eps)


def test_too_few_decimals_are_asked_for_more(home: "Page") -> None:
    assert judged(home, APPLE, 0, 1, 0, "-1.3, -0.45, 0.447, 1.34") == [
        "short",
        "short",
        "right",
        "short",
    ]
    assert judged(home, [1, 3], 0, 1, 0, "-1, 1") == ["right", "right"]
    assert judged(home, APPLE, 0, 1, 0, "-1, 0, 0, 1") == ["unknown"] * 4
