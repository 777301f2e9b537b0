"""Copying: what the button of a code block gives can be pasted and runs."""

import contextlib
import io
import multiprocessing
import warnings
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

import pytest
from visits import Visit

pytestmark = pytest.mark.browser


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


def test_every_copied_block_runs(visit: Visit, python: ProcessPoolExecutor) -> None:
    faults = []
    for block in visit.look("copied"):
        text = block["text"]
        if any(line.startswith((">>>", "... ", "$ ")) for line in text.splitlines()) or not text:
            faults.append(f"not bare: {text!r}")
        if "console" in block["language"] or "import torch" in text:
            continue
        error = python.submit(run, text).result(timeout=30)
        if bool(error) != block["fails"]:
            faults.append(f"{error or 'no error'}: {text}")
    assert faults == []
