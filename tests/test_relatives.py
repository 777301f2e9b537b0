"""The relatives of layer normalization: RMSNorm, GroupNorm, InstanceNorm."""

import math

import numpy as np
import pytest

from lndocs import EPS, batch_norm, group_norm, layer_norm, rms_norm
from lndocs.example import X, apple, constant, stack, tiny

# RMSNorm


def test_ln_45_rms_norm_divides_by_the_root_mean_square_and_subtracts_nothing():
    np.testing.assert_allclose(apple / rms_norm(apple), [math.sqrt(30)] * 4, rtol=1e-14)
    np.testing.assert_allclose(rms_norm(apple), [0.365, 0.730, 1.095, 1.461], rtol=0, atol=5e-4)


def test_ln_45_layer_norm_gives_another_row():
    assert abs(layer_norm(apple) - rms_norm(apple)).min() > 0.1


def test_on_a_row_with_mean_0_the_two_agree():
    row = apple - 5
    np.testing.assert_allclose(rms_norm(row, eps=EPS), layer_norm(row), rtol=1e-14)


def test_rms_norm_ignores_a_scale_but_not_a_shift():
    np.testing.assert_allclose(rms_norm(10 * apple), rms_norm(apple), rtol=1e-14)
    assert abs(rms_norm(apple + 100) - rms_norm(apple)).min() > 0.05


def test_equal_values_are_no_trouble_for_rms_norm():
    assert rms_norm(constant, eps=0).tolist() == [1, 1, 1, 1]
    assert rms_norm([0, 0, 0, 0]).tolist() == [0, 0, 0, 0]
    assert np.isnan(rms_norm([0, 0, 0, 0], eps=0)).all()


def test_the_eps_of_rms_norm_stands_inside_the_root():
    right = tiny / math.sqrt(np.square(tiny).mean() + 0.5)
    np.testing.assert_allclose(rms_norm(tiny, eps=0.5), right, rtol=1e-14)


@pytest.mark.parametrize(
    ("dtype", "eps"), [(np.float64, 2**-52), (np.float32, 2**-23), (np.float16, 2**-23)]
)
def test_left_out_eps_is_the_machine_epsilon_of_what_is_computed_in(dtype, eps):
    row = np.array([0, 0.00001, 0.00002, 0.00003]).astype(dtype)
    assert rms_norm(row).tolist() == rms_norm(row, eps=eps).tolist()
    assert rms_norm(row).tolist() != rms_norm(row, eps=0).tolist()


def test_rms_norm_scales_each_feature_and_keeps_rows_apart():
    answer = rms_norm(X, gamma=[3, 1, 4, 1])
    for row, own in zip(X, answer, strict=True):
        assert own.tolist() == rms_norm(row, gamma=[3, 1, 4, 1]).tolist()
    np.testing.assert_allclose(answer / rms_norm(X), [[3, 1, 4, 1]] * 3, rtol=1e-14)


@pytest.mark.parametrize("norm", [rms_norm, lambda x: group_norm(x, 2)])
@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.float16])
def test_the_answer_has_the_dtype_of_the_input(norm, dtype):
    assert norm(X.astype(dtype)).dtype == dtype
    assert norm(X).dtype == np.float64


def test_float16_squares_do_not_overflow():
    half = np.array([[-600, -200, 200, 600]], np.float16)
    assert rms_norm(half)[0].round(2).tolist() == np.float16([-1.34, -0.45, 0.45, 1.34]).tolist()
    assert group_norm(half, 1).round(2).tolist() == rms_norm(half).round(2).tolist()


def test_squares_that_underflow_are_reported_at_the_line_that_called():
    for call in (lambda: rms_norm([0, 1e-200], eps=0), lambda: group_norm([[0, 1e-200]], 1, eps=0)):
        with pytest.warns(RuntimeWarning, match="underflow") as warned:
            assert np.isnan(call()).all()
        assert [warning.filename for warning in warned] == [__file__]


