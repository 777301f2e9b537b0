"""What learners really ask about LayerNorm: each question, its right value and the wrong one.

The identifiers number the questions. A value is compared at the decimals that it is given with.
Wrong values are computed here in plain NumPy, so that the contrast is tested, too.
"""

import math

import numpy as np
import pytest

from lndocs import (
    EPS,
    LayerNorm,
    batch_norm,
    center,
    layer_norm,
    layer_norm_backward,
    mean,
    post_norm,
    pre_norm,
    rms_norm,
    standardize,
    std,
    variance,
)
from lndocs.example import (
    X,
    apple,
    apple_attention,
    apple_before,
    attention,
    before,
    constant,
    eat,
    me,
    near,
    spread,
    table,
    tiny,
    upstream,
)

N = [-1.342, -0.447, 0.447, 1.342]
NAN = [np.nan] * 4
OTHER = np.array([me, [1, 1, 1, 1], apple])  # the same sentence with another second word
COLUMN = [-1.069, -0.767, -0.668, -0.621]  # 苹果, averaged down the sentence
HALF = np.array([-600, -200, 200, 600], dtype=np.float16)
LARGE = np.array([40000, 40001, 40002, 40003], dtype=np.float32)
NEARLY = np.array([10002, 10004, 10006, 10008], dtype=np.float32)
G, B = np.array([1, 2, 3, 4]), np.array([0, 0, 1, 1])


# The mistakes


def whole(x):
    return (x - x.mean()) / np.sqrt(x.var() + EPS)


def down(x):
    return (x - x.mean(axis=0)) / np.sqrt(x.var(axis=0) + EPS)


def sample_std(x):
    return np.std(x, ddof=1)


def outside(x, eps=EPS):
    return (x - np.mean(x)) / (np.std(x) + eps)


def one_pass_variance(x):
    return (x * x).mean() - x.mean() ** 2


def one_pass(x):
    with np.errstate(invalid="ignore"):
        return (x - x.mean()) / np.sqrt(one_pass_variance(x) + np.float32(EPS))


def throughout_float16(x, eps=EPS):
    centered = x - x.mean()
    with np.errstate(over="ignore", invalid="ignore"):
        return centered / np.sqrt(np.square(centered).mean() + np.float16(eps))


def given(values):
    """Stand for a sublayer that has computed its answer already."""
    return lambda x: values


def handed(wrap, x):
    """Give what a sublayer gets to see."""
    seen = []
    wrap(x, lambda rows: seen.append(rows) or rows, layer_norm)
    return seen[0]


def module(gamma, beta):
    norm = LayerNorm(len(gamma))
    norm.gamma, norm.beta = gamma, beta
    return norm


