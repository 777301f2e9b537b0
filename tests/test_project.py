"""The project's own tools: requirements, the search for a Python, make and CI."""

import os
import re
import shutil
import stat
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from missing import unavailable
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
REQUIREMENTS = sorted((ROOT / "requirements").glob("*.txt"))
BASE = sys._base_executable  # this Python, or the one that its virtual environment was made with
FIND_PYTHON = ROOT / "scripts" / "find-python"
MAKEFILE = ROOT / "Makefile"
CI = [ROOT / ".ci" / "run", *(ROOT / ".github" / "workflows").glob("*.yml")]
GUIDES = [ROOT / "README.md", *ROOT.glob("CONTRIBUTING.md")]
TOOLS = [MAKEFILE, FIND_PYTHON, ROOT / "pyproject.toml", *CI, *REQUIREMENTS]

needs_make = pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")


# Requirements


def entries(path):
    """Join the lines of each requirement, without comments."""
    lines = [line for line in path.read_text("utf-8").splitlines() if line.strip()[:1] != "#"]
    return "\n".join(lines).replace("\\\n", " ").splitlines()


def pins(path):
    found = [Requirement(entry.split(" --hash=")[0]) for entry in entries(path)]
    return {pin.name: str(pin.specifier).removeprefix("==") for pin in found}


def test_the_five_requirement_files_are_found():
    assert [path.stem for path in REQUIREMENTS] == ["dev", "floor", "lock", "site", "torch"]


@pytest.mark.parametrize("path", REQUIREMENTS, ids=lambda path: path.name)
def test_every_requirement_is_one_version_with_hashes_and_nothing_else(path):
    line = re.compile(r"[\w.-]+==[\w.]+( ; [^;]+?)?(\s+--hash=sha256:[0-9a-f]{64})+\s*")
    assert [entry for entry in entries(path) if not line.fullmatch(entry)] == []
    assert entries(path)


@pytest.mark.parametrize(("path", "extras"), [("dev", {"site", "test", "dev"}), ("site", {"site"})])
def test_what_pyproject_asks_for_is_pinned_within_its_range(path, extras):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    optional = project["optional-dependencies"]
    wanted = [*project["dependencies"], *(line for extra in extras for line in optional[extra])]
    pinned = pins(ROOT / "requirements" / f"{path}.txt")
    for requirement in map(Requirement, wanted):
        if requirement.name != project["name"]:
            assert requirement.specifier.contains(pinned[requirement.name.lower()]), requirement


def test_the_site_is_built_with_the_versions_that_are_tested():
    dev, site = pins(ROOT / "requirements/dev.txt"), pins(ROOT / "requirements/site.txt")
    assert site.items() < dev.items()


def test_the_oldest_numpy_that_pyproject_allows_is_tested():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    floor = pins(ROOT / "requirements/floor.txt")["numpy"]
    assert project["dependencies"] == [f"numpy>={floor.removesuffix('.0')}"]
    assert project["requires-python"] == ">=3.11"
    assert "find-python 3.11" in MAKEFILE.read_text("utf-8")


def test_pytorch_is_one_version_beside_pinned_requirements():
    makefile = MAKEFILE.read_text("utf-8")
    assert re.search(r"^TORCH_VERSION = [\d.]+$", makefile, flags=re.MULTILINE)
    assert "find-python 3.11" in makefile[makefile.index("$(TORCH)/.complete: ") :]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    pinned = pins(ROOT / "requirements/torch.txt")
    wanted = [*project["project"]["dependencies"], *project["dependency-groups"]["torch"]]
    for requirement in map(Requirement, wanted):
        assert requirement.specifier.contains(pinned[requirement.name]), requirement
    assert "torch" not in pinned


@pytest.mark.parametrize("path", TOOLS, ids=lambda path: path.name)
def test_no_tool_names_an_address_to_install_from(path):
    text = path.read_text("utf-8")
    assert re.findall(r"\S*://\S*|--(?:extra-)?index\S*|--find-links\S*|--trusted\S*", text) == []


