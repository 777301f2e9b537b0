"""The LayerNorm module: what it starts with, what may be assigned, and what it hands on."""

import numpy as np
import pytest

from lndocs import EPS, LayerNorm, layer_norm
from lndocs.example import X, apple, d, tiny

GAMMA, BETA = np.array([1.0, 2.0, 3.0, 4.0]), np.array([0.0, 10.0, 20.0, 30.0])


def test_it_starts_at_ones_and_zeros_and_changes_nothing_then():
    norm = LayerNorm(d)
    assert (norm.gamma.tolist(), norm.beta.tolist()) == ([1] * d, [0] * d)
    assert norm(X).tolist() == layer_norm(X).tolist()


def test_it_hands_its_gamma_beta_and_eps_on():
    norm = LayerNorm(d, eps=0.25)
    norm.gamma, norm.beta = GAMMA, BETA
    assert norm(X).tolist() == layer_norm(X, GAMMA, BETA, eps=0.25).tolist()


def test_its_eps_is_pytorchs_when_none_is_given_and_may_be_assigned():
    norm = LayerNorm(d)
    assert norm.eps == EPS
    norm.eps = 1e-3
    assert norm(tiny).tolist() == layer_norm(tiny, eps=1e-3).tolist()


@pytest.mark.parametrize(
    ("options", "parameters", "names"),
    [
        ({}, 8, ["gamma", "beta"]),
        ({"shift": False}, 4, ["gamma"]),
        ({"scale": False}, 4, ["beta"]),
        ({"scale": False, "shift": False}, 0, []),
    ],
)
def test_it_can_go_without_either_and_counts_what_it_learns(options, parameters, names):
    norm = LayerNorm(4, **options)
    assert norm.parameters == parameters
    assert [name for name in ("gamma", "beta") if getattr(norm, name) is not None] == names
    assert norm(X).tolist() == layer_norm(X).tolist()


def test_either_can_be_switched_off_and_on_later():
    norm = LayerNorm(d)
    norm.gamma = None
    assert norm.parameters == d
    norm.gamma = GAMMA
    assert norm.parameters == 2 * d


def test_it_keeps_a_copy_of_what_is_assigned():
    values = GAMMA.copy()
    first, second = LayerNorm(d), LayerNorm(d)
    first.gamma = second.gamma = values
    first.gamma[0] = 9
    assert second.gamma.tolist() == values.tolist() == GAMMA.tolist()


def test_two_modules_share_nothing():
    first, second = LayerNorm(d), LayerNorm(d)
    first.gamma *= 2
    first.beta += 1
    assert (second.gamma.tolist(), second.beta.tolist()) == ([1] * d, [0] * d)
    assert second(apple).tolist() == layer_norm(apple).tolist()


def test_one_pair_serves_all_tokens():
    norm = LayerNorm(d)
    norm.gamma, norm.beta = GAMMA, BETA
    assert norm(X).tolist() == [norm(row).tolist() for row in X]


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_the_answer_has_the_dtype_of_the_rows(dtype):
    norm = LayerNorm(d)
    assert norm(X.astype(dtype)).dtype == dtype


def test_it_shows_what_it_was_made_with():
    shown = [
        LayerNorm(4),
        LayerNorm(4, eps=0.001),
        LayerNorm(4, shift=False),
        LayerNorm(4, scale=False, shift=False),
    ]
    assert list(map(repr, shown)) == [
        "LayerNorm(4)",
        "LayerNorm(4, eps=0.001)",
        "LayerNorm(4, shift=False)",
        "LayerNorm(4, scale=False, shift=False)",
    ]
    assert eval(repr(shown[3]), {"LayerNorm": LayerNorm}).parameters == 0


@pytest.mark.parametrize("name", ["gamma", "beta"])
@pytest.mark.parametrize("value", [2.0, [2.0], [1, 1, 1], [[1], [2], [3]], [[1, 1, 1, 1]]])
def test_a_wrong_shape_is_refused_when_it_is_assigned(name, value):
    norm = LayerNorm(4)
    with pytest.raises(ValueError, match=rf"^{name} must have .* shape \(4,\), got shape \("):
        setattr(norm, name, value)


def test_a_shape_that_is_changed_in_place_is_refused_when_it_is_called():
    norm = LayerNorm(4)
    norm.gamma.resize(6, refcheck=False)
    with pytest.raises(ValueError, match=r"^gamma must have one value per feature"):
        norm(X)


@pytest.mark.parametrize("shape", [(3,), (3, 5), (4, 1), (2, 4, 3)])
def test_rows_of_another_length_are_refused(shape):
    norm = LayerNorm(4, scale=False, shift=False)
    with pytest.raises(ValueError, match=r"^x must have d = 4 features on its last axis, got"):
        norm(np.ones(shape))


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ((0,), ValueError, "^d must be at least 1, got 0$"),
        ((-4,), ValueError, "^d must be at least 1, got -4$"),
        ((4.0,), TypeError, "^d must be an integer, got 4.0$"),
        ((True,), TypeError, "^d must be an integer, got True$"),
        (((3, 4),), TypeError, r"^d must be an integer, got \(3, 4\)$"),
        ((4, -1e-5), ValueError, "^eps must be finite and not negative"),
        ((4, "1e-5"), TypeError, "^eps must be a real number"),
    ],
)
def test_an_unfit_size_or_eps_is_refused_when_it_is_made(arguments, error, words):
    with pytest.raises(error, match=words):
        LayerNorm(*arguments)


def test_numpys_integers_are_integers():
    assert LayerNorm(np.int64(4)).d == 4


def test_an_underflow_is_reported_at_the_line_that_called():
    norm = LayerNorm(2, eps=0)
    with pytest.warns(RuntimeWarning, match="underflow") as warned:
        norm([0, 1e-200])
    assert warned[0].filename == __file__
