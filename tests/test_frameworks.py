"""The package beside Keras and ONNX, and layer norms carried over from PyTorch: ``make torch``.

Every comparison is held to what `bounds` derives. Where a framework does something else, a test
says what, and the page on the frameworks says why.
"""

import importlib
import itertools
import os
import re

import numpy as np
import pytest

from lndocs.site import frameworks, recorded

try:
    os.environ.update(frameworks.SETTINGS)
    torch, keras, onnx = map(importlib.import_module, recorded.FRAMEWORKS)
except ModuleNotFoundError as error:
    if error.name not in recorded.FRAMEWORKS:
        raise
    if os.environ.get("LNDOCS_REQUIRE_TORCH"):
        pytest.fail(f"{error.name} is missing; make torch installs it", pytrace=False)
    pytest.skip(f"{error.name} is missing here; make torch runs this", allow_module_level=True)

from bounds import WIDE, Bounded
from onnx.reference import ReferenceEvaluator

from lndocs import EPS, LayerNorm, from_state_dict, layer_norm, std
from lndocs.example import X, apple, beta, constant, d, gamma, tiny

pytestmark = [
    pytest.mark.torch,
    # Keras, when it turns a tensor of PyTorch into an array
    pytest.mark.filterwarnings("ignore:__array__ implementation:DeprecationWarning"),
]
torch.set_num_threads(1)

DTYPES = [np.float64, np.float32, np.float16]
EPSILONS = [0.0, 1e-12, 1e-6, EPS, 1e-3]
SHAPES = [(1, 4), (3, 4), (2, 3, 4), (3, 1), (4, 4), (5, 768)]
OPTIONS = list(itertools.product([False, True], repeat=2))  # γ given or not, β given or not


def rows_of(shape, dtype):
    generator = np.random.default_rng(0)
    plain = generator.normal(3, 5, shape)
    power = {np.float64: 150, np.float32: 17, np.float16: 3}[dtype]
    for x in (plain, plain + 1000, plain * 10.0**power, plain * 10.0**-power):
        yield x.astype(dtype)
    if shape[-1] == d:
        for row in (apple, constant, tiny):
            yield np.broadcast_to(row, shape).astype(dtype)


def pairs(size, dtype):
    generator = np.random.default_rng(1)
    scale, shift = generator.normal(1, 0.5, size), generator.normal(size=size)
    for scaled, shifted in OPTIONS:
        yield scale.astype(dtype) if scaled else None, shift.astype(dtype) if shifted else None


def cases(dtype, epsilons=EPSILONS):
    for shape in SHAPES:
        pair = list(pairs(shape[-1], dtype))
        for x, eps, (scale, shift) in itertools.product(rows_of(shape, dtype), epsilons, pair):
            with np.errstate(all="ignore"):
                if eps == 0 and not (np.ptp(x.astype(WIDE), axis=-1) > 0).all():
                    continue  # NaN by all of them
                if not (x.astype(WIDE).var(axis=-1) + WIDE(eps) > 1e-290).all():
                    continue  # squares out of range
            yield x, scale, shift, eps


def agree(ours, theirs, x, scale, shift, eps):
    dtype = np.dtype(x.dtype)
    assert (theirs.shape, theirs.dtype, ours.dtype) == (x.shape, dtype, dtype)
    work = np.promote_types(dtype, np.float32)
    affine = [
        Bounded.of(np.asarray([start] if value is None else value, dtype), work)
        for value, start in ((scale, 1.0), (shift, 0.0))
    ]
    apart = Bounded.of(x, work).layer_norm(*affine, eps).apart() + 4 * np.finfo(work).tiny
    if dtype == np.float16:
        apart = apart + np.spacing(np.maximum(abs(ours), abs(theirs))).astype(WIDE)
    assert (abs(ours.astype(WIDE) - theirs.astype(WIDE)) <= apart).all()


# Keras


def by_keras(x, scale=None, shift=None, eps=EPS, axis=-1):
    layer = keras.layers.LayerNormalization(
        axis=axis,
        epsilon=eps,
        scale=scale is not None,
        center=shift is not None,
        dtype=x.dtype.name,
    )
    layer.build(x.shape)
    layer.set_weights([value for value in (scale, shift) if value is not None])
    return layer(x).detach().numpy()


@pytest.mark.parametrize("dtype", DTYPES[1:])
def test_keras(dtype):
    for case in cases(dtype):
        agree(layer_norm(*case), by_keras(*case), *case)


def test_keras_computes_float64_in_float32_and_returns_it_as_float64():
    for x, scale, shift, eps in cases(np.float32):
        given = [None if value is None else value.astype(np.float64) for value in (scale, shift)]
        theirs = by_keras(x.astype(np.float64), *given, eps)
        assert theirs.dtype == np.float64
        narrow = theirs.astype(np.float32)
        assert narrow.tolist() == theirs.tolist()
        agree(layer_norm(x, scale, shift, eps), narrow, x, scale, shift, eps)
    wide = np.array([[0.1, 0.2, 0.3, 0.7]])
    assert 1e-9 < abs(by_keras(wide) - layer_norm(wide)).max() < 1e-6


