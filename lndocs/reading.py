"""Numbers as people type them: Chinese or ASCII commas, full-width digits, brackets."""

import math
import re
import sys
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

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
    zh, en : str
        What is wrong and what is expected.
    """

    def __init__(self, zh: str, en: str) -> None:
        super().__init__(en)
        self.zh = zh
        self.en = en

    def line(self, lang: str) -> str:
        """Give the line in one language, ``"zh"`` or ``"en"``."""
        return self.zh if lang == "zh" else self.en

    def about(self, name: str) -> "ReadingError":
        """Say as well which option the problem is about."""
        return ReadingError(f"{name}：{self.zh}", f"{name}: {self.en}")


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
        raise ReadingError(
            "没有给出数；请写一行数，例如 2 4 6 8",
            "no numbers are given; write a row of them, for example 2 4 6 8",
        )
    parts = [part.split() for part in re.split("[,;]", row)]
    if not all(parts):
        raise ReadingError(
            "逗号旁边少了一个数；两个数之间只写一个逗号或空格",
            "a number is missing next to a comma; put one comma or space between two numbers",
        )
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
        raise ReadingError(
            f"这里要写一个数，不是“{shown(word)}”",
            f'exactly one number is expected here, not "{shown(word)}"',
        )
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
        raise ReadingError(
            "括号没有配好；只能是一行数，写成 [2, 4, 6, 8]，或者不写括号",
            "the brackets do not enclose one row; write [2, 4, 6, 8], or no brackets",
        )
    return inside


def _number(word: str) -> Fraction:
    name = shown(word)
    if word in ("+", "-"):
        raise ReadingError(
            f"“{name}”后面没有数；负数要连着写，例如 -3",
            f'"{name}" has no number after it; write a negative number in one piece, like -3',
        )
    if _NOT_FINITE.fullmatch(word):
        raise ReadingError(
            f"“{name}”不是有限的数；请写 2、-3、0.5 或 1e-5 这样的数",
            f'"{name}" is not a finite number; write numbers like 2, -3, 0.5, or 1e-5',
        )
    match = _NUMBER.fullmatch(word)
    if match is None:
        raise ReadingError(
            f"“{name}”不是数；请写 2、-3、0.5 或 1e-5 这样的数",
            f'"{name}" is not a number; write numbers like 2, -3, 0.5, or 1e-5',
        )
    if len(word) > _LONGEST:
        raise ReadingError(
            f"“{name}”太长；一个数最多写 {_LONGEST} 个字符",
            f'"{name}" is too long; a number may have at most {_LONGEST} characters',
        )
    if not match["digits"].strip("0."):
        return Fraction(0)
    # As a float first: the fraction of 1e999999999 would fill the memory.
    size = abs(float(word))
    if math.isinf(size):
        raise ReadingError(
            f"“{name}”太大，float64 装不下；绝对值最大约 1.8e308",
            f'"{name}" is too large for float64; the limit is about 1.8e308 in size',
        )
    if size < sys.float_info.min:
        raise ReadingError(
            f"“{name}”太小，float64 写不准；除了 0，绝对值最小约 2.2e-308",
            f'"{name}" is too small for float64; but for 0, the limit is about 2.2e-308 in size',
        )
    return Fraction(Decimal(word))
