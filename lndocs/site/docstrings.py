"""Docstrings: what the package says of its public names, read from its source, not run."""

import ast
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import griffe
from griffe import DocstringSectionKind as Kind

ROOT = Path(__file__).parents[2]
NAME = "lndocs"
_WIDTH = 66
_CONSTANT = re.compile(r"[A-Z][A-Z_]+")


@dataclass(frozen=True)
class Item:
    """A parameter, a member, a value that is returned, or an error: a name, a type, and words."""

    name: str
    kind: str
    text: str


@dataclass(frozen=True)
class Documented:
    """A public name: how it is written, and the sections of its docstring.

    Attributes
    ----------
    signature : str
        As it is called; a constant with its value.
    text : str
        Paragraphs of reStructuredText, the first of them the summary.
    sections : dict of str to tuple of Item
        By the name that numpydoc gives them in small letters, and ``members`` of a class.
    examples : tuple of (bool, str)
        Sessions, which are marked by True, and the words around them.
    """

    signature: str
    text: str
    sections: dict[str, tuple[Item, ...]]
    examples: tuple[tuple[bool, str], ...]


class Package:
    """The package as it is written now: its public names and their docstrings.

    Examples
    --------
    >>> found = Package().documented("center")
    >>> found.signature, found.text
    ('center(x)', 'Subtract from each row its own mean.')
    >>> found.sections["parameters"]
    (Item(name='x', kind='array_like, shape (..., d)', text=''),)
    """

    def __init__(self) -> None:
        self._module: Any = griffe.load(NAME, search_paths=[ROOT], try_relative_path=False)
        self.names = [str(name) for name in self._module.exports or ()]

    def documented(self, name: str) -> Documented:
        """Read what the package says of a public name.

        Raises
        ------
        ValueError
            The package exports no such name, or it has no docstring.
        """
        if name not in self.names:
            raise ValueError(f"{NAME} has no public name {name!r}; it has {', '.join(self.names)}")
        # By the path it is imported from: a module may have the name of what it defines.
        source = self._module[self._module.imports[name].removeprefix(f"{NAME}.")]
        if source.docstring is None:
            raise ValueError(f"{NAME}.{name} has no docstring")
        text, sections, examples = "", dict[str, tuple[Item, ...]](), tuple[tuple[bool, str], ...]()
        for section in _parsed(source.docstring.value):
            if section.kind is Kind.text:
                text = section.value
            elif section.kind is Kind.examples:
                examples = tuple((kind is Kind.examples, words) for kind, words in section.value)
            else:
                sections[section.kind.value] = tuple(map(_item, section.value))
        if source.is_class:
            sections["members"] = tuple(self._members(source))
        return Documented(self._signature(source), text, sections, examples)

    def _members(self, source: Any) -> Iterator[Item]:
        """Describe the attributes and methods that have a docstring, all but the private ones."""
        for name, member in source.members.items():
            if member.docstring and (name == "__call__" or not name.startswith("_")):
                yield Item(self._signature(member), "", member.docstring.value)

    def _signature(self, source: Any) -> str:
        if source.is_attribute:
            is_property = "property" in source.labels
            return source.name if is_property else f"{source.name} = {_plain(source.value)}"
        given = [self._parameter(each, source) for each in source.parameters]
        given = [each for each in given if each not in ("self", "cls")]
        line = f"{source.name}({', '.join(given)})"
        if len(line) <= _WIDTH:
            return line
        inside = textwrap.fill(
            ", ".join(given), _WIDTH, initial_indent="    ", subsequent_indent="    "
        )
        return f"{source.name}(\n{inside}\n)"

    def _parameter(self, parameter: griffe.Parameter, source: Any) -> str:
        stars = {"variadic positional": "*", "variadic keyword": "**"}
        name = stars.get(parameter.kind.value if parameter.kind else "", "") + parameter.name
        if parameter.default is None or name != parameter.name:
            return name
        default = str(parameter.default)
        if _CONSTANT.fullmatch(default) and default not in self.names:  # readers cannot look it up
            default = _plain(source.module[default].value)
        return f"{name}={default}"


def assigned(source: str) -> Iterator[Item]:
    r"""Read the names that a module assigns, several at a time as one, with their docstrings.

    Examples
    --------
    >>> list(assigned('a, b = 1, 2\n"Two numbers."\n'))
    [Item(name='a, b', kind='', text='Two numbers.')]
    """
    body = ast.parse(source).body
    for statement, after in zip(body, [*body[1:], None], strict=True):
        if isinstance(statement, ast.Assign):
            words = after.value if isinstance(after, ast.Expr) else None
            text = words.value if isinstance(words, ast.Constant) else ""
            yield Item(ast.unparse(statement.targets[0]).strip("()"), "", str(text))


def _parsed(docstring: str) -> list[Any]:
    # Alone, without the object it belongs to: types are words here, not expressions.
    return list(griffe.Docstring(docstring).parse("numpy", warnings=False))


def _item(element: Any) -> Item:
    name = getattr(element, "name", "")
    return Item(name, str(element.annotation or ""), element.description.strip())


def _plain(value: object) -> str:
    """Write a constant as its source does: 1e-5, not 1e-05."""
    return re.sub(r"e-0(?=\d)", "e-", str(value))
