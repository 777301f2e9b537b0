"""Batch normalization: statistics over all axes but the last, and those that are kept."""

import numpy as np
import pytest

from lndocs import EPS, batch_norm, mean, standardize, update_running, variance
from lndocs.example import X, apple, d, eat, me, n

STACK = np.stack([X, X[::-1] + 1])  # two sentences
GAMMA, BETA = np.array([1.0, 2.0, 3.0, 4.0]), np.array([0.0, 10.0, 20.0, 30.0])
START = np.zeros(d), np.ones(d)


# Training


def test_each_feature_is_standardized_over_the_batch():
    expected = [standardize(column).tolist() for column in X.T]
    assert batch_norm(X).T.tolist() == expected


def test_all_axes_but_the_last_are_pooled():
    flat = STACK.reshape(-1, d)
    assert batch_norm(STACK).tolist() == batch_norm(flat).reshape(STACK.shape).tolist()


def test_the_variance_divides_by_the_number_of_values():
    one = batch_norm([[2.0], [4.0]], eps=0)
    assert one.tolist() == [[-1], [1]]


def test_the_answer_has_mean_0_and_almost_variance_1_for_each_feature():
    y = batch_norm(X).T
    assert np.abs(mean(y)).max() < 1e-15
    np.testing.assert_allclose(variance(y), X.var(axis=0) / (X.var(axis=0) + EPS), rtol=1e-12)


def test_another_row_changes_a_row():
    other = batch_norm([me, [1, 1, 1, 1], apple])
    assert np.abs(other[2] - batch_norm(X)[2]).max() > 0.1


def test_it_scales_by_gamma_and_then_shifts_by_beta():
    assert batch_norm(X, GAMMA, BETA).tolist() == (GAMMA * batch_norm(X) + BETA).tolist()
    assert batch_norm(X, GAMMA).tolist() == (GAMMA * batch_norm(X)).tolist()
    assert batch_norm(X, beta=BETA).tolist() == (batch_norm(X) + BETA).tolist()


def test_nan_and_inf_spoil_their_own_feature_and_no_other():
    for bad in (np.nan, np.inf):
        y = batch_norm([[8, bad, 4, 2], eat, apple])
        assert np.isnan(y).tolist() == [[False, True, False, False]] * n
        assert y[:, [0, 2, 3]].tolist() == batch_norm(X)[:, [0, 2, 3]].tolist()


def test_equal_values_of_a_feature_give_0_and_without_eps_nan():
    same = [[0.1, 1], [0.1, 3], [0.1, 5]]
    assert batch_norm(same)[:, 0].tolist() == [0, 0, 0]
    assert np.isnan(batch_norm(same, eps=0)[:, 0]).all()


def test_no_rows_give_no_rows():
    assert batch_norm(np.empty((0, d))).shape == (0, d)
    assert batch_norm(np.empty((2, 0, d), int)).dtype == np.float64
    assert batch_norm(np.empty((0, d)), running=START).shape == (0, d)


@pytest.mark.parametrize("rows", [apple, [apple], [[apple]]])
def test_a_single_value_for_each_feature_is_refused_in_training(rows):
    words = r"^x must have more than one value per feature in training, got shape \(.*4,?\)"
    with pytest.raises(ValueError, match=words):
        batch_norm(rows)


def test_overflow_and_underflow_are_nan_with_a_warning_at_the_line_that_called():
    with pytest.warns(RuntimeWarning, match="overflow"):
        assert np.isnan(batch_norm([[1e200, 1], [-1e200, 3]])[:, 0]).all()
    with pytest.warns(RuntimeWarning, match="underflow") as warned:
        y = batch_norm([[0, 1], [1e-200, 3]], eps=0)
    assert np.isnan(y[:, 0]).all()
    assert y[:, 1].tolist() == [-1, 1]
    assert warned[0].filename == __file__


# Inference


def test_at_inference_the_running_statistics_are_taken():
    average, spread = np.array([1.0, 2.0, 3.0, 4.0]), np.array([1.0, 4.0, 9.0, 16.0])
    expected = (X - average) / [1, 2, 3, 4]
    assert batch_norm(X, running=(average, spread), eps=0).tolist() == expected.tolist()
    apart = batch_norm(X, GAMMA, BETA, running=(average, spread), eps=0)
    assert apart.tolist() == (GAMMA * expected + BETA).tolist()


def test_at_inference_eps_stands_inside_the_root():
    y = batch_norm([[3.0]], running=([1], [0.75]), eps=0.25)
    assert y.tolist() == [[2]]


def test_at_inference_no_row_sees_another():
    running = update_running(START, X)
    alone = [batch_norm(row, running=running).tolist() for row in X]
    assert batch_norm(X, running=running).tolist() == alone
    assert batch_norm(STACK, running=running)[0].tolist() == alone


def test_at_inference_a_single_example_is_fine():
    assert batch_norm(apple, running=START, eps=0).tolist() == apple.tolist()


