"""Inputs at the edges of the arithmetic, and what lndocs and the frameworks make of them.

One list of inputs. The frameworks' outcomes are recorded beside what the pages' blocks print; that
of lndocs is computed whenever it is asked for.
"""

import math
import warnings
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np

from lndocs import EPS, example, layer_norm
from lndocs.arrays import Array
from lndocs.site import recorded

NAN, INF = math.nan, math.inf
APPLE, CONSTANT = example.apple.tolist(), example.constant.tolist()


@dataclass(frozen=True)
class Edge:
    """An input: its rows, in a dtype, and an ε; ``section`` is where a page explains it."""

    section: str
    rows: Any
    dtype: str = "float32"
    eps: float = EPS
    shape: tuple[int, ...] | None = None

    @property
    def array(self) -> Array:
        """The input itself."""
        array = np.array(self.rows, dtype=self.dtype)
        return array if self.shape is None else array.reshape(self.shape)


EDGES = {
    "constant": Edge("constant", CONSTANT),
    "constant_without_eps": Edge("constant", CONSTANT, eps=0),
    "tenths_without_eps": Edge("constant", [0.1] * 7, eps=0),
    "padding": Edge("constant", [0, 0, 0, 0]),
    "one_feature": Edge("one-feature", [[7], [3]]),
    "two_features": Edge("one-feature", [1, 3]),
    "no_rows": Edge("empty", [], shape=(0, 4)),
    "no_features": Edge("empty", [], shape=(3, 0)),
    "integers": Edge("integers", APPLE, "int64"),
    "small_integers": Edge("integers", [8, 6, 4, 2], "uint8"),
    "nan": Edge("nan", [[2, NAN, 6, 8], APPLE]),
    "inf": Edge("nan", [[2, 4, 6, INF], APPLE]),
    "huge": Edge("huge", [1e30, -1e30]),
    "tiny": Edge("huge", example.tiny.tolist()),
    "tiny_without_eps": Edge("huge", [1e-30, -1e-30], eps=0),
    "large_mean": Edge("two-passes", [40000, 40001, 40002, 40003]),
    "far": Edge("far", [1e8, 1e8 + 8, 1e8 + 16]),
    "half": Edge("half", [-600, -200, 200, 600], "float16"),
    "half_padding": Edge("half", [0, 0, 0, 0], "float16", eps=1e-12),
}


@dataclass(frozen=True)
class Outcome:
    """What became of an input: an error's class, or values written with three decimals.

    ``warns`` tells whether NumPy or lndocs warned of the arithmetic.
    """

    error: str = ""
    shape: tuple[int, ...] = ()
    values: tuple[str, ...] = ()
    warns: bool = False


def lndocs(x: Array, eps: float) -> Array:
    """Normalize with this package."""
    return layer_norm(x, eps=eps)


def torch(x: Array, eps: float) -> Array:
    """Normalize with PyTorch's function."""
    framework = import_module("torch")
    answer = framework.nn.functional.layer_norm(framework.tensor(x), x.shape[-1:], eps=eps)
    return np.asarray(answer.numpy())


def onnx(x: Array, eps: float) -> Array:
    """Normalize with the operator of ONNX, as its reference evaluator computes it."""
    helper, reference = import_module("onnx.helper"), import_module("onnx.reference")
    kind = helper.np_dtype_to_tensor_dtype(x.dtype)
    given = [helper.make_tensor_value_info(name, kind, None) for name in ("X", "Scale", "Y")]
    node = helper.make_node("LayerNormalization", ["X", "Scale"], ["Y"], axis=-1, epsilon=eps)
    graph = helper.make_graph([node], "norm", given[:2], given[2:])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    scale = np.ones(x.shape[-1], x.dtype)
    answer = reference.ReferenceEvaluator(model).run(None, {"X": x, "Scale": scale})[0]
    return np.asarray(answer)


def keras(x: Array, eps: float) -> Array:
    """Normalize with Keras's layer and its default dtype policy."""
    framework = import_module("keras")
    answer = framework.layers.LayerNormalization(epsilon=eps)(x)
    return np.asarray(framework.ops.convert_to_numpy(answer))


FRAMEWORKS = {"torch": torch, "onnx": onnx, "keras": keras}


def run(normalize: Callable[[Array, float], Array], edge: Edge) -> Outcome:
    """Normalize an input and say what became of it, with NumPy's own settings for warnings."""
    usual = np.errstate(divide="warn", over="warn", invalid="warn", under="ignore")
    with usual, warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            answer = normalize(edge.array, edge.eps)
        except Exception as error:
            return Outcome(error=type(error).__name__)
    warns = any(issubclass(warning.category, RuntimeWarning) for warning in caught)
    values = tuple(f"{value:z.3f}" for value in answer.ravel().tolist())
    return Outcome("", answer.shape, values, warns)


def record() -> dict[str, dict[str, Any]]:
    """Run every input through every framework; for the record."""
    return {
        name: {framework: _plain(run(own, edge)) for framework, own in FRAMEWORKS.items()}
        for name, edge in EDGES.items()
    }


@cache
def outcome(framework: str, name: str) -> Outcome:
    """Look up what a framework made of an input, or compute what lndocs does."""
    if framework == "lndocs":
        return run(lndocs, EDGES[name])
    kept = recorded.load()["edges"][name][framework]
    return Outcome(kept["error"], tuple(kept["shape"]), tuple(kept["values"]), kept["warns"])


def right(edge: Edge) -> list[float]:
    """Compute the answer in exact sums of float64; NaN where there is none."""
    rows = np.atleast_2d(edge.array).astype(float).tolist() if edge.array.size else []
    return [value for row in rows for value in _standardized(row, edge.eps)]


def _standardized(row: list[float], eps: float) -> list[float]:
    if not all(map(math.isfinite, row)):
        return [NAN] * len(row)
    middle = math.fsum(row) / len(row)
    differences = [math.fsum([value, -middle]) for value in row]
    unit = math.sqrt(math.fsum(each**2 for each in differences) / len(row) + eps)
    return [each / unit if unit else NAN for each in differences]


def _plain(outcome: Outcome) -> dict[str, Any]:
    return {name: list(v) if isinstance(v, tuple) else v for name, v in asdict(outcome).items()}
