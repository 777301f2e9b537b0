"""Figures in a page: what Markdown shows as an image becomes a part of the page."""

import posixpath

from bs4 import BeautifulSoup, Tag
from mkdocs.structure.files import Files

from lndocs.site.figures.drawing import at_home
from lndocs.site.figures.stored import FOLDER


def inline(soup: BeautifulSoup, page_url: str, files: Files) -> None:
    """Put each stored figure into the page itself, so that it follows the page's type and scheme.

    Its words are left out of the search, where they would be numbers without a sentence.

    Parameters
    ----------
    soup : BeautifulSoup
        The page, changed in place.
    page_url : str
        The address of the page under its site's.
    files : Files
        Those of the site, the stored figures among them.

    Raises
    ------
    ValueError
        A figure does not stand in a paragraph of its own.
    """
    for image in soup.find_all("img"):
        path = posixpath.normpath(posixpath.join(page_url, str(image.get("src", ""))))
        stored = files.get_file_from_path(path)
        if stored is None or not path.startswith(f"{FOLDER}/"):
            continue
        paragraph = image.parent
        if not isinstance(paragraph, Tag) or paragraph.name != "p" or not _alone(image, paragraph):
            raise ValueError(f"the figure {path} must stand in a paragraph of its own")
        figure = soup.new_tag("figure", attrs={"class": "plot", "data-search-exclude": ""})
        figure.append(BeautifulSoup(at_home(stored.content_string), "html.parser"))
        paragraph.replace_with(figure)


def _alone(image: Tag, paragraph: Tag) -> bool:
    return paragraph.find_all(True) == [image] and not paragraph.get_text().strip()
