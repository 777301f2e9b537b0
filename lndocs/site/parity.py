"""Parity: the two languages of a page, held against each other section by section.

What the pages are is read from their HTML, as the site's own Markdown renders it; what is checked
on them, from their text. The words may differ, nothing else.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from bs4 import BeautifulSoup, Tag
from markdown import Markdown
from mkdocs.config import load_config

from lndocs.site.cells import as_fences
from lndocs.site.expressions import split
from lndocs.site.rules import ExpressionError
from lndocs.site.stretches import Stretch, cover_front_matter, read, strip

LANGUAGES = ("zh", "en")
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_WORDS = re.compile(r"\\text\{[^{}]*\}")
_LANG = re.compile(r"""\blang\s*=\s*["'](?:zh|en)["']|--lang[ =](?:zh|en)\b""")
_ITEM_BLOCKS = (
    *("p", "ul", "ol", "dl", "table", "pre", "blockquote", "div", "details", "figure", "hr"),
    *("section", "article", *_HEADINGS),
)


@dataclass(frozen=True)
class Section:
    """What a section must share with the same section in the other language."""

    name: str
    blocks: tuple[str, ...]
    formulas: Counter[str]
    checks: Counter[str]
    structure: Counter[str]
    pointers: Counter[str]
    components: Counter[str]


class Outliner:
    """Reads pages through the Markdown of the site, as its configuration sets it up."""

    def __init__(self, config: Path) -> None:
        settings = load_config(str(config))
        extensions = settings.mdx_configs
        extensions.setdefault("pymdownx.highlight", {})["pygments_lang_class"] = True
        self._markdown = Markdown(
            extensions=settings.markdown_extensions, extension_configs=extensions
        )

    def outline(self, text: str, *, notebook: bool = False) -> list[Section]:
        """Take a page apart.

        Parameters
        ----------
        text : str
            The page; with ``notebook`` a Python file in Jupytext's percent format.

        Returns
        -------
        list of Section
            First what stands before the first heading, then one for each heading.
        """
        page = read(text, notebook=notebook)
        markdown = cover_front_matter(as_fences(text) if notebook else text, notebook=notebook)
        soup = BeautifulSoup(self._markdown.reset().convert(strip(markdown)), "html.parser")
        sections = _sections(soup)
        borders = [0, *page.headings, len(text) + 1]
        if len(sections) != len(borders) - 1:
            seen = [_name(heading) for heading, _ in sections[1:]]
            raise ValueError(
                f"the guard sees {len(page.headings)} headings where Markdown makes {seen}; "
                "a heading is a line that begins with #, outside comments and other blocks"
            )
        checks = [(part.start, part.source) for part in page.parts if isinstance(part, Stretch)]
        return [
            Section(
                _name(heading),
                tuple(block for element in elements for block in _describe(element)),
                Counter(_formula(span) for element in elements for span in _inline(element)),
                Counter(
                    expression
                    for place, source in checks
                    if start <= place < end
                    for expression in _split(source)
                ),
                Counter(piece.text for piece in page.structure if start <= piece.start < end),
                Counter(mark for element in elements for mark in _pointers(element)),
                Counter(each for element in elements for each in _components(element)),
            )
            for (heading, elements), start, end in zip(sections, borders, borders[1:], strict=False)
        ]


def differences(zh: list[Section], en: list[Section]) -> Iterator[str]:
    """Say where two outlines differ: each message names the section and what it has or lacks."""
    for ours, theirs in zip_longest(zh, en):
        if ours is None or theirs is None or ours.name != theirs.name:
            yield f"zh has the section {_label(ours)} where en has {_label(theirs)}"
            return
        where = _label(ours)
        for place, (left, right) in enumerate(zip_longest(ours.blocks, theirs.blocks), start=1):
            if left != right:
                yield f"{where}, block {place}: zh has {left or 'nothing'}, en {right or 'nothing'}"
                break
        for kind, left_bag, right_bag in (
            ("formula", ours.formulas, theirs.formulas),
            ("check expression", ours.checks, theirs.checks),
            ("structure", ours.structure, theirs.structure),
            ("figure or footnote mark", ours.pointers, theirs.pointers),
            ("component", ours.components, theirs.components),
        ):
            for language, more in (("zh", left_bag - right_bag), ("en", right_bag - left_bag)):
                if more:
                    items = ", ".join(sorted(more.elements()))
                    yield f"{where}: only {language} has the {kind} {items}"


def pairs(docs: Path) -> Iterator[tuple[str, Path, Path]]:
    """Name every page and notebook of either language, with the file it has in each."""
    names = {
        str(path.relative_to(docs / language))
        for language in LANGUAGES
        for pattern in ("**/*.md", "**/*.py")
        for path in (docs / language).glob(pattern)
    }
    for name in sorted(names):
        yield name, docs / "zh" / name, docs / "en" / name


def _sections(soup: BeautifulSoup) -> list[tuple[Tag | None, list[Tag]]]:
    sections: list[tuple[Tag | None, list[Tag]]] = [(None, [])]
    for element in soup.find_all(True, recursive=False):
        if element.name in _HEADINGS:
            sections.append((element, [element]))
        else:
            sections[-1][1].append(element)
    return sections


def _describe(element: Tag) -> Iterator[str]:
    """Name a block by what both languages must have of it; those inside it follow."""
    classes = element.get_attribute_list("class")
    if "arithmatex" in classes:
        yield f"formula {_formula(element)}"
    elif "highlight" in classes or element.name == "pre":
        yield f"code {_code(element, classes)}"
    elif element.name == "table":
        rows = element.select("tr")
        yield f"table {len(rows)} × {max(len(row.select('th, td')) for row in rows)}"
    elif element.name in ("ul", "ol"):
        items = element.find_all("li", recursive=False)
        yield f"{element.name} of {len(items)}"
        for item in items:
            yield from _inside(item)
    elif element.name == "p":
        yield "figure" if element.find("img") else "paragraph"
    else:
        yield " ".join([element.name, *(str(name) for name in classes if name)])
        if element.name not in _HEADINGS:
            yield from _inside(element)


def _inside(element: Tag) -> Iterator[str]:
    for child in element.find_all(True, recursive=False):
        if child.name in _ITEM_BLOCKS:
            yield from _describe(child)


def _code(element: Tag, classes: list[str]) -> str:
    """Show what code is the same in both languages: not what it prints for a language."""
    text = element.get_text()
    language = next((name for name in classes if name and name.startswith("language-")), "")
    if language in ("language-text", ""):
        return language
    neutral = _LANG.sub("lang", text)
    if neutral == text:
        return f"{language} {text}"
    lines = neutral.splitlines()
    prompted = [line for line in lines if line.lstrip().startswith((">>>", "...", "$"))]
    return f"{language} " + "\n".join(prompted or lines)


def _formula(element: Tag) -> str:
    return re.sub(r"\s+", " ", _WORDS.sub(r"\\text{}", element.get_text())).strip()


def _inline(element: Tag) -> list[Tag]:
    return element.select("span.arithmatex")


def _pointers(element: Tag) -> Iterator[str]:
    images = element.select("img") + [element] * (element.name == "img")
    yield from ("an image" for _ in images)
    yield from (str(mark["href"]) for mark in element.select("a.footnote-ref"))


def _components(element: Tag) -> Iterator[str]:
    """Show the tag of each element that a script brings to life: its name has a hyphen."""
    for each in [element, *element.find_all(True)]:
        if "-" in each.name:
            attributes = [f' {name}="{value}"' for name, value in sorted(each.attrs.items())]
            yield f"<{each.name}{''.join(attributes)}>"


def _name(heading: Tag | None) -> str:
    return f"{heading.name}#{heading.get('id', '')}" if heading else ""


def _label(section: Section | None) -> str:
    if section is None:
        return "nothing"
    return section.name or "before the first heading"


def _split(source: str) -> list[str]:
    try:
        return split(source)
    except ExpressionError:  # the page's own test says what is wrong with it
        return [source.strip()]
