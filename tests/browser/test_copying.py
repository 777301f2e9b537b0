"""Copying: what the button of a code block gives can be pasted and runs."""

import contextlib
import io
import multiprocessing
import re
import warnings
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

import pytest
from visits import Visit

from lndocs.site.recorded import FRAMEWORKS

pytestmark = pytest.mark.browser

FOREIGN = re.compile(rf"^(?:import|from) (?:{'|'.join(FRAMEWORKS)})\b", re.M)


def run(code: str) -> str:
    """Run code as if pasted into a new Python; give the error that it ends with, if any."""
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            exec(code, {"__name__": "__main__"})
        except Exception as error:
            return f"{type(error).__name__}: {error}"
    return ""


@pytest.fixture(scope="session")
def python() -> Iterator[ProcessPoolExecutor]:
    """One Python beside this one, for all blocks."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        yield pool


def programs(visit: Visit) -> list[tuple[str, bool]]:
    """Copy every block of Python, and say whether it is meant to fail; a lab is one program.

    Left out are the blocks that need a framework, which runs in an environment of its own.
    """
    visit.page.bring_to_front()
    blocks = visit.look("copied")
    assert len(blocks) == visit.page.locator("article .highlight:not(.no-copy)").count()
    for block in blocks:
        lines = block["text"].splitlines()
        assert lines, "a button copied nothing"
        assert not [line for line in lines if line.startswith((">>>", "... ", "$ "))]
    kept = [
        (block["text"], block["fails"])
        for block in blocks
        if re.search("language-(pycon|python)", block["language"])
        and not FOREIGN.search(block["text"])
    ]
    if "labs/" in visit.name:
        return [("\n".join(text for text, _ in kept), False)]
    return kept


def test_every_copied_block_runs(visit: Visit, python: ProcessPoolExecutor) -> None:
    faults = []
    for text, fails in programs(visit):
        error = python.submit(run, text).result(timeout=30)
        if bool(error) != fails:
            faults.append(f"{error or 'no error'}: {text}")
    assert faults == []
