"""Build copies of the site, and what stock Material makes of the same pages, in a folder."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from time import perf_counter
from typing import Any

import yaml

ROOT = Path(__file__).parents[1]
CONFIGS = {"zh": "mkdocs.yml", "en": "mkdocs.en.yml"}
# Of our extensions those that the pages' text needs.
EXTENSIONS = [
    "admonition",
    "attr_list",
    "footnotes",
    "md_in_html",
    "tables",
    {"pymdownx.arithmatex": {"generic": True}},
    "pymdownx.details",
    "pymdownx.highlight",
    {"pymdownx.snippets": {"base_path": [str(ROOT), str(ROOT / "lndocs")]}},
    "pymdownx.superfences",
]


def copy(folder: Path, times: int, *, labs: bool) -> None:
    """Copy the pages of both languages, so many times under other names."""
    for language in CONFIGS:
        source, target = ROOT / "docs" / language, folder / "docs" / language
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        if not labs:
            shutil.rmtree(target / "labs")
        for page in source.glob("*.md"):
            for number in range(2, times + 1):
                shutil.copy(page, target / f"{page.stem}-{number}.md")


def ours(folder: Path) -> list[Path]:
    """Write configurations that inherit ours; the first one builds both languages."""
    for language, name in CONFIGS.items():
        settings = {
            "INHERIT": str(ROOT / name),
            "docs_dir": f"docs/{language}",
            "nav": None,
            "watch": [],
            "theme": {"custom_dir": str(ROOT / "docs" / "theme")},
            "markdown_extensions": {
                "pymdownx.snippets": {"base_path": [str(ROOT), str(ROOT / "lndocs")]}
            },
        }
        (folder / name).write_text(yaml.safe_dump(settings), "utf-8")
    return [folder / "mkdocs.yml"]


def stock(folder: Path, *, labs: bool) -> list[Path]:
    """Write configurations of Material as it comes, one a language."""
    plugins: list[Any] = ["search"]
    if labs:
        plugins.append({"mkdocs-jupyter": {"include": ["labs/*.py"], "execute": True}})
    for language, name in CONFIGS.items():
        settings = {
            "site_name": "stock",
            "docs_dir": f"docs/{language}",
            "site_dir": f"site/{language}",
            "theme": {"name": "material", "language": language},
            "markdown_extensions": EXTENSIONS,
            "plugins": plugins,
        }
        (folder / name).write_text(yaml.safe_dump(settings), "utf-8")
    return [folder / name for name in CONFIGS.values()]


def build(configs: list[Path], **environment: str) -> float:
    """Build one after another, each in a process of its own; give the seconds."""
    begun = perf_counter()
    for config in configs:
        subprocess.run(
            [sys.executable, "-m", "mkdocs", "build", "-q", "-f", str(config)],
            cwd=config.parent,
            env={**os.environ, "NO_MKDOCS_2_WARNING": "1", **environment},
            capture_output=True,
            check=True,
        )
    return perf_counter() - begun
