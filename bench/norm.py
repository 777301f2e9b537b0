"""How long ``layer_norm`` takes, and how much memory, beside the textbook and PyTorch."""

import tracemalloc
from collections.abc import Callable
from functools import partial
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np

from lndocs import layer_norm

SHAPES = [(3, 4), (128, 768), (4096, 768), (16384, 1024)]
SECONDS = 4.0  # a shape, at about


def textbook(x: Any, gamma: Any, beta: Any, eps: float = 1e-5) -> Any:
    """Write the formula as textbooks do."""
    mu = x.mean(axis=-1, keepdims=True)
    variance = x.var(axis=-1, keepdims=True)
    return (x - mu) / np.sqrt(variance + eps) * gamma + beta


def peak(function: Callable[..., Any], *arguments: Any) -> float:
    """Give the most memory that NumPy held meanwhile, in sizes of the input."""
    tracemalloc.start()
    function(*arguments)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most / float(arguments[0].nbytes)


def times(contestants: dict[str, Callable[[], Any]]) -> dict[str, float]:
    """Give medians of runs that take turns, so that a noisy moment meets all of them."""
    taken: dict[str, list[float]] = {name: [] for name in contestants}
    begun = perf_counter()
    while perf_counter() - begun < SECONDS or len(taken["lndocs"]) < 7:
        for name, run in contestants.items():
            start = perf_counter()
            run()
            taken[name].append(perf_counter() - start)
    return {name: median(values) for name, values in taken.items()}


def main() -> None:
    """Print the table."""
    try:
        import torch
    except ImportError:
        torch = None
    else:
        torch.set_num_threads(1)
    names = "lndocs / textbook" + ("   lndocs / PyTorch" if torch else "")
    print(f"layer_norm, NumPy {np.__version__}: time (ms) and ratios; peak memory in inputs")
    print(f"{'shape':>14} {'dtype':8} {'lndocs':>9}   {names}   peak: lndocs  textbook")
    for shape in SHAPES:
        for dtype in (np.float32, np.float64):
            generator = np.random.default_rng(0)
            x = generator.normal(size=shape).astype(dtype)
            given = x, *generator.normal(size=(2, shape[-1])).astype(dtype)
            runs = {"lndocs": partial(layer_norm, *given), "textbook": partial(textbook, *given)}
            if torch:
                rows, gamma, beta = map(torch.from_numpy, given)
                runs["torch"] = partial(
                    torch.nn.functional.layer_norm, rows, shape[-1:], gamma, beta
                )
            found = times(runs)
            own = found.pop("lndocs")
            ratios = "".join(f"{own / other:17.2f}  " for other in found.values())
            memory = f"{peak(layer_norm, *given):14.2f} {peak(textbook, *given):9.2f}"
            print(f"{shape!s:>14} {np.dtype(dtype).name:8} {own * 1000:9.3f} {ratios} {memory}")


if __name__ == "__main__":
    main()
