"""The expressions of a check line: the names they see, and the values they give."""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

import lndocs
from lndocs import example
from lndocs.site import edge_tables, recorded
from lndocs.site.rules import ExpressionError, accept, called

_BUILTINS = {"__import__": __import__, "abs": abs, "len": len, "max": max, "min": min, "sum": sum}


@dataclass(frozen=True)
class Fact:
    """What is not computed: a whole number or a text, and where it comes from."""

    value: int | str
    source: str


@dataclass(frozen=True)
class Rounded:
    """A value that the page deliberately shows with fewer decimals."""

    value: float
    decimals: int


@dataclass(frozen=True)
class Failure:
    """What stands for the value of an expression that could not be evaluated."""

    reason: str


def fact(value: int | str, source: str) -> Fact:
    """Cite a whole number or a text, such as a year, that nothing here computes."""
    return Fact(value, source)


def rounded(value: Any, decimals: int) -> list[Rounded]:
    """Say that the page shows ``value``, each entry of it, rounded to ``decimals``."""
    return [Rounded(float(entry), decimals) for entry in np.ravel(value)]


def same(values: Any) -> float:
    """Give the one value that all entries share: what "10 times" claims of a whole row.

    Raises
    ------
    ValueError
        The entries differ by more than rounding.
    """
    entries = np.ravel(values)
    if not np.allclose(entries, entries[0], rtol=1e-9, atol=0):
        raise ValueError(f"the entries are not all the same: {entries.tolist()}")
    return float(entries[0])


# What a check line sees beside the page's own names.
NAMES: dict[str, Any] = {
    **{name: getattr(lndocs, name) for name in lndocs.__all__ if name != "show"},
    **{name: value for name, value in vars(example).items() if isinstance(value, np.ndarray | int)},
    "edges": edge_tables.Numerals(),
    "fact": fact,
    "frameworks": recorded.frameworks(),
    "rounded": rounded,
    "same": same,
    **{f"{name}_version": version for name, version in recorded.versions().items()},
}


def split(source: str) -> list[str]:
    """Cut the source of a check line at its outermost commas.

    Raises
    ------
    ExpressionError
        The source is no list of Python expressions, or one of them breaks a rule.
    """
    try:
        tree = ast.parse(f"[{source}\n]", mode="eval").body
    except SyntaxError as error:
        raise ExpressionError(
            f"{source.strip()!r} is no list of expressions: {error.msg}"
        ) from None
    if not isinstance(tree, ast.List) or not tree.elts:
        raise ExpressionError("a check line needs at least one expression")
    for node in tree.elts:
        accept(node)
    return [ast.unparse(node) for node in tree.elts]


def facts(source: str) -> Iterator[Fact]:
    """Find what a check line cites."""
    try:
        split(source)
    except ExpressionError:  # the page's own test says what is wrong with it
        return
    for node in ast.walk(ast.parse(f"[{source}\n]", mode="eval")):
        if isinstance(node, ast.Call) and called(node) == "fact":
            yield fact(*map(ast.literal_eval, node.args))


def values(expression: str, namespace: Mapping[str, Any]) -> list[Any]:
    """Evaluate an expression of :func:`split` and flatten what it gives.

    Parameters
    ----------
    expression : str
    namespace : mapping
        The page's names, which go before those of ``lndocs`` and its example.

    Returns
    -------
    list
        Python numbers, texts, facts and roundings, one for each numeral.

    Raises
    ------
    ExpressionError
        The expression reads nothing but functions, or gives something that is no number.
    Exception
        Whatever the expression itself raises.
    """
    names = {**NAMES, **namespace, "__builtins__": _BUILTINS}
    tree = ast.parse(expression, mode="eval")
    read = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    found = [names.get(name, _BUILTINS.get(name)) for name in read]
    if "fact" not in read and all(callable(it) or isinstance(it, ModuleType) for it in found):
        raise ExpressionError(f"{expression} reads no value, so it states its own")
    return list(_flat(eval(compile(tree, "<check line>", "eval"), names), expression))


def _flat(value: Any, expression: str) -> Iterator[Any]:
    if isinstance(value, (list, tuple)):
        for entry in value:
            yield from _flat(entry, expression)
    elif isinstance(value, np.ndarray):
        yield from _flat(value.tolist(), expression)
    elif isinstance(value, np.generic):
        yield from _flat(value.item(), expression)
    elif isinstance(value, bool) or not isinstance(value, (int, float, str, Fact, Rounded)):
        raise ExpressionError(f"{expression} gives {value!r}, which is no number")
    else:
        yield value
