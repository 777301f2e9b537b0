"""Attention, feed-forward, and where the two norms of an encoder layer stand.

Attention is held to a slow one that is written here anew, number by number; PyTorch comes in
test_torch.
"""

import math

import numpy as np
import pytest

from lndocs import (
    EncoderLayer,
    LayerNorm,
    attention_heads,
    concatenate,
    feed_forward,
    layer_norm,
    multi_head_attention,
    post_norm,
    pre_norm,
)
from lndocs.example import X, apple_attention, apple_before, before, d, n

SEED = np.random.default_rng(6)
W_Q, W_K, W_V, W_O = SEED.normal(size=(4, d, d)) / 2
D_FF = 6
W_1, B_1 = SEED.normal(size=(d, D_FF)), SEED.normal(size=D_FF)
W_2, B_2 = SEED.normal(size=(D_FF, d)), SEED.normal(size=d)
ZEROS, ONES = np.zeros((d, d)), np.eye(d)
CAUSAL = np.tri(n, dtype=bool)
SELF = np.eye(n, dtype=bool)


def layer(heads=2):
    """Make a layer in which no two parameters can be taken for each other."""
    norms = LayerNorm(d, eps=1e-3), LayerNorm(d, eps=1e-2)
    norms[0].gamma, norms[0].beta = [1, 2, 3, 4], [0, 1, 2, -1]
    norms[1].gamma, norms[1].beta = [0.5, 1, -1, 2], [3, 0, 1, 1]
    return EncoderLayer(W_Q, W_K, W_V, W_O, W_1, B_1, W_2, B_2, heads, *norms)


# Attention


def dot(a, b):
    return sum(left * right for left, right in zip(a, b, strict=True))


def by_hand(x, heads, mask=None):
    """Do multi-head attention in plain Python."""
    width, rows = d // heads, range(len(x))
    q, k, v = (
        [[dot(row, column) for column in weight.T.tolist()] for row in x]
        for weight in (W_Q, W_K, W_V)
    )
    answer = []
    for i in rows:
        gathered = []
        for start in range(0, d, width):
            part = slice(start, start + width)
            seen = [j for j in rows if mask is None or mask[i][j]]
            powers = [math.exp(dot(q[i][part], k[j][part]) / width**0.5) for j in seen]
            for column in range(start, start + width):
                gathered.append(dot(powers, [v[j][column] for j in seen]) / sum(powers))
        answer.append(gathered)
    return answer


SMALL = before / 10  # so that no softmax is all 0 and 1


