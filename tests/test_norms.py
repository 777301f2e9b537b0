"""The steps of layer normalization: values, shapes, dtypes and warnings."""

import math

import numpy as np
import pytest

from lndocs import EPS, center, layer_norm, mean, standardize, std, variance
from lndocs.example import X, apple, constant, d, eat, me, n

STATISTICS = [mean, variance, std]
VECTORS = [center, standardize, layer_norm]
SQUARE = np.array([[1.0, 2.0, 6.0], [10.0, 20.0, 60.0], [5.0, 3.0, 1.0]])


# Values


def test_the_mean_is_the_sum_over_the_number_of_features():
    assert list(mean(X)) == [5, 50, 5]


def test_centering_subtracts_from_each_row_its_own_mean():
    expected = [[3, 1, -1, -3], [-30, -10, 10, 30], [-3, -1, 1, 3]]
    assert center(X).tolist() == expected


def test_the_variance_averages_the_squared_differences():
    assert list(variance(X)) == [5, 500, 5]


def test_the_standard_deviation_is_the_root_of_the_variance():
    assert list(std(X)) == [math.sqrt(5), math.sqrt(500), math.sqrt(5)]


def test_standardizing_divides_the_differences_by_the_root_of_variance_plus_eps():
    expected = [difference / math.sqrt(5 + 0.25) for difference in (-3, -1, 1, 3)]
    assert standardize(apple, eps=0.25).tolist() == expected


def test_without_eps_the_hand_calculation_comes_out():
    expected = np.array([-3, -1, 1, 3]) / math.sqrt(5)
    assert standardize(apple, eps=0).tolist() == expected.tolist()


def test_the_default_eps_is_that_of_pytorch():
    assert EPS == 1e-5
    assert standardize(apple).tolist() == standardize(apple, eps=1e-5).tolist()
    assert layer_norm(apple).tolist() == standardize(apple, eps=1e-5).tolist()


def test_layer_norm_scales_by_gamma_and_then_shifts_by_beta():
    gamma, beta = np.array([1, 2, 3, 4]), np.array([0, 10, 20, 30])
    assert layer_norm(X, gamma, beta).tolist() == (gamma * standardize(X) + beta).tolist()


def test_layer_norm_takes_gamma_without_beta_and_beta_without_gamma():
    values = np.array([1.0, 2.0, 3.0, 4.0])
    assert layer_norm(X, gamma=values).tolist() == (values * standardize(X)).tolist()
    assert layer_norm(X, beta=values).tolist() == (standardize(X) + values).tolist()


def test_layer_norm_hands_its_eps_on():
    assert layer_norm(apple, eps=0.25).tolist() == standardize(apple, eps=0.25).tolist()


def test_a_square_input_is_normalized_by_rows():
    assert list(mean(SQUARE)) == [3, 30, 3]
    assert center(SQUARE).tolist() == [[-2, -1, 3], [-20, -10, 30], [2, 0, -2]]
    assert standardize(SQUARE).tolist() == [standardize(row).tolist() for row in SQUARE]


def test_gamma_and_beta_belong_to_features_on_a_square_input_too():
    gamma, beta = np.array([1.0, 2.0, 3.0]), np.array([0.0, 10.0, 20.0])
    alone = [layer_norm(row, gamma, beta).tolist() for row in SQUARE]
    assert layer_norm(SQUARE, gamma, beta).tolist() == alone


def test_equal_ends_are_no_equal_values():
    assert mean([2, 5, 2]) == 3
    assert center([[2, 5, 2], [4, 4, 4]]).tolist() == [[-1, 2, -1], [0, 0, 0]]


def test_a_row_of_equal_values_has_no_variance_even_when_its_sum_rounds():
    row = [0.1] * 3  # 0.1 + 0.1 + 0.1 is not 0.3, nor is a third of it 0.1
    assert sum(row) / 3 != 0.1
    assert (mean(row), variance(row), std(row)) == (0.1, 0, 0)
    assert standardize(row).tolist() == [0, 0, 0]


