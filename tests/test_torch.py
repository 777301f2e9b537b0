"""The package beside PyTorch, which runs in an environment of its own: ``make torch``.

Each comparison is of one array with one array: shape and dtype are equal, NaN and Inf stand in the
same places, and the rest differs by no more than `bounds` derives. At the end stands how many there
were, the largest difference (relative where values exceed 1) on plain rows and on hard ones, which
are far from 0 beside their spread, huge, tiny, equal, or with NaN and Inf in them, and the largest
share of its bound that a difference took up.
"""

import contextlib
import inspect
import itertools
import os
import re
import warnings
from pathlib import Path

import numpy as np
import pytest

try:
    import torch
except ModuleNotFoundError as error:
    if error.name != "torch":
        raise
    if os.environ.get("LNDOCS_REQUIRE_TORCH"):
        pytest.fail("PyTorch is missing; make torch installs it", pytrace=False)
    pytest.skip("PyTorch is missing here; make torch runs this", allow_module_level=True)

import torch.nn.functional as F  # noqa: N812
from bounds import WIDE, Bounded, attention, feed_forward, unit_roundoff
from bounds import layer_norm_backward as bounded_backward

import lndocs
from lndocs import (
    EPS,
    EncoderLayer,
    LayerNorm,
    batch_norm,
    group_norm,
    layer_norm,
    layer_norm_backward,
    rms_norm,
    update_running,
)
from lndocs.example import X, apple, before, constant, d, stack, tiny

pytestmark = pytest.mark.torch
torch.set_num_threads(1)

ROOT = Path(__file__).parents[1]
DTYPES = [np.float64, np.float32, np.float16]
EPSILONS = [0.0, 1e-12, 1e-6, EPS, 1e-3, 1e-1]
OPTIONS = list(itertools.product([False, True], repeat=2))  # γ given or not, β given or not


# Comparing, and saying at the end how much


class Record:
    """What was compared, and the largest differences."""

    def __init__(self):
        self.arrays = self.numbers = 0
        self.plain = self.hard = self.share = 0.0

    def __add__(self, other):
        both = Record()
        both.arrays, both.numbers = self.arrays + other.arrays, self.numbers + other.numbers
        both.plain, both.hard = max(self.plain, other.plain), max(self.hard, other.hard)
        both.share = max(self.share, other.share)
        return both

    def take(self, difference, values, apart, hard):
        self.arrays += 1
        self.numbers += difference.size
        if difference.size:
            largest = (difference / np.maximum(1, abs(values))).max()
            if hard:
                self.hard = max(self.hard, largest)
            else:
                self.plain = max(self.plain, largest)
            self.share = max(self.share, (difference / apart).max())


RECORDS = {}


@pytest.fixture(scope="module", autouse=True)
def summary(request):
    yield
    plugins = request.config.pluginmanager
    with plugins.get_plugin("capturemanager").global_and_fixture_disabled():
        for line in told_at_the_end():
            plugins.get_plugin("terminalreporter").write_line(line)


def told_at_the_end():
    line = "{:<24} {:<8} {:>11} {:>8} {:>14} {:>14} {:>15}".format
    yield f"\n\nCompared with PyTorch {torch.__version__}; the largest differences:"
    yield line("", "", "comparisons", "numbers", "on plain rows", "on hard rows", "share of bound")
    for dtype in map(np.dtype, DTYPES):
        rows = {name: record for (name, other), record in RECORDS.items() if other == dtype}
        for name, record in [*rows.items(), ("all", sum(rows.values(), Record()))]:
            shown = f"{record.plain:.1e}", f"{record.hard:.1e}", f"{record.share:.0%}"
            yield line(name, dtype.name, record.arrays, record.numbers, *shown)
    yield f"{sum(record.arrays for record in RECORDS.values())} comparisons in all"


def compare(name, ours, theirs, apart, hard=False):
    """Hold ours to theirs; beside `apart` there is what rounding to float16 adds, and underflow."""
    theirs = theirs.detach().numpy()
    assert (ours.shape, ours.dtype) == (theirs.shape, theirs.dtype)
    assert np.isnan(ours).tolist() == np.isnan(theirs).tolist()
    assert ours[np.isinf(ours)].tolist() == theirs[np.isinf(ours)].tolist()
    known = np.isfinite(ours)
    apart = np.broadcast_to(apart, ours.shape)[known] + 4 * np.finfo(work(ours.dtype)).tiny
    ours, theirs = ours[known], theirs[known]
    if ours.dtype == np.float16:
        apart = apart + np.spacing(np.maximum(abs(ours), abs(theirs))).astype(WIDE)
    difference = abs(ours.astype(WIDE) - theirs.astype(WIDE))
    record = RECORDS.setdefault((name, ours.dtype), Record())
    record.take(difference, ours.astype(WIDE), apart, hard)
    assert (difference <= apart).all()


