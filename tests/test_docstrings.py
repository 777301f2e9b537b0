"""The examples in the docstrings of the package."""

import doctest
import importlib
import pkgutil

import pytest

import lndocs

MODULES = ["lndocs"] + [
    module.name
    for module in pkgutil.walk_packages(lndocs.__path__, "lndocs.")
    if not module.name.endswith("__main__")
]

ARITHMETIC = [
    "norms",
    "module",
    "backward",
    "batch",
    "group",
    "rms",
    "attention",
    "transformer",
    "porting",
]


@pytest.mark.parametrize("name", MODULES)
def test_every_example_in_a_docstring_is_true(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0


@pytest.mark.parametrize("name", ARITHMETIC)
def test_the_arithmetic_has_an_example_for_each_of_its_functions(name: str) -> None:
    module = importlib.import_module(f"lndocs.{name}")
    public = [
        name
        for name, value in vars(module).items()
        if getattr(value, "__module__", "") == module.__name__ and not name.startswith("_")
    ]
    examples = doctest.DocTestFinder(exclude_empty=True).find(module)
    assert {f"{module.__name__}.{name}" for name in public} <= {
        found.name for found in examples if found.examples
    }