@pytest.mark.parametrize(
    ("dtype", "base", "step"), [(np.float32, 1e8, 8), (np.float64, 1e16, 2), (np.float16, 2048, 2)]
)
def test_a_row_far_from_0_has_the_answer_of_the_same_row_near_0(dtype, base, step):
    near = np.array([0, 1, 2, 0, 0, 1], dtype) * dtype(step)
    far = near + dtype(base)  # exact: neighbors in this dtype are one step apart
    atol = 4 * np.finfo(dtype).eps
    np.testing.assert_allclose(standardize(far, eps=0), standardize(near, eps=0), rtol=0, atol=atol)
    np.testing.assert_allclose(center(far), center(near), rtol=4 * np.finfo(dtype).eps)
    assert variance(far) == pytest.approx(variance(near), rel=4 * float(np.finfo(dtype).eps))


def test_what_a_rounded_mean_leaves_is_subtracted_from_its_own_row_alone():
    far, between = np.float32([1e8, 1e8 + 8, 1e8 + 16]), np.float32([1e8, -1e8, 1e8])
    rows = np.stack([far, between, np.float32([0.1, 0.3, 0.7]), far[::-1]])
    assert (far - np.float32(mean(far))).mean() != 0
    assert center(rows)[0].tolist() == [-8, 0, 8] == center(far).tolist()
    assert center(rows).tolist() == [center(row).tolist() for row in rows]
    for row in rows[1:3]:  # ordinary rows are as they ever were
        assert center(row).tolist() == (row - np.float32(mean(row))).tolist()


def test_near_ends_are_no_near_values():
    row = np.float32([1 / 3, 1.7, 1 / 3, -1, 1 / 3])
    assert center(row).tolist() == (row - np.float32(mean(row))).tolist()


# Shapes


@pytest.mark.parametrize("statistic", STATISTICS)
def test_a_statistic_of_a_single_row_is_a_python_float(statistic):
    for dtype in (int, np.float16, np.float32, np.float64):
        assert type(statistic(apple.astype(dtype))) is float


@pytest.mark.parametrize("statistic", STATISTICS)
def test_a_statistic_keeps_no_axis(statistic):
    assert statistic(X).shape == (n,)
    assert statistic(np.ones((2, n, d))).shape == (2, n)
    assert statistic(np.ones((1, d))).shape == (1,)


@pytest.mark.parametrize("vector", VECTORS)
def test_a_vector_step_keeps_the_shape(vector):
    for shape in [(d,), (n, d), (1, d), (2, n, d), (n, 1)]:
        assert vector(np.ones(shape)).shape == shape


@pytest.mark.parametrize("step", STATISTICS + VECTORS)
def test_no_rows_give_no_rows(step):
    assert len(step(np.empty((0, d)))) == 0
    assert len(step(np.empty((0, d), dtype=int))) == 0


@pytest.mark.parametrize("step", STATISTICS + VECTORS)
def test_lists_tuples_and_matrices_are_taken_like_arrays(step):
    expected = step(X).tolist()
    assert step(X.tolist()).tolist() == expected
    assert step(tuple(map(tuple, X.tolist()))).tolist() == expected
    with pytest.warns(PendingDeprecationWarning):
        matrix = np.matrix(X)
    assert step(matrix).tolist() == expected


def test_an_object_that_gives_an_array_is_taken_for_it():
    class Table:
        def __array__(self, dtype=None, copy=None):
            return np.array(X, dtype=dtype)

    assert layer_norm(Table()).tolist() == layer_norm(X).tolist()


def test_a_subclass_cannot_change_the_arithmetic():
    class Odd(np.ndarray):
        def __sub__(self, other):
            raise AssertionError("the arithmetic used a subclass")

        def sum(self, *args, **kwargs):
            raise AssertionError("the arithmetic used a subclass")

    answer = layer_norm(X.view(Odd))
    assert type(answer) is np.ndarray
    assert answer.tolist() == layer_norm(X).tolist()


