"""The components: places where the reader computes with numbers of their own.

A page holds an empty element, such as ``<row-steps open="std"></row-steps>``. The build fills it
with the article's own case, which is all that is seen without a script.
"""

from collections.abc import Callable

from bs4 import BeautifulSoup, Tag

from lndocs.site.components import answer, cells, place, steps, words
from lndocs.site.components.markup import words_of
from lndocs.site.language import Language

__all__ = ["BUILDERS", "dress", "parts", "spoken", "words_of"]

BUILDERS: dict[str, Callable[..., Tag]] = {
    "row-steps": steps.build,
    "pooled-cells": cells.build,
    "norm-place": place.build,
    "answer-check": answer.build,
}
# The names of their scripts and styles.
_PARTS = {
    "row-steps": "steps",
    "pooled-cells": "cells",
    "norm-place": "place",
    "answer-check": "answer",
}


def parts(html: str) -> list[str]:
    """Name the scripts and styles that a page's components need.

    Examples
    --------
    >>> parts('<p></p><row-steps class="component"></row-steps>')
    ['steps']
    """
    return [part for element, part in _PARTS.items() if f"<{element}" in html]


def spoken(language: Language) -> dict[str, str]:
    """Give what the scripts say in a page's language."""
    return words.spoken(language.short)


def dress(soup: BeautifulSoup, language: Language) -> None:
    """Fill the components of a page.

    Raises
    ------
    ValueError
        A component has an attribute, or a value of one, that it does not know.
    """
    for name, build in BUILDERS.items():
        for component in soup.find_all(name):
            try:
                content = build(language, **component.attrs)
            except TypeError as error:
                raise ValueError(f"<{name}> has attributes that do not fit: {error}") from error
            component.attrs = {"class": "component", "data-search-exclude": "true"}
            component.extend(list(content.children))
            around = component.parent
            if around is not None and around.name == "p":  # Markdown takes it for a piece of text
                around.unwrap()
