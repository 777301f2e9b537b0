"""The command: ``python -m lndocs 2 4 6 8`` works one row out by hand."""

import argparse
import io
import os
import re
import sys
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from lndocs.reading import ReadingError, number, numbers, shown
from lndocs.show import DECIMALS
from lndocs.transcript import Language, transcript
from lndocs.walkthrough import walkthrough

_MOST_DECIMALS = 15
_LANGUAGES: tuple[Language, ...] = ("zh", "en")

_HELP_ZH = """\
用法：python -m lndocs 数 [数 …] [选项]
把一行数的 LayerNorm 从头算一遍，一步一步写出来，例如：python -m lndocs 2 4 6 8
数用空格或逗号隔开，也可以写成 "2，4、6；8" 或 "[2, 4, 6, 8]"。

  --eps E         方差加上的 ε，默认 0，同手算一样；框架里常用 1e-5
  --gamma 数 …    缩放 γ，个数和这一行相同
  --beta 数 …     偏移 β，个数和这一行相同
  --lang zh|en    用中文还是英文；不写就看系统的语言
  --decimals K    保留几位小数，默认 3
  -h, --help      显示这段说明
"""
_HELP_EN = """\
Usage: python -m lndocs NUMBER [NUMBER ...] [options]
Works out the LayerNorm of one row by hand, step by step: python -m lndocs 2 4 6 8
Numbers are separated by spaces or commas; "2, 4; 6" and "[2, 4, 6, 8]" will do as well.

  --eps E             ε, added to the variance: 0 unless given, as by hand; frameworks use 1e-5
  --gamma NUMBER ...  the scale γ, one for each number of the row
  --beta NUMBER ...   the shift β, one for each number of the row
  --lang zh|en        Chinese or English; left out, the language of the system decides
  --decimals K        how many decimals to write: 3 unless given
  -h, --help          show this text
"""
_HELP = {"zh": _HELP_ZH, "en": _HELP_EN}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command.

    Parameters
    ----------
    arguments : sequence of str, optional
        What follows ``python -m lndocs``; left out, what was typed.

    Returns
    -------
    int
        The exit code: 0, or 2 after one line on what is wrong.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8")
    words = sys.argv[1:] if arguments is None else arguments
    try:
        text = _answer(words)
    except ReadingError as error:
        print(error.line(_language(words)), file=sys.stderr)
        return 2
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _answer(words: Sequence[str]) -> str:
    options = _parse(words)
    lang = _language(words)
    if options.lang not in (None, *_LANGUAGES):
        raise ReadingError("language", "--lang", name=shown(options.lang))
    if options.help:
        return _HELP[lang]
    x = numbers(options.numbers)
    decimals = _decimals(options.decimals)
    eps = _eps(options.eps)
    gamma = _parameter("--gamma", "γ", options.gamma, len(x))
    beta = _parameter("--beta", "β", options.beta, len(x))
    return transcript(walkthrough(x, gamma, beta, eps), lang, decimals)


def _parse(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    parser.add_argument("numbers", nargs="*")
    parser.add_argument("-h", "--help", action="store_true")
    parser.add_argument("--gamma", nargs="+")
    parser.add_argument("--beta", nargs="+")
    for name in ("--eps", "--lang", "--decimals"):
        parser.add_argument(name)
    try:
        options, rest = parser.parse_known_args([_value(word) for word in words])
    except argparse.ArgumentError as error:
        name = error.argument_name or "--"
        if name == "-h/--help":
            raise ReadingError("valueless", option="--help") from None
        raise ReadingError("value_missing", option=name) from None
    for word in rest:
        if word.startswith("--") and word != "--":
            raise ReadingError("unknown_option", name=shown(word))
    # Numbers may stand on both sides of an option.
    options.numbers += [word for word in rest if word != "--"]
    return options


def _value(word: str) -> str:
    """Keep a negative number from being taken for an option."""
    return f" {word}" if re.match("-(?!-|h$)", word) or word == "-" else word


def _language(words: Sequence[str]) -> Language:
    """Find the language before the rest is read: errors are written in it too."""
    chosen: list[Language] = []
    for word, following in pairwise([*words, ""]):
        name, _, value = word.partition("=")
        if name == "--lang":
            chosen += [lang for lang in _LANGUAGES if lang == (value or following)]
    if chosen:
        return chosen[-1]
    settings = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    setting = next(filter(None, settings), "")
    return "zh" if setting.lower().startswith("zh") else "en"


def _decimals(word: str | None) -> int:
    if word is None:
        return DECIMALS
    try:
        value = number(word)
    except ReadingError:
        value = Fraction(-1)
    if value.denominator > 1 or not 0 <= value <= _MOST_DECIMALS:
        raise ReadingError("decimals", "--decimals", name=shown(word.strip()), most=_MOST_DECIMALS)
    return int(value)


def _eps(word: str | None) -> Fraction:
    if word is None:
        return Fraction(0)
    try:
        value = number(word)
    except ReadingError as error:
        raise error.about("--eps") from None
    if value < 0:
        raise ReadingError("negative_eps", "--eps", name=shown(word.strip()))
    return value


def _parameter(
    option: str, symbol: str, words: Sequence[str] | None, length: int
) -> list[Fraction] | None:
    if words is None:
        return None
    try:
        values = numbers(words)
    except ReadingError as error:
        raise error.about(option) from None
    if len(values) != length:
        raise ReadingError("length", option, symbol=symbol, length=len(values), expected=length)
    return values


if __name__ == "__main__":
    sys.exit(main())
