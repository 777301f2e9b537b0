"""The prose of the project in one language, for the tests that read it."""

from pathlib import Path

from building import ROOT

from lndocs.site import facts, prose
from lndocs.site.prose import Prose

LANGUAGES = ("zh", "en")
MIXED = (ROOT / "README.md", ROOT / "CONTRIBUTING.md")


def texts(language: str) -> list[tuple[str, Prose]]:
    """Read what is written in ``zh`` or ``en``: pages, notebooks, README and CONTRIBUTING."""
    inside = ROOT / "docs" / language
    pages = [path for path in facts.pages() if inside in path.parents]
    found = [(name(path), read(path)) for path in pages]
    return found + [(name(path), read(path).spoken_in(language)) for path in MIXED]


def read(path: Path) -> Prose:
    return prose.read(path.read_text(encoding="utf-8"), notebook=path.suffix == ".py")


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()
