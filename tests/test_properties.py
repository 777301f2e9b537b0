"""What holds for every input, searched by hypothesis.

Bounds. Let u be half an ulp of 1, d the number of features, M the largest magnitude of a row, S the
largest difference from its mean and σ_ε = √(σ² + ε). To first order, summing d numbers errs by at
most (d - 1) u times the sum of magnitudes, so the mean errs by d u M and a difference from it by
(d + 2) u M. Where the mean exceeds 8 of the largest differences found, these are exact: their
neighbors in magnitude are subtracted. They are at most R = S + d u M, the mean of them is the error
of the row's, and with it subtracted a difference errs by (d + 2) u R. Elsewhere M is at most 9 R.
So m = (d + 2) u min(M, 9 R) holds everywhere. That is m / σ_ε of a standardized value. The
mean's own error shifts all differences alike and therefore reaches the variance only squared: the
root's relative error is at most (d + 5) u / 2 + (m / σ_ε)² / 2, and the root and the division round
once more each. A standardized value is at most √(d - 1). `bound` is the sum, doubled for what first
order leaves out. No digits are lost to the mean, however large; where the bound reaches a tenth,
nothing is claimed.
"""

import math
import warnings
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from lndocs import EPS, center, layer_norm, mean, standardize, std, variance

# The same examples in every run: a red suite is red again.
settings.register_profile("lndocs", deadline=None, derandomize=True)
settings.load_profile("lndocs")

FLOATS = st.floats(allow_nan=False, allow_infinity=False)
SINGLES = st.floats(width=32, allow_nan=False, allow_infinity=False)
EPSILONS = st.sampled_from([0.0, EPS])
STEPS = [mean, center, variance, std, standardize, layer_norm]

extreme_rows = st.lists(FLOATS, min_size=1, max_size=12)
extreme_single_rows = st.lists(SINGLES, min_size=1, max_size=12)
plain_rows = st.lists(st.floats(-1000, 1000, width=32), min_size=2, max_size=12)
integer_rows = st.lists(st.integers(-(2**20), 2**20), min_size=2, max_size=12)


# Exact arithmetic


def exact_statistics(row):
    values = [Fraction(value.item()) for value in row]
    average = sum(values) / len(values)
    return average, sum((value - average) ** 2 for value in values) / len(values)


def root(value):
    with localcontext(prec=60, Emin=-9999, Emax=9999):
        return (Decimal(value.numerator) / Decimal(value.denominator)).sqrt()


def exact(row, eps):
    """x̂ in 60 digits; None where it is 0/0."""
    average, square = exact_statistics(row)
    unit = root(square + Fraction(row.dtype.type(eps).item()))
    if not unit:
        return None
    with localcontext(prec=60, Emin=-9999, Emax=9999):
        differences = [Fraction(value.item()) - average for value in row]
        return [Decimal(each.numerator) / Decimal(each.denominator) / unit for each in differences]


def bound(row, eps):
    average, square = exact_statistics(row)
    unit = root(square + Fraction(row.dtype.type(eps).item()))
    u, d = float(np.finfo(row.dtype).eps) / 2, len(row)
    largest = Fraction(np.abs(row).max().item())
    farthest = max(abs(Fraction(value.item()) - average) for value in row)
    reach = min(largest, 9 * (farthest + d * Fraction(u) * largest))
    shifted = (d + 2) * u * in_units(reach, unit) if unit else math.inf
    return 2 * (shifted + math.sqrt(d) * ((d + 5) * u / 2 + shifted * shifted / 2 + 2 * u))


def in_units(value, unit):
    with localcontext(prec=60, Emin=-9999, Emax=9999):
        return float(Decimal(value.numerator) / Decimal(value.denominator) / unit)


