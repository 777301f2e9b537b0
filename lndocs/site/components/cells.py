"""Which numbers are averaged: a matrix, and for each of its cells the pool that it is in."""

from typing import Any

import numpy as np
from bs4 import Tag
from numpy.typing import NDArray

from lndocs import example
from lndocs.batch import batch_norm
from lndocs.forms import full
from lndocs.norms import EPS, layer_norm, mean, standardize, std
from lndocs.site.components.markup import render, typed, words_of
from lndocs.site.language import Language

WAYS = ("token", "feature", "sentence")
# The names of rows and columns among the words.
_ROWS = ("me", "eat", "apple")
_COLUMNS = ("cells_first", "cells_second", "cells_third", "cells_fourth")
# The cell whose pool is shown first: the last token's first feature.
_ASKED = (len(_ROWS) - 1, 0)


def build(language: Language, by: str) -> Tag:
    """Build the component as the page shows it first.

    Parameters
    ----------
    language : Language
    by : str
        What is pooled, one of :data:`WAYS`.

    Returns
    -------
    Tag

    Raises
    ------
    ValueError
        There is no such way.
    """
    if by not in WAYS:
        raise ValueError(f"pooled-cells pools by one of {', '.join(WAYS)}, not {by!r}")
    words = words_of(language)
    other = example.X.copy()
    other[1] = 1  # 吃 becomes another word, as on the page
    return render(
        "cells.html",
        language,
        values_of(example.X, by, _ASKED),
        by=by,
        ways=WAYS,
        rows=[words[name] for name in _ROWS],
        columns=[words[name] for name in _COLUMNS],
        typed=[[full(value) for value in row] for row in example.X],
        lit=pool(example.X.shape, by, _ASKED).tolist(),
        asked=_ASKED,
        eps=EPS,
        presets=[
            (words["cells_article"], _line(example.X)),
            (words["cells_other"].format(row=", ".join(map(full, other[1]))), _line(other)),
        ],
    )


def pool(shape: tuple[int, ...], by: str, asked: tuple[int, int]) -> NDArray[np.bool_]:
    """Tell for each cell of a matrix whether it is pooled with the cell that is asked about.

    Examples
    --------
    >>> pool((2, 3), "feature", (0, 1)).tolist()
    [[False, True, False], [False, True, False]]
    """
    rows, columns = np.indices(shape)
    inside: NDArray[np.bool_]
    match by:
        case "token":
            inside = rows == asked[0]
        case "feature":
            inside = columns == asked[1]
        case _:
            inside = np.ones(shape, dtype=np.bool_)
    return inside


def normalize(matrix: NDArray[Any], by: str) -> NDArray[Any]:
    """Normalize a matrix, each number by the pool that it is in.

    Examples
    --------
    >>> print(normalize(example.X, "sentence")[2].round(3))
    [-0.723 -0.643 -0.562 -0.482]
    """
    match by:
        case "token":
            return layer_norm(matrix)
        case "feature":
            return batch_norm(matrix)
    return standardize(matrix.ravel()).reshape(matrix.shape)


def values_of(matrix: NDArray[Any], by: str, asked: tuple[int, int]) -> dict[str, Any]:
    """Give every number that the component shows, by name; rows and columns count from 1."""
    together = matrix[pool(matrix.shape, by, asked)]
    answer = normalize(matrix, by)
    cells = {
        f"{name}-{i + 1}-{j + 1}": float(values[i, j])
        for name, values in (("x", matrix), ("answer", answer))
        for i, j in np.ndindex(matrix.shape)
    }
    return {"n": together.size, "mean": mean(together), "std": std(together), "eps": EPS, **cells}


def _line(matrix: NDArray[Any]) -> str:
    """Write a matrix in one line, as the address has it."""
    return ";".join(typed(row, ",") for row in matrix)
