"""The rules for the expressions of a check line.

An expression computes its value from what the page and ``lndocs`` have defined. It may not state
the value: literals stand only where they choose something (an index, ε, an axis, a power), never
where they make up the result.
"""

import ast
from collections.abc import Iterator, Sequence

_CHOOSING = {"eps", "axis", "ddof"}
_POWERS = {2, 0.5, -1, -0.5}


class ExpressionError(ValueError):
    """An expression that a check line may not hold."""


def accept(node: ast.AST) -> None:
    """Check that an expression states no value.

    Parameters
    ----------
    node : ast.AST
        One expression of a check line.

    Raises
    ------
    ExpressionError
        A literal stands where it makes up the result, or the syntax is none that is needed here.
    """
    for part in node.elts if isinstance(node, ast.List | ast.Tuple) else [node]:
        if sum(map(_adds_one, _outside_indices(part))) > 1:
            raise ExpressionError(f"{ast.unparse(part)} counts up to its value")
    _accept_part(node)


def _accept_part(node: ast.AST) -> None:
    match node:
        case ast.Name(id=name) if not name.startswith("_"):
            pass
        case ast.Attribute(value=value, attr=name) if not name.startswith("_"):
            _accept_part(value)
        case ast.Subscript(value=value, slice=index):
            _accept_part(value)
            _accept_index(index)
        case ast.List(elts=entries) | ast.Tuple(elts=entries) if entries:
            _accept_all(entries)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            _accept_part(operand)
        case ast.BinOp(left=left, op=ast.Pow(), right=right) if _number(right) in _POWERS:
            _accept_part(left)
        case ast.BinOp(left=left) if _adds_one(node):
            _accept_part(left)
        case ast.BinOp(left=left, right=right):
            _accept_all([left, right])
        case ast.Call() if called(node) == "fact":
            _accept_fact(node)
        case ast.Call(args=[value, ast.Constant(value=int(decimals))]) if (
            called(node) == "rounded" and type(decimals) is int and decimals < 20
        ):
            _accept_part(value)
        case ast.Call(func=function, args=args, keywords=keywords):
            _accept_all([function, *args])
            for keyword in keywords:
                if keyword.arg not in _CHOOSING:
                    _accept_part(keyword.value)
        case ast.Constant(value=value):
            raise ExpressionError(
                f"the literal {value!r} states a value; compute it, or cite a fact"
            )
        case _:
            raise ExpressionError(
                f"a check line holds no {type(node).__name__}: {ast.unparse(node)}"
            )


def _accept_index(node: ast.AST | None) -> None:
    match node:
        case ast.Slice(lower=lower, upper=upper, step=step):
            for part in (lower, upper, step):
                _accept_index(part)
        case ast.Tuple(elts=entries):
            for entry in entries:
                _accept_index(entry)
        case _ if node is not None and _number(node) is None:
            _accept_part(node)


def _accept_all(nodes: Sequence[ast.AST]) -> None:
    for node in nodes:
        _accept_part(node)


def _accept_fact(node: ast.Call) -> None:
    match node.args:
        case [ast.Constant(value=value), ast.Constant(value=str(source))] if (
            type(value) in (int, str) and source.strip() and not node.keywords
        ):
            return
    raise ExpressionError(
        f"{ast.unparse(node)}: a fact is one whole number or text, and its source"
    )


def _outside_indices(node: ast.AST) -> Iterator[ast.AST]:
    yield node
    for name, value in ast.iter_fields(node):
        if name != "slice":
            for part in value if isinstance(value, list) else [value]:
                if isinstance(part, ast.AST):
                    yield from _outside_indices(part)


def _adds_one(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.BinOp)
        and isinstance(node.op, (ast.Add, ast.Sub))
        and _number(node.right) == 1
    )


def _number(node: ast.AST) -> float | None:
    """Read a literal number, with its sign."""
    match node:
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
            return -value
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            return value
    return None


def called(node: ast.Call) -> str:
    """Give the name of the function that is called, if it is a plain name."""
    return node.func.id if isinstance(node.func, ast.Name) else ""