def over(x, axes, eps=EPS):
    centered = x - x.mean(axis=axes, keepdims=True)
    return centered / np.sqrt(np.square(centered).mean(axis=axes, keepdims=True) + eps)


BLOCK = np.random.default_rng(2).normal(3, 5, (2, 3, 4))


@pytest.mark.parametrize("axis", [-1, [1, 2], (2, 1), [-1, -2], [0, 1, 2], [0, 2]])
def test_keras_takes_the_last_axes_in_any_order_and_axes_apart_from_each_other(axis):
    axes = (axis,) if isinstance(axis, int) else tuple(axis)
    np.testing.assert_allclose(by_keras(BLOCK, axis=axis), over(BLOCK, axes), atol=1e-6)


@pytest.mark.parametrize("axis", [0, 1, [0, 1]])
def test_keras_on_pytorch_refuses_neighboring_axes_that_are_not_the_last(axis):
    with pytest.raises(RuntimeError, match="Given normalized_shape="):
        by_keras(BLOCK, axis=axis)


def test_and_where_the_lengths_match_it_normalizes_over_others_without_a_word():
    block = np.random.default_rng(3).normal(3, 5, (2, 4, 4))
    theirs = by_keras(block, axis=1)
    assert abs(theirs - over(block, (1,))).max() > 1
    np.testing.assert_allclose(theirs, over(block, (2,)), atol=1e-6)


def test_keras_lists_gamma_before_beta():
    layer = keras.layers.LayerNormalization(epsilon=EPS)
    layer.build((None, d))
    layer.set_weights([gamma, beta])
    stored = dict(zip(("weight", "bias"), layer.get_weights(), strict=True))
    norm = from_state_dict(stored, eps=layer.epsilon)
    assert norm(X).tolist() == layer_norm(X, gamma, beta).tolist()


# ONNX


def by_onnx(x, scale=None, shift=None, eps=EPS, axis=-1):
    given = {"X": x, "Scale": np.ones(x.shape[axis:], x.dtype) if scale is None else scale}
    if shift is not None:
        given["B"] = shift
    options = {"epsilon": eps, "axis": axis}
    node = onnx.helper.make_node("LayerNormalization", list(given), ["Y"], **options)
    return ReferenceEvaluator(node).run(None, given)[0]


@pytest.mark.parametrize("dtype", DTYPES[:2])
def test_onnx(dtype):
    for x, scale, shift, eps in cases(dtype):
        stored = float(np.float32(eps))  # an operator's attribute is a float32
        case = x, scale, shift, stored
        agree(layer_norm(*case), by_onnx(*case), *case)


@pytest.mark.parametrize(("axis", "axes"), [(-1, (2,)), (1, (1, 2)), (-2, (1, 2)), (0, (0, 1, 2))])
def test_onnx_normalizes_from_its_axis_to_the_last(axis, axes):
    eps = float(np.float32(EPS))
    expected = over(BLOCK, axes, eps)
    np.testing.assert_allclose(by_onnx(BLOCK, axis=axis), expected, rtol=1e-12)


def test_the_reference_evaluator_computes_float16_in_float16_and_we_in_float32():
    half = np.float16([[-600, -200, 200, 600]])
    with pytest.warns(RuntimeWarning, match="overflow"):
        theirs = by_onnx(half)
    assert not theirs.any()
    assert layer_norm(half).tolist() == layer_norm(apple[None].astype(np.float16)).tolist()
    x = np.random.default_rng(0).normal(3, 5, (1000, 64)).astype(np.float16)
    right = layer_norm(x.astype(np.float64))
    ulp = np.spacing(abs(right).astype(np.float16)).astype(np.float64)
    assert (abs(by_onnx(x) - right) / ulp).max() > 100
    assert (abs(layer_norm(x) - right) / ulp).max() < 0.51


def test_the_reference_evaluator_takes_one_gamma_for_all_and_we_refuse_it():
    rows = X.astype(np.float32)
    theirs = by_onnx(rows, np.float32([2]))
    np.testing.assert_allclose(theirs, 2 * layer_norm(rows), rtol=1e-6)
    with pytest.raises(ValueError, match="gamma must have one value per feature"):
        layer_norm(rows, [2])


# Carried over from PyTorch


def trained(module):
    """Give a module parameters that are all different."""
    generator = torch.Generator().manual_seed(0)
    with torch.no_grad():
        for values in module.parameters():
            values.copy_(torch.randn(values.shape, generator=generator) + 1)
    return module


