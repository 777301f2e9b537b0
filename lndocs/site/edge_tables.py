"""The tables of the page about edge inputs, in both languages, and the numerals in them.

``python -m lndocs.site.edge_tables`` prints them, to be put on the pages; a test holds the pages
to them.
"""

import math
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lndocs.site.edges import EDGES, FRAMEWORKS, Edge, Outcome, outcome, right

LANGUAGES = ("zh", "en")
COLUMNS = ("lndocs", *FRAMEWORKS)
NAMES = ("lndocs", "PyTorch", "ONNX", "Keras")

TABLES = {
    "no-spread": (
        *("constant", "constant_without_eps", "tenths_without_eps", "padding"),
        *("one_feature", "two_features"),
    ),
    "shape-and-dtype": ("no_rows", "no_features", "integers", "small_integers"),
    "range": (
        *("nan", "inf", "huge", "tiny", "tiny_without_eps", "large_mean", "far"),
        *("half", "half_padding"),
    ),
}
"""The inputs of each table, under the anchor of its section."""

# What stands in braces is replaced by the input's numbers, its shape or its ε.
INPUTS = {
    "constant": ("[四个一样的数]({at})：{x}", "[Four equal numbers]({at}): {x}"),
    "constant_without_eps": ("同上，ε 为 {eps}", "The same, ε = {eps}"),
    "tenths_without_eps": ("七个 {first}，ε 为 {eps}", "Seven times {first}, ε = {eps}"),
    "padding": ("填充：{x}", "Padding: {x}"),
    "one_feature": ("[一个特征]({at})，两行：{x}", "[One feature]({at}), two rows: {x}"),
    "two_features": ("两个特征：{x}", "Two features: {x}"),
    "no_rows": ("[没有行]({at})：({shape})", "[No rows]({at}): ({shape})"),
    "no_features": ("没有特征：({shape})", "No features: ({shape})"),
    "integers": ("[整数]({at})：{x}", "[Integers]({at}): {x}"),
    "small_integers": ("uint8 的 {x}", "uint8: {x}"),
    "nan": ("[NaN]({at})：{x}", "[NaN]({at}): {x}"),
    "inf": ("Inf：{x}", "Inf: {x}"),
    "huge": ("[太大]({at})：{x}", "[Too large]({at}): {x}"),
    "tiny": ("很小：{x}", "Tiny: {x}"),
    "tiny_without_eps": ("太小：{x}，ε 为 {eps}", "Too small: {x}, ε = {eps}"),
    "large_mean": ("[均值大]({at})：{x}", "[Large mean]({at}): {x}"),
    "far": ("[均值太大]({at})：{x}", "[Mean too large]({at}): {x}"),
    "half": ("[float16]({at})：{x}", "[float16]({at}): {x}"),
    "half_padding": ("float16 的 {x}，ε 为 {eps}", "float16: {x}, ε = {eps}"),
}

WORDS = {
    "input": ("输入", "Input"),
    "error": ("报错", "error"),
    "empty": ("空", "empty"),
    "nan": ("全为 NaN", "all NaN"),
    "first": ("第一行 NaN", "first row NaN"),
    "right": ("正确", "right"),
    "all": ("全为 {}", "all {}"),
    "listed": ("{}", "{}"),
    "wrong": ("错：{}", "wrong: {}"),
    "warns": ("{}，有警告", "{}, warns"),
}

# How far three decimals of a right answer may be from it; float16 has not even those.
_CLOSE = {"float16": 2e-3}


def table(name: str, lang: str) -> str:
    """Write a table in Markdown, and the check line below it.

    Parameters
    ----------
    name : str
        A key of :data:`TABLES`.
    lang : str
        ``zh`` or ``en``.
    """
    head = (_words("input", lang), *NAMES)
    rows = [head, (":---",) * len(head)]
    rows += [_row(edge, lang) for edge in TABLES[name]]
    lines = [f"| {' | '.join(cells)} |" for cells in rows]
    checks = ", ".join(f"edges.{edge}" for edge in TABLES[name])
    return "\n".join([*lines, "", f"<!-- = {checks} -->", ""])


