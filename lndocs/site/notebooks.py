"""The labs: notebooks that mkdocs-jupyter executes, in the markup of the site's other pages."""

import hashlib
import os
import re
import sys
from importlib.metadata import version
from pathlib import Path

from bs4 import BeautifulSoup, Comment, Tag
from mkdocs.config.defaults import MkDocsConfig

from lndocs.site.language import Language, language_of

_ASSETS = re.compile(r"<(style|script)\b.*?</\1>", re.DOTALL)
_PACKAGE = Path(__file__).parents[1]


def cache(config: MkDocsConfig, kind: str) -> Path | None:
    """Name a folder for what was made of the labs, one for each state of the code they import.

    Parameters
    ----------
    config : MkDocsConfig
    kind : str
        What is kept there.

    Returns
    -------
    Path or None
        None in CI, where everything is made anew.
    """
    home = Path(config.config_file_path).parent / ".cache" / kind / language_of(config).code
    return None if os.environ.get("CI") else home / _imported_code()


def configure(config: MkDocsConfig) -> None:
    """Tell mkdocs-jupyter where to keep what it has executed.

    Its cache is keyed by the notebook's text alone, so that a change of the code that a notebook
    imports would publish stale numbers: the folder is therefore named after that code. In CI
    everything is executed.
    """
    plugin = config.plugins.get("mkdocs-jupyter")
    if plugin is None:
        return
    folder = cache(config, "labs")
    plugin.config["cache_dir"] = str(folder or "")
    plugin.config["cache"] = folder is not None
    # mkdocs serve watches the package: bytecode written there would start another build. To write
    # none would let every lab compile all that it imports.
    bytecode = Path(config.config_file_path).parent / ".cache" / "bytecode"
    os.environ.setdefault("PYTHONPYCACHEPREFIX", str(bytecode))
    # The labs' matrices are small: to share one out among threads costs more than it saves.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def strip_assets(markdown: str) -> str:
    """Remove the styles and scripts that mkdocs-jupyter puts into a notebook's page."""
    return _ASSETS.sub("", markdown)


def dress(soup: BeautifulSoup, language: Language) -> None:
    """Give a notebook's cells the markup of the site's own text and code."""
    for notebook in soup.find_all(class_="jupyter-wrapper"):
        for cell in notebook.find_all(class_="jp-Cell"):
            cell.replace_with(*_contents(cell, language))
        for comment in notebook.find_all(string=lambda text: isinstance(text, Comment)):
            comment.extract()
        for shell in (*notebook.find_all(class_="jp-Notebook"), notebook):
            shell.unwrap()
    for answer in soup.find_all("details", recursive=False):
        _fold(answer)


def _fold(answer: Tag) -> None:
    """Put into a folded answer the code that follows it, and what that code gave."""
    while isinstance(block := answer.find_next_sibling(), Tag):
        if not block.css.match(".lab, .output, .plot"):
            break
        answer.append(block.extract())


def _contents(cell: Tag, language: Language) -> list[Tag]:
    text = cell.find(class_="jp-MarkdownOutput")
    if text is not None:
        return [child.extract() for child in list(text.children) if isinstance(child, Tag)]
    source = cell.select_one(".highlight-ipynb > pre")
    outputs = cell.find_all(class_="jp-OutputArea-output")
    return [
        *([_code(source)] if source is not None else []),
        *(_output(output, language) for output in outputs),
    ]


def _code(source: Tag) -> Tag:
    code = _new("code", {})
    code.extend([child.extract() for child in list(source.children)])
    pre = _new("pre", {})
    pre.append(code)
    block = _new("div", {"class": "language-python highlight lab"})
    block.append(pre)
    return block


def _output(output: Tag, language: Language) -> Tag:
    figure = output.find("figure")
    if figure is not None:
        return figure.extract()
    output.attrs = {
        "class": "output",
        "role": "group",
        "tabindex": "0",
        "aria-label": language.output,
    }
    return output.extract()


def _new(name: str, attributes: dict[str, str]) -> Tag:
    return BeautifulSoup("", "html.parser").new_tag(name, attrs=attributes)


def _imported_code() -> str:
    digest = hashlib.sha256(sys.version.encode())
    for name in ("numpy", "matplotlib"):
        digest.update(f"{name} {version(name)}".encode())
    for path in sorted(_PACKAGE.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
