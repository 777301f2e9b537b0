"""The gradient of layer normalization, beside finite differences and what must hold for any."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lndocs import EPS, layer_norm, layer_norm_backward, standardize, variance
from lndocs.example import X, apple, attention, constant, upstream

settings.register_profile("lndocs", deadline=None, derandomize=True)
settings.load_profile("lndocs")


def differences(function, at, weights, step=1e-5):
    """Differentiate the weighted sum of a function's values by central differences."""
    at = np.asarray(at, dtype=float)
    slopes = np.empty_like(at)
    for place in np.ndindex(at.shape):
        ahead, behind = at.copy(), at.copy()
        ahead[place] += step
        behind[place] -= step
        slopes[place] = np.sum(weights * (function(ahead) - function(behind))) / (2 * step)
    return slopes


def drawn(shape, seed=0):
    """Give dout, x, γ and β that are no progressions and share no factor."""
    generator = np.random.default_rng(seed)
    dout, x = generator.normal(size=shape), generator.normal(3, 5, shape)
    return dout, x, generator.normal(1, 0.5, shape[-1]), generator.normal(size=shape[-1])


# The values of the cases


def test_ln_47_mean_and_variance_depend_on_x_too():
    dx, _, _ = layer_norm_backward(upstream, apple)
    np.testing.assert_allclose(dx, [0.134, -0.179, -0.045, 0.089], rtol=0, atol=5e-4)


def test_ln_47_the_naive_gradient_is_another():
    naive = upstream / math.sqrt(variance(apple) + EPS)
    np.testing.assert_allclose(naive, [0.447, 0, 0, 0], rtol=0, atol=5e-4)


def test_ln_47_a_gradient_of_ones_moves_nothing():
    dx, _, _ = layer_norm_backward(np.ones(4), apple)
    np.testing.assert_allclose(dx, [0, 0, 0, 0], rtol=0, atol=1e-15)


def test_ln_48_gamma_gets_the_normalized_row_and_beta_does_not():
    _, dgamma, dbeta = layer_norm_backward(upstream, apple)
    np.testing.assert_allclose(dgamma, [-1.342, 0, 0, 0], rtol=0, atol=5e-4)
    assert dbeta.tolist() == [1, 0, 0, 0]


def test_by_hand_without_eps():
    dx, dgamma, _ = layer_norm_backward(upstream, apple, eps=0)
    np.testing.assert_allclose(dx * math.sqrt(5), [0.3, -0.4, -0.1, 0.2], rtol=1e-14)
    assert dgamma[0] == -3 / math.sqrt(5)


# Finite differences

SHAPES = [(4,), (3, 4), (2, 3, 4), (5, 7), (1, 2), (3, 1)]
SETTINGS = [(shape, eps) for shape in SHAPES for eps in (0.0, EPS, 0.5) if shape[-1] > 1 or eps]


@pytest.mark.parametrize("scaled", [False, True])
@pytest.mark.parametrize(("shape", "eps"), SETTINGS, ids=str)
def test_each_gradient_is_what_a_small_nudge_finds(shape, eps, scaled):
    dout, x, gamma, beta = drawn(shape)
    gamma = gamma if scaled else np.ones_like(gamma)
    dx, dgamma, dbeta = layer_norm_backward(dout, x, gamma if scaled else None, eps)
    found = (
        differences(lambda x: layer_norm(x, gamma, beta, eps), x, dout),
        differences(lambda gamma: layer_norm(x, gamma, beta, eps), gamma, dout),
        differences(lambda beta: layer_norm(x, gamma, beta, eps), beta, dout),
    )
    for ours, measured in zip((dx, dgamma, dbeta), found, strict=True):
        np.testing.assert_allclose(ours, measured, rtol=1e-6, atol=1e-7)


def test_eps_tells_where_it_is_as_large_as_the_variance():
    dout, x, gamma, _ = drawn((4,))
    dx, _, _ = layer_norm_backward(dout, 1e-3 * x, gamma)
    measured = differences(lambda x: layer_norm(x, gamma), 1e-3 * x, dout, step=1e-7)
    np.testing.assert_allclose(dx, measured, rtol=1e-5, atol=1e-5)
    without, _, _ = layer_norm_backward(dout, 1e-3 * x, gamma, eps=0)
    assert abs(dx - without).max() > 1


# What holds for any

rows = st.integers(2, 12).flatmap(
    lambda d: st.tuples(*[st.lists(st.integers(-99, 99), min_size=d, max_size=d)] * 3)
)


@given(rows, st.sampled_from([0.0, EPS, 0.5]))
def test_the_gradient_of_a_row_sums_to_0(drawn, eps):
    dout, x, gamma = map(np.array, drawn)
    dx, size = gradient_and_size(dout, x, gamma, eps)
    assert abs(dx.sum()) <= 1e-13 * size


@given(rows)
def test_without_eps_it_is_orthogonal_to_the_normalized_row(drawn):
    dout, x, gamma = map(np.array, drawn)
    dx, size = gradient_and_size(dout, x, gamma, 0.0)
    assert abs(np.dot(dx, standardize(distinct(x), eps=0))) <= 1e-13 * size


