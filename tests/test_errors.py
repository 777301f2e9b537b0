"""Every error: its type, and a message that names the argument, what it got and what it needs."""

import dataclasses
import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from lndocs import (
    EncoderLayer,
    LayerNorm,
    attention_heads,
    batch_norm,
    center,
    feed_forward,
    group_norm,
    layer_norm,
    layer_norm_backward,
    mean,
    multi_head_attention,
    post_norm,
    pre_norm,
    rms_norm,
    standardize,
    std,
    update_running,
    variance,
)
from lndocs.example import X, apple, d

ONES, BIAS = np.eye(d), np.zeros(d)
RUNNING = (BIAS, BIAS)
LAYER = EncoderLayer.random(d, 2, 2 * d, seed=0)

STEPS = {
    "mean": mean,
    "center": center,
    "variance": variance,
    "std": std,
    "standardize": standardize,
    "layer_norm": layer_norm,
    "LayerNorm": LayerNorm(d),
    "batch_norm": batch_norm,
    "batch_norm at inference": lambda x: batch_norm(x, running=RUNNING),
    "layer_norm_backward": lambda x: layer_norm_backward(apple, x),
    "rms_norm": rms_norm,
    "group_norm": lambda x: group_norm(x, 1),
    "update_running": lambda x: update_running(RUNNING, x),
    "attention_heads": lambda x: attention_heads(x, ONES, ONES, ONES, 2),
    "multi_head_attention": lambda x: multi_head_attention(x, ONES, ONES, ONES, ONES, 2),
    "feed_forward": lambda x: feed_forward(x, ONES, BIAS, ONES, BIAS),
    "post_norm": lambda x: post_norm(x, layer_norm, layer_norm),
    "pre_norm": lambda x: pre_norm(x, layer_norm, layer_norm),
    "EncoderLayer": LAYER,
}

# What is wrong, the input, the error, and the words that its message must hold.
INPUTS = [
    ("no features", np.empty((3, 0)), ValueError, ["feature on its last axis", "(3, 0)"]),
    ("an empty list", [], ValueError, ["feature on its last axis", "(0,)"]),
    ("a scalar", 5, ValueError, ["at least one axis", "scalar 5"]),
    ("an array without axes", np.array(5.0), ValueError, ["at least one axis", "5."]),
    ("ragged rows", [[1, 2], [3]], ValueError, ["equal rows", "ragged"]),
    ("complex", [1j, 2], TypeError, ["real numbers", "complex128"]),
    ("text", ["2", "4"], TypeError, ["real numbers", "<U1", "'2'"]),
    ("a string", "2468", TypeError, ["real numbers", "<U4", "'2468'"]),
    ("bytes", b"2468", TypeError, ["real numbers", "|S4"]),
    ("nothing", None, TypeError, ["real numbers", "object", "None"]),
    ("objects", [Decimal(2), Decimal(4)], TypeError, ["real numbers", "object", "Decimal"]),
    ("a set", {2, 4}, TypeError, ["real numbers", "object", "{2, 4}"]),
    ("dates", np.array(["2017-06-12"], "M8[D]"), TypeError, ["real numbers", "datetime64"]),
    ("durations", np.array([1, 2], "m8[s]"), TypeError, ["real numbers", "timedelta64"]),
    ("records", np.zeros(2, [("a", float)]), TypeError, ["real numbers", "('a', '<f8')"]),
    ("a masked array", np.ma.array([1, 2], mask=[0, 1]), TypeError, ["masked", "fill or drop"]),
    ("big integers", [2**53 + 1, 0], ValueError, ["2**53", "pass floats"]),
    ("the least int64", np.array([-(2**63), 0]), ValueError, ["2**53", "pass floats"]),
    ("the greatest uint64", np.array([2**64 - 1], np.uint64), ValueError, ["2**53"]),
    ("integers beyond int64", [10**30, 0], TypeError, ["real numbers", "object"]),
]


@pytest.mark.parametrize("step", STEPS.values(), ids=STEPS.keys())
@pytest.mark.parametrize(
    ("x", "error", "words"), [row[1:] for row in INPUTS], ids=[row[0] for row in INPUTS]
)
def test_an_unfit_input_is_refused_by_every_step(step, x, error, words):
    assert_refused(lambda: step(x), error, ["x ", *words])