CASES = [
    # id, what, how it is computed, expected, decimals
    ("LN-01", "apple alone", lambda: layer_norm(X)[2], N, 3),
    ("LN-01", "wrong: down the sentence", lambda: down(X)[2], COLUMN, 3),
    ("LN-02", "per token", lambda: layer_norm(X)[2], N, 3),
    ("LN-02", "per token, another word changed", lambda: layer_norm(OTHER)[2], N, 3),
    ("LN-02", "wrong: whole sentence", lambda: whole(X)[2], [-0.723, -0.643, -0.562, -0.482], 3),
    (
        "LN-02",
        "wrong: another word changed",
        lambda: whole(OTHER)[2],
        [-0.635, 0.127, 0.889, 1.651],
        3,
    ),
    ("LN-06", "apple", lambda: layer_norm(X, G, B)[2], [-1.342, -0.894, 2.342, 6.367], 3),
    ("LN-06", "me", lambda: layer_norm(X, G, B)[0], [1.342, 0.894, -0.342, -4.367], 3),
    ("LN-06", "a module", lambda: module(G, B)(X)[2], [-1.342, -0.894, 2.342, 6.367], 3),
    ("LN-07", "divide by d", lambda: standardize(apple, eps=0), N, 3),
    (
        "LN-07",
        "wrong: n-1",
        lambda: center(apple) / sample_std(apple),
        [-1.162, -0.387, 0.387, 1.162],
        3,
    ),
    ("LN-07", "their ratio", lambda: sample_std(apple) / std(apple), 1.1547, 4),
    (
        "LN-07",
        "the ratio is the root of 4/3",
        lambda: sample_std(apple) / std(apple),
        math.sqrt(4 / 3),
        15,
    ),
    ("LN-08", "two numbers", lambda: std([2, 4]), 1.0, 15),
    ("LN-08", "four numbers", lambda: std([2, 4, 6, 8]), 2.236, 3),
    ("LN-08", "wrong: two numbers, n-1", lambda: sample_std([2, 4]), 1.414, 3),
    ("LN-08", "wrong: four numbers, n-1", lambda: sample_std([2, 4, 6, 8]), 2.582, 3),
    ("LN-10", "inside the root", lambda: layer_norm(tiny), [-0.447, -0.149, 0.149, 0.447], 3),
    ("LN-10", "wrong: outside", lambda: outside(tiny), [-1.330, -0.443, 0.443, 1.330], 3),
    ("LN-10", "inside, large variance", lambda: layer_norm(apple)[3], 1.341639, 6),
    ("LN-10", "wrong: outside, large variance", lambda: outside(apple)[3], 1.341635, 6),
    ("LN-11", "divide by the root", lambda: layer_norm(apple), N, 3),
    (
        "LN-11",
        "wrong: by the variance",
        lambda: center(apple) / variance(apple),
        [-0.6, -0.2, 0.2, 0.6],
        9,
    ),
    ("LN-13", "default eps", lambda: standardize(near), [-0.996, 0.996], 3),
    ("LN-13", "eps 1e-3", lambda: standardize(near, eps=1e-3), [-0.740, 0.740], 3),
    ("LN-13", "eps 0", lambda: standardize(near, eps=0), [-1, 1], 12),
    ("LN-13", "the variance", lambda: variance(near), 0.00121, 5),
    ("LN-14", "eps 0", lambda: standardize(apple, eps=0)[3], 1.341641, 6),
    ("LN-14", "eps 1e-12", lambda: standardize(apple, eps=1e-12)[3], 1.341641, 6),
    ("LN-14", "eps 1e-6", lambda: standardize(apple, eps=1e-6)[3], 1.341641, 6),
    ("LN-14", "eps 1e-5", lambda: standardize(apple, eps=1e-5)[3], 1.341639, 6),
    ("LN-14", "eps 1e-3", lambda: standardize(apple, eps=1e-3)[3], 1.341507, 6),
    ("LN-16", "a constant row", lambda: layer_norm(constant), [0, 0, 0, 0], 15),
    ("LN-16", "wrong: without eps", lambda: layer_norm(constant, eps=0), NAN, 15),
    (
        "LN-17",
        "padding",
        lambda: layer_norm([0, 0, 0, 0], np.ones(4), np.ones(4)),
        [1, 1, 1, 1],
        15,
    ),
    ("LN-19", "NaN", lambda: layer_norm([[2, np.nan, 6, 8], [2, 4, 6, 8]]), [NAN, N], 3),
    ("LN-19", "Inf", lambda: layer_norm([2, 4, 6, np.inf]), NAN, 3),
    ("LN-20", "float16", lambda: layer_norm(HALF), N, 3),
    ("LN-20", "wrong: float16 throughout", lambda: throughout_float16(HALF), [0, 0, 0, 0], 15),
    ("LN-21", "float16, eps 1e-12", lambda: layer_norm(0 * HALF, eps=1e-12), [0, 0, 0, 0], 15),
    (
        "LN-21",
        "wrong: float16 throughout",
        lambda: throughout_float16(0 * HALF, eps=1e-12),
        NAN,
        15,
    ),
    ("LN-21", "eps vanishes", lambda: np.float16(1e-12), 0, 15),
    ("LN-23", "large mean", lambda: layer_norm(LARGE), N, 3),
    ("LN-23", "wrong: one-pass variance", lambda: one_pass_variance(LARGE), -128, 3),
    ("LN-23", "wrong: one pass", lambda: one_pass(LARGE), NAN, 3),
    ("LN-24", "variance", lambda: variance(NEARLY), 5, 6),
    ("LN-24", "large mean", lambda: layer_norm(NEARLY), N, 3),
    ("LN-24", "wrong: one-pass variance", lambda: one_pass_variance(NEARLY), 8, 3),
    ("LN-24", "wrong: one pass", lambda: one_pass(NEARLY), [-1.061, -0.354, 0.354, 1.061], 3),
    ("LN-26", "integers", lambda: layer_norm([2, 4, 6, 8]), N, 3),
    ("LN-26", "uint8", lambda: center(np.uint8([8, 6, 4, 2])), [3, 1, -1, -3], 15),
    (
        "LN-26",
        "wrong: uint8 wraps",
        lambda: np.uint8([8, 6, 4, 2]) - np.uint8(5),
        [3, 1, 255, 253],
        15,
    ),
    ("LN-27", "no rows", lambda: layer_norm(np.empty((0, 4))), np.empty((0, 4)), 15),
    ("LN-28", "one feature", lambda: layer_norm([[7], [3]]), [[0], [0]], 15),
    (
        "LN-28",
        "one feature, gamma and beta",
        lambda: layer_norm([[7], [3]], [2], [1]),
        [[1], [1]],
        15,
    ),
    (
        "LN-31",
        "wrong: gamma of one",
        lambda: [2] * layer_norm(apple),
        [-2.683, -0.894, 0.894, 2.683],
        3,
    ),
    (
        "LN-31",
        "wrong: gamma of tokens",
        lambda: ([[1], [2], [3]] * layer_norm(X))[2],
        [-4.025, -1.342, 1.342, 4.025],
        3,
    ),
    (
        "LN-33",
        "gamma and beta swapped",
        lambda: layer_norm(apple, np.zeros(4), np.ones(4)),
        [1] * 4,
        15,
    ),
    ("LN-33", "gamma 1, beta 0", lambda: layer_norm(apple, np.ones(4), np.zeros(4)), N, 3),
    ("LN-33", "a module's start", lambda: LayerNorm(4)(apple), N, 3),
    ("LN-34", "gamma and beta", lambda: LayerNorm(4).parameters, 8, 15),
    ("LN-34", "without beta", lambda: LayerNorm(4, shift=False).parameters, 4, 15),
    ("LN-34", "without both", lambda: LayerNorm(4, scale=False, shift=False).parameters, 0, 15),
    (
        "LN-35",
        "after gamma and beta",
        lambda: layer_norm(apple, [2] * 4, [1] * 4),
        [-1.683, 0.106, 1.894, 3.683],
        3,
    ),
    ("LN-35", "their mean", lambda: mean(layer_norm(apple, [2] * 4, [1] * 4)), 1, 12),
    ("LN-35", "their variance", lambda: variance(layer_norm(apple, [2] * 4, [1] * 4)), 3.999992, 6),
    ("LN-36", "variance not quite 1", lambda: variance(standardize(spread)), 0.9995, 4),
    ("LN-36", "nearer 1", lambda: variance(standardize(apple)), 0.999998, 6),
    ("LN-36", "the rule", lambda: variance(standardize(apple)), 5 / (5 + EPS), 12),
    ("LN-38", "times 10", lambda: layer_norm(10 * apple), N, 3),
    ("LN-38", "times -1", lambda: layer_norm(-apple), N[::-1], 3),
    ("LN-38", "times 0.001", lambda: layer_norm(0.001 * apple), [-0.775, -0.258, 0.258, 0.775], 3),
    ("LN-38", "plus 100", lambda: layer_norm(apple + 100), N, 3),
    ("LN-39", "two words alike", lambda: layer_norm(eat), N, 3),
    (
        "LN-39",
        "their difference",
        lambda: np.abs(layer_norm(eat) - layer_norm(apple)).max(),
        1.3e-6,
        7,
    ),
    (
        "LN-40",
        "post-norm",
        lambda: post_norm(apple_before, given(apple_attention), layer_norm),
        N,
        3,
    ),
    (
        "LN-40",
        "wrong: the attention output normalized, then added",
        lambda: layer_norm(apple_attention) + apple_before,
        [-0.521, 0.831, 2.507, 4.183],
        3,
    ),
    (
        "LN-40",
        "wrong: both normalized, then added",
        lambda: layer_norm(apple_attention) + layer_norm(apple_before),
        [-2.426, -1.074, 0.809, 2.691],
        3,
    ),
    (
        "LN-40",
        "pre-norm: what the sublayer gets",
        lambda: handed(pre_norm, apple_before),
        [-0.905, -0.905, 0.302, 1.508],
        3,
    ),
    (
        "LN-40",
        "pre-norm: the sum stays raw",
        lambda: pre_norm(apple_before, given(apple_attention), layer_norm),
        [2, 4, 6, 8],
        15,
    ),
    ("LN-40", "post-norm: what the sublayer gets", lambda: handed(post_norm, apple), apple, 15),
    ("LN-42", "layer norm", lambda: layer_norm(X)[2], N, 3),
    ("LN-42", "batch norm in training", lambda: batch_norm(X)[2], COLUMN, 3),
    ("LN-42", "batch norm is the average down the sentence", lambda: batch_norm(X), down(X), 12),
    ("LN-45", "the root mean square", lambda: np.sqrt(np.square(apple).mean()), 5.477, 3),
    ("LN-45", "it is the root of 30", lambda: np.square(apple).mean(), 30, 12),
    ("LN-45", "wrong: RMSNorm", lambda: rms_norm(apple), [0.365, 0.730, 1.095, 1.461], 3),
    (
        "LN-47",
        "through mean and variance",
        lambda: layer_norm_backward(upstream, apple)[0],
        [0.134, -0.179, -0.045, 0.089],
        3,
    ),
    ("LN-47", "all alike", lambda: layer_norm_backward([1] * 4, apple)[0], [0, 0, 0, 0], 9),
    (
        "LN-47",
        "wrong: naive",
        lambda: upstream / np.sqrt(variance(apple) + EPS),
        [0.447, 0, 0, 0],
        3,
    ),
    (
        "LN-48",
        "gamma",
        lambda: layer_norm_backward(upstream, apple)[1],
        [-1.342, 0, 0, 0],
        3,
    ),
    (
        "LN-48",
        "beta",
        lambda: layer_norm_backward(upstream, apple)[2],
        [1, 0, 0, 0],
        9,
    ),
    ("LN-49", "float32", lambda: layer_norm(np.float32(apple))[3], 1.3416395, 7),
    ("LN-49", "float64", lambda: layer_norm(apple)[3], 1.341639445, 9),
    (
        "LN-51",
        "rounded once",
        lambda: layer_norm(apple, [2] * 4, [1] * 4).round(3),
        [-1.683, 0.106, 1.894, 3.683],
        12,
    ),
    (
        "LN-51",
        "wrong: a rounded chain",
        lambda: 2 * layer_norm(apple).round(3) + 1,
        [-1.684, 0.106, 1.894, 3.684],
        12,
    ),
    ("LN-52", "std", lambda: std(table), 0.187, 3),
    ("LN-52", "by its own method", lambda: standardize(table), [-0.534, 0, 1.603, -1.069], 3),
    (
        "LN-52",
        "wrong: the printed 0.208",
        lambda: center(table) / 0.208,
        [-0.481, 0, 1.442, -0.962],
        3,
    ),
    # What the article's own numbers cannot show
    (
        "no progression",
        "attention",
        lambda: layer_norm(attention[2]),
        [-1.521, -0.169, 0.507, 1.183],
        3,
    ),
    ("no progression", "input", lambda: layer_norm(before[2]), [-0.905, -0.905, 0.302, 1.508], 3),
    ("eat is not apple", "statistics", lambda: [mean(eat), variance(eat)], [50, 500], 12),
    (
        "order",
        "gamma",
        lambda: layer_norm(apple, [3, 1, 1, 0.1]),
        [-4.025, -0.447, 0.447, 0.134],
        3,
    ),
]


