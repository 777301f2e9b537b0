"""What other frameworks call the parts of a layer norm, and what theirs does: read from them.

:func:`measured` needs them all; what it finds stands in the record, and the tables of the pages
are held to that.
"""

import inspect
import os
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lndocs.example import X, apple

SETTINGS = {
    "KERAS_BACKEND": "torch",
    "KERAS_HOME": str(Path(__file__).parents[2] / ".cache" / "keras"),
}
"""What Keras reads when it is first imported: no settings of the person who runs it have a say."""

DTYPES = ("float16", "float32", "float64", "int64")
"""The dtypes of rows that each framework is given."""

Array = NDArray[Any]


def measured() -> dict[str, dict[str, Any]]:
    """Ask each framework for its names and defaults, and try out what it does.

    Returns
    -------
    dict
        One entry for each framework, of what JSON can hold: ``parameters``, the names of γ and β;
        ``eps`` and ``axis``, the names of these arguments; ``default``, the default of ε;
        ``last``, whether rows are the last axis unless something else is said;
        ``ddof``, 0 where the variance divides by d; ``switches``, the arguments that leave γ or β
        out; ``counts``, how many parameters d features have with both, without β, without γ,
        and without both, None where that cannot be had; ``dtypes``, which dtype comes out for
        rows of each dtype, None where they are refused.
    """
    os.environ.update(SETTINGS)
    return {"torch": _torch(), "keras": _keras(), "onnx": _onnx()}


def _torch() -> dict[str, Any]:
    torch = import_module("torch")
    kind = torch.nn.LayerNorm

    def call(rows: Array, **options: Any) -> Array:
        answer: Array = kind(rows.shape[-1], **options)(torch.tensor(rows)).detach().numpy()
        return answer

    def count(**options: Any) -> int:
        return sum(values.numel() for values in kind(apple.size, **options).parameters())

    return {
        "parameters": list(kind(apple.size).state_dict()),
        **_signature(kind, eps="eps", axis="normalized_shape"),
        "switches": _arguments(kind, ["elementwise_affine", "bias"]),
        "counts": [count(), count(bias=False), None, count(elementwise_affine=False)],
        **_tried(call, eps="eps", refusals=(RuntimeError, NotImplementedError)),
    }


def _keras() -> dict[str, Any]:
    keras = import_module("keras")
    kind = keras.layers.LayerNormalization

    def call(rows: Array, **options: Any) -> Array:
        answer: Array = kind(**options)(rows).detach().numpy()
        return answer

    def built(**options: Any) -> Any:
        layer = kind(**options)
        layer.build(X.shape)
        return layer

    counts = [
        built(center=center, scale=scale).count_params()
        for center, scale in ((True, True), (False, True), (True, False), (False, False))
    ]
    return {
        "parameters": [weight.name for weight in built().weights],
        **_signature(kind, eps="epsilon", axis="axis"),
        "switches": _arguments(kind, ["scale", "center"]),
        "counts": counts,
        **_tried(call, eps="epsilon", refusals=(TypeError, RuntimeError)),
    }


def _onnx() -> dict[str, Any]:
    onnx = import_module("onnx")
    reference = import_module("onnx.reference")
    schema = onnx.defs.get_schema("LayerNormalization")
    optional = onnx.defs.OpSchema.FormalParameterOption.Optional
    names = [entry.name for entry in schema.inputs]

    def call(rows: Array, **options: Any) -> Array:
        node = onnx.helper.make_node(schema.name, names[:2], ["Y"], **options)
        kind = onnx.helper.np_dtype_to_tensor_dtype(rows.dtype)
        shapes = dict(zip(names, (rows.shape, rows.shape[-1:]), strict=False))
        given = [onnx.helper.make_tensor_value_info(*it) for it in _typed(kind, shapes)]
        made = [onnx.helper.make_tensor_value_info("Y", kind, rows.shape)]
        graph = onnx.helper.make_graph([node], "one", given, made)
        opset = onnx.helper.make_opsetid("", schema.since_version)
        model = onnx.helper.make_model(graph, opset_imports=[opset])
        onnx.checker.check_model(model, full_check=True)
        values = {names[0]: rows, names[1]: np.ones(rows.shape[-1:], rows.dtype)}
        answer: Array = reference.ReferenceEvaluator(model).run(None, values)[0]
        return answer

    without = [entry.name for entry in schema.inputs if entry.option == optional]
    both, one = 2 * apple.size, apple.size
    return {
        "parameters": names[1:],
        "eps": "epsilon",
        "axis": "axis",
        "default": float(f"{schema.attributes['epsilon'].default_value.f:.6e}"),  # a float32
        "last": schema.attributes["axis"].default_value.i == -1,
        "switches": without,
        "counts": [both, one if names[2] in without else None, None, None],
        **_tried(call, eps="epsilon", refusals=(onnx.shape_inference.InferenceError,)),
    }


def _typed(kind: int, shapes: dict[str, tuple[int, ...]]) -> Iterable[tuple[Any, ...]]:
    return ((name, kind, shape) for name, shape in shapes.items())


def _signature(kind: Any, *, eps: str, axis: str) -> dict[str, Any]:
    """Look up two arguments in a signature, and their defaults."""
    parameters = inspect.signature(kind).parameters
    return {
        "eps": eps,
        "axis": axis,
        "default": parameters[eps].default,
        "last": parameters[axis].default == -1,
    }


def _arguments(kind: Any, names: list[str]) -> list[str]:
    """Find the arguments of a signature that are on unless they are switched off."""
    return [name for name in names if inspect.signature(kind).parameters[name].default is True]


def _tried(
    call: Callable[..., Array], *, eps: str, refusals: tuple[type[Exception], ...]
) -> dict[str, Any]:
    """Find out by trying which variance it is, and which dtypes come out."""
    dtypes: dict[str, str | None] = {}
    for dtype in DTYPES:
        try:
            dtypes[dtype] = call(apple[None].astype(dtype)).dtype.name
        except refusals:
            dtypes[dtype] = None
    bare = call(apple[None].astype(np.float32), **{eps: 0.0})[0, -1]
    centered = apple - apple.mean()
    # The answer is a difference over the root of the variance, so it tells the variance.
    divisor = np.square(centered).sum() / (centered[-1] / bare) ** 2
    return {"ddof": round(apple.size - float(divisor)), "dtypes": dtypes}