# Dtypes


@pytest.mark.parametrize("dtype", [bool, np.int8, np.uint8, np.int16, np.int64, np.uint64])
def test_integers_and_booleans_become_float64(dtype):
    row = np.array([0, 1, 1, 1], dtype=dtype)
    for step in VECTORS:
        assert step(row).dtype == np.float64
        assert step(row).tolist() == step(row.astype(float)).tolist()
    assert mean(row[None]).dtype == np.float64


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64, np.longdouble])
def test_floats_keep_their_dtype(dtype):
    rows = X.astype(dtype)
    for step in STATISTICS + VECTORS:
        assert step(rows).dtype == dtype


def test_float16_is_computed_in_float32_and_rounded_once():
    rows = np.array([[0.1, 0.2, 0.7], [300, -200, 100]], dtype=np.float16)
    for step in (mean, center, std, standardize, layer_norm):
        wide = step(rows.astype(np.float32))
        assert step(rows).tolist() == wide.astype(np.float16).tolist()


def test_gamma_and_beta_do_not_change_the_dtype_of_the_answer():
    ones = np.ones(d, dtype=np.float64)
    for dtype in (np.float16, np.float32, np.float64):
        assert layer_norm(X.astype(dtype), ones, ones).dtype == dtype


def test_gamma_and_beta_are_first_rounded_to_the_dtype_of_the_rows():
    rows, values = X.astype(np.float32), np.array([0.1, 0.2, 0.3, 0.7])
    rounded = values.astype(np.float32)
    assert layer_norm(rows, values, values).tolist() == layer_norm(rows, rounded, rounded).tolist()
    assert (rounded * standardize(rows)).tolist() != (values * standardize(rows)).tolist()


@pytest.mark.parametrize("dtype", [bool, np.int32, np.float16, np.float32, ">f8"])
def test_gamma_and_beta_may_have_any_real_dtype(dtype):
    values = np.array([1, 0, 1, 1], dtype=dtype)
    expected = layer_norm(X, [1.0, 0.0, 1.0, 1.0], [1.0, 0.0, 1.0, 1.0])
    assert layer_norm(X, values, values).tolist() == expected.tolist()


@pytest.mark.parametrize("eps", [np.float32(0.25), np.float64(0.25), np.float16(0.25), np.int64(1)])
def test_a_numpy_eps_does_not_widen_float32(eps):
    answer = standardize(X.astype(np.float32), eps=eps)
    assert answer.dtype == np.float32
    assert answer.tolist() == standardize(X.astype(np.float32), eps=float(eps)).tolist()


def test_foreign_byte_order_comes_back_as_our_own():
    for code in (">f8", "<f8", ">f4", "<f4", ">i4", "<i4"):
        answer = standardize(X.astype(code))
        assert answer.dtype.isnative
        assert np.abs(answer - standardize(X)).max() < 1e-6


@pytest.mark.skipif(
    np.finfo(np.longdouble).max == np.finfo(np.float64).max, reason="no floats beyond float64 here"
)
def test_a_statistic_beyond_python_floats_stays_a_long_float():
    huge = np.array(["1e4000", "3e4000"], dtype=np.longdouble)
    assert mean(huge) == np.longdouble("2e4000")


# Inputs are left alone


@pytest.mark.parametrize("step", STATISTICS + VECTORS)
def test_the_input_is_never_changed(step):
    for dtype in (np.int64, np.float16, np.float32, np.float64):
        rows = X.astype(dtype)
        step(rows)
        assert rows.tolist() == X.tolist()


def test_gamma_and_beta_are_never_changed():
    gamma, beta = np.array([1.0, 2.0, 3.0, 4.0]), np.ones(d)
    layer_norm(X, gamma, beta)
    assert (gamma.tolist(), beta.tolist()) == ([1, 2, 3, 4], [1, 1, 1, 1])