class Numerals:
    """What check lines know as ``edges``: the numbers in the row of each input, in order."""

    def __getattr__(self, name: str) -> list[float]:
        """Give the numbers of one input's row."""
        if name not in EDGES:
            raise AttributeError(f"{name} is no input of lndocs.site.edges")
        cells = (_cell(outcome(column, name), EDGES[name]) for column in COLUMNS)
        shown = (value for cell in cells for value in cell.numbers)
        return [*_given(name), *filter(math.isfinite, shown)]


@dataclass(frozen=True)
class Cell:
    """What a cell says: a key of :data:`WORDS`, its numbers, and what is said around them."""

    word: str
    numbers: tuple[float, ...] = ()
    wrong: bool = False


def disagree(name: str) -> bool:
    """Tell whether a framework gives other values than lndocs, or an error where it gives none."""
    return len({_cell(outcome(column, name), EDGES[name]) for column in COLUMNS}) > 1


def written(value: float) -> str:
    """Write a number as the tables show it; no line ends after the minus of an exponent."""
    if math.isnan(value):
        return "NaN"
    size = abs(float(value))
    if math.isinf(size):
        text = "Inf"
    elif size.is_integer() and size < 1e9:
        text = str(int(size))
    else:
        text = f"{size:g}".replace("e+", "e").replace("e-", "e−")
    return f"−{text}" if value < 0 else text


def _row(name: str, lang: str) -> tuple[str, ...]:
    edge = EDGES[name]
    said = (_said(outcome(column, name), edge, lang) for column in COLUMNS)
    return (_input(name, lang), *said)


def _input(name: str, lang: str) -> str:
    edge, text = EDGES[name], INPUTS[name][LANGUAGES.index(lang)]
    first = _shown_rows(edge)
    return text.format(
        at=f"#{edge.section}",
        x=", ".join(map(written, first)),
        first=written(first[0]) if first else "",
        shape=", ".join(map(str, edge.shape or ())),
        eps=written(edge.eps),
    )


def _given(name: str) -> Iterator[float]:
    """Find the numbers that stand in the first cell, in their order."""
    edge, text = EDGES[name], INPUTS[name][0]
    parts: dict[str, Sequence[float]] = {
        "{x}": [value for value in _shown_rows(edge) if math.isfinite(value)],
        "{first}": _shown_rows(edge)[:1],
        "{shape}": edge.shape or (),
        "{eps}": (edge.eps,),
    }
    for part in sorted((part for part in parts if part in text), key=text.index):
        yield from parts[part]


def _shown_rows(edge: Edge) -> list[float]:
    """Give the numbers that show an input: of a row with NaN or Inf, that row alone."""
    flat = [value for row in edge.rows for value in (row if isinstance(row, list) else [row])]
    return flat if all(map(math.isfinite, flat)) else edge.rows[0]


def _said(found: Outcome, edge: Edge, lang: str) -> str:
    cell = _cell(found, edge)
    text = _words(cell.word, lang).format(", ".join(map(written, cell.numbers)))
    text = _words("wrong", lang).format(text) if cell.wrong else text
    return _words("warns", lang).format(text) if found.warns else text


def _words(key: str, lang: str) -> str:
    return WORDS[key][LANGUAGES.index(lang)]


def _cell(found: Outcome, edge: Edge) -> Cell:
    if found.error:
        return Cell("error")
    if 0 in found.shape:
        return Cell("empty")
    answer, expected = tuple(map(float, found.values)), right(edge)
    d, nan = found.shape[-1], [*map(math.isnan, answer)]
    if all(nan[:d]):
        return Cell("nan" if all(nan) else "first", (), not _close(answer[d:], expected[d:], edge))
    good = _close(answer, expected, edge)
    if len(set(answer)) == 1:
        return Cell("all", answer[:1], not good)
    return Cell("right") if good else Cell("listed", answer, True)


def _close(answer: Sequence[float], expected: Sequence[float], edge: Edge) -> bool:
    limit = _CLOSE.get(edge.dtype, 6e-4)
    return all(abs(a - e) <= limit for a, e in zip(answer, expected, strict=True))


if __name__ == "__main__":
    for name in TABLES:
        sys.stdout.write("\n".join(table(name, lang) + "\n" for lang in LANGUAGES))