# The search for a Python


def find_python(*arguments, **environment):
    """Run the script with nothing on the PATH but what is given."""
    environment = {"PATH": "", "HOME": "/nowhere", **environment}
    return subprocess.run(
        ["/bin/sh", str(FIND_PYTHON), *arguments], capture_output=True, text=True, env=environment
    )


def executable(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n", "utf-8")
    path.chmod(0o755)
    return path


def real(path):
    """Put this Python under another name."""
    return executable(path, f'exec "{sys.executable}" "$@"')


def failing(path):
    """Put a shim there that only complains, as pyenv does."""
    return executable(path, f"echo '{path.name}: command not found' >&2; exit 127")


def pretending(path, version):
    """Put this Python there, but let it take itself for another version."""
    pretend = f"import sys; sys.version_info = {version}; del sys.argv[1]; exec(sys.stdin.read())"
    return executable(path, f"exec '{sys.executable}' -c '{pretend}' \"$@\"")


def refused(run):
    assert run.returncode == 1
    assert run.stdout == ""
    assert run.stderr.count("\n") == 1
    return run.stderr


def test_python_is_honored(tmp_path):
    run = find_python(PYTHON=str(real(tmp_path / "mine")))
    assert (run.returncode, run.stdout) == (0, f"{BASE}\n")


def test_a_python_that_cannot_be_used_is_refused_in_one_line_though_another_would_do(tmp_path):
    real(tmp_path / "python3")
    for python in (failing(tmp_path / "broken"), tmp_path / "missing"):
        message = refused(find_python(PYTHON=str(python), PATH=str(tmp_path)))
        assert f"PYTHON={python} is not Python 3.12 or newer" in message


def test_without_any_python_one_line_says_what_is_missing_and_what_to_do():
    message = refused(find_python())
    assert "No Python 3.12 or newer" in message
    assert "make PYTHON=" in message


@pytest.mark.parametrize("name", ["python3.14", "python3.13", "python3.12", "python3", "python"])
def test_a_python_on_the_path_is_found_by_any_of_its_names(tmp_path, name):
    real(tmp_path / name)
    assert find_python(PATH=str(tmp_path)).stdout == f"{BASE}\n"


def test_a_shim_that_fails_is_passed_over(tmp_path):
    failing(tmp_path / "python3.14")
    real(tmp_path / "python3")
    assert find_python(PATH=str(tmp_path)).stdout == f"{BASE}\n"


@pytest.mark.parametrize("version", [(2, 7, 18), (3, 9, 0), (3, 11, 99)])
def test_an_old_python_is_no_answer(tmp_path, version):
    pretending(tmp_path / "python3", version)
    assert "No Python 3.12 or newer" in refused(find_python(PATH=str(tmp_path)))


@pytest.mark.parametrize("version", [(3, 12, 0), (3, 14, 1), (4, 0, 0)])
def test_a_newer_python_is_an_answer(tmp_path, version):
    pretending(tmp_path / "python3", version)
    assert find_python(PATH=str(tmp_path)).stdout == f"{BASE}\n"


def test_asked_for_one_version_it_gives_no_other(tmp_path):
    pretending(tmp_path / "python3", (3, 11, 9))
    assert find_python("3.11", PATH=str(tmp_path)).stdout == f"{BASE}\n"
    assert "No Python 3.1 " in refused(find_python("3.1", PATH=str(tmp_path)))


def test_the_versions_of_pyenv_are_found_wherever_its_root_is(tmp_path):
    real(tmp_path / ".pyenv/versions/3.12.1/bin/python3")
    expected = f"{BASE}\n"
    assert find_python(HOME=str(tmp_path)).stdout == expected
    assert find_python(PYENV_ROOT=str(tmp_path / ".pyenv")).stdout == expected
    executable(tmp_path / "bin/pyenv", f"echo '{tmp_path}/.pyenv'")
    assert find_python(PATH=str(tmp_path / "bin")).stdout == expected


# make


@pytest.fixture
def checkout(tmp_path):
    """A folder with an environment that is whole and newer than what it was made of."""
    for name in ("Makefile", "pyproject.toml", "requirements/dev.txt", "scripts/find-python"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
        os.utime(tmp_path / name, (1, 1))
    real(tmp_path / ".venv/bin/python")
    for name, time in ((".installed", 2), (".complete", 3)):
        (tmp_path / ".venv" / name).touch()
        os.utime(tmp_path / ".venv" / name, (time, time))
    return tmp_path


def make(checkout, *arguments):
    """Run make as from a terminal, also when these tests were started by make."""
    inherited = {"PYTHON", "MAKEFLAGS", "MAKELEVEL", "MFLAGS"}
    environment = {key: value for key, value in os.environ.items() if key not in inherited}
    return subprocess.run(
        ["make", *arguments], capture_output=True, text=True, cwd=checkout, env=environment
    )


def plan(checkout, *arguments):
    """Give the commands that make would run."""
    run = make(checkout, "-n", *arguments)
    assert run.returncode == 0, run.stderr
    return run.stdout


REBUILD, INSTALL = "rm -rf .venv ", "--no-build-isolation -e ."


@needs_make
def test_a_whole_environment_is_used_as_it_is(checkout):
    (command,) = plan(checkout, "test").splitlines()
    assert command.startswith(".venv/bin/python -m pytest")


@needs_make
def test_a_half_made_environment_is_made_anew(checkout):
    (checkout / ".venv/.complete").unlink()
    (checkout / ".venv/.installed").unlink()
    assert REBUILD in plan(checkout, "test")


@needs_make
def test_changed_requirements_make_the_environment_anew(checkout):
    (checkout / "requirements/dev.txt").touch()
    assert REBUILD in plan(checkout, "test")
    assert INSTALL in plan(checkout, "test")


@needs_make
def test_a_changed_pyproject_installs_the_package_anew_and_no_more(checkout):
    (checkout / "pyproject.toml").touch()
    assert INSTALL in plan(checkout, "test")
    assert REBUILD not in plan(checkout, "test")


@needs_make
def test_an_environment_whose_python_is_gone_is_made_anew(checkout):
    failing(checkout / ".venv/bin/python")
    assert REBUILD in plan(checkout, "test")


@needs_make
def test_another_python_makes_the_environment_anew_and_the_same_one_does_not(checkout):
    other = executable(checkout / "other", "echo another version")
    assert REBUILD in plan(checkout, "test", f"PYTHON={other}")
    assert REBUILD not in plan(checkout, "test", f"PYTHON={sys.executable}")


@needs_make
def test_make_without_a_fit_python_says_so_in_one_line_and_leaves_all_as_it_was(checkout):
    run = make(checkout, "test", "PYTHON=/nowhere/python")
    told = [line for line in run.stderr.splitlines() if not line.startswith("make")]
    assert len(told) == 1
    assert told[0].startswith("PYTHON=/nowhere/python is not Python 3.12 or newer")
    assert (run.returncode, run.stdout) == (2, "")
    assert (checkout / ".venv/.complete").exists()


# The verbs


def verbs():
    (names,) = re.findall(r"^\.PHONY: (.*) FORCE$", MAKEFILE.read_text("utf-8"), flags=re.MULTILINE)
    return set(names.split())


def test_make_says_what_each_verb_does():
    described = re.findall(r"^#   make (\w+) ", MAKEFILE.read_text("utf-8"), flags=re.MULTILINE)
    assert {*described, "help"} == verbs()


@pytest.mark.parametrize("path", CI, ids=lambda path: path.name)
def test_ci_runs_the_verbs_that_developers_run(path):
    used = set(re.findall(r"(?:step|run:) make (\w+)", path.read_text("utf-8")))
    assert {"check", "floor", "mutate", "torch"} <= used <= verbs()


@pytest.mark.parametrize("path", GUIDES, ids=lambda path: path.name)
def test_every_verb_that_a_reader_is_told_of_exists(path):
    told = set(re.findall(r"(?:^|`)make ([a-z]+)", path.read_text("utf-8"), flags=re.MULTILINE))
    assert told <= verbs()


@pytest.mark.parametrize("need", ["BROWSER", "NETWORK"])
@pytest.mark.parametrize("path", CI, ids=lambda path: path.name)
def test_ci_takes_no_skip_for_want_of_anything(path, need):
    assert re.search(rf'LNDOCS_REQUIRE_{need}(=1|: "1")', path.read_text("utf-8"))


@pytest.mark.parametrize("path", [FIND_PYTHON, ROOT / ".ci/run"], ids=lambda path: path.name)
def test_a_script_can_be_run(path):
    assert path.stat().st_mode & stat.S_IXUSR


@pytest.mark.parametrize(("required", "outcome"), [("", "1 skipped"), ("1", "1 error")])
def test_a_missing_browser_is_a_skip_and_where_it_is_required_a_failure(
    tmp_path, required, outcome
):
    test = tmp_path / "test_page.py"
    test.write_text("def test_page(chromium): pass\n", "utf-8")
    command = [sys.executable, "-m", "pytest", "-rA", "-p", "conftest", "-p", "no:cacheprovider"]
    environment = {"PATH": "", "PYTHONPATH": str(ROOT / "tests")}
    run = subprocess.run(
        [*command, str(test)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment | {"LNDOCS_REQUIRE_BROWSER": required},
    )
    assert outcome in run.stdout
    assert "no browser found; install one as chromium-headless-shell or chromium" in run.stdout


@pytest.mark.parametrize(("required", "outcome"), [("", "skipped"), ("1", "Failed")])
def test_a_missing_index_is_a_skip_and_where_it_is_required_a_failure(
    monkeypatch, required, outcome
):
    monkeypatch.setenv("LNDOCS_REQUIRE_BROWSER", "")
    monkeypatch.setenv("LNDOCS_REQUIRE_NETWORK", required)
    with pytest.raises((pytest.skip.Exception, pytest.fail.Exception)) as raised:
        unavailable("no index", "NETWORK")
    assert raised.typename.lower() == outcome.lower()


# PyTorch


def run_without_torch(tmp_path, *arguments, **environment):
    """Run the comparison where PyTorch cannot be imported, though it may be installed."""
    (tmp_path / "no_torch.py").write_text("import sys; sys.modules['torch'] = None\n", "utf-8")
    command = [sys.executable, "-m", "pytest", "--noconftest", "-p", "no:cacheprovider"]
    command += ["-p", "no_torch", *arguments, "tests/test_torch.py"]
    environment = {"PATH": "", "PYTHONPATH": str(tmp_path), **environment}
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environment)


def test_without_pytorch_its_comparison_is_skipped_and_says_so(tmp_path):
    run = run_without_torch(tmp_path)
    assert run.returncode == pytest.ExitCode.NO_TESTS_COLLECTED
    assert "PyTorch is missing here; make torch runs this" in run.stdout


def test_without_pytorch_where_it_is_required_its_comparison_fails(tmp_path):
    run = run_without_torch(tmp_path, LNDOCS_REQUIRE_TORCH="1")
    assert run.returncode == pytest.ExitCode.INTERRUPTED
    assert "PyTorch is missing; make torch installs it" in run.stdout


def test_in_a_run_without_skips_a_skip_fails(tmp_path):
    run = run_without_torch(tmp_path, "-p", "tests.noskip")
    assert run.returncode == pytest.ExitCode.TESTS_FAILED
    assert "1 skipped: in this run that is a failure" in run.stdout


@needs_make
def test_the_comparison_requires_pytorch_and_takes_no_skip(checkout):
    real(checkout / ".venv-torch/bin/python")
    (checkout / "requirements/torch.txt").touch()
    os.utime(checkout / "requirements/torch.txt", (1, 1))
    (checkout / ".venv-torch/.complete").touch()
    assert plan(checkout, "torch").startswith(
        "LNDOCS_REQUIRE_TORCH=1 .venv-torch/bin/python -m pytest --noconftest -p tests.noskip "
    )
