"""Rewrite the numerals, the numeric outputs and the figures that a change has made stale.

``python -m lndocs.site.update`` does so for every page, and lists what stays red. That is on
purpose: where True became False, a shape changed or an error did, a claim broke and not a digit.
"""

import doctest
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from sybil import Document

from lndocs.site import facts, markup, tex
from lndocs.site.agreement import agrees, plainly
from lndocs.site.examples import Command
from lndocs.site.expressions import Fact, Failure, Rounded
from lndocs.site.figures import stored
from lndocs.site.numerals import Numeral
from lndocs.site.outcomes import Outcome, outcomes, wrong
from lndocs.site.stretches import Stretch

Edit = tuple[int, int, str]

_NUMBER = re.compile(r"(?<![\w.])[-−]?\d+(?:\.\d+)?(?:e[-+]?\d+)?")
_CLAIM = re.compile(r"\b(?:shape|dtype|ndim|version|__version__)\b")
_SHAPE = re.compile(r"\(\d+,(?: \d+)*\)|\(\d+(?:, \d+)+\)")


def update(text: str, path: str = "page.md") -> tuple[str, list[str]]:
    """Bring a page's numbers to the values that they are checked against.

    Parameters
    ----------
    text : str
    path : str
        Where the page is from; a notebook ends in ``.py``.

    Returns
    -------
    text : str
        The page with every numeral and every numeric output that could be brought up to date.
    red : list of str
        What is still wrong with it, each with its line.
    """
    edits = [edit for outcome in outcomes(Document(text, path)) for edit in _edits(text, outcome)]
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text, [
        f"{path}:{outcome.example.line}: {message}"
        for outcome in outcomes(Document(text, path))
        for message in wrong(outcome)
    ]


def restate(numeral: Numeral, value: Any, text: str) -> str | None:
    """Write a value in the manner of the numeral that it replaces.

    Parameters
    ----------
    numeral : Numeral
    value : int, float, str, Rounded, Fact or Failure
    text : str
        The page, which shows what kind of minus its place takes.

    Returns
    -------
    str or None
        None when it cannot be written so: a fact, a text or a failure is not ours to change.
    """
    if isinstance(value, Fact | Failure | str) or numeral.text.count(".") > 1:
        return None
    old = plainly(numeral.text)
    digits, _, exponent = old.partition("e")
    decimals = len(digits.partition(".")[2])
    if isinstance(value, Rounded):
        new = f"{value.value:z.{value.decimals}f}"
    elif "^" in numeral.text:
        power = re.fullmatch(r"1e-0*(?P<exponent>\d+)", f"{value:.0e}")
        new = f"10^{{-{power['exponent']}}}" if power else old
    elif exponent:
        new = re.sub(r"e([-+]?)0*(?=\d)", r"e\1", f"{value:.{decimals}e}").replace("e+", "e")
    elif float(value).is_integer():
        new = str(int(value))
    else:
        short = (f"{value:.{count}f}" for count in (1, 2))
        longest = f"{value:z.{max(3, decimals)}f}"
        new = next((form for form in short if decimals <= 3 and agrees(form, value)), longest)
    minus = numeral.text[0] if numeral.text[0] in "-−" else _minus(numeral.start, text)
    new = minus + new[1:] if new.startswith("-") else new
    vanished = not isinstance(value, Rounded) and value != 0 and not re.search(r"[1-9]", new)
    return new if agrees(new, value) and not vanished else None


def _minus(place: int, text: str) -> str:
    exact = [*tex.formulas(text), *markup.code(text)]
    return "-" if any(start <= place < end for start, end in exact) else "−"


def _edits(text: str, outcome: Outcome) -> Iterator[Edit]:
    parsed = outcome.example.parsed
    if isinstance(parsed, Stretch) and len(parsed.numerals) == len(outcome.pairs):
        for numeral, (expression, value) in zip(parsed.numerals, outcome.pairs, strict=True):
            if not agrees(numeral.text, value) and not _CLAIM.search(expression):
                new = restate(numeral, value, text)
                if new is not None:
                    yield numeral.start, numeral.end, new
    elif isinstance(parsed, Command | doctest.Example) and _is_stale(parsed, outcome.got):
        yield _output(text, outcome)


def _is_stale(parsed: Command | doctest.Example, got: str) -> bool:
    """Tell whether an output differs from what stands there, and in nothing but its numbers."""
    want = parsed.want
    if want.split() == got.split() or "Traceback" in want + got:
        return False
    if _SHAPE.search(want) or _CLAIM.search(parsed.source):
        return False
    frames = [re.sub(r"\s+", "", _NUMBER.sub("#", output)) for output in (want, got)]
    return frames[0] == frames[1]


def _output(text: str, outcome: Outcome) -> Edit:
    region, parsed = outcome.example.region, outcome.example.parsed
    # Not splitlines: what Python prints may hold the other signs that it takes for line ends.
    lines = re.findall(r"[^\n]*\n|[^\n]+", text[region.start : region.end])
    prompts = parsed.source.count("\n")
    start = region.start + sum(map(len, lines[:prompts]))
    length = sum(map(len, lines[prompts : prompts + parsed.want.count("\n")]))
    lead = re.split(r">>>|\$", lines[0])[0]
    got = outcome.got.removesuffix("\n").split("\n")
    return start, start + length, "".join(f"{lead}{line}\n" for line in got)


def main(paths: Sequence[str]) -> int:
    """Update the given pages, or all, and the figures; print what changed and what stays red."""
    still: list[str] = []
    for path in map(Path, paths) if paths else facts.pages():
        old = path.read_text(encoding="utf-8")
        new, red = update(old, str(path))
        still += red
        if new != old:
            path.write_text(new, encoding="utf-8")
            print(f"updated {path}")
    facts.GOLDEN.write_text(facts.listing(), encoding="utf-8")
    changed, red = stored.write(facts.ROOT / "docs")
    still += red
    for path in changed:
        print(f"updated {path}")
    for message in still:
        print(f"still red: {message}")
    return 1 if still else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