def work(dtype):
    """What is computed in."""
    return np.promote_types(dtype, np.float32)


def tensor(values, dtype=None):
    return torch.tensor(np.asarray(values, dtype))


def exactly(values, dtype):
    """Take what is exact in a dtype into the arithmetic of bounds."""
    rounded = np.asarray(values, dtype)
    return Bounded.of(rounded, work(dtype))


def told(call):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        answer = call()
    return answer, [str(warning.message).split()[0].rstrip(":") for warning in caught]


# Layer normalization


SHAPES = [(d,), (3, 4), (2, 3, 4), (1, 1), (3, 1), (0, 4), (1, 7), (4, 4), (5, 768)]


def kinds(shape, dtype, seed=0):
    """Give plain rows, then hard ones; the huge and the tiny still have squares within range."""
    generator = np.random.default_rng(seed)
    plain = generator.normal(3, 5, shape)
    power = {np.float64: 150, np.float32: 17, np.float16: 3}[dtype]
    yield plain, False
    yield generator.integers(-9, 10, shape), False
    yield plain + 1000, True
    yield generator.standard_normal(shape) * 10.0**power, True
    yield plain * 10.0**-power, True
    yield np.full(shape, 0.1), True


def compare_layer_norm(x, dtype, eps=EPS, gamma=None, beta=None, hard=False):
    x = np.asarray(x, dtype)
    own = {"gamma": gamma, "beta": beta}
    given = [None if value is None else np.asarray(value, dtype) for value in own.values()]
    theirs = F.layer_norm(
        tensor(x), x.shape[-1:], *(None if value is None else tensor(value) for value in given), eps
    )
    scale, shift = (
        exactly(start if value is None else value, dtype)
        for value, start in zip(given, ([1.0], [0.0]), strict=True)
    )
    with np.errstate(all="ignore"):
        bounded = exactly(x, dtype).layer_norm(scale, shift, eps)
    compare("layer_norm", layer_norm(x, *given, eps), theirs, bounded.apart(), hard)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("dtype", DTYPES)
def test_layer_norm(dtype, shape):
    generator = np.random.default_rng(1)
    gamma, beta = generator.normal(1, 0.5, shape[-1]), generator.normal(size=shape[-1])
    for (x, hard), eps, (scaled, shifted) in itertools.product(
        kinds(shape, dtype), EPSILONS, OPTIONS
    ):
        pair = gamma if scaled else None, beta if shifted else None
        compare_layer_norm(x, dtype, eps, *pair, hard)


@pytest.mark.parametrize("eps", EPSILONS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_layer_norm_of_the_example(dtype, eps):
    for rows in (X, before, apple):
        compare_layer_norm(rows, dtype, eps)
    for rows in (constant, tiny, [0, 0, 0, 0]):
        compare_layer_norm(rows, dtype, eps, hard=True)


@pytest.mark.parametrize("dtype", DTYPES)
def test_nan_and_inf_spoil_the_same_rows(dtype):
    bad = [
        [2, np.nan, 6, 8],
        [2, 4, 6, 8],
        [2, 4, 6, np.inf],
        [-np.inf, 1, 1, np.inf],
        [8, 6, 4, 2],
    ]
    for eps in EPSILONS:
        compare_layer_norm(bad, dtype, eps, hard=True)
        pair = [1, np.nan, np.inf, 2], [0, 1, 2, -np.inf]
        compare_layer_norm(bad, dtype, eps, *pair, hard=True)


@pytest.mark.parametrize("dtype", DTYPES)
def test_a_module_starts_and_answers_alike(dtype):
    theirs, ours = torch.nn.LayerNorm(d, dtype=tensor([], dtype).dtype), LayerNorm(d)
    assert theirs.weight.tolist() == ours.gamma.tolist()
    assert theirs.bias.tolist() == ours.beta.tolist()
    x = X.astype(dtype)
    apart = exactly(x, dtype).standardized(EPS).apart()
    compare("LayerNorm", ours(x), theirs(tensor(x)), apart)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ({}, {}),
        ({"shift": False}, {"bias": False}),
        ({"scale": False, "shift": False}, {"elementwise_affine": False}),
    ],
)
def test_a_module_learns_as_many_numbers(ours, theirs):
    module = torch.nn.LayerNorm(d, **theirs)
    assert LayerNorm(d, **ours).parameters == sum(each.numel() for each in module.parameters())


def test_the_defaults_are_those_of_pytorch():
    for module in (torch.nn.LayerNorm(d), torch.nn.BatchNorm1d(d)):
        assert module.eps == EPS
    assert torch.nn.TransformerEncoderLayer(d, 2).norm1.eps == EPS
    momentum = inspect.signature(update_running).parameters["momentum"].default
    assert torch.nn.BatchNorm1d(d).momentum == momentum


