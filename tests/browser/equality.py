"""The components' arithmetic and digits in the browser against lndocs, on random input.

``make equal`` compares :data:`EVERYTHING` and prints what was compared; the suite compares fewer.
Numbers cross as the bytes of float64, so that no digit is lost on the way.
"""

import base64
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lndocs import (
    batch_norm,
    center,
    layer_norm,
    mean,
    post_norm,
    pre_norm,
    standardize,
    std,
    variance,
)
from lndocs.forms import decimal, full

if TYPE_CHECKING:
    from playwright.sync_api import Page

Row = NDArray[np.float64]

EVERYTHING = 40_000
"""How many inputs of each subject are compared in full."""
BATCH = 1_000
SEED = 20261130

SCRIPT = """async ({home, expression, given}) => {
  const lndocs = await import(`${home}assets/components/arithmetic.js`);
  const {decimal, full} = await import(`${home}assets/components/display.js`);
  const run = new Function("lndocs", "given", expression);
  const unpack = (text) =>
    Array.from(new Float64Array(Uint8Array.from(atob(text), (char) => char.charCodeAt(0)).buffer));
  const counts = [], numbers = [], texts = [];
  for (const packed of given) {
    const found = run(lndocs, unpack(packed)).flat(Infinity);
    counts.push(found.length);
    for (const value of found) {
      numbers.push(value);
      texts.push(decimal(value), full(value));
    }
  }
  let bytes = "";
  for (const byte of new Uint8Array(new Float64Array(numbers).buffer)) {
    bytes += String.fromCharCode(byte);
  }
  return {counts, bytes: btoa(bytes), texts};
}"""


@dataclass(frozen=True)
class Subject:
    """One calculation, in both languages.

    Attributes
    ----------
    name : str
    draw : callable
        Makes a random input: one row of numbers that holds all of it.
    script : str
        The body of a function of ``lndocs``, the module, and ``given``, that row.
    answer : callable
        What lndocs makes of that row: numbers and arrays, in the order of the script's.
    """

    name: str
    draw: Callable[[np.random.Generator], Row]
    script: str
    answer: Callable[[Row], Sequence[Any]]


@dataclass
class Count:
    """What was compared."""

    inputs: int = 0
    numbers: int = 0
    bits: list[str] = field(default_factory=list)
    digits: list[str] = field(default_factory=list)


def compare(page: "Page", home: str, subject: Subject, inputs: int, seed: int = SEED) -> Count:
    """Hold the browser's numbers and digits against lndocs'; list what differs."""
    random = np.random.default_rng([seed, len(subject.name)])
    count = Count()
    while count.inputs < inputs:
        rows = [subject.draw(random) for _ in range(min(BATCH, inputs - count.inputs))]
        packed = [base64.b64encode(row.tobytes()).decode() for row in rows]
        found = page.evaluate(SCRIPT, {"home": home, "expression": subject.script, "given": packed})
        theirs = np.frombuffer(base64.b64decode(found["bytes"]))
        place = 0
        for row, size in zip(rows, found["counts"], strict=True):
            ours = np.concatenate([np.ravel(part) for part in _quietly(subject.answer, row)])
            _hold(count, row, ours, theirs[place : place + size], found["texts"][2 * place :])
            place += size
        count.inputs += len(rows)
    return count