@pytest.mark.parametrize("options", [{}, {"bias": False}, {"elementwise_affine": False}])
@pytest.mark.parametrize("dtype", [torch.float64, torch.float32, torch.float16, torch.bfloat16])
def test_a_module_is_carried_over(dtype, options):
    module = trained(torch.nn.LayerNorm(d, eps=1e-3, dtype=dtype, **options))
    norm = from_state_dict(module.state_dict(), eps=module.eps, d=d)
    assert norm.parameters == sum(values.numel() for values in module.parameters())
    assert norm.gamma is None or norm.gamma.tolist() == module.weight.tolist()
    assert norm.beta is None or norm.beta.tolist() == module.bias.tolist()
    rows = X.astype({torch.float64: np.float64}.get(dtype, np.float32))
    theirs = module.to(torch.tensor(rows).dtype)(torch.tensor(rows)).detach().numpy()
    agree(norm(rows), theirs, rows, norm.gamma, norm.beta, module.eps)


def test_parameters_that_require_gradients_are_taken_too():
    module = trained(torch.nn.LayerNorm(d))
    stored = dict(module.named_parameters())
    assert all(values.requires_grad for values in stored.values())
    assert from_state_dict(stored, eps=module.eps).gamma.tolist() == module.weight.tolist()
    assert from_state_dict({"weight": module.weight}, eps=0).gamma.tolist() == (
        module.weight.tolist()
    )


@pytest.mark.parametrize("name", ["layers.0.norm1", "layers.1.norm2"])
def test_the_norms_of_an_encoder_are_found_by_their_prefix(name):
    layer = torch.nn.TransformerEncoderLayer(d, 2, 8, layer_norm_eps=1e-12, dtype=torch.float64)
    model = trained(torch.nn.TransformerEncoder(layer, 2, enable_nested_tensor=False))
    module = model.get_submodule(name)
    norm = from_state_dict(model.state_dict(), name, eps=module.eps)
    rows = X.astype(np.float64)
    theirs = module(torch.tensor(rows)).detach().numpy()
    agree(norm(rows), theirs, rows, norm.gamma, norm.beta, 1e-12)


def test_a_state_dict_holds_no_eps():
    assert list(torch.nn.LayerNorm(d, eps=1e-3).state_dict()) == ["weight", "bias"]
    with pytest.raises(TypeError, match="holds no eps"):
        from_state_dict(torch.nn.LayerNorm(d).state_dict())


@pytest.mark.parametrize(
    ("module", "error", "words"),
    [
        (torch.nn.BatchNorm1d(d), ValueError, "this is a BatchNorm"),
        (torch.nn.Linear(d, 3), ValueError, "weight must have shape (4,)"),
        (torch.nn.LayerNorm((3, d)), ValueError, "got shape (3, 4)"),
        (torch.nn.LayerNorm(d, elementwise_affine=False), KeyError, "the keys: none"),
        (torch.nn.LayerNorm(d, dtype=torch.complex64), TypeError, "real numbers"),
    ],
)
def test_what_is_no_layer_norm_of_the_last_axis_is_refused(module, error, words):
    with pytest.raises(error, match=re.escape(words)):
        from_state_dict(module.state_dict(), eps=EPS)


def test_a_dtype_that_numpy_has_not_is_widened_or_named():
    small = torch.tensor([0.5, 1, 2, 4]).to(torch.float8_e4m3fn)
    assert from_state_dict({"weight": small}, eps=0).gamma.tolist() == [0.5, 1, 2, 4]
    with pytest.warns(UserWarning, match="ComplexHalf support is experimental"):
        half = torch.ones(d, dtype=torch.complex64).to(torch.complex32)
    with pytest.raises(TypeError, match=r"weight must hold real numbers, .* torch\.complex32"):
        from_state_dict({"weight": half}, eps=0)


# The names, and what the defaults of two libraries differ in


def test_ln_08_pytorchs_std_divides_by_one_less_and_ours_as_numpys_does_not():
    for values in ([2.0, 4.0], [2.0, 4.0, 6.0, 8.0]):
        assert torch.std(torch.tensor(values)).item() == pytest.approx(np.std(values, ddof=1))
        population = torch.std(torch.tensor(values, dtype=torch.float64), correction=0).item()
        assert population == pytest.approx(std(values), rel=1e-15)


def test_ln_14_each_default_gives_its_own_last_digit():
    rows = apple[None].astype(np.float64)
    by_torch = torch.nn.LayerNorm(d, dtype=torch.float64)(torch.tensor(rows)).detach().numpy()
    keras_own = keras.layers.LayerNormalization(dtype="float64")(rows).detach().numpy()
    node = onnx.helper.make_node("LayerNormalization", ["X", "Scale"], ["Y"])
    onnx_own = ReferenceEvaluator(node).run(None, {"X": rows, "Scale": np.ones(d)})[0]
    last = [f"{answer[0, -1]:.6f}" for answer in (by_torch, keras_own, onnx_own)]
    assert last == ["1.341639", "1.341507", "1.341639"]


def test_ln_34_each_can_be_switched_off_as_ours_can():
    ours = [
        LayerNorm(d, shift=shift, scale=scale).parameters
        for shift, scale in ((True, True), (False, True), (True, False), (False, False))
    ]
    for found in frameworks.measured().values():
        assert [count in (None, own) for count, own in zip(found["counts"], ours, strict=True)] == (
            [True] * 4
        )
    assert frameworks.measured()["keras"]["counts"] == ours