def test_the_gradient_that_learners_find_surprising():
    x = tensor(apple, np.float64).requires_grad_()
    F.layer_norm(x, (d,))[0].backward()
    np.testing.assert_allclose(x.grad.numpy(), [0.134, -0.179, -0.045, 0.089], rtol=0, atol=5e-4)


# Where the two do not agree


HUGE = {np.float64: 1e200, np.float32: 1e30}


@pytest.mark.parametrize("dtype", HUGE)
def test_where_squares_overflow_pytorch_gives_zeros_and_we_nan_with_a_warning(dtype):
    row = np.array([HUGE[dtype], -HUGE[dtype]], dtype)  # the right answer is 1, -1
    theirs, warned = told(lambda: F.layer_norm(tensor(row), (2,)))
    assert (theirs.tolist(), warned) == ([0, 0], [])
    ours, warned = told(lambda: layer_norm(row))
    assert np.isnan(ours).all()
    assert warned == ["overflow"]


@pytest.mark.parametrize("length", [3, 4, 5, 8, 17, 64])
@pytest.mark.parametrize("dtype", HUGE)
def test_where_longer_rows_overflow_pytorch_gives_zeros_or_nan_without_a_warning(dtype, length):
    # Which of the two depends on how many numbers the processor takes at a time.
    row = np.array([0] * (length - 1) + [HUGE[dtype]], dtype)
    theirs, warned = told(lambda: F.layer_norm(tensor(row), (length,)).numpy())
    assert warned == []
    assert np.isnan(theirs).all() or not theirs.any()
    ours, warned = told(lambda: layer_norm(row))
    assert np.isnan(ours).all()
    assert warned == ["overflow"]


@pytest.mark.parametrize("dtype", HUGE)
def test_where_squares_overflow_batch_norm_does_the_same(dtype):
    x = np.array([[HUGE[dtype]], [-HUGE[dtype]]], dtype)
    theirs, warned = told(lambda: F.batch_norm(tensor(x), None, None, training=True))
    if dtype == np.float64:
        assert (theirs.tolist(), warned) == ([[0], [0]], [])
    ours, warned = told(lambda: batch_norm(x))
    assert np.isnan(ours).all()
    assert warned == ["overflow"]


TINY = {np.float64: 1e-200, np.float32: 1e-30}


@pytest.mark.parametrize("dtype", TINY)
def test_where_squares_underflow_without_eps_pytorch_gives_inf_and_we_nan_with_a_warning(dtype):
    row = np.array([0, TINY[dtype]], dtype)  # the right answer is -1, 1
    theirs, warned = told(lambda: F.layer_norm(tensor(row), (2,), eps=0))
    assert (theirs.tolist(), warned) == ([-np.inf, np.inf], [])
    ours, warned = told(lambda: layer_norm(row, eps=0))
    assert np.isnan(ours).all()
    assert warned == ["underflow"]


@pytest.mark.parametrize(("dtype", "size"), [(np.float64, 1e-160), (np.float32, 1e-21)])
def test_where_squares_lose_digits_pytorch_gives_few_digits_and_we_nan_with_a_warning(dtype, size):
    row = np.array([0, size], dtype)
    theirs = F.layer_norm(tensor(row), (2,), eps=0).numpy()[1]
    assert 1e-6 < abs(theirs - 1) < 0.1
    ours, warned = told(lambda: layer_norm(row, eps=0))
    assert np.isnan(ours).all()
    assert warned == ["underflow"]


@pytest.mark.parametrize("dtype", TINY)
def test_with_an_eps_tiny_rows_agree(dtype):
    for size in (TINY[dtype], np.finfo(dtype).tiny, np.finfo(dtype).smallest_subnormal):
        compare_layer_norm([0, size], dtype, hard=True)


def test_a_row_far_from_0_for_float32_is_right_with_us_and_wrong_in_pytorch():
    # Its neighbors are 8 apart there: PyTorch's way loses the digits that bounds allows it to lose.
    row = np.array([1e8, 1e8 + 8, 1e8 + 16], np.float32)
    right = layer_norm(row.astype(np.float64))
    assert right.round(3).tolist() == [-1.225, 0, 1.225]
    assert F.layer_norm(tensor(row), (3,)).tolist() == [-1, 0, 1]
    np.testing.assert_allclose(layer_norm(row), right, rtol=0, atol=1e-6)


def test_one_float16_feature_is_exactly_0_and_in_pytorch_almost():
    # It subtracts mean / σ from x / σ, which leaves 0.013 on most processors; we divide 0.
    row = np.array([1004], np.float16)
    assert layer_norm(row).tolist() == [0]
    assert abs(F.layer_norm(tensor(row), (1,)).item()) < 0.02


