"""Where the norm sits: two rows through post-norm and pre-norm, and through two wrong orders."""

from typing import Any

import numpy as np
from bs4 import Tag
from numpy.typing import ArrayLike

from lndocs import example
from lndocs.arrays import Array
from lndocs.forms import full
from lndocs.norms import EPS, layer_norm, mean, variance
from lndocs.site.components.markup import render, typed, words_of
from lndocs.site.language import Language
from lndocs.transformer import post_norm, pre_norm

# What happens in each order, a step a line: its title among the words, its symbol, the name of its
# row, and for a norm the name of the row that it takes.
ORDERS = {
    "post": (
        ("reads", "x", "x", ""),
        ("gives", "a", "attention", ""),
        ("added", "x + a", "sum", ""),
        ("norm", r"\text{LN}(x + a)", "post", "sum"),
    ),
    "pre": (
        ("norm", r"\text{LN}(x)", "normed x", "x"),
        ("reads", r"\text{LN}(x)", "normed x", ""),
        ("gives", "a", "attention", ""),
        ("added", "x + a", "pre", ""),
    ),
    "output": (
        ("reads", "x", "x", ""),
        ("gives", "a", "attention", ""),
        ("norm", r"\text{LN}(a)", "normed a", "attention"),
        ("added", r"\text{LN}(a) + x", "output", ""),
    ),
    "both": (
        ("reads", "x", "x", ""),
        ("gives", "a", "attention", ""),
        ("norm", r"\text{LN}(a)", "normed a", "attention"),
        ("norm", r"\text{LN}(x)", "normed x", "x"),
        ("added", r"\text{LN}(a) + \text{LN}(x)", "both", ""),
    ),
}
_WRONG = ("output", "both")
# The pairs of rows to choose from, by the names of their buttons: tokens of the sentence. The last
# pair is of two tokens, since the sum of each alone is an arithmetic progression.
_PRESETS = {"apple": (2, 2), "eat": (1, 1), "me": (0, 0), "uneven": (0, 2)}


def build(language: Language) -> Tag:
    """Build the component as the page shows it first.

    Parameters
    ----------
    language : Language

    Returns
    -------
    Tag
    """
    words = words_of(language)
    x, a = example.apple_before, example.apple_attention
    presets = [
        {"name": words[name], "fields": _fields(example.before[i], example.attention[j])}
        for name, (i, j) in _PRESETS.items()
    ]
    return render(
        "place.html",
        language,
        values_of(x, a),
        orders=ORDERS,
        wrong=_WRONG,
        given={**_fields(x, a), "eps": full(EPS)},
        presets=presets,
    )


def values_of(x: ArrayLike, a: ArrayLike, eps: float = EPS) -> dict[str, Any]:
    """Give every number that the component shows, by name.

    Parameters
    ----------
    x : array_like, shape (d,)
        What enters the sublayer.
    a : array_like, shape (d,)
        What it gives back, whatever it reads.
    eps : float

    Returns
    -------
    dict of str to float or list of float
    """
    row, answer = np.asarray(x, np.float64), np.asarray(a, np.float64)

    def norm(each: ArrayLike) -> Array:
        return layer_norm(each, eps=eps)

    def sublayer(_: ArrayLike) -> Array:
        return answer

    orders = {
        "post": post_norm(row, sublayer, norm),
        "pre": pre_norm(row, sublayer, norm),
        "output": norm(answer) + row,
        "both": norm(answer) + norm(row),
    }
    rows = {
        **{"x": row, "attention": answer, "sum": row + answer},
        **{"normed x": norm(row), "normed a": norm(answer)},
        **orders,
    }
    values: dict[str, Any] = {name: each.tolist() for name, each in rows.items()}
    for name, each in orders.items():
        values |= {f"{name} mean": mean(each), f"{name} variance": variance(each)}
    return values


def _fields(x: Array, a: Array) -> dict[str, str]:
    return {"x": typed(x), "a": typed(a)}
