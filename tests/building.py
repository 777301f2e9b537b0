"""Build the site, or a small one by the same configuration, in a process of its own."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[1]
ADDRESS = "https://example.org/under/a/path/"

PAGE = "---\ndescription: 一句话\n---\n# 标题\n\n"


def source_pages() -> list[str]:
    """The addresses of the pages under the folder of their language."""
    folder = ROOT / "docs" / "zh"
    paths = [path for kind in ("*.md", "*.py") for path in folder.rglob(kind)]
    names = [path.relative_to(folder).with_suffix("").as_posix() for path in paths]
    return sorted("" if name == "index" else f"{name}/" for name in names)


def build(config: Path, out: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a strict build; what it said is in ``stderr``."""
    return subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", str(config), "-d", str(out)],
        cwd=config.parent,
        env={
            **os.environ,
            "CI": "1",
            "SITE_URL": ADDRESS,
            "NO_MKDOCS_2_WARNING": "1",
            **environment,
        },
        capture_output=True,
        text=True,
        timeout=600,
    )


def small_site(folder: Path, zh: Mapping[str, str], en: Mapping[str, str] | None = None) -> Path:
    """Write a site of a few pages, which inherits all else, and return its configuration."""
    for language, pages in (("zh", zh), ("en", zh if en is None else en)):
        for name, text in pages.items():
            path = folder / "docs" / language / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        config = {"zh": "mkdocs.yml", "en": "mkdocs.en.yml"}[language]
        settings = {
            "INHERIT": str(ROOT / config),
            "docs_dir": f"docs/{language}",
            "nav": None,
            "theme": {"custom_dir": str(ROOT / "docs" / "theme")},
            "watch": [],
            "markdown_extensions": {"pymdownx.snippets": {"base_path": [str(ROOT)]}},
        }
        (folder / config).write_text(yaml.safe_dump(settings), encoding="utf-8")
    return folder / "mkdocs.yml"


def small_build(
    folder: Path, zh: Mapping[str, str], en: Mapping[str, str] | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Build a small site into the folder ``site``."""
    return build(small_site(folder, zh, en), folder / "site", **environment)