def test_an_eps_below_0_pytorch_takes_and_we_refuse():
    assert torch.isfinite(F.layer_norm(tensor(apple, np.float64), (d,), eps=-1e-5)).all()
    with pytest.raises(ValueError, match="eps must be finite and not negative"):
        layer_norm(apple, eps=-1e-5)


def test_integers_pytorch_refuses_and_we_take():
    with pytest.raises(RuntimeError, match="not implemented for 'Long'"):
        F.layer_norm(tensor(apple), (d,))
    assert layer_norm(apple).dtype == np.float64


# Batch normalization: there the features are on axis 1


def features_second(x):
    return torch.movedim(tensor(x), -1, 1)


def features_last(y):
    return torch.movedim(y, 1, -1)


BATCHES = [(3, 4), (2, 1), (64, 5), (2, 3, 4), (5, 1, 3), (2, 3, 2, 4)]


def affine(dtype, generator, size, scaled, shifted):
    """γ and β, as PyTorch holds them beside float16 rows, too: in float32."""
    gamma = generator.normal(1, 0.5, size).astype(work(dtype)) if scaled else None
    beta = generator.normal(size=size).astype(work(dtype)) if shifted else None
    return gamma, beta


def bounded_affine(dtype, gamma, beta):
    return (
        exactly([1.0] if gamma is None else gamma, work(dtype)),
        exactly([0.0] if beta is None else beta, work(dtype)),
    )


@pytest.mark.parametrize("shape", BATCHES, ids=str)
@pytest.mark.parametrize("dtype", DTYPES)
def test_batch_norm_in_training(dtype, shape):
    generator = np.random.default_rng(2)
    for (x, hard), eps, options in itertools.product(kinds(shape, dtype), EPSILONS[1:], OPTIONS):
        rows = np.asarray(x, dtype)
        gamma, beta = affine(dtype, generator, shape[-1], *options)
        given = [None if value is None else tensor(value) for value in (gamma, beta)]
        # Running statistics in float32 make it compute in float32 beside float16 rows.
        kept = tensor(np.zeros(shape[-1]), work(dtype)), tensor(np.ones(shape[-1]), work(dtype))
        theirs = F.batch_norm(features_second(rows), *kept, *given, True, eps=eps)
        scale, shift = bounded_affine(dtype, gamma, beta)
        with np.errstate(all="ignore"):
            columns = exactly(rows.reshape(-1, shape[-1]).T, dtype).standardized(eps).T
        apart = (columns * scale + shift).apart().reshape(shape)
        ours = batch_norm(rows, gamma, beta, eps=eps)
        compare("batch_norm", ours, features_last(theirs), apart, hard)


@pytest.mark.parametrize("shape", [(1, 4), (0, 4), *BATCHES], ids=str)
@pytest.mark.parametrize("dtype", DTYPES)
def test_batch_norm_at_inference(dtype, shape):
    generator, size = np.random.default_rng(3), shape[-1]
    running = [generator.normal(2, 3, size), generator.gamma(2, 2, size)]
    running = [part.astype(work(dtype)) for part in running]
    for (x, hard), eps, options in itertools.product(kinds(shape, dtype), EPSILONS, OPTIONS):
        rows = np.asarray(x, dtype)
        gamma, beta = affine(dtype, generator, size, *options)
        given = [None if value is None else tensor(value) for value in (gamma, beta)]
        theirs = F.batch_norm(features_second(rows), *map(tensor, running), *given, eps=eps)
        scale, shift = bounded_affine(dtype, gamma, beta)
        # One difference and one quotient, or one product and one sum: six roundings at most.
        average, spread = (part.astype(WIDE) for part in running)
        unit = np.sqrt(spread + WIDE(eps))
        wide = rows.astype(WIDE)
        error = 6 * unit_roundoff(work(dtype)) * (abs(wide) + abs(average)) / unit
        standardized = scale.like((wide - average) / unit, error)
        apart = (standardized * scale + shift).apart()
        ours = batch_norm(rows, gamma, beta, running, eps)
        compare("batch_norm inference", ours, features_last(theirs), apart, hard)


