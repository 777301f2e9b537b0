"""Numbers as people type them: Chinese or ASCII commas, full-width digits, brackets."""

import math
import re
import sys
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from lndocs.messages import MESSAGES

_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_TYPED = _FULL_WIDTH | str.maketrans("−–、【】\u3000", "--,[] ")
_BRACKETS = {"[": "]", "(": ")"}

_NUMBER = re.compile(r"[+-]?(?P<digits>[0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?", re.I)
_NOT_FINITE = re.compile(r"[+-]?(inf|infinity|nan)", re.I)
_LONGEST = 400


class ReadingError(ValueError):
    """Something typed that cannot be read, said in one line of either language.

    Parameters
    ----------
    key : str
        Which of :data:`lndocs.messages.MESSAGES` says what is wrong and what is expected.
    about : str
        The option that the problem is about, if any.
    **filling : str or int
        What fills the braces of the message.
    """

    def __init__(self, key: str, about: str = "", **filling: str | int) -> None:
        self.key = key
        self.option = about
        self.filling = filling
        super().__init__(self.line("en"))

    def line(self, lang: str) -> str:
        """Give the line in one language, ``"zh"`` or ``"en"``."""
        said = MESSAGES[lang][self.key].format(**self.filling)
        colon = "：" if lang == "zh" else ": "
        return f"{self.option}{colon}{said}" if self.option else said

    def about(self, option: str) -> "ReadingError":
        """Say as well which option the problem is about."""
        return ReadingError(self.key, option, **self.filling)


def numbers(words: Sequence[str]) -> list[Fraction]:
    """Read one row of numbers, exactly as they were typed.

    Parameters
    ----------
    words : sequence of str
        The row in one piece or in several. Numbers are separated by spaces, commas or semicolons,
        ASCII or full-width, or by 、; brackets around the row are allowed.

    Returns
    -------
    list of Fraction
        Each is 0 or within the normal range of float64.

    Raises
    ------
    ReadingError
        The row is empty, or a part of it is no such number.

    Examples
    --------
    >>> numbers(["2，－３、0.5", "1e-3"])
    [Fraction(2, 1), Fraction(-3, 1), Fraction(1, 2), Fraction(1, 1000)]
    """
    row = _unbracketed(" ".join(words).translate(_TYPED).strip())
    if not row:
        raise ReadingError("no_numbers")
    parts = [part.split() for part in re.split("[,;]", row)]
    if not all(parts):
        raise ReadingError("stray_comma")
    return [_number(word) for part in parts for word in part]


def number(word: str) -> Fraction:
    """Read a single number.

    Raises
    ------
    ReadingError
        It is no number, or more than one.

    Examples
    --------
    >>> number("1e-5")
    Fraction(1, 100000)
    """
    row = numbers([word]) if word.strip() else []
    if len(row) != 1:
        raise ReadingError("one_number", name=shown(word))
    return row[0]


def shown(word: str) -> str:
    """Give what was typed in a form that fits into a line.

    Examples
    --------
    >>> shown("4" * 50)
    '444444444444444444444444…'
    """
    printable = "".join(letter if letter.isprintable() else "?" for letter in word)
    return printable if len(printable) <= 24 else printable[:24] + "…"


def _unbracketed(row: str) -> str:
    close = _BRACKETS.get(row[:1])
    inside = row[1:-1] if close and len(row) > 1 and row.endswith(close) else row
    if any(bracket in inside for bracket in "[]()"):
        raise ReadingError("brackets")
    return inside


def _number(word: str) -> Fraction:
    name = shown(word)
    if word in ("+", "-"):
        raise ReadingError("bare_sign", name=name)
    if _NOT_FINITE.fullmatch(word):
        raise ReadingError("not_finite", name=name)
    match = _NUMBER.fullmatch(word)
    if match is None:
        raise ReadingError("not_number", name=name)
    if len(word) > _LONGEST:
        raise ReadingError("too_long", name=name, longest=_LONGEST)
    if not match["digits"].strip("0."):
        return Fraction(0)
    # As a float first: the fraction of 1e999999999 would fill the memory.
    size = abs(float(word))
    if math.isinf(size):
        raise ReadingError("too_large", name=name)
    if size < sys.float_info.min:
        raise ReadingError("too_small", name=name)
    return Fraction(Decimal(word))