def test_at_inference_a_variance_of_nothing_is_nan_without_eps():
    y = batch_norm([[1, 5]], running=([1, 1], [0, 4]), eps=0)
    assert np.isnan(y[0, 0])
    assert y[0, 1] == 2
    assert np.isfinite(batch_norm([[1, 5]], running=([1, 1], [0, 4]))).all()


# The running statistics


def test_the_running_variance_divides_by_one_less():
    average, spread = update_running(START, X, momentum=1)
    assert average.tolist() == X.mean(axis=0).tolist()
    np.testing.assert_allclose(spread, X.var(axis=0, ddof=1), rtol=1e-15)


def test_the_old_statistics_keep_what_the_momentum_leaves():
    average, spread = update_running((np.full(d, 8), np.full(d, 16)), X, momentum=0.25)
    np.testing.assert_allclose(average, 6 + X.mean(axis=0) / 4, rtol=1e-15)
    np.testing.assert_allclose(spread, 12 + X.var(axis=0, ddof=1) / 4, rtol=1e-15)


def test_the_momentum_is_pytorchs_when_none_is_given():
    default, given = update_running(START, X), update_running(START, X, momentum=0.1)
    assert [part.tolist() for part in default] == [part.tolist() for part in given]


def test_a_momentum_of_0_changes_nothing():
    average, spread = update_running((GAMMA, BETA), X, momentum=0)
    assert (average.tolist(), spread.tolist()) == (GAMMA.tolist(), BETA.tolist())


def test_many_updates_with_one_batch_come_to_its_statistics():
    running = START
    for _ in range(400):
        running = update_running(running, STACK)
    pooled = STACK.reshape(-1, d)
    np.testing.assert_allclose(running[0], pooled.mean(axis=0), rtol=1e-14)
    np.testing.assert_allclose(running[1], pooled.var(axis=0, ddof=1), rtol=1e-14)


def test_the_old_statistics_are_not_changed():
    average, spread = np.zeros(d), np.ones(d)
    update_running((average, spread), X)
    assert (average.tolist(), spread.tolist()) == ([0] * d, [1] * d)


# Dtypes


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
@pytest.mark.parametrize("running", [None, START])
def test_the_answer_has_the_dtype_of_the_rows(dtype, running):
    y = batch_norm(X.astype(dtype), GAMMA, BETA, running=running)
    assert y.dtype == dtype
    expected = batch_norm(X.astype(np.promote_types(dtype, np.float32)), GAMMA, BETA, running)
    assert y.tolist() == expected.astype(dtype).tolist()


def test_the_running_statistics_take_the_widest_dtype_and_float32_at_least():
    for old, x, widest in [("f2", "f2", "f4"), ("f4", "f2", "f4"), ("f4", "f8", "f8")]:
        running = tuple(part.astype(old) for part in START)
        assert [part.dtype for part in update_running(running, X.astype(x))] == [widest] * 2
    assert update_running(START, X.astype(np.float32))[1].dtype == np.float64
    assert update_running(([0] * d, [1] * d), X)[0].dtype == np.float64


def test_the_input_is_never_changed():
    rows = X.astype(float)
    batch_norm(rows, GAMMA, BETA)
    batch_norm(rows, running=START)
    update_running(START, rows)
    assert rows.tolist() == X.tolist()


# Errors (those of x, γ, β and ε are in test_errors)


ONES = [1] * d
RUNNING = [
    ("no pair", 5, "^running must be a pair .*, got int$"),
    ("three", (ONES, ONES, ONES), "^running must be a pair .*, got tuple$"),
    ("a short mean", ([0], ONES), r"^running mean must .* shape \(4,\), got shape \(1,\)"),
    ("a mean for each token", ([[0]] * n, ONES), r"^running mean must .*, got shape \(3, 1\)"),
    ("a short variance", (ONES, [1, 1]), r"^running variance must .*, got shape \(2,\)"),
    ("a negative variance", (ONES, [1, 1, 1, -1]), "^running variance must not be negative"),
]


@pytest.mark.parametrize(
    ("running", "words"), [row[1:] for row in RUNNING], ids=[row[0] for row in RUNNING]
)
def test_unfit_running_statistics_are_refused_by_name(running, words):
    with pytest.raises(ValueError, match=words):
        batch_norm(X, running=running)
    with pytest.raises(ValueError, match=words):
        update_running(running, X)


def test_running_statistics_that_are_no_numbers_are_refused_by_name():
    with pytest.raises(TypeError, match=r"^running mean must hold real numbers"):
        batch_norm(X, running=(["a"] * d, ONES))


@pytest.mark.parametrize("rows", [apple, [apple], np.empty((0, d))])
def test_one_value_for_each_feature_gives_no_running_variance(rows):
    with pytest.raises(ValueError, match=r"^x must have at least two values per feature .*, got"):
        update_running(START, rows)


@pytest.mark.parametrize(
    ("momentum", "error"),
    [(-0.1, ValueError), (1.5, ValueError), (np.nan, ValueError)]
    + [(value, TypeError) for value in ("0.1", None, True)],
)
def test_an_unfit_momentum_is_refused(momentum, error):
    with pytest.raises(error, match=r"^momentum must be"):
        update_running(START, X, momentum)
