"""The calculation of one row, step by step, for any row that the reader types."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from bs4 import Tag

from lndocs import example
from lndocs.forms import full
from lndocs.norms import EPS, variance
from lndocs.show import text
from lndocs.site.components import bars
from lndocs.site.components.markup import render, typed, words_of
from lndocs.site.language import Language
from lndocs.walkthrough import walkthrough

STEPS = ("mean", "differences", "variance", "std", "standardized", "output", "statistics")
# What stays unseen while the reader guesses.
_ANSWERS = ("standardized", "output")
# The rows to choose from: the names of their buttons, and of the rows in lndocs.example.
_PRESETS = {
    "apple": "apple",
    "eat": "eat",
    "me": "me",
    "swapped": "swapped",
    "constant": "constant",
    "tiny": "tiny",
    "uneven": "apple_attention",
}


def build(
    language: Language,
    open: str,
    row: str = "apple",
    eps: str = "",
    gamma: str = "",
    beta: str = "",
) -> Tag:
    """Build the component as the page shows it first.

    Parameters
    ----------
    language : Language
    open : str
        The step that is open, one of :data:`STEPS`.
    row, gamma, beta : str
        Names of rows in :mod:`lndocs.example`; no γ or β is 1 or 0 everywhere.
    eps : str
        ``EPS`` for the default of :func:`lndocs.layer_norm`, nothing for 0.

    Returns
    -------
    Tag

    Raises
    ------
    ValueError
        A name that there is not.
    """
    if open not in STEPS:
        raise ValueError(f"row-steps opens one of {', '.join(STEPS)}, not {open!r}")
    if eps not in ("", "EPS"):
        raise ValueError(f"row-steps takes EPS or nothing as its eps, not {eps!r}")
    x, small = _row(row), EPS if eps else 0.0
    scale, offset = (_row(name) if name else None for name in (gamma, beta))
    words = words_of(language)
    values = values_of(x, scale, offset, small)
    before, after = values["x"], values["standardized"]
    alt = words["say_bars"].format(before=_aloud(before), after=_aloud(after))
    return render(
        "steps.html",
        language,
        values,
        opened=open,
        sentence={name: getattr(example, name).tolist() for name in ("X", "before", "attention")},
        answers=_ANSWERS,
        given={
            "x": typed(x),
            "eps": full(small),
            "gamma": typed(scale or ()),
            "beta": typed(offset or ()),
        },
        presets=[_preset(words[name], _row(row)) for name, row in _PRESETS.items()],
        bars=bars.draw(before, after, alt),
    )


def values_of(
    x: Sequence[float],
    gamma: Sequence[float] | None = None,
    beta: Sequence[float] | None = None,
    eps: float = 0.0,
) -> dict[str, Any]:
    """Give every number that the component shows, by name."""
    scale, offset = gamma or [1.0] * len(x), beta or [0.0] * len(x)
    steps = walkthrough(x, scale, offset, eps).steps
    single = {"sum", "mean", "sum of squares", "variance", "std"}
    values: dict[str, Any] = {"x": x, "n": len(x), "eps": eps, "gamma": scale, "beta": offset}
    for step in steps:
        alone = step.name in single or step.name.endswith((" mean", " variance"))
        values[step.name] = step.values[0] if alone else step.values
    return values


def _row(name: str) -> list[float]:
    row = np.asarray(getattr(example, name, None))
    if row.ndim != 1:
        raise ValueError(f"row-steps takes the name of a row in lndocs.example, not {name!r}")
    return [float(value) for value in row]


def _preset(name: str, row: Sequence[float]) -> dict[str, Any]:
    fields = {"x": typed(row)}
    if variance(row) < EPS:
        fields["eps"] = full(EPS)  # without it there would be nothing to see
    return {"name": name, "fields": fields}


def _aloud(row: Sequence[float]) -> str:
    return text(row).replace("-", "−")
