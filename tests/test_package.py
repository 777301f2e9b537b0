"""What the package promises those who import it."""

import ast
import inspect
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import lndocs

PACKAGE = Path(lndocs.__file__).parent
ROOT = Path(__file__).parent.parent
FUNCTIONS = [getattr(lndocs, name) for name in lndocs.__all__ if name != "EPS"]


def test_importing_it_loads_numpy_and_nothing_else():
    program = (
        "import sys; before = set(sys.modules); import lndocs, lndocs.example;"
        "print(*{name.partition('.')[0] for name in set(sys.modules) - before})"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert set(run.stdout.split()) - sys.stdlib_module_names == {"lndocs", "numpy"}


def imported(source):
    """Give the names of the modules that a source file imports, wherever in it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            yield from (f"{module}.{alias.name}" for alias in node.names)


def test_nothing_outside_the_site_imports_the_site():
    site = PACKAGE / "site"
    files = [path for path in PACKAGE.rglob("*.py") if site not in path.parents]
    assert len(files) >= 5
    guilty = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in files
        for name in imported(path.read_text("utf-8"))
        if name.startswith((".", "lndocs.site"))
    ]
    assert guilty == []


def test_such_an_import_would_be_found_in_any_form():
    for line in ("import lndocs.site", "from lndocs.site import x", "from lndocs import site"):
        assert any(name.startswith("lndocs.site") for name in imported(f"def f():\n    {line}"))
    assert list(imported("from . import site")) == ["..site"]


def test_a_wheel_brings_the_marker_of_its_types(tmp_path):
    pytest.importorskip("setuptools", "77")
    for name in ("pyproject.toml", "README.md", "LICENSE", "lndocs/py.typed", "lndocs/__init__.py"):
        target = tmp_path / name
        target.parent.mkdir(exist_ok=True)
        target.write_bytes((ROOT / name).read_bytes())
    program = "import setuptools.build_meta as b; print(b.build_wheel('.'))"
    run = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
    )
    wheel = zipfile.ZipFile(tmp_path / run.stdout.split()[-1])
    assert "lndocs/py.typed" in wheel.namelist()


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_every_public_function_is_documented_in_full(function):
    text = inspect.getdoc(function)
    sections = re.findall(r"^(\w+)\n-+$", text, flags=re.MULTILINE)
    returns = [] if inspect.signature(function).return_annotation is None else ["Returns"]
    assert sections == ["Parameters", *returns, "Raises", "Examples"]
    assert ">>> " in text


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_every_parameter_is_described_by_its_name(function):
    text = inspect.getdoc(function)
    for name in inspect.signature(function).parameters:
        assert re.search(rf"^\*?{name} : ", text, flags=re.MULTILINE), name


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_every_public_function_is_typed(function):
    signature = inspect.signature(function)
    annotations = [parameter.annotation for parameter in signature.parameters.values()]
    assert inspect.Signature.empty not in [*annotations, signature.return_annotation]


def test_the_public_names_are_listed_in_order():
    assert lndocs.__all__ == sorted(lndocs.__all__)
    public = {name for name in vars(lndocs) if not name.startswith("_")}
    modules = {path.stem for path in PACKAGE.iterdir()}
    assert public - modules == set(lndocs.__all__) - modules
