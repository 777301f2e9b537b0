"""The tables of the page on frameworks, word by word: what the record says was measured.

The record itself is held to the frameworks in `test_recorded`, its numbers by the page's own check
lines.
"""

import re
from pathlib import Path
from typing import Any

import pytest

from lndocs import LayerNorm
from lndocs.site import frameworks, recorded
from lndocs.site.frameworks import DTYPES

ROOT = Path(__file__).parents[1]
NAMES = {"PyTorch": "torch", "Keras": "keras", "ONNX": "onnx"}

NO_SWITCH = {"zh": "不能", "en": "No"}
REFUSED = {"zh": ("报错", "不允许"), "en": ("Error", "Not allowed")}

languages = pytest.mark.parametrize("language", ["zh", "en"])


def section(language: str, anchor: str) -> str:
    text = (ROOT / "docs" / language / "frameworks.md").read_text("utf-8")
    (found,) = re.findall(rf"(?ms)^## [^\n]*\{{#{anchor}\}}\n(.*?)(?=^## |\Z)", text)
    return str(found)


def table(language: str, anchor: str) -> list[list[str]]:
    """Read the one table of a section, its header first; marks of code go."""
    lines = re.findall(r"(?m)^\|(.*)\|$", section(language, anchor))
    rows = [[cell.strip().replace("`", "") for cell in line.split("|")] for line in lines]
    return [rows[0], *rows[2:]]


def measured(name: str) -> dict[str, Any]:
    return dict(vars(getattr(recorded.frameworks(), NAMES[name])))


@languages
@pytest.mark.parametrize("name", NAMES)
def test_the_names_are_those_of_the_framework(language: str, name: str) -> None:
    found = measured(name)
    rows = {row[0]: row[1:] for row in table(language, "names")[1:]}
    assert rows[name] == [*found["parameters"], found["eps"]]


@languages
def test_our_own_names_are_those_of_the_package(language: str) -> None:
    rows = {row[0]: row[1:] for row in table(language, "names")[1:]}
    norm = LayerNorm(1)
    assert rows["lndocs"] == ["gamma", "beta", "eps"]
    assert all(hasattr(norm, name) for name in rows["lndocs"])


@languages
@pytest.mark.parametrize("name", NAMES)
def test_the_argument_that_chooses_axes_is_named(language: str, name: str) -> None:
    rows = {row[0]: row[1:] for row in table(language, "axes")[1:]}
    assert rows[name][0] == measured(name)["axis"]


def test_only_pytorch_must_be_told_which_axes() -> None:
    assert {name for name in NAMES if not measured(name)["last"]} == {"PyTorch"}


@languages
def test_the_dtypes_are_those_that_came_out(language: str) -> None:
    header, *rows = table(language, "dtype")
    assert [row[0] for row in rows] == list(DTYPES)
    for name in NAMES:
        column = header.index(name)
        came = vars(measured(name)["dtypes"])
        shown = {row[0]: row[column] for row in rows}
        for dtype in DTYPES:
            if came[dtype] is None:
                assert shown[dtype] in REFUSED[language], (name, dtype)
            else:
                assert shown[dtype] == came[dtype], (name, dtype)


@languages
def test_the_dtypes_of_the_package_are_those_that_come_out(language: str) -> None:
    header, *rows = table(language, "dtype")
    column = header.index("lndocs")
    for row in rows:
        x = frameworks.apple.astype(row[0])
        assert LayerNorm(len(x))(x).dtype.name == row[column]


@languages
@pytest.mark.parametrize("name", NAMES)
def test_a_count_that_cannot_be_had_is_no_number(language: str, name: str) -> None:
    rows = {row[0]: row[1:] for row in table(language, "off")[1:]}
    shown = [None if cell == NO_SWITCH[language] else int(cell) for cell in rows[name]]
    assert shown == measured(name)["counts"]


@languages
@pytest.mark.parametrize("name", NAMES)
def test_the_switches_are_named_below(language: str, name: str) -> None:
    text = section(language, "off")
    named = set(re.findall(r"`(\w+)`", text[text.rindex("|\n") :]))
    assert set(measured(name)["switches"]) <= named


def test_every_variance_divides_by_d() -> None:
    assert [measured(name)["ddof"] for name in NAMES] == [0, 0, 0]