@pytest.mark.parametrize("momentum", [0.1, 0.25, 1.0])
@pytest.mark.parametrize("shape", BATCHES, ids=str)
@pytest.mark.parametrize("dtype", DTYPES)
def test_the_running_statistics(dtype, shape, momentum):
    size, wide = shape[-1], work(dtype)
    u, weight = unit_roundoff(wide), WIDE(momentum)
    for x, hard in kinds(shape, dtype):
        rows = np.asarray(x, dtype)
        values = rows.reshape(-1, size).astype(WIDE)
        count = len(values)
        running = [np.full(size, 0.5, wide), np.full(size, 2.0, wide)]
        theirs = list(map(tensor, running))
        for _ in range(3):
            given = [part.numpy().copy() for part in theirs]
            F.batch_norm(features_second(rows), *theirs, training=True, momentum=momentum)
            ours = update_running(given, rows, momentum)
            # The mean and the two-pass variance as in bounds, then two products and a sum.
            largest, spread = abs(values).max(axis=0), values.var(axis=0, ddof=1)
            error = (count + 2) * u * largest
            errors = [error, (count + 7) * u * (spread + np.sqrt(spread) * largest) + 2 * error**2]
            for name, index, new in (("mean", 0, values.mean(axis=0)), ("variance", 1, spread)):
                rounding = 3 * u * (abs(given[index].astype(WIDE)) + weight * abs(new))
                apart = 4 * (weight * errors[index] + rounding)
                compare(f"running {name}", ours[index], theirs[index], apart, hard)


def test_a_single_value_for_each_feature_is_refused_in_training_by_both():
    with pytest.raises(ValueError, match="Expected more than 1 value per channel when training"):
        F.batch_norm(tensor([apple], np.float64), None, None, training=True)
    with pytest.raises(ValueError, match="more than one value per feature in training"):
        batch_norm([apple])


def test_equal_values_of_a_feature_are_exactly_0_and_in_pytorch_almost():
    x = np.full((100, 1), 0.1, np.float32)
    assert not batch_norm(x).any()
    theirs = F.batch_norm(tensor(x), None, None, training=True).abs().max()
    assert theirs < 1e-4  # 0.000017 on most processors


@pytest.mark.parametrize("dtype", DTYPES)
def test_no_rows_give_no_rows_in_training(dtype):
    rows = np.empty((0, 4), dtype)
    theirs = F.batch_norm(tensor(rows), None, None, training=True)
    compare("batch_norm", batch_norm(rows), theirs, np.empty((0, 4)))


def test_float16_alone_pytorch_takes_with_statistics_in_float16_and_we_in_float32():
    rows = np.random.default_rng(0).normal(3, 5, (6, 4)).astype(np.float16)
    right = batch_norm(rows.astype(np.float64))
    ulp = np.spacing(abs(right).astype(np.float16))
    theirs = F.batch_norm(tensor(rows), None, None, training=True).numpy()
    assert (abs(theirs - right) / ulp).max() > 4
    assert (abs(batch_norm(rows) - right) / ulp).max() < 0.51


def test_an_eps_of_0_pytorch_refuses_in_training_and_we_take_for_the_hand_calculation():
    with pytest.raises(ValueError, match=r"eps must be positive during training, but got 0.0"):
        F.batch_norm(tensor([[1.0], [3.0]]), None, None, training=True, eps=0.0)
    assert batch_norm([[1.0], [3.0]], eps=0).tolist() == [[-1], [1]]


@pytest.mark.parametrize("dtype", DTYPES[:2])
def test_nan_inf_and_equal_values_spoil_the_same_features(dtype):
    x = np.array([[1, np.nan, 3, 5, 0], [2, 1, np.inf, 5, 0], [4, 7, 1, 5, 0]], dtype)
    for eps in EPSILONS[1:]:
        theirs = F.batch_norm(tensor(x), None, None, training=True, eps=eps)
        with np.errstate(all="ignore"):
            apart = exactly(x.T, dtype).standardized(eps).T.apart()
        compare("batch_norm", batch_norm(x, eps=eps), theirs, apart, hard=True)


# The gradient of layer normalization


def gradients(dout, x, gamma, eps):
    """What autograd gives for x, γ and β; without a γ it is told to take ones."""
    x, gamma = tensor(x), tensor(np.ones(x.shape[-1], x.dtype) if gamma is None else gamma)
    leaves = [x, gamma, torch.zeros_like(gamma)]
    for leaf in leaves:
        leaf.requires_grad_()
    F.layer_norm(x, x.shape[-1:], *leaves[1:], eps).backward(tensor(dout))
    return [leaf.grad for leaf in leaves]


def compare_gradients(dout, x, dtype, eps, gamma=None, hard=False):
    dout, x = np.asarray(dout, dtype), np.asarray(x, dtype)
    gamma = None if gamma is None else np.asarray(gamma, dtype)
    scale = exactly([1.0] if gamma is None else gamma, dtype)
    with np.errstate(all="ignore"):
        bounded = bounded_backward(exactly(dout, dtype), exactly(x, dtype), scale, eps)
    ours, theirs = layer_norm_backward(dout, x, gamma, eps), gradients(dout, x, gamma, eps)
    for name, *pair, bound in zip(("dx", "dgamma", "dbeta"), ours, theirs, bounded, strict=True):
        compare(f"backward {name}", *pair, bound.apart(), hard)


