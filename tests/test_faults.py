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
CONCERNS = ("norms", "cases", "module", "batch", "relatives", "backward", "transformer")
SUITE = [str(TESTS / f"test_{name}.py") for name in CONCERNS]

NORMS, ARRAYS, MODULE, BATCH = "norms.py", "arrays.py", "module.py", "batch.py"
BACKWARD, RMS, GROUP = "backward.py", "rms.py", "group.py"
ATTENTION, TRANSFORMER = "attention.py", "transformer.py"
VARIANCE = "return _average(np.square(values))"
INSIDE = "inside = _mean_square(values) + eps"
ROOT = "np.sqrt(np.where(lost, np.nan, inside))"
CENTERED = "centered: Array = rows - middle"
STANDARDIZED = "centered /= _unit(centered, epsilon(eps, rows.dtype))"
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
DX = "dx = (g - _average(g) - normalized * _average(g * normalized)) / unit"
SCALED = 'g = arriving if gamma is None else arriving * parameter("gamma", gamma, rows)'
LAID = "return values.reshape(examples, number, size)"
GROUPED = "standardize(_grouped(values, groups), eps).reshape(values.shape)"
SQUARE = "rows.ndim == 2 and rows.shape[0] == rows.shape[1]"

FAULTS = {
    "n - 1 variance": [
        (
            NORMS,
            VARIANCE,
            "return np.square(values).sum(axis=-1, keepdims=True) / (values.shape[-1] - 1)",
        ),
    ],
    "eps outside the root": [
        (NORMS, INSIDE, "inside = _mean_square(values)"),
        (NORMS, ROOT, f"{ROOT} + eps"),
    ],
    "eps dropped": [(NORMS, INSIDE, "inside = _mean_square(values)")],
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
            "return _statistic(_mean_square(_center(rows)), dtype)",
            "return _statistic(one_pass(rows), dtype)",
        ),
        ONE_PASS,
    ],
    "one-pass variance under the root": [
        (NORMS, "_unit(centered, epsilon(", "_unit(rows, epsilon("),
        (NORMS, "return _root(_center(rows), 0.0)", "return _root(rows, 0.0)"),
        (NORMS, INSIDE, "inside = one_pass(values) + eps"),
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
            f"{STANDARDIZED}.reshape((1, -1) if {SQUARE} else (*rows.shape[:-1], 1))",
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
    "a naive gradient": [(BACKWARD, DX, "dx = g / unit")],
    "a gradient through the mean alone": [(BACKWARD, DX, "dx = (g - _average(g)) / unit")],
    "a gradient through the root alone": [(BACKWARD, DX, DX.replace(" - _average(g) ", " "))],
    "a gradient that is not divided": [(BACKWARD, DX, DX.replace(" / unit", ""))],
    "a gradient divided by the variance": [(BACKWARD, DX, DX.replace("/ unit", "/ unit**2"))],
    "a gradient of the wrong sign along the row": [
        (BACKWARD, DX, DX.replace("- normalized", "+ normalized")),
    ],
    "a sum for an average in the gradient": [
        (
            BACKWARD,
            DX,
            DX.replace("_average(g *", "centered.shape[-1] * _average(g *"),
        ),
    ],
    "an average over the rows in the gradient": [
        (BACKWARD, DX, DX.replace("_average(g)", "g.mean(axis=0)")),
    ],
    "the gradient of x without gamma": [(BACKWARD, SCALED, "g = arriving")],
    "gamma twice in its own gradient": [
        (BACKWARD, "_over_rows(arriving * normalized)", "_over_rows(g * normalized)"),
    ],
    "the raw row in the gradient of gamma": [
        (BACKWARD, "_over_rows(arriving * normalized)", "_over_rows(arriving * rows)"),
    ],
    "the gradients of gamma and beta exchanged": [
        (
            BACKWARD,
            "return dx.astype(dtype), dgamma.astype(dtype), dbeta.astype(dtype)",
            "return dx.astype(dtype), dbeta.astype(dtype), dgamma.astype(dtype)",
        ),
    ],
    "gradients of gamma and beta averaged over the rows": [
        (BACKWARD, "values.sum(axis=", "values.mean(axis="),
    ],
    "gradients of gamma and beta of the first axis alone": [
        (BACKWARD, "tuple(range(values.ndim - 1))", "0 if values.ndim > 1 else ()"),
    ],
    "a gradient without eps": [(BACKWARD, "epsilon(eps, rows.dtype)", "0.0")],
    "a mean subtracted in RMSNorm": [
        (
            RMS,
            "y = rows / _unit(rows, added)",
            "rows = rows - rows.mean(-1, keepdims=True)\n    y = rows / _unit(rows, added)",
        ),
    ],
    "the standard deviation for the root mean square": [
        (RMS, "_unit(rows, added)", "_unit(rows - rows.mean(-1, keepdims=True), added)"),
    ],
    "LayerNorm's eps for RMSNorm's": [
        (RMS, "np.finfo(rows.dtype).eps.item() if", "1e-5 if"),
    ],
    "float16's machine epsilon for RMSNorm": [(RMS, "np.finfo(rows.dtype)", "np.finfo(dtype)")],
    "groups of every second channel": [
        (
            GROUP,
            LAID,
            "apart = values.reshape(examples, channels // number, number, -1)\n"
            "    return apart.swapaxes(1, 2).reshape(examples, number, size)",
        ),
    ],
    "groups for channels in a group": [
        (GROUP, GROUPED, GROUPED.replace(", groups)", ", values.shape[1] // groups)")),
    ],
    "groups over the examples": [
        (GROUP, LAID, "return values.reshape(1, number, examples * size)"),
    ],
    "a group normalized at each position alone": [
        (
            GROUP,
            f"y = {GROUPED}",
            "last = np.moveaxis(values, 1, -1)\n"
            "    parts = last.reshape(*last.shape[:-1], groups, -1)\n"
            "    y = np.moveaxis(standardize(parts, eps).reshape(last.shape), -1, 1).copy()",
        ),
    ],
    "gamma along the positions": [
        (
            GROUP,
            "last = np.moveaxis(y, 1, -1)",
            "last = y if y.shape[-1] == y.shape[1] else np.moveaxis(y, 1, -1)",
        ),
    ],
    "a gamma for each group": [
        (GROUP, "last *= parameter(", "last *= np.repeat(parameter("),
        (GROUP, '"gamma", gamma, last, "channel")', '"gamma", gamma, last, "channel")[::2], 2)'),
    ],
    "gamma and beta exchanged by group norm": [
        (GROUP, "if gamma is not None:", "gamma, beta = beta, gamma\n    if gamma is not None:"),
    ],
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