def told(call):
    """Give the answer, and whether a warning came with it."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        answer = call()
    return answer, bool(caught)


# Right, or NaN with a warning


def assert_right_or_nan_with_a_warning(row, eps):
    answer, warned = told(lambda: standardize(row, eps=eps))
    expected = exact(row, eps)
    if np.isnan(answer).any():
        assert np.isnan(answer).all()
        assert warned or expected is None
        return
    limit = bound(row, eps)
    if limit < 0.1:
        pairs = zip(answer, expected, strict=True)
        assert max(abs(Decimal(a.item()) - e) for a, e in pairs) <= limit


@given(extreme_rows, EPSILONS)
@example([1e200, -1e200], EPS)
@example([1.7e308, -1.7e308, -1.7e308], EPS)
@example([0.0, 1e-200], 0.0)
@example([0.0, 5e-324], EPS)
@example([0.0, 1e-155], 0.0)
@example([0.1, 0.1, 0.1], 0.0)
@example([1e16, 1e16 + 2], 0.0)
@settings(max_examples=400)
def test_a_float64_row_of_any_magnitude_is_right_or_nan_with_a_warning(row, eps):
    assert_right_or_nan_with_a_warning(np.array(row), eps)


@given(extreme_single_rows, EPSILONS)
@example([1e30, -1e30], EPS)
@example([0.0, 1e-30], 0.0)
@example([3e38, 3e38, -3e38], EPS)
@settings(max_examples=400)
def test_a_float32_row_of_any_magnitude_is_right_or_nan_with_a_warning(row, eps):
    assert_right_or_nan_with_a_warning(np.array(row, dtype=np.float32), eps)


@given(
    st.lists(st.floats(width=16, allow_nan=False, allow_infinity=False), min_size=1, max_size=12)
)
def test_every_float16_row_is_right_to_half_an_ulp(row):
    half = np.array(row, dtype=np.float16)
    single = half.astype(np.float32)
    limit = bound(single, EPS)
    assume(limit < 0.1)
    for answer, expected in zip(standardize(half), exact(single, EPS), strict=True):
        ulp = float(np.spacing(np.float16(abs(answer))))
        assert abs(float(Decimal(answer.item()) - expected)) <= ulp / 2 + limit


@given(extreme_rows)
@example([1e308, 1.5e308])
@example([5e-324, 0.0])
def test_the_mean_is_right_or_infinite_with_a_warning(row):
    array = np.array(row)
    answer, warned = told(lambda: mean(array))
    if not math.isfinite(answer):
        assert warned
        return
    average, _ = exact_statistics(array)
    # The last term is the smallest float, to which a tiny mean may be rounded.
    limit = len(row) * 2.0**-53 * (1 + 1e-9) * Fraction(np.abs(array).max().item()) + Fraction(
        5e-324
    )
    assert abs(Fraction(answer) - average) <= limit


@given(extreme_rows)
@example([0.0, 1e-200])
@example([0.0, 1.234567e-160])
@example([1e200, -1e200])
def test_the_standard_deviation_is_right_or_not_finite_with_a_warning(row):
    array = np.array(row)
    answer, warned = told(lambda: std(array))
    if not math.isfinite(answer):
        assert warned
        return
    limit = bound(array, 0)
    deviation = root(exact_statistics(array)[1])
    if limit < 0.1:
        assert abs(Decimal(answer) - deviation) <= Decimal(limit) * deviation


@given(integer_rows, st.integers(40, 52), EPSILONS)
@example([0, 1], 52, 0.0)
@example([0, 0, 1], 52, 0.0)
@example([-(2**20), 2**20], 40, EPS)
def test_a_row_far_from_0_keeps_its_digits(row, power, eps):
    near = np.array(row, dtype=float)
    assume(np.ptp(near) > 0)
    far = near + 2.0**power  # exact
    assert bound(far, eps) < 1e-9
    expected = exact(near, eps)  # a shift leaves x̂ as it is
    pairs = zip(standardize(far, eps=eps), expected, strict=True)
    assert max(abs(Decimal(a.item()) - e) for a, e in pairs) < Decimal("1e-9")
    right = float(exact_statistics(near)[1])
    assert math.isclose(variance(far), right, rel_tol=1e-9)


@given(FLOATS, st.integers(1, 12))
def test_equal_values_of_any_magnitude_are_exactly_0(value, d):
    answer, _ = told(lambda: standardize([value] * d))
    assert answer.tolist() == [0] * d


# Shift, scale, sign and order


@given(integer_rows, st.integers(-(2**20), 2**20), EPSILONS)
def test_a_shift_changes_nothing_but_rounding(row, shift, eps):
    x = np.array(row, dtype=float)
    assume(np.ptp(x) > 0)
    moved = x + shift  # exact: small integers
    limit = bound(x, eps) + bound(moved, eps)
    assert np.abs(standardize(moved, eps=eps) - standardize(x, eps=eps)).max() <= limit


@given(integer_rows, st.integers(1, 2**20))
def test_a_positive_scale_changes_nothing_but_rounding_without_eps(row, scale):
    x = np.array(row, dtype=float)
    assume(np.ptp(x) > 0)
    limit = bound(x, 0) + bound(scale * x, 0)
    assert np.abs(standardize(scale * x, eps=0) - standardize(x, eps=0)).max() <= limit


@given(integer_rows, st.integers(1, 2**20))
def test_with_eps_a_positive_scale_changes_at_most_what_eps_is_of_the_variance(row, scale):
    # 1/√(1 + a) differs from 1/√(1 + b) by at most a/2, when 0 ≤ b ≤ a.
    x = np.array(row, dtype=float)
    assume(np.ptp(x) > 0)
    limit = bound(x, EPS) + bound(scale * x, EPS) + math.sqrt(len(row)) * EPS / variance(x) / 2
    assert np.abs(standardize(scale * x) - standardize(x)).max() <= limit


@given(plain_rows, st.integers(-20, 20))
def test_a_power_of_two_changes_no_bit_when_eps_is_scaled_with_it(row, power):
    x = np.array(row)
    scaled = standardize(x * 2.0**power, eps=2.0**-17 * 4.0**power)
    assert scaled.tolist() == standardize(x, eps=2.0**-17).tolist()


@given(plain_rows, EPSILONS)
def test_a_change_of_sign_changes_the_sign_and_no_bit(row, eps):
    x = np.array(row)
    assume(np.ptp(x) > 2.0**-100)
    assert standardize(-x, eps=eps).tolist() == (-standardize(x, eps=eps)).tolist()


@given(plain_rows, st.randoms(use_true_random=False))
def test_permuted_features_give_permuted_answers_but_for_rounding(row, random):
    # Not bit for bit: the sums run in another order.
    x = np.array(row)
    order = random.sample(range(len(row)), len(row))
    assert np.abs(standardize(x[order]) - standardize(x)[order]).max() <= 2 * bound(x, EPS)


# Mean and variance of the answer


@given(plain_rows, EPSILONS)
def test_the_answer_has_mean_0_and_variance_var_over_var_plus_eps(row, eps):
    x = np.array(row)
    assume(np.ptp(x) > 2.0**-100)
    limit = bound(x, eps)
    assume(limit < 0.1)
    average, square = exact_statistics(standardize(x, eps=eps))
    _, before = exact_statistics(x)
    assert abs(average) <= limit
    # Values that err by at most `limit`, with a root mean square of at most 1.
    assert abs(square - before / (before + Fraction(eps))) <= 2 * limit + limit**2


# A row does not depend on its batch


def byteswapped(rows):
    return rows.astype(rows.dtype.newbyteorder())


def unaligned(rows):
    copy = np.ndarray(rows.shape, rows.dtype, bytearray(rows.nbytes + 1), offset=1)
    copy[:] = rows
    return copy


def strided(rows):
    wide = np.zeros((2 * rows.shape[0], 3 * rows.shape[1]), rows.dtype)
    wide[::2, 1::3] = rows
    return wide[::2, 1::3]


LAYOUTS = {
    "C order": np.ascontiguousarray,
    "Fortran order": np.asfortranarray,
    "transposed twice": lambda rows: rows.T.copy().T,
    "strided": strided,
    "reversed twice": lambda rows: rows[::-1, ::-1].copy()[::-1, ::-1],
    "byte-swapped": byteswapped,
    "unaligned": unaligned,
    "a stack": lambda rows: rows[:, None, :],
    "in a list": lambda rows: list(rows),
}


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS.keys())
@given(data=st.data())
@settings(max_examples=30)
def test_a_row_comes_out_bit_for_bit_as_if_alone(layout, data):
    n, d = data.draw(st.integers(1, 6)), data.draw(st.integers(1, 40))
    dtype = data.draw(st.sampled_from([np.float16, np.float32, np.float64]))
    generator = np.random.default_rng(data.draw(st.integers(0, 2**32)))
    rows = generator.normal(3, 5, size=(n, d)).astype(dtype)
    assert_rows_as_if_alone(rows, layout(rows))


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS.keys())
@pytest.mark.parametrize("shape", [(3, 20_011), (2_000, 9)])
def test_long_rows_and_many_rows_come_out_bit_for_bit_as_if_alone(layout, shape):
    # Longer than NumPy's buffer of 8192 numbers, where a sum in pieces would end otherwise.
    rows = np.random.default_rng(0).normal(size=shape)
    assert_rows_as_if_alone(rows, layout(rows))


def test_rows_of_a_file_come_out_bit_for_bit_as_if_alone(tmp_path):
    rows = np.random.default_rng(0).normal(size=(5, 33))
    mapped = np.memmap(tmp_path / "rows", dtype=rows.dtype, mode="w+", shape=rows.shape)
    mapped[:] = rows
    assert_rows_as_if_alone(rows, mapped)


def test_a_row_repeated_by_a_zero_stride_comes_out_bit_for_bit_as_if_alone():
    row = np.random.default_rng(0).normal(size=33)
    rows = np.broadcast_to(row, (4, 33))
    assert_rows_as_if_alone(rows, rows)


def assert_rows_as_if_alone(rows, batch):
    for step in STEPS:
        answers = np.reshape(step(batch), (len(rows), -1))
        alone = np.reshape([step(row) for row in rows], (len(rows), -1)).astype(answers.dtype)
        assert answers.tobytes() == alone.tobytes()
