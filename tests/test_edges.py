"""The page about edge inputs: its tables show the record, lndocs as it is, and nothing else."""

import math
import re
from pathlib import Path

import numpy as np
import pytest

from lndocs import layer_norm
from lndocs.site import edge_tables, edges, recorded
from lndocs.site.edge_tables import COLUMNS, INPUTS, LANGUAGES, TABLES, Numerals, disagree, table
from lndocs.site.edges import EDGES, Edge, Outcome, outcome, right, run

DOCS = Path(__file__).parents[1] / "docs"
RERUN = "put there what python -m lndocs.site.edge_tables prints"


def page(lang: str) -> str:
    return (DOCS / lang / "edge-inputs.md").read_text("utf-8")


def sections(lang: str) -> dict[str, str]:
    """The text below each heading, by anchor."""
    parts = re.split(r"^#+ .*\{#([\w-]+)\}$", page(lang), flags=re.M)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", TABLES)
def test_a_page_shows_a_table_as_it_is_now(name: str, lang: str) -> None:
    assert table(name, lang) in sections(lang)[name], RERUN


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_shows_no_other_tables(lang: str) -> None:
    lines = [line for line in page(lang).splitlines() if line.startswith("|")]
    assert len(lines) == sum(len(names) + 2 for names in TABLES.values())


def test_every_input_stands_in_one_table_and_in_the_record() -> None:
    assert sorted(name for names in TABLES.values() for name in names) == sorted(EDGES)
    assert list(INPUTS) == [name for names in TABLES.values() for name in names]
    kept = recorded.load()["edges"]
    assert list(kept) == list(EDGES)
    assert all(tuple(found) == COLUMNS[1:] for found in kept.values())


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", EDGES)
def test_where_lndocs_and_a_framework_disagree_the_page_says_why(name: str, lang: str) -> None:
    text = sections(lang)[EDGES[name].section]
    assert "lndocs" in text
    if disagree(name):
        prose = re.sub(r"(?ms)^```.*?^```|^\|.*?$|<!--.*?-->", "", text)
        cells = {
            column: edge_tables._cell(outcome(column, name), EDGES[name]) for column in COLUMNS
        }
        odd = [column for column in COLUMNS[1:] if cells[column] != cells["lndocs"]]
        names = {"torch": "PyTorch", "onnx": "ONNX", "keras": "Keras"}
        shared = ("三个框架", "别家", "three frameworks", "the others")
        said = [column for column in odd if names[column] in prose]
        assert said == odd or any(word in prose for word in shared)
        assert "`lndocs`" in prose


def test_some_inputs_are_agreed_upon_and_some_are_not() -> None:
    agreed = [name for name in EDGES if not disagree(name)]
    assert {"constant", "nan", "inf", "two_features", "large_mean"} <= set(agreed)
    assert not {"far", "huge", "integers", "half", "no_features"} & set(agreed)


def test_the_chinese_and_the_english_of_an_input_have_the_same_numbers_in_order() -> None:
    for zh, en in INPUTS.values():
        assert re.findall(r"\{\w+\}", zh) == re.findall(r"\{\w+\}", en)


# What a right answer is


@pytest.mark.parametrize("name", [name for name, edge in EDGES.items() if edge.array.size])
def test_the_right_answer_is_that_of_more_digits(name: str) -> None:
    x, eps = EDGES[name].array.astype(np.longdouble), EDGES[name].eps
    with np.errstate(invalid="ignore"):
        apart = x - x.mean(axis=-1, keepdims=True)
        expected = apart / np.sqrt(np.square(apart).mean(axis=-1, keepdims=True) + eps)
    if np.ptp(x) == 0:
        expected = np.full(x.shape, 0 if eps else np.nan)
    np.testing.assert_allclose(np.array(right(EDGES[name])), expected.ravel().astype(float), 1e-9)


def test_lndocs_is_never_wrong_without_a_warning() -> None:
    for name, edge in EDGES.items():
        found = outcome("lndocs", name)
        cell = edge_tables._cell(found, edge)
        assert not cell.wrong
        assert found.warns == (cell.word == "nan" and not all(map(math.isnan, right(edge))))


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (Outcome("ValueError"), "error"),
        (Outcome(shape=(0, 4)), "empty"),
        (Outcome(shape=(4,), values=("nan",) * 4), "all NaN"),
        (Outcome(shape=(4,), values=("-1.342", "-0.447", "0.447", "1.342")), "right"),
        (Outcome(shape=(4,), values=("-1.342", "-0.447", "0.447", "1.344")), "wrong: "),
        (Outcome(shape=(4,), values=("0.000",) * 4, warns=True), "wrong: all 0, warns"),
        (Outcome(shape=(4,), values=("inf", "-inf", "nan", "0.500")), "wrong: Inf, −Inf, NaN, 0.5"),
    ],
)
def test_an_outcome_is_told_from_the_others(found: Outcome, said: str) -> None:
    assert edge_tables._said(found, Edge("integers", [2, 4, 6, 8]), "en").startswith(said)


# What becomes of an input


def test_an_error_a_warning_and_values_are_noted() -> None:
    def refuses(x: object, eps: float) -> np.ndarray:
        raise TypeError("no")

    edge = Edge("integers", [2, 4, 6, 8])
    assert run(refuses, edge) == Outcome("TypeError")
    fine = run(lambda x, eps: layer_norm(x, eps=eps), edge)
    assert fine == Outcome("", (4,), ("-1.342", "-0.447", "0.447", "1.342"), False)
    assert run(edges.lndocs, EDGES["huge"]).warns
    with np.errstate(all="ignore"):  # as a page may have set it
        assert run(edges.lndocs, EDGES["huge"]).warns


def test_check_lines_see_the_numbers_of_a_row_in_their_order() -> None:
    given = [1e8, 1e8 + 8, 1e8 + 16]
    assert Numerals().far == [*given, -1, 0, 1, 0, 0.775, 1.549, -1, 0, 1]
    assert Numerals().no_rows == [0, 4]
    with pytest.raises(AttributeError, match="nothing is no input"):
        Numerals().nothing  # noqa: B018


@pytest.mark.parametrize(
    ("value", "text"),
    [
        *((5, "5"), (-600.0, "−600"), (0.775, "0.775"), (1e30, "1e30"), (-1e-30, "−1e−30")),
        *((1e8 + 8, "100000008"), (math.inf, "Inf"), (-math.inf, "−Inf"), (math.nan, "NaN")),
    ],
)
def test_a_number_is_written_as_on_the_pages(value: float, text: str) -> None:
    assert edge_tables.written(value) == text
