"""Carrying a layer norm over: what a mapping may hold, and what is said when it does not fit.

Real modules of PyTorch are carried over in `test_frameworks`.
"""

import numpy as np
import pytest

from lndocs import LayerNorm, from_state_dict, layer_norm
from lndocs.example import X, apple, beta, d, gamma

STORED = {"ln.weight": gamma, "ln.bias": beta, "fc.weight": np.ones((d, d)), "fc.bias": beta}
BARE = {"weight": gamma, "bias": beta}


def test_it_takes_gamma_beta_and_eps():
    norm = from_state_dict(BARE, eps=1e-3)
    assert isinstance(norm, LayerNorm)
    assert (norm.gamma.tolist(), norm.beta.tolist(), norm.eps) == (
        gamma.tolist(),
        beta.tolist(),
        1e-3,
    )
    assert norm(X).tolist() == layer_norm(X, gamma, beta, eps=1e-3).tolist()


@pytest.mark.parametrize("prefix", ["ln", "ln."])
def test_it_finds_them_behind_a_prefix_with_or_without_its_dot(prefix):
    norm = from_state_dict(STORED, prefix, eps=1e-5)
    assert norm(apple).tolist() == layer_norm(apple, gamma, beta).tolist()


def test_it_keeps_a_copy():
    values = np.ones(d)
    norm = from_state_dict({"weight": values}, eps=0)
    values[0] = 9
    assert norm.gamma.tolist() == [1] * d


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.longdouble])
def test_it_holds_float64_whatever_dtype_was_stored(dtype):
    norm = from_state_dict({"weight": np.asarray(gamma, dtype)}, eps=0)
    assert (norm.gamma.dtype, norm.gamma.tolist()) == (np.float64, gamma.tolist())


def test_what_is_not_stored_is_switched_off():
    assert from_state_dict({"weight": gamma}, eps=0).beta is None
    neither = from_state_dict({}, eps=0, d=d)
    assert (neither.gamma, neither.beta, neither.parameters, neither.d) == (None, None, 0, d)


def test_an_eps_that_the_mapping_holds_counts_when_none_is_given():
    stored = {"ln.weight": gamma, "ln.eps": 1e-3, "eps": 0.5}
    assert from_state_dict(stored, "ln").eps == 1e-3
    assert from_state_dict(stored, "ln", eps=1e-6).eps == 1e-6
    assert from_state_dict({"weight": gamma, "eps": np.array([0.25])}).eps == 0.25


def test_an_eps_of_0_is_given():
    assert from_state_dict(BARE, eps=0).eps == 0


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: from_state_dict(BARE), TypeError, ["holds no eps", "eps=module.eps"]),
        (
            lambda: from_state_dict({**BARE, "eps": [1, 2]}),
            TypeError,
            ["holds no eps"],
        ),
        (lambda: from_state_dict(BARE, eps=-1), ValueError, ["eps must be finite and not neg"]),
        (lambda: from_state_dict(BARE, eps="1e-5"), TypeError, ["eps must be a real number"]),
        (
            lambda: from_state_dict(STORED, "ln1", eps=0),
            KeyError,
            ["no ln1.weight", "fc.bias, fc.weight, ln.bias, ln.weight", "elementwise_affine=False"],
        ),
        (lambda: from_state_dict({}, eps=0), KeyError, ["no weight", "the keys: none"]),
        (
            lambda: from_state_dict({f"{n}.weight": gamma for n in range(20)}, "ln", eps=0),
            KeyError,
            ["no ln.weight", "and 12 more"],
        ),
        (lambda: from_state_dict({"bias": beta}, eps=0), KeyError, ["no weight", "keys: bias"]),
        (lambda: from_state_dict({"bias": beta}, eps=0, d=d), KeyError, ["no weight"]),
        (
            lambda: from_state_dict(STORED, "fc", eps=0),
            ValueError,
            ["fc.weight must have shape (4,)", "got shape (4, 4)"],
        ),
        (
            lambda: from_state_dict({"weight": np.ones((3, 4))}, eps=0),
            ValueError,
            ["weight must have shape (4,)", "last axis", "got shape (3, 4)"],
        ),
        (
            lambda: from_state_dict({"weight": gamma, "bias": [0, 0, 0]}, eps=0),
            ValueError,
            ["bias must have shape (4,)", "got shape (3,)"],
        ),
        (
            lambda: from_state_dict(BARE, eps=0, d=3),
            ValueError,
            ["weight must have shape (3,)", "got shape (4,)"],
        ),
        (lambda: from_state_dict({"weight": 2.0}, eps=0), ValueError, ["got shape ()"]),
        (lambda: from_state_dict({"weight": []}, eps=0), ValueError, ["d must be at least 1"]),
        (lambda: from_state_dict({}, eps=0, d=0), ValueError, ["d must be at least 1, got 0"]),
        (
            lambda: from_state_dict({"weight": ["a", "b"]}, eps=0),
            TypeError,
            ["weight must hold real numbers", "dtype <U1"],
        ),
        (
            lambda: from_state_dict({"weight": [1j]}, eps=0),
            TypeError,
            ["weight must hold real numbers", "complex128"],
        ),
        (
            lambda: from_state_dict({**BARE, "running_mean": beta}, eps=0),
            ValueError,
            ["running_mean is stored", "BatchNorm"],
        ),
    ],
)
def test_what_does_not_fit_is_named(call, error, words):
    with pytest.raises(error) as raised:
        call()
    message = str(raised.value)
    assert [word for word in words if word not in message] == []
