"""The classic faults of a layer norm: each, put into a copy of the package, turns the suite red.

A fault is a list of edits, old text → new text. The old text must occur exactly once, so that the
list cannot rot when the source changes. Only the two quickest test files run on the copy.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import lndocs

PACKAGE = Path(lndocs.__file__).parent
TESTS = Path(__file__).parent
SUITE = [str(TESTS / "test_norms.py"), str(TESTS / "test_cases.py")]

NORMS, ARRAYS = "norms.py", "arrays.py"
VARIANCE = "return _average(np.square(centered))"
INSIDE = "inside = _variance(centered) + eps"
ROOT = "np.sqrt(np.where(lost, np.nan, inside))"
CENTERED = "centered: Array = rows - _mean(rows)"
STANDARDIZED = "standardized: Array = centered / np.where(usable, unit, np.nan)"
ONE_PASS = (
    NORMS,
    "def _average(",
    "@np.errstate(invalid='ignore')\ndef one_pass(x):\n"
    "    return _average(np.square(x)) - np.square(_mean(x))\n\n\ndef _average(",
)
SQUARE = "rows.ndim == 2 and rows.shape[0] == rows.shape[1]"

FAULTS = {
    "n - 1 variance": [
        (
            NORMS,
            VARIANCE,
            "return np.square(centered).sum(axis=-1, keepdims=True) / (centered.shape[-1] - 1)",
        ),
    ],
    "eps outside the root": [
        (NORMS, INSIDE, "inside = _variance(centered)"),
        (NORMS, ROOT, f"{ROOT} + eps"),
    ],
    "eps dropped": [(NORMS, INSIDE, "inside = _variance(centered)")],
    "axis 0": [
        (
            NORMS,
            "rows.sum(axis=-1, keepdims=True) / rows.shape[-1]",
            "rows.sum(axis=0, keepdims=True) / rows.shape[0]",
        ),
    ],
    "one-pass variance": [
        (
            NORMS,
            "return _statistic(_variance(_center(rows)), dtype)",
            "return _statistic(one_pass(rows), dtype)",
        ),
        ONE_PASS,
    ],
    "one-pass variance under the root": [
        (NORMS, "unit = _root(centered,", "unit = _root(rows,"),
        (NORMS, "return _root(_center(rows), 0.0)", "return _root(rows, 0.0)"),
        (NORMS, INSIDE, "inside = one_pass(centered) + eps"),
        ONE_PASS,
    ],
    "float16 statistics": [
        (ARRAYS, "work = np.dtype(np.float32) if dtype == np.float16 else dtype", "work = dtype"),
    ],
    "mean broadcast along the wrong axis of a square input": [
        (NORMS, CENTERED, f"{CENTERED}.reshape((1, -1) if {SQUARE} else _mean(rows).shape)"),
    ],
    "root broadcast along the wrong axis of a square input": [
        (
            NORMS,
            STANDARDIZED,
            f"{STANDARDIZED}.reshape((1, -1) if {SQUARE} else unit.shape)",
        ),
    ],
    "gamma along the tokens of a square input": [
        (
            NORMS,
            'y = parameter("gamma", gamma, rows) * y',
            f'y = parameter("gamma", gamma, rows).reshape((-1, 1) if {SQUARE} else -1) * y',
        ),
    ],
    "gamma after beta": [
        (NORMS, 'y = parameter("gamma", gamma, rows) * y', "pass"),
        (
            NORMS,
            'y = y + parameter("beta", beta, rows)',
            'y = y + parameter("beta", beta, rows)\n'
            '    if gamma is not None:\n        y = y * parameter("gamma", gamma, rows)',
        ),
    ],
    "divided by the variance": [(NORMS, ROOT, "np.where(lost, np.nan, inside)")],
    "a mean that rounds": [
        (NORMS, "np.where((rows == first).all(axis=-1, keepdims=True), first, average)", "average"),
    ],
    "underflow unnoticed": [
        (NORMS, "if lost.any():", "if False:"),
        (NORMS, "(lost, np.nan, in", "(False, 0, in"),
    ],
}


def outcome(folder, edits):
    """Copy the package, edit the copy and give the exit code of the suite that imports it."""
    copy = folder / "lndocs"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("site", "__pycache__"))
    for name, old, new in edits:
        source = (copy / name).read_text("utf-8")
        assert source.count(old) == 1, f"{name} holds {source.count(old)} times: {old}"
        (copy / name).write_text(source.replace(old, new), "utf-8")
    command = [sys.executable, "-m", "pytest", *SUITE, "-x", "-q"]
    command += ["--noconftest", "-p", "no:cacheprovider"]
    environment = {
        **os.environ,
        "PYTHONPATH": str(folder),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    }
    run = subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment)
    return run.returncode, run.stdout + run.stderr


def test_the_package_as_it_is_passes(tmp_path):
    code, output = outcome(tmp_path, [])
    assert code == pytest.ExitCode.OK, output


@pytest.mark.parametrize("edits", FAULTS.values(), ids=FAULTS.keys())
def test_the_fault_turns_the_suite_red(tmp_path, edits):
    code, output = outcome(tmp_path, edits)
    assert code == pytest.ExitCode.TESTS_FAILED, output