@pytest.mark.parametrize(
    ("compute", "expected", "decimals"),
    [case[2:] for case in CASES],
    ids=[f"{case[0]} {case[1]}" for case in CASES],
)
def test_the_value_is_the_one_of_the_case(compute, expected, decimals):
    computed = compute()
    assert np.shape(computed) == np.shape(expected)
    # Half a unit of the last decimal, and a trace more for a value that is exact.
    bound = 0.5 * 10.0**-decimals + 1e-15
    np.testing.assert_allclose(computed, expected, rtol=0, atol=bound)


def test_ln_04_no_row_of_a_batch_sees_another():
    batch = np.stack([X, X[::-1]])
    alone = np.array([[layer_norm(row) for row in rows] for rows in batch])
    assert layer_norm(batch).tolist() == alone.tolist()


def test_ln_20_the_answer_is_float16_again():
    assert layer_norm(HALF).dtype == np.float16


@pytest.mark.parametrize(
    ("call", "words"),
    [
        pytest.param(lambda: layer_norm(np.empty((3, 0))), "at least one feature", id="LN-27"),
        pytest.param(lambda: layer_norm(X, [1, 1, 1]), "gamma must have one value", id="LN-30"),
        pytest.param(lambda: layer_norm(X, [2]), "gamma must have one value", id="LN-31 one"),
        pytest.param(
            lambda: layer_norm(X, [[1], [2], [3]]), "gamma must have one value", id="LN-31 tokens"
        ),
    ],
)
def test_what_would_be_silently_wrong_is_a_clear_error(call, words):
    with pytest.raises(ValueError, match=words):
        call()


def test_ln_31_a_module_refuses_a_gamma_for_each_token_when_it_is_assigned():
    with pytest.raises(ValueError, match="gamma must have one value"):
        LayerNorm(4).gamma = [[1], [2], [3]]


def test_ln_42_layer_norm_does_not_move_with_the_other_rows_but_batch_norm_does():
    assert layer_norm(OTHER)[2].tolist() == layer_norm(X)[2].tolist()
    assert np.abs(batch_norm(OTHER)[2] - batch_norm(X)[2]).max() > 0.1
