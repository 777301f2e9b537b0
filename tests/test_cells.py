"""Which numbers are averaged, as the build shows it: complete without a script."""

import numpy as np
import pytest
from bs4 import BeautifulSoup, Tag

from lndocs import batch_norm, layer_norm, mean, standardize, std
from lndocs.example import X
from lndocs.forms import decimal, full
from lndocs.site.components import cells, dress
from lndocs.site.components.words import WORDS
from lndocs.site.language import CHINESE, ENGLISH, LANGUAGES, Language

ANSWERS = {
    "token": layer_norm(X),
    "feature": batch_norm(X),
    "sentence": standardize(X.ravel()).reshape(X.shape),
}
POOLS = {"token": X[2], "feature": X[:, 0], "sentence": X.ravel()}


def built(by: str, language: Language = ENGLISH) -> Tag:
    soup = BeautifulSoup(f'<p><pooled-cells by="{by}"></pooled-cells></p>', "html.parser")
    dress(soup, language)
    component = soup.select_one("pooled-cells")
    assert component is not None
    return component


def slots(component: Tag, prefix: str) -> list[list[str]]:
    rows, columns = X.shape
    return [
        [
            component.select_one(f'[data-slot="{prefix}-{i + 1}-{j + 1}"]').text  # type: ignore[union-attr]
            for j in range(columns)
        ]
        for i in range(rows)
    ]


def test_each_way_has_its_answer() -> None:
    assert tuple(ANSWERS) == cells.WAYS


@pytest.mark.parametrize("by", cells.WAYS)
def test_the_slots_hold_the_articles_case(by: str) -> None:
    component = built(by)
    assert slots(component, "x") == [[full(value) for value in row] for row in X]
    assert slots(component, "answer") == [[decimal(value) for value in row] for row in ANSWERS[by]]
    said = " ".join(component.select_one(".pooled").text.split())  # type: ignore[union-attr]
    pool = POOLS[by]
    assert str(pool.size) in said
    assert f"{decimal(float(mean(pool)))}, " in said
    assert f"{decimal(float(std(pool)))}." in said


@pytest.mark.parametrize("by", cells.WAYS)
def test_the_fields_hold_what_the_slots_beside_them_show(by: str) -> None:
    fields = built(by).select("td input")
    assert [field["value"] for field in fields] == [full(value) for value in X.ravel()]


@pytest.mark.parametrize(
    ("by", "count", "rows", "columns"),
    [("token", 4, {2}, {0, 1, 2, 3}), ("feature", 3, {0, 1, 2}, {0}), ("sentence", 12, None, None)],
)
def test_the_cells_of_the_pool_are_lit(
    by: str, count: int, rows: set[int] | None, columns: set[int] | None
) -> None:
    lit = [
        (i, j)
        for i, row in enumerate(built(by).select(".given tbody tr"))
        for j, cell in enumerate(row.select("td"))
        if "lit" in cell.get_attribute_list("class")
    ]
    assert len(lit) == count
    assert rows is None or {i for i, _ in lit} == rows
    assert columns is None or {j for _, j in lit} == columns


def test_another_word_changes_the_answer_as_the_cases_say() -> None:  # LN-02
    other = X.copy()
    other[1] = 1
    shown = [cells.normalize(matrix, "sentence")[2].round(3).tolist() for matrix in (X, other)]
    assert shown == [[-0.723, -0.643, -0.562, -0.482], [-0.635, 0.127, 0.889, 1.651]]
    rows = [cells.normalize(matrix, "token")[2] for matrix in (X, other)]
    assert np.array_equal(*rows)


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_each_field_is_named_by_its_row_and_column(language: Language) -> None:
    component = built("token", language)
    words = WORDS["en" if language == ENGLISH else "zh"]
    names = [
        [component.select_one(f"#{label}").text for label in str(field["aria-labelledby"]).split()]  # type: ignore[union-attr]
        for field in component.select("td input")
    ]
    assert names[5] == [words["eat"], words["cells_second"]]
    assert len({tuple(name) for name in names}) == X.size
    described = [str(field["aria-describedby"]) for field in component.select("td input")]
    lines = [line["id"] for line in component.select(".faults span")]
    assert described == lines


def test_what_is_no_way_is_an_error() -> None:
    with pytest.raises(ValueError, match="token, feature, sentence, not 'word'"):
        built("word", CHINESE)
    with pytest.raises(ValueError, match="attributes that do not fit"):
        dress(BeautifulSoup("<pooled-cells></pooled-cells>", "html.parser"), CHINESE)
