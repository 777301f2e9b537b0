"""What a lab's reader takes home: its notebook, whose first code cell installs the package."""

import re
from collections.abc import Iterator
from urllib.parse import urljoin, urlsplit

import jupytext  # type: ignore[import-untyped]
import nbformat
from bs4 import BeautifulSoup
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.utils import get_relative_url
from nbformat import NotebookNode

from lndocs.site import wheel
from lndocs.site.language import CHINESE, Language, language_of, root_of
from lndocs.site.notebooks import cache
from lndocs.site.stretches import strip

# Whatever Python the reader has, and none of what Jupytext notes down for itself.
_METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
_FRONT_MATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
_ID = re.compile(r"^(#{1,6} .*?)[ ]*\{#[\w-]+\}$", re.MULTILINE)
_LINK = re.compile(r"\]\((?P<path>[^)\s#:]+)\.(?:md|py)(?P<part>#[^)\s]*)?\)")
_FOLDED = re.compile(r"<details [^>]*>")


def add(files: Files, config: MkDocsConfig) -> None:
    """Put each lab's notebook beside its page, and the wheel that it installs under the root.

    Raises
    ------
    PluginError
        The site has no address to install from, or the wheel cannot be built.
    """
    labs = [file for file in files if file.src_uri.endswith(".py")]
    if not labs:
        return
    if not urlsplit(root_of(config)).netloc:
        raise PluginError("site_url must be set: the labs' notebooks install lndocs from there")
    try:
        name, content = wheel.built(cache(config, "wheel"))
    except ValueError as error:
        raise PluginError(str(error)) from error
    place = f"{wheel.FOLDER}/{name}"
    language = language_of(config)
    if language == CHINESE:  # the root is its
        files.append(File.generated(config, place, content=content))
    for lab in labs:
        page = urljoin(str(config.site_url), lab.url)
        text = notebook(lab.content_string, page, root_of(config) + place, language)
        files.append(File.generated(config, _beside(lab), content=text))


def notebook(source: str, page: str, package: str, language: Language) -> str:
    """Make a notebook, without outputs, that runs anywhere and reads well in Jupyter.

    Parameters
    ----------
    source : str
        The lab, in Jupytext's percent format.
    page, package : str
        The absolute addresses of its page and of the wheel.
    language : Language

    Returns
    -------
    str
        The notebook as JSON: the same bytes each time.
    """
    read = jupytext.reads(source, fmt="py:percent")
    cells = list(_for_jupyter(read.cells, page))
    code = (place for place, cell in enumerate(cells) if cell.cell_type == "code")
    command = f'# {language.install}\n%pip install --quiet "lndocs[labs] @ {package}"'
    cells.insert(next(code, len(cells)), nbformat.v4.new_code_cell(command))  # type: ignore[no-untyped-call]
    for place, cell in enumerate(cells):
        cell.id = f"cell-{place}"  # else chosen at random
    made = nbformat.v4.new_notebook(cells=cells, metadata=_METADATA)  # type: ignore[no-untyped-call]
    nbformat.validate(made)
    return str(nbformat.writes(made))  # type: ignore[no-untyped-call]


def link(soup: BeautifulSoup, file: File, language: Language) -> None:
    """Offer a lab's notebook under the title of its page."""
    address = get_relative_url(_beside(file), file.url)
    saved = f"layernorm-{file.name}-{language.short}.ipynb"
    before, word, after = language.download
    offer = (
        f'<p class="download" data-search-exclude>{before}'
        f'<a href="{address}" download="{saved}">{word}</a>{after}</p>'
    )
    if soup.h1 is not None:
        soup.h1.insert_after(BeautifulSoup(offer, "html.parser"))


def _beside(lab: File) -> str:
    """Say where a lab's notebook lies under the folder of its language."""
    return f"{lab.src_uri.removesuffix('.py')}.ipynb"


def _for_jupyter(cells: list[NotebookNode], page: str) -> Iterator[NotebookNode]:
    """Take out what only the site understands; code after a folded answer is folded too."""
    folded = False
    for cell in cells:
        if cell.cell_type == "markdown":
            folded = cell.source.rstrip().endswith("</details>")
            text = _ID.sub(r"\1", strip(_FRONT_MATTER.sub("", cell.source)))
            text = _LINK.sub(lambda found: f"]({_address(found, page)})", text)
            cell.source = _FOLDED.sub("<details>", text).strip()
        elif folded:
            cell.metadata["jupyter"] = {"source_hidden": True}
        yield cell


def _address(found: re.Match[str], page: str) -> str:
    """Give the absolute address of a page that a lab links to by its file."""
    name = "" if found["path"].endswith("index") else f"{found['path'].rpartition('/')[2]}/"
    up = "../" * (found["path"].count("../") + 1)
    return urljoin(page, up + name) + (found["part"] or "")
