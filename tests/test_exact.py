"""Exact forms: fractions, with one square root at most."""

import math
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lndocs.exact import LONGEST, Exact, root, short, written

fractions = st.fractions(min_value=-100, max_value=100, max_denominator=50)


def surd(coefficient, radicand):
    return Exact(Fraction(0), Fraction(coefficient), radicand)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("0", "0"),
        ("1", "1"),
        ("5", "√5"),
        ("500", "10√5"),
        ("5/4", "√5/2"),
        ("9/4", "3/2"),
        ("2/3", "√6/3"),
        ("1/5", "1/√5"),
        ("8/9", "2√2/3"),
        ("50/49", "5√2/7"),
        ("1e20", "10000000000"),
        ("1000000007", "√1000000007"),
        ("999966000289", "999983"),  # the square of a large prime
        ("2999898000867", "999983√3"),
    ],
)
def test_roots_are_simplified(value, text):
    assert written([root(Fraction(value))]) == [text]


def test_a_root_of_two_large_primes_is_left_as_it_is():
    assert root(Fraction(1_000_003 * 999_983)) == surd(1, 1_000_003 * 999_983)


def test_factors_of_very_large_numbers_are_not_looked_for():
    assert root(Fraction(10**18 + 9)) is None
    assert root(Fraction(1, 10**18 + 9)) is None


@given(st.fractions(min_value=0, max_value=10**6, max_denominator=10**6))
@settings(deadline=None, derandomize=True, max_examples=100)
def test_a_root_squared_is_the_number(value):
    answer = root(value)
    assert answer is not None
    assert answer * answer == Exact(value, Fraction(0), answer.radicand)
    assert math.isclose(float(answer), math.sqrt(value))
    assert not any(answer.radicand % (k * k) == 0 for k in range(2, 100))


@given(fractions, fractions, fractions, fractions)
@settings(deadline=None, derandomize=True)
def test_sums_and_products_are_those_of_real_numbers(a, b, c, d):
    one, other = Exact(a, b, 7), Exact(c, d, 7)
    assert math.isclose(float(one + other), float(one) + float(other), abs_tol=1e-9)
    assert math.isclose(float(one * other), float(one) * float(other), abs_tol=1e-9)


@given(fractions, fractions)
@settings(deadline=None, derandomize=True)
def test_a_number_times_its_reciprocal_is_1(a, b):
    number = Exact(a, b, 7)
    if a or b:
        product = number * number.reciprocal()
        assert (product.rational, product.coefficient) == (1, 0)
    else:
        with pytest.raises(ZeroDivisionError):
            number.reciprocal()


def test_different_roots_have_no_common_form():
    with pytest.raises(ValueError, match=r"different roots, \[2, 3\]"):
        surd(1, 2) + surd(1, 3)
    assert surd(1, 2) + surd(0, 3) == surd(1, 2)


@pytest.mark.parametrize(
    ("row", "texts"),
    [
        ([("-3/5", 5), ("-1/5", 5), ("1/5", 5)], ["−3/√5", "−1/√5", "1/√5"]),
        ([("-1", 2), ("-1/2", 2), ("0", 2)], ["−√2", "−√2/2", "0"]),
        ([("1/2", 6)], ["√6/2"]),
        ([("3/10", 5), ("1/10", 5)], ["3√5/10", "√5/10"]),
        ([("2/15", 15)], ["2/√15"]),
    ],
)
def test_a_row_is_written_in_one_style(row, texts):
    assert written([surd(*each) for each in row]) == texts


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (Exact(Fraction(1), Fraction(-6, 5), 5), "1 − 6/√5"),
        (Exact(Fraction(-1, 2), Fraction(6, 5), 5), "−1/2 + 6/√5"),
        (Exact(Fraction(-3, 4)), "−3/4"),
        (Exact(Fraction(2), Fraction(0), 5), "2"),
    ],
)
def test_a_sum_with_a_root_names_the_rational_part_first(number, text):
    assert written([number]) == [text]


def test_a_row_with_a_long_number_is_left_out():
    fits, long = Exact(Fraction(10**11)), Exact(Fraction(10**12))
    assert short([fits]) == ["1" + "0" * 11]
    assert len("1" + "0" * 11) == LONGEST
    assert short([fits, long]) is None
    assert short([Exact(Fraction(1, 10**5000))]) is None
    assert short([]) == []
