"""What the figures call the tokens, and how they write rows of numbers."""

import numpy as np
from numpy.typing import ArrayLike

from lndocs.example import tokens
from lndocs.forms import decimal

_GLOSSES = ("I", "eat", "apple")
ME, EAT, APPLE = range(len(tokens))


def gloss(token: int, lang: str) -> str:
    """Name a token in one word of the language, as it is read aloud."""
    return tokens[token] if lang == "zh" else _GLOSSES[token]


def label(token: int, lang: str) -> str:
    """Name a token as the pages do: in English with its meaning beside it."""
    return tokens[token] if lang == "zh" else f"{tokens[token]} ({_GLOSSES[token]})"


def entries(row: ArrayLike) -> list[str]:
    """Write each number of a row."""
    return [decimal(value) for value in np.asarray(row).tolist()]


def listed(row: ArrayLike) -> str:
    """Write a row as the tables of the pages do.

    Examples
    --------
    >>> listed([-3 / 5**0.5, 1])
    '−1.342, 1'
    """
    return ", ".join(entries(row))