@pytest.mark.parametrize("vector", VECTORS)
def test_the_answer_shares_no_memory_with_the_input(vector):
    rows = X.astype(float)
    assert not np.shares_memory(vector(rows), rows)
    assert not np.shares_memory(mean(rows), rows)


@pytest.mark.parametrize("step", STATISTICS + VECTORS)
def test_a_read_only_input_is_fine(step):
    rows = X.astype(float)
    rows.setflags(write=False)
    assert np.asarray(step(rows)).flags.writeable


# NaN, Inf and warnings (any other warning is an error in this suite)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_nan_and_inf_spoil_their_own_row_and_no_other(bad):
    answer = layer_norm([[8, bad, 4, 2], eat, apple])
    assert np.isnan(answer[0]).all()
    assert answer[1:].tolist() == layer_norm([eat, apple]).tolist()


def test_statistics_of_nan_and_inf_are_nan_or_inf():
    assert math.isnan(mean([np.nan, 1]))
    assert mean([np.inf, 1]) == np.inf
    assert math.isnan(mean([np.inf, -np.inf]))
    assert math.isnan(variance([np.inf, 1]))
    assert math.isnan(std([np.inf, np.inf]))


def test_nan_in_gamma_spoils_its_own_feature_and_no_other():
    answer = layer_norm(X, gamma=[1, np.nan, 1, 1])
    assert np.isnan(answer).tolist() == [[False, True, False, False]] * n


def test_equal_values_without_eps_are_nan():
    assert np.isnan(standardize(constant, eps=0)).all()
    assert np.isnan(standardize([0.1] * 3, eps=0)).all()


def test_a_row_whose_squares_overflow_is_nan_with_a_warning():
    with pytest.warns(RuntimeWarning, match="overflow"):
        answer = standardize([[1e200, -1e200], [1, 3]])
    assert np.isnan(answer[0]).all()
    assert answer[1].tolist() == standardize([1, 3]).tolist()


def test_a_row_whose_sum_overflows_is_nan_with_a_warning():
    with pytest.warns(RuntimeWarning, match="overflow"):
        answer = standardize([1e308, 1.5e308])
    assert np.isnan(answer).all()


def test_a_row_whose_squares_underflow_is_nan_with_a_warning():
    with pytest.warns(RuntimeWarning, match="underflow") as warned:
        answer = standardize([[0, 1e-200], [1, 3]], eps=0)
    assert np.isnan(answer[0]).all()
    assert answer[1].tolist() == [-1, 1]
    assert warned[0].filename == __file__  # the caller's line, not ours


def test_the_warning_of_underflow_reaches_code_without_a_module():
    code = compile("standardize([0, 1e-200], eps=0)", "typed", "eval")
    with pytest.warns(RuntimeWarning, match="underflow") as warned:
        answer = eval(code, {"standardize": standardize})
    assert np.isnan(answer).all()
    assert warned[0].filename == "typed"


def test_a_standard_deviation_whose_squares_underflow_is_nan_with_a_warning():
    with pytest.warns(RuntimeWarning, match="underflow") as warned:
        answer = std([[0, 1e-200], [1, 3], [2, 2]])
    assert math.isnan(answer[0])
    assert answer[1:].tolist() == [1, 0]
    assert warned[0].filename == __file__


def test_an_eps_saves_a_row_whose_squares_underflow():
    half = 0.5e-200 / math.sqrt(EPS)
    assert standardize([0, 1e-200]) == pytest.approx([-half, half], rel=1e-15, abs=0)


def test_a_float16_statistic_out_of_range_is_inf_with_a_warning():
    with pytest.warns(RuntimeWarning, match="overflow"):
        assert variance(np.float16([-600, 600])) == np.inf


def test_rows_that_mirror_each_other_give_mirrored_answers():
    assert layer_norm(me).tolist() == layer_norm(apple)[::-1].tolist()
