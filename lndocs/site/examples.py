"""Examples: the code of a page, cut into regions that Sybil runs.

Doctest examples of ``pycon`` fences, commands of ``console`` fences, and a notebook's cells. What
only another framework can print is not run here but held against the record.
"""

import contextlib
import doctest
import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from sybil import Document, Example, Region
from sybil.evaluators.doctest import DocTestEvaluator, DocTestRunner, OutputChecker
from sybil.parsers.abstract.doctest import DocTestStringParser

from lndocs.site import recorded
from lndocs.site.numerals import Fault, blank
from lndocs.site.stretches import CELL, Code

FLAGS = doctest.DONT_ACCEPT_TRUE_FOR_1
UNRECORDED = "this block needs a framework and is not in the record as it is now: run make record"
_FRAMES = re.compile(r"(?m)^(Traceback \(most recent call last\):\n)(?:[ \t].*\n)+")
_COMMAND = re.compile(r"^\$ (?P<source>.+\n)(?P<want>(?:(?!\$ ).*\n)*)", re.M)


class Recorded(doctest.Example):
    """An example that was run elsewhere; ``output`` is what it printed, or None."""

    def __init__(self, example: doctest.Example, output: str | None) -> None:
        super().__init__(example.source, example.want, example.exc_msg, example.lineno)
        self.output = output


@dataclass(frozen=True)
class Command:
    """A line of a ``console`` fence that begins with ``$``, and what it says it prints."""

    source: str
    want: str

    def output(self) -> str:
        """Run it and return what it printed."""
        return _run(self.source)


@cache
def _run(command: str) -> str:
    words = command.split()
    if words[:2] != ["python", "-m"] or not words[2:] or words[2].split(".")[0] != "lndocs":
        return f"nothing: only `python -m lndocs …` is run in a console fence, not {command!r}"
    done = subprocess.run(
        [sys.executable, *words[1:]], capture_output=True, text=True, encoding="utf-8", check=False
    )
    return done.stdout + done.stderr


def regions(code: Code, document: Document) -> Iterator[Region]:
    """Cut code into what is run one by one, each in its place on the page."""
    if code.language == "pycon":
        yield from _examples(code, document)
    elif code.language == "console":
        yield from _commands(code, document)
    elif code.language == CELL:
        yield Region(code.start, code.end, code.source, _run_cell)


def got(example: Example) -> str:
    """Run a doctest example and return what it printed, or the traceback without its frames."""
    evaluator = DocTestEvaluator(FLAGS)
    evaluator.runner = listener = _Listener()
    evaluator(example)
    return _FRAMES.sub(r"\1    ...\n", listener.got)


def passes(parsed: Command | doctest.Example, printed: str) -> bool:
    """Tell whether an example prints, or raises, what the page says."""
    if isinstance(parsed, Command):
        return printed.rstrip() == parsed.want.rstrip()
    if parsed.exc_msg is None:
        return OutputChecker().check_output(parsed.want, printed, FLAGS)
    return f"\n{printed.rstrip()}".endswith(f"\n{parsed.exc_msg.rstrip()}")


class _Listener(DocTestRunner):
    """Keeps what an example printed, in place of reporting it."""

    def __init__(self) -> None:
        super().__init__(doctest.REPORT_ONLY_FIRST_FAILURE)
        self.got = ""

    def report_success(self, out: Any, test: Any, example: Any, got: str) -> None:
        self.got = got

    def report_failure(self, out: Any, test: Any, example: Any, got: str) -> None:
        self.got = got

    def report_unexpected_exception(self, out: Any, test: Any, example: Any, exc_info: Any) -> None:
        kind, value, _ = exc_info
        self.got = f"Traceback (most recent call last):\n    ...\n{kind.__name__}: {value}\n"


