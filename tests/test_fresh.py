"""A downloaded lab, run from its first cell to its last where the package has never been.

The environment is new and holds Jupyter's kernel, NumPy, and matplotlib, by the ordinary pip and at
the pinned versions, so that a release elsewhere cannot turn this red. The package itself and what
ties it to them must come from the notebook's own first cell, and that from the served site alone:
while a notebook runs, pip is kept from every index.
"""

import os
import re
import subprocess
import venv
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest
from building import ADDRESS, ROOT, source_pages
from hosting import served
from missing import unavailable

LABS = [folder + page for folder in ("", "en/") for page in source_pages() if "labs/" in page]
PRESENT = ("ipykernel", "matplotlib", "nbclient", "numpy")

pytestmark = pytest.mark.network


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make the environment, and give the folder of its programs."""
    folder = tmp_path_factory.mktemp("fresh")
    venv.create(folder, with_pip=True)
    pins = re.findall(r"^[\w.-]+==[^\\\n]*", (ROOT / "requirements/dev.txt").read_text(), re.M)
    (folder / "pins.txt").write_text("\n".join(pins), "utf-8")
    there = next(place for name in ("bin", "Scripts") if (place := folder / name).is_dir())
    install = [there / "python", "-m", "pip", "install", "-q", "-c", folder / "pins.txt", *PRESENT]
    run = subprocess.run(install, capture_output=True, text=True)
    if run.returncode:
        last = run.stderr.strip().splitlines()[-1]
        unavailable(f"pip cannot install {', '.join(PRESENT)} here: {last}", "NETWORK")
    return there


@pytest.fixture(scope="module")
def home(site: Path) -> Iterator[str]:
    with served(site) as address:
        yield address


@pytest.mark.parametrize("lab", LABS)
def test_a_downloaded_lab_runs_from_its_first_cell_to_its_last(
    programs: Path, home: str, tmp_path: Path, lab: str
) -> None:
    with urlopen(f"{home}{lab.rstrip('/')}.ipynb") as answer:
        text = answer.read().decode()
    assert ADDRESS in text
    path = tmp_path / "lab.ipynb"
    path.write_text(text.replace(ADDRESS, home), "utf-8")  # as if it were built for this address
    environment = {
        name: value for name, value in os.environ.items() if name[:4] not in ("PIP_", "PYTH")
    }
    environment |= {
        "PIP_NO_INDEX": "1",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "NO_PROXY": "127.0.0.1",
    }
    run = subprocess.run(
        [programs / "jupyter-execute", path],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment,
        timeout=300,
    )
    assert run.returncode == 0, run.stderr
    # The next one must install it for itself.
    gone = [programs / "python", "-m", "pip", "uninstall", "-q", "-y", "lndocs"]
    assert "not installed" not in subprocess.run(gone, capture_output=True, text=True).stderr