# GroupNorm and InstanceNorm

GRIDS = {
    "two axes": X,
    "three axes": stack,
    "four axes": stack[:, :, :, None] * [1, 7],
    "as many positions as channels": np.concatenate([stack, stack[:, ::-1, :1]], axis=-1),
}
GAMMA, BETA = np.array([3, 1, 4, 1.5]), np.array([0, -1, 2, 7])


def in_loops(x, groups, gamma=GAMMA, beta=BETA, eps=EPS):
    """Group normalization as its definition says it, without any reshaping."""
    x = np.asarray(x, float)
    answer, width = np.empty_like(x), x.shape[1] // groups
    for example in range(x.shape[0]):
        for start in range(0, x.shape[1], width):
            part = x[example, start : start + width]
            unit = math.sqrt(part.var() + eps)
            for channel in range(start, start + width):
                normalized = (x[example, channel] - part.mean()) / unit
                answer[example, channel] = gamma[channel] * normalized + beta[channel]
    return answer


@pytest.mark.parametrize("groups", [1, 2, 4])
@pytest.mark.parametrize("x", GRIDS.values(), ids=GRIDS.keys())
def test_group_norm_is_its_definition(x, groups):
    np.testing.assert_allclose(
        group_norm(x, groups, GAMMA, BETA), in_loops(x, groups), rtol=1e-12, atol=1e-12
    )
    np.testing.assert_allclose(
        group_norm(x, groups), in_loops(x, groups, [1] * 4, [0] * 4), rtol=1e-12, atol=1e-12
    )


def test_no_example_sees_another():
    together = group_norm(stack, 2, GAMMA, BETA)
    for example, own in zip(stack, together, strict=True):
        assert own.tolist() == group_norm([example], 2, GAMMA, BETA)[0].tolist()


def test_with_a_group_for_each_channel_each_is_a_row_of_its_own():
    assert group_norm(stack, 4).tolist() == layer_norm(stack).tolist()


def test_one_group_is_the_whole_example_and_not_the_channels_of_a_position():
    whole = layer_norm(stack.reshape(2, 12)).reshape(stack.shape)
    assert group_norm(stack, 1).tolist() == whole.tolist()
    each = np.moveaxis(layer_norm(np.moveaxis(stack, 1, -1)), -1, 1)
    assert abs(whole - each).max() > 0.1


def test_without_positions_one_group_is_layer_norm():
    assert group_norm(X, 1, GAMMA, BETA).tolist() == layer_norm(X, GAMMA, BETA).tolist()


def test_all_five_differ_on_the_stack():
    features_last = np.moveaxis(stack, 1, -1)
    answers = [
        np.moveaxis(batch_norm(features_last), -1, 1),
        np.moveaxis(layer_norm(features_last), -1, 1),
        np.moveaxis(rms_norm(features_last), -1, 1),
        group_norm(stack, 4),
        group_norm(stack, 2),
        group_norm(stack, 1),
    ]
    for index, one in enumerate(answers):
        for other in answers[:index]:
            assert abs(one - other).max() > 0.1


def test_a_group_of_one_value_is_0_and_no_examples_give_none():
    assert group_norm([[7], [3]], 1).tolist() == [[0], [0]]
    assert group_norm(np.empty((0, 4, 3)), 2).shape == (0, 4, 3)


def test_a_nan_spoils_its_group_alone():
    x = stack.astype(float)
    x[1, 2, 0] = np.nan
    spoiled = np.isnan(group_norm(x, 2))
    assert spoiled[1, 2:].all()
    assert spoiled.sum() == 6


@pytest.mark.parametrize("norm", [rms_norm, lambda x: group_norm(x, 2)])
def test_the_input_is_not_changed_whatever_its_order_in_memory(norm):
    x = np.asfortranarray(stack.astype(float))
    before = x.copy()
    assert norm(x).tolist() == norm(before).tolist()
    assert x.tolist() == before.tolist()
