"""The package as a wheel, which a reader's pip installs from the site."""

import hashlib
import os
import subprocess
import sys
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

FOLDER = "downloads"

_ROOT = Path(__file__).parents[2]
_BESIDE = ("pyproject.toml", "README.md", "LICENSE")
# In a copy of the sources, so that nothing is left in the checkout.
_BUILD = "from setuptools.build_meta import build_wheel; build_wheel('dist')"
# The first moment that a zip file can name.
_EPOCH = "315532800"


def built(folder: Path | None = None) -> tuple[str, bytes]:
    """Build the wheel from the sources as they are now, or take the last one if they are the same.

    It needs no network and nothing but setuptools, and is the same bytes each time.

    Parameters
    ----------
    folder : Path, optional
        Where wheels are kept from one build of the site to the next.

    Returns
    -------
    name : str
        Its file name, which says the version.
    content : bytes

    Raises
    ------
    ValueError
        There are no sources: the package itself was installed from a wheel.
    """
    sources = _sources()
    if folder is None:
        return _built(sources)
    key = repr((sources, version("setuptools"))).encode()
    place = folder / hashlib.sha256(key).hexdigest()[:16]
    for kept in place.glob("*.whl"):
        return kept.name, kept.read_bytes()
    name, content = _built(sources)
    place.mkdir(parents=True, exist_ok=True)
    # Written whole under another name first: two builds may run at a time.
    draft = place / f"{os.getpid()}"
    draft.write_bytes(content)
    draft.replace(place / name)
    return name, content


def _sources() -> tuple[tuple[str, bytes], ...]:
    beside = [_ROOT / name for name in _BESIDE]
    if missing := [path.name for path in beside if not path.is_file()]:
        raise ValueError(
            f"the wheel is built from a checkout, and {_ROOT} has no {', '.join(missing)}; "
            "install the checkout with pip install -e"
        )
    package = sorted((_ROOT / "lndocs").rglob("*.py"))
    paths = [*beside, *package, _ROOT / "lndocs" / "py.typed"]
    return tuple((path.relative_to(_ROOT).as_posix(), path.read_bytes()) for path in paths)


@lru_cache(maxsize=1)
def _built(sources: tuple[tuple[str, bytes], ...]) -> tuple[str, bytes]:
    with TemporaryDirectory() as folder:
        for name, content in sources:
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            path.chmod(0o644)  # the wheel keeps it, and a checkout's depends on its owner
        subprocess.run(
            [sys.executable, "-I", "-W", "ignore", "-c", _BUILD],
            cwd=folder,
            env={**os.environ, "SOURCE_DATE_EPOCH": _EPOCH},
            capture_output=True,
            check=True,
        )
        (wheel,) = Path(folder, "dist").iterdir()
        return wheel.name, wheel.read_bytes()