@pytest.mark.parametrize("shape", [shape for shape in SHAPES if shape[-1] > 1], ids=str)
@pytest.mark.parametrize("dtype", DTYPES[:2])
def test_the_gradient(dtype, shape):
    generator = np.random.default_rng(7)
    for (x, hard), eps, scaled in itertools.product(
        kinds(shape, dtype), EPSILONS[1:], [False, True]
    ):
        gamma = generator.normal(1, 0.5, shape[-1]) if scaled else None
        compare_gradients(generator.normal(size=shape), x, dtype, eps, gamma, hard)


@pytest.mark.parametrize("eps", EPSILONS)
@pytest.mark.parametrize("dtype", DTYPES[:2])
def test_the_gradient_of_the_example(dtype, eps):
    for dout in ([1, 0, 0, 0], [1, 1, 1, 1], apple):
        compare_gradients(dout, apple, dtype, eps)
    compare_gradients(before, X, dtype, eps, [2, 1, 1, 1])
    compare_gradients(before[0], tiny, dtype, eps, hard=True)


def test_the_gradient_of_one_huge_feature_is_0_and_in_pytorch_nan():
    # It multiplies by the third power of 1 / √ε, and that by x: beyond every float32.
    row = np.array([1e30], np.float32)
    assert np.isnan(gradients(np.float32([1]), row, None, 1e-12)[0].numpy()).all()
    dx, dgamma, dbeta = layer_norm_backward([1], row, eps=1e-12)
    assert (dx.tolist(), dgamma.tolist(), dbeta.tolist()) == ([0], [0], [1])


# RMSNorm


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("dtype", DTYPES)
def test_rms_norm(dtype, shape):
    generator = np.random.default_rng(8)
    for (x, hard), eps, scaled in itertools.product(
        kinds(shape, dtype), [None, *EPSILONS[1:]], [False, True]
    ):
        rows = np.asarray(x, dtype)
        gamma = generator.normal(1, 0.5, shape[-1]).astype(dtype) if scaled else None
        given = None if gamma is None else tensor(gamma)
        theirs = F.rms_norm(tensor(rows), shape[-1:], given, eps)
        added = np.finfo(work(dtype)).eps if eps is None else eps
        with np.errstate(all="ignore"):
            scale = exactly([1.0] if gamma is None else gamma, dtype)
            apart = exactly(rows, dtype).rms_norm(scale, added).apart()
        compare("rms_norm", rms_norm(rows, gamma, eps), theirs, apart, hard)


def test_the_default_eps_of_rms_norm_is_that_of_pytorch():
    assert torch.nn.RMSNorm(d).eps is None
    assert inspect.signature(rms_norm).parameters["eps"].default is None


# GroupNorm and InstanceNorm

STACKS = [(2, 4, 3), (3, 4), (1, 6, 5), (2, 6, 2, 3), (2, 32, 7)]


def compare_group_norm(name, theirs, x, groups, dtype, eps, pair=(None, None), hard=False):
    """Hold group_norm to `theirs`, an answer of PyTorch's; each group is a row of bounds."""
    rows = np.asarray(x, dtype)
    given = [None if value is None else np.asarray(value, dtype) for value in pair]
    channels = (1, -1) + (1,) * (rows.ndim - 2)
    with np.errstate(all="ignore"):
        grouped = exactly(rows.reshape(len(rows), groups, -1), dtype).standardized(eps)
        scale, shift = (
            exactly(np.reshape(start if value is None else value, channels), dtype)
            for value, start in zip(given, ([1.0], [0.0]), strict=True)
        )
        flat = grouped.like(grouped.value.reshape(x.shape), grouped.error.reshape(x.shape))
        apart = (flat * scale + shift).apart()
    compare(name, group_norm(rows, groups, *given, eps), theirs, apart, hard)


@pytest.mark.parametrize("shape", STACKS, ids=str)
@pytest.mark.parametrize("dtype", DTYPES)
def test_group_norm(dtype, shape):
    generator, size = np.random.default_rng(9), shape[1]
    every = [groups for groups in (1, 2, 3, size) if size % groups == 0]
    for (x, hard), groups, eps, (scaled, shifted) in itertools.product(
        kinds(shape, dtype), every, EPSILONS[1:], OPTIONS
    ):
        pair = [
            generator.normal(1, 0.5, size).astype(dtype) if scaled else None,
            generator.normal(size=size).astype(dtype) if shifted else None,
        ]
        if np.prod(shape) // (shape[0] * groups) > 1:
            given = [None if value is None else tensor(value) for value in pair]
            theirs = F.group_norm(tensor(x, dtype), groups, *given, eps)
            compare_group_norm("group_norm", theirs, x, groups, dtype, eps, pair, hard)


