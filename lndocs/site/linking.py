"""Links to the glossary: on each page, a term leads there from where it is first used."""

import re
from collections.abc import Iterable, Iterator

from bs4 import BeautifulSoup, Tag
from bs4.element import NavigableString, PreformattedString
from mkdocs.structure.files import Files
from mkdocs.utils import get_relative_url

from lndocs.site import glossary
from lndocs.site.components import BUILDERS
from lndocs.site.glossary import EVERYDAY, Entry
from lndocs.site.language import Language

CLASS = "term"
# Where no link may stand, or where none would be looked for.
_OUTSIDE = (
    *("h1", "h2", "h3", "h4", "h5", "h6", "a", "button", "summary", "th", "label"),
    *("code", "pre", "math", "svg", "figure", "script", "style", "textarea"),
    *BUILDERS,
)
_OUTSIDE_CLASSES = frozenset({"admonition-title", "output", "component"})
# Words with other senses too: only beside their symbol are they surely the term,
_SYMBOLS = {"scale": "γ", "shift": "β"}
# and this one only after one of these.
_MEAN = "mean"
_DETERMINERS = ("a ", "an ", "the ", "its ", "own ", "their ", "each ", "zero ", "running ")


def link(soup: BeautifulSoup, page_url: str, files: Files, language: Language) -> None:
    """Let the terms of a page lead to their rows in the glossary, each from its first use.

    Headings, code, formulas, figures, links, and the heads of tables stay as they are, and so does
    the glossary. Where a longer term stands, the shorter one inside it is not used.

    Parameters
    ----------
    soup : BeautifulSoup
        The page, changed in place.
    page_url : str
        The address of the page under its language's folder.
    files : Files
        Those of the site. Without a glossary among them there is nothing to link to.
    language : Language
    """
    page = files.get_file_from_path(glossary.PAGE)
    if page is None or page.url == page_url:
        return
    terms = {
        entry.term(language.short): entry
        for entry in glossary.entries(page.content_string, language.short)
        if entry.en not in EVERYDAY
    }
    address = get_relative_url(page.url, page_url)
    any_term, used = pattern(terms), set[str]()
    for text in _running_text(soup):
        parts: list[str | Tag] = []
        place = 0
        for match in any_term.finditer(text):
            entry = _named(match[0], terms)
            if entry.id in used or not _meant(entry, text, match.end()):
                continue
            used.add(entry.id)
            anchor = soup.new_tag("a", attrs={"class": CLASS, "href": f"{address}#{entry.id}"})
            anchor.string = match[0]
            parts += [text[place : match.start()], anchor]
            place = match.end()
        if parts:
            text.replace_with(*(part for part in [*parts, text[place:]] if part))


def pattern(terms: Iterable[str]) -> re.Pattern[str]:
    """Find any of some terms, the longest first; English ones as whole words, plurals too.

    Examples
    --------
    >>> found = pattern(["归一化", "层归一化", "variance", "mean"])
    >>> found.findall("层归一化之前")
    ['层归一化']
    >>> found.findall("This means: two variances, and the mean.")
    ['variances', 'mean']
    """
    longest_first = sorted(terms, key=len, reverse=True)
    return re.compile("|".join(map(_one, longest_first)), re.I)


def _one(term: str) -> str:
    if not term.isascii():
        return re.escape(term)
    words = r"\s+".join(map(re.escape, term.split()))
    if term == _MEAN:
        before = "|".join(rf"(?<=\b{word})" for word in _DETERMINERS)
        return rf"(?:{before}){words}(?![\w-])"
    return rf"(?<![A-Za-z-]){words}(?:e?s)?(?![A-Za-z-])"


def _running_text(soup: BeautifulSoup) -> Iterator[NavigableString]:
    for text in list(soup.find_all(string=True)):
        inside = isinstance(text, PreformattedString) or any(map(_is_outside, text.parents))
        if not inside:
            yield text


def _is_outside(element: Tag) -> bool:
    classes = element.get_attribute_list("class")
    return element.name in _OUTSIDE or not _OUTSIDE_CLASSES.isdisjoint(classes)


def _meant(entry: Entry, text: NavigableString, end: int) -> bool:
    """Tell whether a word that has a symbol has it here, perhaps after its English."""
    symbol = _SYMBOLS.get(entry.en, "")
    after = text.next_sibling
    rest = text[end:] + (after.get_text() if after else "")
    return re.sub(r"^（[^）]*）|^\s+", "", rest).lstrip().startswith(symbol)


def _named(found: str, terms: dict[str, Entry]) -> Entry:
    """Tell which term was found, as it stands or in the plural."""
    singular = " ".join(found.lower().split())
    return next(terms[name] for name in (singular, singular[:-1], singular[:-2]) if name in terms)