def _quietly(answer: Callable[[Row], Sequence[Any]], row: Row) -> Sequence[Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return answer(row)


def _hold(count: Count, row: Row, ours: Row, theirs: Row, texts: list[str]) -> None:
    assert ours.shape == theirs.shape, (row.tolist(), ours.shape, theirs.shape)
    count.numbers += ours.size
    same = (ours.view(np.uint64) == theirs.view(np.uint64)) | (np.isnan(ours) & np.isnan(theirs))
    if not same.all():
        count.bits.append(f"{row.tolist()}: {ours.tolist()} but {theirs.tolist()}")
    expected = [write(value) for value in ours.tolist() for write in (decimal, full)]
    if expected != texts[: len(expected)]:
        pairs = zip(expected, texts, strict=False)
        count.digits.append(f"{row.tolist()}: {[pair for pair in pairs if pair[0] != pair[1]]}")


def values(random: np.random.Generator, size: int) -> Row:
    """Draw numbers of one of the kinds that have gone wrong somewhere."""
    signs = random.choice([-1.0, 1.0], size)
    kinds: list[Callable[[], Any]] = [
        lambda: random.integers(-20, 100, size),
        lambda: random.integers(-200, 200, size) / 10,
        lambda: random.integers(-400, 400, size) / 16,  # their thirds decimals are often ties
        lambda: random.normal(size=size),
        lambda: signs * 10 ** random.uniform(-300, 300, size),
        lambda: signs * 10 ** random.uniform(-300, 300) * random.uniform(1, 10, size),
        lambda: random.uniform(1, 10, size) * 10 ** random.uniform(-165, -145),
        lambda: np.full(size, 10 ** random.uniform(-300, 300)),
        lambda: np.full(size, random.integers(0, 9) / 10),
        lambda: 10 ** random.uniform(3, 16) + random.integers(-9, 9, size),
        lambda: random.integers(-9, 9) + random.integers(1, 9) * np.arange(size),
        lambda: np.where(random.random(size) < 0.5, 0, random.integers(-3, 4, size)),
        lambda: random.integers(10**16, 10**18, size) // 10**13 * 10**13 + 5 * 10**12,
    ]
    return np.asarray(kinds[random.integers(len(kinds))](), dtype=float) + 0.0


def epsilon(random: np.random.Generator) -> float:
    """Draw an ε: none, one that is in use, or any."""
    usual = (0.0, 0.0, 1e-12, 1e-6, 1e-5, 1e-3, 1.0)
    kind = random.integers(len(usual) + 2)
    return float(usual[kind]) if kind < len(usual) else float(10 ** random.uniform(-300, 3))


def _draw_row(random: np.random.Generator) -> Row:
    n = int(random.integers(2, 9))
    affine = random.random() < 0.5
    gamma, beta = (values(random, n), values(random, n)) if affine else (np.ones(n), np.zeros(n))
    return np.array([n, epsilon(random), *values(random, n), *gamma, *beta])


def _answer_row(given: Row) -> Sequence[Any]:
    n, eps = int(given[0]), float(given[1])
    x, gamma, beta = np.split(given[2:], 3)
    assert x.size == n
    squares = np.square(center(x))
    root = np.sqrt(variance(x) + eps) if eps else std(x)
    x_hat, y = standardize(x, eps), layer_norm(x, gamma, beta, eps)
    return [
        *(x.sum(), mean(x), center(x), squares, squares.sum(), variance(x), root),
        *(x_hat, mean(x_hat), variance(x_hat), y, mean(y), variance(y)),
    ]


ROW = Subject(
    "the steps of a row",
    _draw_row,
    """const [n, eps] = given;
    const [x, gamma, beta] = [0, 1, 2].map((k) => given.slice(2 + k * n, 2 + (k + 1) * n));
    return Object.values(lndocs.walkthrough(x, gamma, beta, eps));""",
    _answer_row,
)


def _draw_matrix(random: np.random.Generator) -> Row:
    n, d = int(random.integers(2, 12)), int(random.integers(2, 9))
    return np.array([n, epsilon(random), *values(random, n * d)])


def _answer_matrix(given: Row) -> Sequence[Any]:
    n, eps = int(given[0]), float(given[1])
    x = given[2:].reshape(n, -1)
    sentence = x.ravel()
    return [
        *(layer_norm(x, eps=eps), batch_norm(x, eps=eps), standardize(sentence, eps)),
        *(mean(sentence), std(sentence), mean(x[-1]), std(x[-1]), mean(x[:, 0]), std(x[:, 0])),
    ]


MATRIX = Subject(
    "three ways to pool a matrix",
    _draw_matrix,
    """const [n, eps] = given;
    const d = (given.length - 2) / n;
    const x = Array.from({length: n}, (_, i) => given.slice(2 + i * d, 2 + (i + 1) * d));
    const [sentence, last, first] = [x.flat(), x[n - 1], x.map((row) => row[0])];
    const {layerNorm, batchNorm, standardize, mean, std} = lndocs;
    return [
      ...x.map((row) => layerNorm(row, undefined, undefined, eps)),
      batchNorm(x, eps),
      standardize(sentence, eps),
      ...[sentence, last, first].flatMap((row) => [mean(row), std(row)]),
    ];""",
    _answer_matrix,
)


def _draw_orders(random: np.random.Generator) -> Row:
    n = int(random.integers(2, 9))
    return np.array([epsilon(random), *values(random, n), *values(random, n)])


def _answer_orders(given: Row) -> Sequence[Any]:
    eps = float(given[0])
    x, a = np.split(given[1:], 2)

    def norm(row: Any) -> Any:
        return layer_norm(row, eps=eps)

    outputs = [
        post_norm(x, lambda _: a, norm),
        pre_norm(x, lambda _: a, norm),
        norm(a) + x,
        norm(a) + norm(x),
    ]
    return [part for y in outputs for part in (y, mean(y), variance(y))]


ORDERS = Subject(
    "four places of the norm",
    _draw_orders,
    """const eps = given[0];
    const n = (given.length - 1) / 2;
    const [x, a] = [given.slice(1, n + 1), given.slice(n + 1)];
    const {add, layerNorm, mean, postNorm, preNorm, variance} = lndocs;
    const norm = (row) => layerNorm(row, undefined, undefined, eps);
    const orders = [
      postNorm(x, () => a, norm),
      preNorm(x, () => a, norm),
      add(norm(a), x),
      add(norm(a), norm(x)),
    ];
    return orders.flatMap((y) => [y, mean(y), variance(y)]);""",
    _answer_orders,
)

SUBJECTS = (ROW, MATRIX, ORDERS)


def report(subject: Subject, count: Count) -> str:
    """Say in a line what was compared and what differed."""
    return (
        f"{subject.name}: {count.inputs:,} inputs, {count.numbers:,} numbers, "
        f"{len(count.bits)} differ in a bit, {len(count.digits)} in a digit"
    )


def differences(count: Count) -> Iterator[str]:
    """Name the first differences."""
    yield from count.bits[:3]
    yield from count.digits[:3]