@pytest.mark.parametrize("shape", [shape for shape in STACKS if len(shape) > 2], ids=str)
@pytest.mark.parametrize("dtype", DTYPES[:2])
def test_group_norm_with_a_group_for_each_channel_is_instance_norm(dtype, shape):
    generator, size = np.random.default_rng(10), shape[1]
    for (x, hard), eps in itertools.product(kinds(shape, dtype), EPSILONS[1:]):
        pair = generator.normal(1, 0.5, size), generator.normal(size=size)
        pair = [value.astype(dtype) for value in pair]
        theirs = F.instance_norm(tensor(x, dtype), None, None, *map(tensor, pair), eps=eps)
        compare_group_norm("instance_norm", theirs, x, size, dtype, eps, pair, hard)


@pytest.mark.parametrize("dtype", DTYPES)
def test_group_norm_of_the_example(dtype):
    for groups in (1, 2, 4):
        theirs = F.group_norm(tensor(stack, dtype), groups)
        compare_group_norm("group_norm", theirs, stack, groups, dtype, EPS)


def test_the_defaults_of_the_relatives_are_those_of_pytorch():
    assert torch.nn.GroupNorm(2, d).eps == torch.nn.InstanceNorm1d(d).eps == EPS
    assert inspect.signature(group_norm).parameters["eps"].default == EPS
    assert torch.nn.InstanceNorm1d(d).weight is None  # no γ and no β, unless they are asked for


def test_a_single_value_in_a_group_pytorch_refuses_and_we_give_0():
    with pytest.raises(ValueError, match="Expected more than 1 value per channel when training"):
        F.group_norm(tensor([[7.0]]), 1)
    assert group_norm([[7.0]], 1).tolist() == [[0]]


# Attention, feed-forward and the encoder layer

SIZES = [(3, 4, 1, 8), (3, 4, 2, 8), (3, 4, 4, 8), (1, 4, 2, 3), (5, 16, 4, 32), (9, 64, 8, 256)]
WEIGHTS = ["W_q", "W_k", "W_v", "W_o", "W_1", "b_1", "W_2", "b_2"]
layers = pytest.mark.parametrize(("n", "size", "heads", "d_ff"), SIZES)


def drawn(size, heads, d_ff, dtype, eps):
    """Make a layer whose parameters are all different, and exact in a dtype."""
    generator = np.random.default_rng(4)
    layer = EncoderLayer.random(size, heads, d_ff, seed=5)
    layer.b_1, layer.b_2 = generator.normal(size=d_ff), generator.normal(size=size)
    for name in WEIGHTS:
        setattr(layer, name, getattr(layer, name).astype(dtype))
    for norm in (layer.norm_1, layer.norm_2):
        norm.eps = eps
        norm.gamma = generator.normal(1, 0.5, size).astype(dtype)
        norm.beta = generator.normal(size=size).astype(dtype)
    return layer


def copied(layer, dtype, size, d_ff, first):
    """Make PyTorch's layer with the same weights; its own are transposed, in attention stacked."""
    theirs = torch.nn.TransformerEncoderLayer(
        size,
        layer.heads,
        d_ff,
        dropout=0,
        layer_norm_eps=layer.norm_1.eps,
        batch_first=True,
        norm_first=first,
        dtype=tensor([], dtype).dtype,
    )
    stacked = np.concatenate([layer.W_q.T, layer.W_k.T, layer.W_v.T])
    weights = {
        "self_attn.in_proj_weight": stacked,
        "self_attn.in_proj_bias": np.zeros(3 * size),
        "self_attn.out_proj.weight": layer.W_o.T,
        "self_attn.out_proj.bias": np.zeros(size),
        "linear1.weight": layer.W_1.T,
        "linear1.bias": layer.b_1,
        "linear2.weight": layer.W_2.T,
        "linear2.bias": layer.b_2,
        "norm1.weight": layer.norm_1.gamma,
        "norm1.bias": layer.norm_1.beta,
        "norm2.weight": layer.norm_2.gamma,
        "norm2.bias": layer.norm_2.beta,
    }
    theirs.load_state_dict({name: tensor(value, dtype) for name, value in weights.items()})
    return theirs.eval()


def inputs(n, size, dtype):
    """Tokens, and the masks that hide nothing, what comes later, and some at random."""
    generator = np.random.default_rng(6)
    tokens = [generator.normal(size=(n, size)), generator.normal(3, 10, size=(n, size))]
    if (n, size) == before.shape:
        tokens.append(before)
    random = (generator.random((n, n)) < 0.5) | np.eye(n, dtype=bool)
    masks = [None, np.tri(n, dtype=bool), random]
    yield from itertools.product([np.asarray(x, dtype) for x in tokens], masks)