@pytest.mark.parametrize("heads", [1, 2, 4])
@pytest.mark.parametrize("mask", [None, CAUSAL, CAUSAL.T, SELF])
def test_attention_is_what_it_is_by_hand(heads, mask):
    expected = by_hand(SMALL.tolist(), heads, mask)
    gathered = concatenate(attention_heads(SMALL, W_Q, W_K, W_V, heads, mask))
    np.testing.assert_allclose(gathered, expected, rtol=1e-12, atol=1e-14)
    fused = multi_head_attention(SMALL, W_Q, W_K, W_V, W_O, heads, mask)
    np.testing.assert_allclose(fused, expected @ W_O, rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("heads", [1, 2, 4])
def test_the_heads_are_concatenated_and_multiplied_by_the_output_matrix(heads):
    gathered = attention_heads(SMALL, W_Q, W_K, W_V, heads)
    assert gathered.shape == (heads, n, d // heads)
    fused = multi_head_attention(SMALL, W_Q, W_K, W_V, W_O, heads)
    assert fused.shape == (n, d)
    assert fused.tolist() == (concatenate(gathered) @ W_O).tolist()


def test_concatenating_keeps_the_order_of_heads_and_tokens():
    heads = np.arange(12).reshape(2, 3, 2)
    assert concatenate(heads).tolist() == [[0, 1, 6, 7], [2, 3, 8, 9], [4, 5, 10, 11]]


def test_a_head_reads_its_own_columns_of_the_three_matrices():
    gathered = attention_heads(SMALL, W_Q, W_K, W_V, heads=2)
    for head, columns in enumerate([slice(0, 2), slice(2, 4)]):
        other = [weight.copy() for weight in (W_Q, W_K, W_V)]
        for weight in other:
            weight[:, columns] += 1
        changed = attention_heads(SMALL, *other, heads=2)
        assert np.abs(changed[head] - gathered[head]).max() > 0.01
        assert changed[1 - head].tolist() == gathered[1 - head].tolist()


def test_equal_scores_make_the_average_of_all_tokens():
    gathered = concatenate(attention_heads(before, ZEROS, W_K, ONES, 2))
    np.testing.assert_allclose(gathered, [before.mean(axis=0)] * n, rtol=1e-15)


def test_a_token_that_may_look_only_at_itself_keeps_its_values():
    gathered = concatenate(attention_heads(before, W_Q, W_K, ONES, 2, mask=SELF))
    assert gathered.tolist() == before.tolist()


def test_what_a_mask_hides_changes_nothing():
    other = before.copy()
    other[2] += 1
    first, second = (
        multi_head_attention(x, W_Q, W_K, W_V, W_O, 2, mask=CAUSAL) for x in (before, other)
    )
    assert first[:2].tolist() == second[:2].tolist()
    assert np.abs(first[2] - second[2]).max() > 0.01


def test_a_row_reads_the_whole_sentence():
    other = before.copy()
    other[1] = [1, 1, 1, 1]
    changed = multi_head_attention(other, W_Q, W_K, W_V, W_O, 2)
    assert np.abs(changed - multi_head_attention(before, W_Q, W_K, W_V, W_O, 2))[2].max() > 0.01


def test_permuted_tokens_give_permuted_answers():
    order = [2, 0, 1]
    expected = multi_head_attention(SMALL, W_Q, W_K, W_V, W_O, 2)[order]
    answer = multi_head_attention(SMALL[order], W_Q, W_K, W_V, W_O, 2)
    np.testing.assert_allclose(answer, expected, rtol=1e-13)


def test_large_scores_do_not_overflow():
    gathered = attention_heads(1e100 * ONES, ONES, ONES, ONES, 1)
    np.testing.assert_allclose(gathered[0], 1e100 * ONES)


def test_one_token_attends_to_itself():
    assert attention_heads([[1, 2]], np.eye(2), np.eye(2), np.eye(2), 2).tolist() == [[[1]], [[2]]]


def test_no_tokens_give_no_tokens():
    none = np.empty((0, d))
    assert attention_heads(none, W_Q, W_K, W_V, 2).shape == (2, 0, 2)
    assert layer()(none, mask=np.empty((0, 0), dtype=bool)).shape == (0, d)


# Feed-forward


def test_feed_forward_is_what_it_is_by_hand():
    hidden = [[max(0, value) for value in row] for row in (SMALL @ W_1 + B_1).tolist()]
    np.testing.assert_allclose(
        feed_forward(SMALL, W_1, B_1, W_2, B_2), np.array(hidden) @ W_2 + B_2, rtol=1e-12
    )


def test_a_hidden_value_below_0_counts_as_0():
    assert feed_forward([[3], [-3]], [[1, -1]], [0, 0], [[1], [10]], [5]).tolist() == [[8], [35]]
    assert feed_forward([[3], [-3]], [[1]], [0], [[1]], [0]).tolist() == [[3], [0]]


def test_feed_forward_works_on_each_row_by_itself():
    together = feed_forward(before, W_1, B_1, W_2, B_2)
    alone = [feed_forward(row, W_1, B_1, W_2, B_2) for row in before]
    np.testing.assert_allclose(together, alone, rtol=1e-13)
    stack = feed_forward(np.stack([before, before]), W_1, B_1, W_2, B_2)
    np.testing.assert_allclose(stack, [together, together], rtol=1e-13)


# The two orders


def attended(_):
    return apple_attention


def test_post_norm_normalizes_the_sum():
    assert post_norm(apple_before, attended, layer_norm).tolist() == layer_norm(X[2]).tolist()


def test_post_norm_hands_the_raw_input_to_the_sublayer():
    seen = []
    post_norm(before, lambda x: seen.append(x) or x, layer_norm)
    assert seen[0].tolist() == before.tolist()


def test_pre_norm_leaves_the_sum_raw():
    assert pre_norm(apple_before, attended, layer_norm).tolist() == X[2].tolist()


def test_pre_norm_hands_the_normalized_input_to_the_sublayer():
    seen = []
    pre_norm(before, lambda x: seen.append(x) or x, layer_norm)
    assert seen[0].tolist() == layer_norm(before).tolist()


def test_the_residual_is_the_raw_input_in_both_orders():
    norm = LayerNorm(d)
    norm.gamma, norm.beta = [1, 2, 3, 4], [4, 3, 2, 1]

    def nothing(x):
        return 0 * x

    assert post_norm(before, nothing, norm).tolist() == norm(before).tolist()
    assert pre_norm(before, nothing, norm).tolist() == before.tolist()


def test_the_norm_may_be_any_callable():
    assert post_norm([1, 2], lambda x: x, lambda x: -x).tolist() == [-2, -4]
    assert pre_norm([1, 2], lambda x: x + 1, lambda x: -x).tolist() == [1, 1]


@pytest.mark.parametrize("wrap", [post_norm, pre_norm])
def test_an_answer_of_another_shape_is_refused_and_not_broadcast(wrap):
    words = r"must keep the shape \(3, 4\), gave shape \("
    with pytest.raises(ValueError, match=f"^sublayer {words}"):
        wrap(before, lambda x: x[:1], layer_norm)
    with pytest.raises(ValueError, match=f"^norm {words}"):
        wrap(before, lambda x: x, lambda x: x[:, :1])
    with pytest.raises(TypeError, match=r"^what sublayer gives must hold real numbers"):
        wrap(before, lambda x: x * 1j, layer_norm)


# The layer


@pytest.mark.parametrize("mask", [None, CAUSAL])
def test_the_layer_in_the_original_order(mask):
    made = layer()
    attention = multi_head_attention(SMALL, W_Q, W_K, W_V, W_O, 2, mask)
    y = layer_norm(SMALL + attention, made.norm_1.gamma, made.norm_1.beta, eps=1e-3)
    fed = feed_forward(y, W_1, B_1, W_2, B_2)
    expected = layer_norm(y + fed, made.norm_2.gamma, made.norm_2.beta, eps=1e-2)
    assert made(SMALL, mask=mask).tolist() == expected.tolist()
    assert made(SMALL, "post", mask).tolist() == expected.tolist()


@pytest.mark.parametrize("mask", [None, CAUSAL])
def test_the_layer_in_the_later_order(mask):
    made = layer()
    normed = layer_norm(SMALL, made.norm_1.gamma, made.norm_1.beta, eps=1e-3)
    y = SMALL + multi_head_attention(normed, W_Q, W_K, W_V, W_O, 2, mask)
    normed = layer_norm(y, made.norm_2.gamma, made.norm_2.beta, eps=1e-2)
    expected = y + feed_forward(normed, W_1, B_1, W_2, B_2)
    assert made(SMALL, order="pre", mask=mask).tolist() == expected.tolist()


def test_the_sublayers_can_be_had_alone():
    made = layer()
    expected = multi_head_attention(SMALL, W_Q, W_K, W_V, W_O, 2, CAUSAL)
    assert made.attention(SMALL, CAUSAL).tolist() == expected.tolist()
    assert made.feed(SMALL).tolist() == feed_forward(SMALL, W_1, B_1, W_2, B_2).tolist()


def test_each_sublayer_has_a_norm_of_its_own():
    drawn = EncoderLayer.random(d, 2, D_FF, seed=0)
    assert drawn.norm_1 is not drawn.norm_2
    for order in ("post", "pre"):
        was = drawn(SMALL, order).tolist()
        drawn.norm_2.beta = [0, 5, 0, -5]
        assert drawn(SMALL, order).tolist() != was
        assert drawn.norm_1.beta.tolist() == [0] * d
        drawn.norm_2.beta = [0] * d
        assert drawn(SMALL, order).tolist() == was


def test_a_layer_is_drawn_alike_for_the_same_seed():
    first, same, other = (EncoderLayer.random(d, 2, D_FF, seed=seed) for seed in (1, 1, 2))
    assert first(SMALL).tolist() == same(SMALL).tolist() != other(SMALL).tolist()


def test_drawing_a_layer_leaves_numpys_own_generator_alone():
    np.random.seed(0)  # noqa: NPY002
    state = np.random.get_state()[1].tolist()  # noqa: NPY002
    EncoderLayer.random(d, 2, D_FF, seed=1)
    assert np.random.get_state()[1].tolist() == state  # noqa: NPY002


def test_drawn_weights_keep_the_size_of_what_they_multiply():
    drawn = EncoderLayer.random(64, 4, 256, seed=0)
    for weight in (drawn.W_q, drawn.W_k, drawn.W_v, drawn.W_o, drawn.W_1, drawn.W_2):
        assert weight.std() * len(weight) ** 0.5 == pytest.approx(1, abs=0.05)
    assert not drawn.b_1.any()
    assert not drawn.b_2.any()
    assert drawn.W_1.shape == (64, 256)


def test_the_layer_runs_on_the_example_in_either_order():
    drawn = EncoderLayer.random(d, 2, D_FF, seed=0)
    for order in ("post", "pre"):
        assert drawn(before, order).shape == before.shape
        assert np.isfinite(drawn(before, order)).all()


# Dtypes and inputs


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_every_step_keeps_the_dtype(dtype):
    made, x = layer(), SMALL.astype(dtype)
    steps = [
        attention_heads(x, W_Q, W_K, W_V, 2, CAUSAL),
        concatenate(np.ones((2, 3, 2), dtype)),
        multi_head_attention(x, W_Q, W_K, W_V, W_O, 2, CAUSAL),
        feed_forward(x, W_1, B_1, W_2, B_2),
        post_norm(x, lambda rows: rows.astype(float), layer_norm),
        pre_norm(x, lambda rows: rows.astype(float), layer_norm),
        made(x, "post"),
        made(x, "pre"),
    ]
    assert {step.dtype for step in steps} == {np.dtype(dtype)}


def test_float16_attention_is_computed_in_float32_and_rounded_once():
    half = SMALL.astype(np.float16)
    wide = multi_head_attention(half.astype(np.float32), W_Q, W_K, W_V, W_O, 2)
    answer = multi_head_attention(half, W_Q, W_K, W_V, W_O, 2)
    assert answer.tolist() == wide.astype(np.float16).tolist()


def test_integers_become_float64():
    assert attention_heads(before, ONES, ONES, ONES.astype(int), 2).dtype == np.float64
    assert layer()(before).dtype == np.float64
    assert layer()(before).tolist() == layer()(before.astype(float)).tolist()


def test_the_input_is_never_changed():
    x, made = SMALL.copy(), layer()
    made(x, "post", CAUSAL)
    made(x, "pre")
    assert x.tolist() == SMALL.tolist()
    assert made.W_q is W_Q
    assert CAUSAL.tolist() == np.tri(n, dtype=bool).tolist()


def test_nan_in_a_token_reaches_those_that_may_look_at_it():
    x = SMALL.copy()
    x[0, 0] = np.nan
    assert np.isnan(multi_head_attention(x, W_Q, W_K, W_V, W_O, 2)).all()


# Errors


SHAPES = [
    ("W_q", (3, 4), (4, 4)),
    ("W_k", (4, 3), (4, 4)),
    ("W_v", (4,), (4, 4)),
    ("W_o", (5, 5), (4, 4)),
    ("W_1", (5, 6), (4, 6)),
    ("b_1", (5,), (6,)),
    ("b_1", (1, 6), (6,)),
    ("W_2", (5, 4), (6, 4)),
    ("W_2", (6, 5), (6, 4)),
    ("b_2", (1,), (4,)),
    ("b_2", (3, 1), (4,)),
]


@pytest.mark.parametrize(
    ("name", "got", "needed"), SHAPES, ids=[f"{name} {got}" for name, got, _ in SHAPES]
)
def test_a_wrong_shape_is_refused_with_what_is_needed(name, got, needed):
    made = layer()
    setattr(made, name, np.ones(got))
    with pytest.raises(ValueError, match=f"^{name} must have shape ") as raised:
        made(before)
    assert f" {needed} for rows of {d} features, got shape {got}" in str(raised.value)


def test_a_weight_without_two_axes_is_refused():
    with pytest.raises(ValueError, match=r"^W_1 must have two axes, .* got shape \(4,\)"):
        feed_forward(before, np.ones(4), B_1, W_2, B_2)


@pytest.mark.parametrize("x", [apple_before, [before]])
def test_attention_needs_one_row_for_each_token(x):
    words = r"^x must have one row for each token, shape \(n, d\), got shape \("
    with pytest.raises(ValueError, match=words):
        attention_heads(x, W_Q, W_K, W_V, 2)
    with pytest.raises(ValueError, match=words):
        multi_head_attention(x, W_Q, W_K, W_V, W_O, 2)


@pytest.mark.parametrize(
    ("heads", "error", "words"),
    [
        (3, ValueError, "^heads must divide the number of features, 4, got 3$"),
        (8, ValueError, "^heads must divide the number of features, 4, got 8$"),
        (0, ValueError, "^heads must be at least 1, got 0$"),
        (2.0, TypeError, "^heads must be an integer, got 2.0$"),
        (True, TypeError, "^heads must be an integer, got True$"),
    ],
)
def test_an_unfit_number_of_heads_is_refused(heads, error, words):
    with pytest.raises(error, match=words):
        attention_heads(before, W_Q, W_K, W_V, heads)


def test_a_mask_must_be_boolean():
    for mask in (CAUSAL.astype(int), CAUSAL.astype(float), [["yes"] * n] * n):
        with pytest.raises(TypeError, match=r"^mask must be boolean, True = may look, got dtype"):
            attention_heads(before, W_Q, W_K, W_V, 2, mask)


@pytest.mark.parametrize("shape", [(n,), (1, n), (n, 1), (d, d), (1, n, n)])
def test_a_mask_of_another_shape_is_refused_and_not_broadcast(shape):
    with pytest.raises(ValueError, match=r"^mask must have shape \(3, 3\), got shape \("):
        attention_heads(before, W_Q, W_K, W_V, 2, np.ones(shape, dtype=bool))


def test_a_token_that_may_look_at_nothing_is_refused():
    mask = CAUSAL.copy()
    mask[1] = False
    with pytest.raises(ValueError, match=r"^mask lets token 1 look at nothing"):
        attention_heads(before, W_Q, W_K, W_V, 2, mask)


@pytest.mark.parametrize("shape", [(4,), (3, 4), (1, 2, 3, 2)])
def test_heads_without_three_axes_are_refused(shape):
    with pytest.raises(ValueError, match=r"^heads must have shape \(heads, n, d/heads\), got"):
        concatenate(np.ones(shape))


def test_the_order_is_one_of_two():
    for order in ("mid", "", None, "POST"):
        with pytest.raises(ValueError, match=r'^order must be "post" or "pre", got'):
            layer()(before, order)


def test_an_unfit_size_is_refused_when_a_layer_is_drawn():
    with pytest.raises(ValueError, match=r"^d_ff must be at least 1, got 0"):
        EncoderLayer.random(4, 2, 0, seed=0)
    with pytest.raises(TypeError, match=r"^d must be an integer, got 4.0"):
        EncoderLayer.random(4.0, 2, 8, seed=0)