@given(rows)
def test_with_eps_what_remains_along_the_normalized_row_is_the_share_of_eps(drawn):
    dout, x, gamma = map(np.array, drawn)
    dx, size = gradient_and_size(dout, x, gamma, 0.5)
    row, g = distinct(x), dout * gamma
    hat = standardize(row, eps=0.5)
    square = variance(row)
    left = np.dot(g, hat) * 0.5 / (square + 0.5) / math.sqrt(square + 0.5)
    assert abs(np.dot(dx, hat) - left) <= 1e-12 * size


def distinct(x):
    """Give a row that is not constant: its variance is at least that of one step of 200."""
    return x + 200.0 * (np.arange(len(x)) == 0)


def gradient_and_size(dout, x, gamma, eps):
    """Give dx and how large the terms are that cancel in it, at least 1e-9."""
    row = distinct(x)
    dx, _, _ = layer_norm_backward(dout, row, gamma, eps)
    return dx, len(x) ** 2 * (np.abs(dout * gamma).max() + 1e-9)


@given(rows, rows)
def test_it_is_linear_in_dout(first, second):
    one, x, gamma = map(np.array, first)
    other = np.resize(second[0], len(one))
    row = distinct(x)
    parts = [layer_norm_backward(dout, row, gamma) for dout in (one, other, 2 * one - 3 * other)]
    for a, b, both in zip(*parts, strict=True):
        np.testing.assert_allclose(both, 2 * a - 3 * b, rtol=0, atol=1e-8)


# Shapes, rows, dtypes


def test_a_row_gets_the_gradient_that_it_gets_alone():
    dout, x, gamma, _ = drawn((2, 3, 4))
    dx, _, _ = layer_norm_backward(dout, x, gamma)
    alone = [
        layer_norm_backward(d, r, gamma)[0]
        for d, r in zip(dout.reshape(6, 4), x.reshape(6, 4), strict=True)
    ]
    assert dx.reshape(6, 4).tolist() == np.array(alone).tolist()


def test_gamma_and_beta_get_the_sum_over_all_rows():
    dout, x, gamma, _ = drawn((2, 3, 4))
    _, dgamma, dbeta = layer_norm_backward(dout, x, gamma)
    hat = standardize(x)
    assert dgamma.shape == dbeta.shape == (4,)
    np.testing.assert_allclose(dgamma, np.einsum("bnd,bnd->d", dout, hat), rtol=1e-12)
    np.testing.assert_allclose(dbeta, np.einsum("bnd->d", dout), rtol=1e-12)


def test_beta_has_no_gradient_of_gamma_in_it():
    _, _, dbeta = layer_norm_backward(attention, X, gamma=[3, 1, 4, 1])
    assert dbeta.tolist() == attention.sum(axis=0).tolist()


def test_no_rows_give_no_gradient_but_zeros():
    dx, dgamma, dbeta = layer_norm_backward(np.empty((0, 4)), np.empty((0, 4)))
    assert dx.shape == (0, 4)
    assert dgamma.tolist() == dbeta.tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.float16])
def test_all_are_in_the_dtype_of_x(dtype):
    given_too_wide = layer_norm_backward(attention.astype(float), X.astype(dtype), np.ones(4))
    assert [part.dtype for part in given_too_wide] == [dtype] * 3


def test_integers_are_computed_in_float64():
    assert [part.dtype for part in layer_norm_backward(attention, X)] == [np.float64] * 3


def test_float16_is_computed_in_float32_and_rounded_once():
    half = np.array([[-600, -200, 200, 600]] * 3, np.float16)
    dout = np.full((3, 4), 0.1, np.float16)
    single = layer_norm_backward(dout.astype(np.float32), half.astype(np.float32))
    for ours, wide in zip(layer_norm_backward(dout, half), single, strict=True):
        assert ours.tolist() == wide.astype(np.float16).tolist()
        assert np.isfinite(ours).all()


def test_nothing_that_is_handed_in_is_changed():
    dout, x, gamma, _ = drawn((3, 4))
    before = dout.copy(), x.copy(), gamma.copy()
    layer_norm_backward(dout, x, gamma)
    for now, then in zip((dout, x, gamma), before, strict=True):
        assert now.tolist() == then.tolist()


def test_a_nan_spoils_its_own_row_and_the_sums():
    x = X.astype(float)
    x[1, 2] = np.nan
    dx, dgamma, dbeta = layer_norm_backward(attention, x)
    assert np.isnan(dx).all(axis=-1).tolist() == [False, True, False]
    assert not np.isnan(dx[[0, 2]]).any()
    assert np.isnan(dgamma).all()
    assert dbeta.tolist() == attention.sum(axis=0).tolist()


def test_a_constant_row_has_no_gradient_without_eps_and_the_centered_one_with_it():
    assert np.isnan(layer_norm_backward(upstream, constant, eps=0)[0]).all()
    dx, _, _ = layer_norm_backward(upstream, constant)
    np.testing.assert_allclose(dx, np.array([0.75, -0.25, -0.25, -0.25]) / math.sqrt(EPS))


def test_an_underflow_is_reported_once_at_the_line_that_called():
    with pytest.warns(RuntimeWarning, match="underflow") as warned:
        layer_norm_backward([1, 0], [0, 1e-200], eps=0)
    assert [warning.filename for warning in warned] == [__file__]