def bounded(layer, dtype):
    return {name: exactly(getattr(layer, name), dtype) for name in WEIGHTS}


def allowed(mask, n):
    return np.ones((n, n), dtype=bool) if mask is None else mask


def forbidden(mask):
    return None if mask is None else tensor(~mask)


@layers
@pytest.mark.parametrize("dtype", DTYPES[:2])
def test_multi_head_attention(dtype, n, size, heads, d_ff):
    layer = drawn(size, heads, d_ff, dtype, EPS)
    theirs = copied(layer, dtype, size, d_ff, first=False).self_attn
    weights = list(bounded(layer, dtype).values())[:4]
    for x, mask in inputs(n, size, dtype):
        apart = attention(exactly(x, dtype), *weights, heads, allowed(mask, n)).apart()
        for explicit in (False, True):  # with the weights returned it takes another way
            given = {"need_weights": explicit, "attn_mask": forbidden(mask)}
            answer, _ = theirs(*[tensor(x)] * 3, **given)
            compare("multi_head_attention", layer.attention(x, mask), answer, apart)


@layers
@pytest.mark.parametrize("dtype", DTYPES[:2])
def test_feed_forward(dtype, n, size, heads, d_ff):
    layer = drawn(size, heads, d_ff, dtype, EPS)
    theirs = copied(layer, dtype, size, d_ff, first=False)
    weights = list(bounded(layer, dtype).values())[4:]
    for x, _ in inputs(n, size, dtype):
        answer = theirs.linear2(F.relu(theirs.linear1(tensor(x))))
        apart = feed_forward(exactly(x, dtype), *weights).apart()
        compare("feed_forward", layer.feed(x), answer, apart)


@layers
@pytest.mark.parametrize("order", ["post", "pre"])
@pytest.mark.parametrize("dtype", DTYPES[:2])
def test_the_encoder_layer(dtype, order, n, size, heads, d_ff):
    for eps in (EPS, 1e-3):
        layer = drawn(size, heads, d_ff, dtype, eps)
        theirs = copied(layer, dtype, size, d_ff, first=order == "pre")
        for x, mask in inputs(n, size, dtype):
            apart = bounded_layer(layer, x, order, dtype, allowed(mask, n)).apart()
            for mode in (contextlib.nullcontext, torch.no_grad):  # it has a faster way without
                with mode():
                    answer = theirs(tensor(x)[None], src_mask=forbidden(mask))[0]
                compare(f"EncoderLayer {order}-norm", layer(x, order, mask), answer, apart)


def bounded_layer(layer, x, order, dtype, mask):
    weights = list(bounded(layer, dtype).values())

    def attended(rows):
        return attention(rows, *weights[:4], layer.heads, mask)

    def fed(rows):
        return feed_forward(rows, *weights[4:])

    rows = exactly(x, dtype)
    for norm, sublayer in ((layer.norm_1, attended), (layer.norm_2, fed)):
        pair = exactly(norm.gamma, dtype), exactly(norm.beta, dtype)
        if order == "post":
            rows = (rows + sublayer(rows)).layer_norm(*pair, norm.eps)
        else:
            rows = rows + sublayer(rows.layer_norm(*pair, norm.eps))
    return rows


def test_pytorchs_mask_says_the_opposite_of_ours():
    layer = drawn(d, 2, 8, np.float64, EPS)
    theirs = copied(layer, np.float64, d, 8, first=False).self_attn
    x, mask = before / 10, np.eye(len(before), dtype=bool)
    answer, _ = theirs(*[tensor(x)] * 3, attn_mask=tensor(mask))
    answer = answer.detach().numpy()
    assert abs(answer - layer.attention(x, mask)).max() > 0.1
    np.testing.assert_allclose(answer, layer.attention(x, ~mask), rtol=1e-12)


def test_a_token_that_may_look_at_nothing_is_nan_in_pytorch_and_refused_here():
    layer = drawn(d, 2, 8, np.float64, EPS)
    theirs = copied(layer, np.float64, d, 8, first=False).self_attn
    x, mask = before / 10, np.tri(len(before), k=-1, dtype=bool)
    answer, _ = theirs(*[tensor(x)] * 3, attn_mask=forbidden(mask))
    assert torch.isnan(answer[0]).all()
    with pytest.raises(ValueError, match="mask lets token 0 look at nothing"):
        layer.attention(x, mask)


# The run itself


def test_it_is_the_version_that_the_makefile_names():
    (named,) = re.findall(r"^TORCH_VERSION = (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert torch.__version__.partition("+")[0] == named


def test_it_is_this_checkout_that_is_compared():
    assert Path(lndocs.__file__).parents[1] == ROOT