def _examples(fence: Code, document: Document) -> Iterator[Region]:
    """Cut a fence into its doctest examples, each in its place on the page."""
    start, body = _body(fence, document.text)
    try:
        found = list(DocTestStringParser(DocTestEvaluator(FLAGS))(body, document.path))
    except ValueError as error:  # doctest's word for an example that it cannot read
        yield _faults(fence, [Fault(start, str(error))])
        return
    if faults := [Fault(start + place, message) for place, message in _unread(body, found)]:
        yield _faults(fence, faults)
    foreign = recorded.needs(fence.source)
    outputs = recorded.outputs([region.parsed.source for region in found]) if foreign else None
    for place, region in enumerate(found):
        where = start + region.start, start + region.end
        if foreign:
            output = outputs[place] if outputs else None
            yield Region(*where, Recorded(region.parsed, output), _compare_recorded)
        else:
            yield Region(*where, region.parsed, region.evaluator)


def _body(fence: Code, text: str) -> tuple[int, str]:
    """Give the text inside a fence and its place; marks of a quote around it are blanked out."""
    start = (text + "\n").index("\n", fence.start) + 1
    body = text[start : text.rfind("\n", 0, fence.end) + 1]
    depth = re.split("[`~]", text[fence.start : start])[0].count(">")
    return start, re.sub(rf"(?m)^(?:[ \t]*>){{{depth}}}", lambda match: blank(match[0]), body)


def _unread(body: str, found: Sequence[Region]) -> Iterator[tuple[int, str]]:
    """Find the digits of a ``pycon`` fence that running it does not check."""
    rest = body
    for region in found:
        rest = rest[: region.start] + blank(rest[region.start : region.end]) + rest[region.end :]
        for comment in _comments(region.parsed.source):
            if re.search(r"\d|doctest:", comment):
                yield region.start, f"{comment!r}: a comment holds no digit and no directive"
        frames = region.parsed.want if region.parsed.exc_msg is not None else ""
        if re.search(r"(?m)^\s.*\d", frames):
            yield region.start, "write the frames of a traceback as ..."
    if rest.strip():
        place = len(rest) - len(rest.lstrip())
        yield place, "this is neither typed nor printed, so nothing checks it"


def _comments(source: str) -> list[str]:
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return [token.string for token in tokens if token.type == tokenize.COMMENT]


def _faults(fence: Code, faults: Sequence[Fault]) -> Region:
    return Region(fence.start, fence.start, tuple(faults), fail)


def fail(example: Example) -> str:
    """Say where on the page each of an example's faults is."""
    faults: Sequence[Fault] = example.parsed
    return "\n".join(located(example.document, fault.start, fault.message) for fault in faults)


def located(document: Document, place: int, message: str) -> str:
    """Put the file and the line before a message."""
    line = document.text.count("\n", 0, place) + 1
    path = Path(document.path)
    shown = path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
    return f"{shown}:{line}: {message}"


def _compare_recorded(example: Example) -> str:
    parsed: Recorded = example.parsed
    if parsed.output is None:
        return UNRECORDED
    if passes(parsed, parsed.output):
        return ""
    return f"Expected:\n{parsed.want}Recorded:\n{parsed.output}"


def _run_cell(example: Example) -> None:
    line = "\n" * (example.line - 1)
    # What a cell prints is the page's to show, not the console's.
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(line + example.parsed, example.path, "exec"), example.namespace)


def _commands(fence: Code, document: Document) -> Iterator[Region]:
    start, body = _body(fence, document.text)
    if not body.startswith("$ "):
        yield _faults(fence, [Fault(start, "a console fence begins with its command, after $")])
    for match in _COMMAND.finditer(body):
        command = Command(match["source"], match["want"])
        yield Region(start + match.start(), start + match.end(), command, _compare_command)


def _compare_command(example: Example) -> str:
    command: Command = example.parsed
    printed = command.output()
    if passes(command, printed):
        return ""
    return f"{command.source.strip()} printed\n{printed}\nand not\n{command.want}"
