"""``make update``: digits follow the computation, claims stay red."""

import subprocess
import sys
from typing import Any

import pytest

from lndocs.site.expressions import Fact, Failure, Rounded
from lndocs.site.numerals import Numeral
from lndocs.site.update import restate, update


@pytest.mark.parametrize(
    ("old", "value", "new"),
    [
        ("5", 5.25, "5.25"),
        ("5", 5.5, "5.5"),
        ("5", 6.0, "6"),
        ("5", 5**0.5, "2.236"),
        ("2.236", 5.0, "5"),
        ("2.236", 7**0.5, "2.646"),
        ("0.6", 2 / 3, "0.667"),
        ("1.341639", 2 / 3, "0.666667"),
        ("0.999998", 0.5, "0.500000"),
        ("−3", -3.25, "−3.25"),
        ("-3", -3.25, "-3.25"),
        ("−3", 3.25, "3.25"),
        ("3", -3.25, "−3.25"),
        ("1.25e-6", 2.5e-7, "2.50e-7"),
        ("1e-5", 1e-6, "1e-6"),
        ("10^{-5}", 1e-3, "10^{-3}"),
        ("10^{-5}", 1e-12, "10^{-12}"),
        ("2.2", Rounded(2.5819, 1), "2.6"),
    ],
)
def test_a_value_is_written_in_the_manner_of_the_old_one(old: str, value: Any, new: str) -> None:
    assert restate(Numeral(0, len(old), old), value, old) == new


@pytest.mark.parametrize(
    ("old", "value"),
    [
        ("10^{-5}", 2e-5),
        ("2016", Fact(2017, "Vaswani et al.")),
        ("0.27.0", "0.27.1"),
        ("10", Failure("ValueError")),
        ("5", float("nan")),
        ("0.27.0", 4),
        ("5", 1e-5),
    ],
)
def test_what_is_not_a_digit_gone_stale_is_left_alone(old: str, value: Any) -> None:
    assert restate(Numeral(0, len(old), old), value, old) is None


def test_a_new_minus_is_the_kind_that_its_place_takes() -> None:
    page = "$3$ `3` 3\n<!-- = center(apple)[0], center(apple)[0], center(apple)[0] -->\n"
    text, red = update(page)
    assert red == []
    assert text.startswith("$-3$ `-3` −3\n")


def test_stale_numerals_and_outputs_are_brought_up_to_date() -> None:
    stale = (
        "# Mean 4 {#mean}\n\n"
        "| 2 | 4 | 6 | 9 |\n| --- | --- | --- | --- |\n\n"
        "<!-- = mean(apple), apple -->\n\n"
        "```pycon\n>>> from lndocs import show, std\n>>> from lndocs.example import X, apple\n"
        ">>> show(X)\n[[8, 6, 4, 2],\n [20, 4, 60, 80],\n [2, 4, 6, 9]]\n"
        ">>> std(apple)\n2.0\n```\n"
    )
    text, red = update(stale)
    assert red == []
    assert text == (
        "# Mean 5 {#mean}\n\n"
        "| 2 | 4 | 6 | 8 |\n| --- | --- | --- | --- |\n\n"
        "<!-- = mean(apple), apple -->\n\n"
        "```pycon\n>>> from lndocs import show, std\n>>> from lndocs.example import X, apple\n"
        ">>> show(X)\n[[ 8,  6,  4,  2],\n [20, 40, 60, 80],\n [ 2,  4,  6,  8]]\n"
        ">>> std(apple)\n2.23606797749979\n```\n"
    )


def test_an_output_keeps_the_indentation_of_its_fence() -> None:
    page = "> ```pycon\n> >>> print('1\\n2')\n> 1\n> 3\n> ```\n"
    assert update(page) == (page.replace("3", "2"), [])


def test_what_is_right_is_not_touched() -> None:
    page = "5.00 and 2.236\n<!-- = mean(apple), std(apple) -->\n\n```pycon\n>>> 1\n1\n```\n"
    assert update(page) == (page, [])


TRACEBACK = "Traceback (most recent call last):\n    ...\n"


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("1 == 2", "True"),
        ("2 if False else None or 0", "None"),
        ("(3, 4)", "(4, 4)"),
        ("(3,)", "(4,)"),
        ("float('nan')", "2.0"),
        ("[1, 2]", "[1, 2, 3]"),
        ("int('x5')", "Traceback (most recent call last):\n    ...\nValueError: 4"),
        ("'a 1'", "'b 1'"),
        ("exec('class TheError(Exception): pass\\nraise TheError(4)')", f"{TRACEBACK}Error: 4"),
        ("[3, 4].__class__ and 'float64'", "'float32'"),
        ("__import__('numpy').zeros((3, 4)).shape[0]", "4"),
        ("__import__('numpy').zeros(3).dtype.itemsize", "4"),
    ],
)
def test_a_claim_that_broke_stays_red(code: str, said: str) -> None:
    page = f"```pycon\n>>> {code}\n{said}\n```\n"
    text, red = update(page)
    assert text == page
    assert len(red) == 1


def test_a_claim_of_one_factor_stays_red_beside_numerals_that_are_updated() -> None:
    page = "9 to 2, 10 times\n<!-- = eat[0], apple[0], same(eat / me) -->\n"
    text, red = update(page)
    assert text.startswith("20 to 2, 10 times")
    assert len(red) == 1 and "not all the same" in red[0]


def test_a_shape_in_prose_stays_red() -> None:
    page = "形状 (3, 5)\n<!-- = X.shape -->\n"
    text, red = update(page)
    assert text == page
    assert len(red) == 1


@pytest.mark.parametrize("sign", ["\u2028", "\u0085", "\x0c"])
def test_signs_that_python_takes_for_line_ends_do_no_harm(sign: str) -> None:
    page = f"```pycon\n>>> print('a{sign} 1')\na{sign} 2\n```\n\nend\n"
    assert update(page) == (page.replace("2", "1"), [])


def test_the_transcript_of_a_command_is_brought_up_to_date() -> None:
    page = "```console\n$ python -m lndocs 2 4 6 8 --lang en\n{}```\n"
    command = "$ python -m lndocs 2 4 6 8 --lang en"
    done = subprocess.run(
        [sys.executable, *command.split()[2:]], capture_output=True, text=True, check=True
    )
    right = page.format(done.stdout.rstrip() + "\n")
    assert "2.236" in right
    assert update(right.replace("2.236", "2.235")) == (right, [])


def test_a_count_that_differs_stays_red() -> None:
    page = "4 and 5\n<!-- = d -->\n"
    text, red = update(page)
    assert text == page
    assert "2 numerals but 1 values" in red[0]


def test_a_notebooks_prose_is_updated_in_its_place() -> None:
    cells = "# %%\nx = 7\n\n# %% [markdown]\n# x is {}\n# <!-- = x -->\n"
    assert update(cells.format(8), "labs/x.py") == (cells.format(7), [])
