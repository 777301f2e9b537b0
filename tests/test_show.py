"""How numbers are displayed."""

import math

import numpy as np
import pytest

from lndocs import show
from lndocs.example import X, apple, n
from lndocs.show import number, text


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (5, "5"),
        (5.0, "5"),
        (-3.0, "-3"),
        (2.25, "2.250"),
        (math.sqrt(5), "2.236"),
        (1.0625, "1.062"),  # a tie: to the even digit
        (1.0635, "1.063"),  # no tie: the float lies below its decimal
        (1.1875, "1.188"),
        (0.9999, "1.000"),  # not an integer, and so not written as one
        (1e-9, "0.000"),
        (1e16, "10000000000000000"),
        (2**70, "1180591620717411303424"),
        (True, "True"),
        (np.True_, "True"),
        (np.int64(5), "5"),
        (np.uint8(5), "5"),
        (np.int64(2**53 + 1), "9007199254740993"),
        (np.float16(2.5), "2.500"),
        (np.float32(0.1), "0.100"),
        (np.float64(5), "5"),
        (np.longdouble(0.5), "0.500"),
    ],
)
def test_a_number_is_an_integer_or_has_three_decimals(value, written):
    assert number(value) == written


@pytest.mark.parametrize("value", [-0.0, -1e-9, -0.0004, np.float32(-0.0), np.float64(-1e-300)])
def test_minus_zero_never_appears(value):
    assert number(value) in ("0", "0.000")
    assert "-" not in text([value, 1])


def test_nan_and_inf_are_written_as_words():
    assert text([math.nan, math.inf, -math.inf]) == "[nan, inf, -inf]"
    assert number(np.float32("nan")) == "nan"


def test_the_number_of_decimals_can_be_chosen():
    assert number(math.sqrt(5), 6) == "2.236068"
    assert number(2.5, 0) == "2"
    assert text([math.sqrt(5), 1], decimals=1) == "[2.2, 1]"
    assert text([[math.sqrt(5), 1]], decimals=1) == "[[2.2,   1]]"


def test_a_value_is_rounded_once_from_the_full_value():
    assert number(2.44449) == "2.444"  # by way of 2.4445 it would be 2.445


def test_a_row_is_a_list():
    assert text(apple) == "[2, 4, 6, 8]"
    assert text([-1.5, 0, 1.0]) == "[-1.500, 0, 1]"
    assert text([]) == "[]"


def test_a_shape_is_a_row():
    assert text(X.shape) == "[3, 4]"


def test_the_entries_of_a_matrix_are_aligned_and_equally_wide():
    assert text(X) == "[[ 8,  6,  4,  2],\n [20, 40, 60, 80],\n [ 2,  4,  6,  8]]"
    assert text([[-1.5, 2], [10, 0.25]]) == "[[-1.500,      2],\n [    10,  0.250]]"


def test_a_matrix_without_rows_is_an_empty_list():
    assert text(np.empty((0, 4))) == "[]"


def test_numpy_types_do_not_show():
    for value in (np.float64(5), np.float64(0.5), list(np.array([0.5, 5])), [np.int64(1)]):
        assert "np." not in text(value)


def test_truth_values_are_written_as_such():
    assert text(np.array([1, 2]) > 1) == "[False, True]"


def test_text_is_printed_as_it_is(capsys):
    show("苹果", apple, n)
    assert capsys.readouterr().out == "苹果 [2, 4, 6, 8] 3\n"


def test_show_hands_the_number_of_decimals_on(capsys):
    show(math.sqrt(5), decimals=1)
    assert capsys.readouterr().out == "2.2\n"


def test_show_returns_nothing():
    assert show() is None


def test_more_than_two_axes_are_refused():
    with pytest.raises(ValueError, match=r"numbers, rows and matrices, got shape \(1, 1, 1\)"):
        show([[[1]]])
