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


@pytest.mark.parametrize("name", MODULES)
def test_every_example_in_a_docstring_is_true(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0


def test_the_arithmetic_has_an_example_for_each_of_its_functions() -> None:
    norms = importlib.import_module("lndocs.norms")
    public = [
        name
        for name, value in vars(norms).items()
        if getattr(value, "__module__", "") == "lndocs.norms" and not name.startswith("_")
    ]
    examples = doctest.DocTestFinder(exclude_empty=True).find(norms)
    assert {f"lndocs.norms.{name}" for name in public} <= {
        found.name for found in examples if found.examples
    }
