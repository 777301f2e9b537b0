"""The classic faults of a layer norm: each, put into a copy of the package, turns the suite red.

A fault is a list of edits, old text → new text. The old text must occur exactly once, so that the
list cannot rot when the source changes. Only the tests of the arithmetic run on the copy.
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
SUITE = [
    str(TESTS / f"test_{name}.py") for name in ("norms", "cases", "module", "batch", "transformer")
]

NORMS, ARRAYS, MODULE, BATCH = "norms.py", "arrays.py", "module.py", "batch.py"
ATTENTION, TRANSFORMER = "attention.py", "transformer.py"
VARIANCE = "return _average(np.square(centered))"
INSIDE = "inside = _variance(centered) + eps"
ROOT = "np.sqrt(np.where(lost, np.nan, inside))"
CENTERED = "centered: Array = rows - middle"
STANDARDIZED = "centered /= np.where(usable, unit, np.nan)"
ONE_PASS = (
    NORMS,
    "def _average(",
    "@np.errstate(invalid='ignore')\ndef one_pass(x):\n"
    "    return _average(np.square(x)) - np.square(_mean(x))\n\n\ndef _average(",
)
POST = 'return _like("norm", norm(rows + _like("sublayer", sublayer(rows), rows)), rows)'
PRE = 'return rows + _like("sublayer", answer, rows)'
ORDER = 'wrap = post_norm if order == "post" else pre_norm'
NORMED = 'answer = sublayer(_like("norm", norm(rows), rows))'
SIDE_BY_SIDE = "return heads.transpose(1, 0, 2).reshape(n, number * width)"
MASKED = "scores = np.where(_may_look(mask, n), scores, -np.inf)"
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
        (NORMS, CENTERED, f"{CENTERED}.reshape((1, -1) if {SQUARE} else middle.shape)"),
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
            'y *= parameter("gamma", gamma, rows)',
            f'y *= parameter("gamma", gamma, rows).reshape((-1, 1) if {SQUARE} else -1)',
        ),
    ],
    "gamma after beta": [
        (NORMS, 'y *= parameter("gamma", gamma, rows)', "pass"),
        (
            NORMS,
            'y += parameter("beta", beta, rows)',
            'y += parameter("beta", beta, rows)\n'
            '    if gamma is not None:\n        y = y * parameter("gamma", gamma, rows)',
        ),
    ],
    "divided by the variance": [(NORMS, ROOT, "np.where(lost, np.nan, inside)")],
    "a mean that rounds": [
        (NORMS, "np.where(equal, first, average)", "average"),
    ],
    "what a mean's rounding left": [(NORMS, "if candidates.any():", "if False:")],
    "near ends taken for near values": [
        (NORMS, "np.where(all_near, _average(centered), 0)", "_average(centered)"),
    ],
    "equal ends taken for equal values": [
        (NORMS, "equal = (rows == first).all(axis=-1, keepdims=True)", "pass"),
    ],
    "underflow unnoticed": [
        (NORMS, "if lost.any():", "if False:"),
        (NORMS, "(lost, np.nan, in", "(False, 0, in"),
    ],
    "gamma and beta exchanged": [
        (NORMS, "if gamma is not None:", "gamma, beta = beta, gamma\n    if gamma is not None:"),
    ],
    "gamma and beta exchanged by batch norm": [
        (BATCH, "if gamma is not None:", "gamma, beta = beta, gamma\n    if gamma is not None:"),
    ],
    "gamma and beta exchanged by the module": [
        (MODULE, "layer_norm(x, self.gamma, self.beta,", "layer_norm(x, self.beta, self.gamma,"),
    ],
    "a gamma for each token": [
        (ARRAYS, "if array.shape != expected:", "if array.shape not in (expected, (len(x), 1)):"),
    ],
    "a gamma of one value": [
        (ARRAYS, "if array.shape != expected:", "if array.shape not in (expected, (1,)):"),
    ],
    "a module that starts at 0 and 1": [
        (MODULE, "np.ones(self.d) if scale", "np.zeros(self.d) if scale"),
        (MODULE, "np.zeros(self.d) if shift", "np.ones(self.d) if shift"),
    ],
    "a module that drops its eps": [
        (MODULE, "self.gamma, self.beta, self.eps)", "self.gamma, self.beta)")
    ],
    "a module that keeps the caller's array": [
        (MODULE, "np.array(parameter(", "np.asarray(parameter("),
    ],
    "the first module's pair for the second": [
        (
            TRANSFORMER,
            "return wrap(y, self.feed, self.norm_2)",
            "return wrap(y, self.feed, self.norm_1)",
        ),
    ],
    "one module drawn for both": [
        (TRANSFORMER, "norms = LayerNorm(d), LayerNorm(d)", "norms = [LayerNorm(d)] * 2"),
    ],
    "post-norm for pre-norm": [(TRANSFORMER, ORDER, "wrap = post_norm")],
    "pre-norm for post-norm": [(TRANSFORMER, ORDER, "wrap = pre_norm")],
    "the orders exchanged": [(TRANSFORMER, '"post" else pre_norm', '"pre" else pre_norm')],
    "the function of pre-norm is post-norm": [
        (TRANSFORMER, PRE, 'return norm(rows + _like("sublayer", sublayer(rows), rows))'),
    ],
    "the normalized copy as residual in pre-norm": [
        (
            TRANSFORMER,
            NORMED,
            'rows = _like("norm", norm(rows), rows)\n    answer = sublayer(rows)',
        ),
    ],
    "the normalized copy as residual in post-norm": [
        (TRANSFORMER, POST, POST.replace("norm(rows +", "norm(norm(rows) +")),
    ],
    "the attention output normalized, then added": [
        (TRANSFORMER, POST, 'return rows + norm(_like("sublayer", sublayer(rows), rows))'),
    ],
    "no residual": [(TRANSFORMER, POST, POST.replace("rows + ", ""))],
    "no residual in pre-norm": [(TRANSFORMER, PRE, PRE.replace("rows + ", ""))],
    "no ReLU": [(TRANSFORMER, "np.maximum(hidden, 0)", "hidden")],
    "running variance with n": [(BATCH, " * (count / (count - 1))", "")],
    "running variance with n - 1 twice": [
        (BATCH, "* (count / (count - 1))", "* (count / (count - 1)) ** 2"),
    ],
    "batch variance with n - 1": [
        (
            BATCH,
            "return standardize(values, eps).T",
            "eps = eps * (1 - 1 / values.shape[-1])\n"
            "    return ((1 - 1 / values.shape[-1]) ** 0.5 * standardize(values, eps)).T",
        ),
    ],
    "batch norm over the features": [
        (
            BATCH,
            "return rows.reshape(-1, rows.shape[-1]).T",
            "return rows.reshape(-1, rows.shape[-1])",
        ),
    ],
    "batch norm that ignores the running statistics": [
        (BATCH, "if running is None else", "if True else")
    ],
    "running mean and variance exchanged": [
        (BATCH, "return average, spread", "return spread, average")
    ],
    "momentum for the old": [(BATCH, "weight = float(momentum)", "weight = 1 - float(momentum)")],
    "heads concatenated in reverse": [
        (ATTENTION, SIDE_BY_SIDE, SIDE_BY_SIDE.replace("heads.tr", "heads[::-1].tr")),
    ],
    "heads not laid side by side": [
        (ATTENTION, SIDE_BY_SIDE, "return heads.reshape(n, number * width)"),
    ],
    "heads interleaved": [
        (ATTENTION, SIDE_BY_SIDE, SIDE_BY_SIDE.replace("(1, 0, 2)", "(1, 2, 0)")),
    ],
    "mask ignored": [(ATTENTION, "if mask is not None:", "if False:")],
    "mask inverted": [(ATTENTION, MASKED, MASKED.replace("_may_look", "~_may_look"))],
    "mask across": [(ATTENTION, MASKED, MASKED.replace("n), ", "n).T, "))],
    "mask not handed on by the layer": [
        (TRANSFORMER, "self.attention(rows, mask)", "self.attention(rows)"),
    ],
    "scores divided by the root of d": [(ATTENTION, "math.sqrt(d // heads)", "math.sqrt(d)")],
    "softmax over the queries": [
        (ATTENTION, "powers / powers.sum(axis=-1", "powers / powers.sum(axis=-2"),
    ],
    "a softmax that overflows": [
        (ATTENTION, "scores.max(axis=-1, keepdims=True, initial=-np.inf)", "0"),
    ],
    "no output matrix": [
        (ATTENTION, 'gathered @ shaped("W_o", W_o, (d, d), rows)', "gathered"),
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