PARAMETERS = [
    ("too short", [1, 1, 1], ValueError, ["shape (4,)", "got shape (3,)"]),
    ("one value", [2], ValueError, ["shape (4,)", "got shape (1,)"]),
    ("a scalar", 2.0, ValueError, ["shape (4,)", "got shape ()"]),
    ("one per token", [[1], [2], [3]], ValueError, ["shape (4,)", "got shape (3, 1)"]),
    ("one row too many axes", [[1, 1, 1, 1]], ValueError, ["shape (4,)", "got shape (1, 4)"]),
    ("none", [], ValueError, ["shape (4,)", "got shape (0,)"]),
    ("ragged", [[1, 2], [3]], ValueError, ["equal rows", "ragged"]),
    ("complex", [1j, 1, 1, 1], TypeError, ["real numbers", "complex128"]),
    ("text", list("abcd"), TypeError, ["real numbers", "<U1"]),
    ("a masked array", np.ma.ones(4), TypeError, ["masked"]),
    ("big integers", [2**53 + 1] * 4, ValueError, ["2**53"]),
]


@pytest.mark.parametrize("name", ["gamma", "beta"])
@pytest.mark.parametrize(
    ("value", "error", "words"),
    [row[1:] for row in PARAMETERS],
    ids=[row[0] for row in PARAMETERS],
)
def test_an_unfit_gamma_or_beta_is_refused_by_name(name, value, error, words):
    for norm in (layer_norm, batch_norm, lambda x, **pair: group_norm(x, 2, **pair)):
        assert_refused(lambda norm=norm: norm(X, **{name: value}), error, [f"{name} ", *words])
    module = LayerNorm(d)
    assert_refused(lambda: setattr(module, name, value), error, [f"{name} ", *words])


WEIGHTS = ["W_q", "W_k", "W_v", "W_o", "W_1", "b_1", "W_2", "b_2"]
NOT_NUMBERS = [row for row in PARAMETERS if row[2] is TypeError or row[0] in ("ragged", "none")]


@pytest.mark.parametrize("name", WEIGHTS)
@pytest.mark.parametrize(
    ("value", "error"), [row[1:3] for row in NOT_NUMBERS], ids=[row[0] for row in NOT_NUMBERS]
)
def test_an_unfit_weight_is_refused_by_name(name, value, error):
    layer = dataclasses.replace(LAYER, **{name: value})
    assert_refused(lambda: layer(X), error, [f"{name} "])


EPSILONS = [
    ("negative", -1e-5, ValueError, ["finite and not negative", "-1e-05"]),
    ("infinite", math.inf, ValueError, ["finite and not negative", "inf"]),
    ("NaN", math.nan, ValueError, ["finite and not negative", "nan"]),
    ("beyond every float", 10**400, ValueError, ["finite and not negative", "1000"]),
    ("below every normal float", 1e-310, ValueError, ["0 or at least", "2.2250738585072014e-308"]),
    ("nothing as a float", Fraction(1, 10**400), ValueError, ["0 or at least", "Fraction(1"]),
    ("text", "1e-5", TypeError, ["real number", "'1e-5'"]),
    ("None", None, TypeError, ["real number", "None"]),
    ("complex", 1e-5j, TypeError, ["real number", "1e-05j"]),
    ("a boolean", True, TypeError, ["real number", "True"]),
    ("NumPy's boolean", np.True_, TypeError, ["real number", "True"]),
    ("an array", np.array(1e-5), TypeError, ["real number", "array(1.e-05)"]),
]


@pytest.mark.parametrize(
    "step",
    [
        standardize,
        layer_norm,
        lambda x, eps: layer_norm_backward(x, x, eps=eps),
        lambda x, eps: group_norm([x], 2, eps=eps),
        lambda x, eps: LayerNorm(x.size, eps)(x),
        lambda x, eps: batch_norm([x, x], eps=eps),
        lambda x, eps: batch_norm(x, running=RUNNING, eps=eps),
        lambda x, eps: batch_norm(np.empty((0, d)), eps=eps),
    ],
)
@pytest.mark.parametrize(
    ("eps", "error", "words"), [row[1:] for row in EPSILONS], ids=[row[0] for row in EPSILONS]
)
def test_an_unfit_eps_is_refused(step, eps, error, words):
    assert_refused(lambda: step(apple, eps=eps), error, ["eps ", *words])


@pytest.mark.parametrize(
    ("eps", "error", "words"),
    [row[1:] for row in EPSILONS if row[0] != "None"],
    ids=[row[0] for row in EPSILONS if row[0] != "None"],
)
def test_an_unfit_eps_is_refused_by_rms_norm_whose_default_is_none(eps, error, words):
    assert_refused(lambda: rms_norm(apple, eps=eps), error, ["eps ", *words])


@pytest.mark.parametrize(
    ("value", "error", "words"),
    [row[1:] for row in PARAMETERS],
    ids=[row[0] for row in PARAMETERS],
)
def test_an_unfit_gamma_is_refused_where_there_is_no_beta(value, error, words):
    for norm in (rms_norm, lambda x, gamma: layer_norm_backward(x, x, gamma)):
        assert_refused(lambda norm=norm: norm(X, gamma=value), error, ["gamma ", *words])


DOUTS = [
    ("another shape", apple, ValueError, ["shape (3, 4)", "got shape (4,)"]),
    ("transposed", X.T, ValueError, ["shape (3, 4)", "got shape (4, 3)"]),
    ("a scalar", 1.0, ValueError, ["shape (3, 4)", "got shape ()"]),
    ("complex", 1j * X, TypeError, ["real numbers", "complex128"]),
    ("ragged", [[1, 2], [3]], ValueError, ["equal rows", "ragged"]),
    ("a masked array", np.ma.array(X), TypeError, ["masked"]),
]


@pytest.mark.parametrize(
    ("dout", "error", "words"), [row[1:] for row in DOUTS], ids=[row[0] for row in DOUTS]
)
def test_an_unfit_dout_is_refused(dout, error, words):
    assert_refused(lambda: layer_norm_backward(dout, X), error, ["dout ", *words])


GROUPS = [
    ("none", 0, ValueError, ["at least 1", "got 0"]),
    ("negative", -2, ValueError, ["at least 1", "got -2"]),
    ("too few channels", 8, ValueError, ["divide the 4 channels", "got 8"]),
    ("a rest", 3, ValueError, ["divide the 4 channels", "got 3"]),
    ("a float", 2.0, TypeError, ["an integer", "2.0"]),
    ("a boolean", True, TypeError, ["an integer", "True"]),
    ("None", None, TypeError, ["an integer", "None"]),
]


@pytest.mark.parametrize(
    ("groups", "error", "words"), [row[1:] for row in GROUPS], ids=[row[0] for row in GROUPS]
)
def test_an_unfit_number_of_groups_is_refused(groups, error, words):
    assert_refused(lambda: group_norm(X, groups), error, ["groups ", *words])


def test_group_norm_needs_channels_and_positions():
    assert_refused(lambda: group_norm(apple, 1), ValueError, ["x ", "(n, c, ...)", "(4,)"])
    empty = np.empty((2, 4, 0, 3))
    assert_refused(lambda: group_norm(empty, 2), ValueError, ["x ", "each group", "(2, 4, 0, 3)"])
    assert_refused(
        lambda: group_norm(np.empty((2, 0, 3)), 1), ValueError, ["x ", "each group", "(2, 0, 3)"]
    )


def test_an_eps_that_float32_cannot_hold_is_refused_for_float32():
    single = apple.astype(np.float32)
    assert_refused(lambda: standardize(single, eps=1e-40), ValueError, ["eps ", "float32", "1e-40"])
    assert_refused(lambda: standardize(single, eps=1e39), ValueError, ["eps ", "finite", "1e+39"])
    assert standardize(apple, eps=1e-40).dtype == np.float64


def test_integers_that_float64_holds_are_taken():
    assert mean([2**53, -(2**53)]) == 0


def test_a_long_input_is_cut_short_in_the_message():
    with pytest.raises(TypeError) as raised:
        mean(["four"] * 10_000)
    assert len(str(raised.value)) < 120


def assert_refused(call, error, words):
    with pytest.raises(error) as raised:
        call()
    assert type(raised.value) is error
    message = str(raised.value)
    assert message.startswith(words[0])
    assert [word for word in words if word not in message] == []
