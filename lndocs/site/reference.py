"""The reference: a line ``::: name`` on a page becomes what the docstring of that name says."""

import ast
import re
from collections.abc import Iterator
from doctest import DocTestParser
from html import escape
from pathlib import Path

from bs4 import BeautifulSoup
from pygments import highlight  # type: ignore[import-untyped]
from pygments.formatters import HtmlFormatter  # type: ignore[import-untyped]
from pygments.lexers import PythonConsoleLexer, PythonLexer  # type: ignore[import-untyped]

from lndocs.site.docstrings import NAME, ROOT, Documented, Item, Package, assigned
from lndocs.site.english import mark_chinese
from lndocs.site.language import ENGLISH, Language

PAGE = "reference.md"
LINE = re.compile(r"::: (?P<name>[\w.]+)")
EXAMPLE = "example"
_EXAMPLE_FILE = Path(NAME, "example.py")

# What stands over the parts of a docstring.
_TITLES = {
    "zh": {
        "parameters": "参数",
        "returns": "返回",
        "raises": "报错",
        "members": "成员",
        "examples": "例子",
    },
    "en": {
        "parameters": "Parameters",
        "returns": "Returns",
        "raises": "Raises",
        "members": "Members",
        "examples": "Examples",
    },
}
_ROLE = re.compile(r":\w+:`~?(?P<path>[\w.]+)`|``(?P<code>[^`]+)``")
_IMPORT = re.compile(rf">>> from {NAME} import (?P<names>[\w, ]+)\n")
_QUOTED = re.compile(r'"([^"]*)"')
_APOSTROPHE = re.compile(r"(?<=\w)'(?=\w)")


def fill(soup: BeautifulSoup, language: Language) -> None:
    """Put what docstrings say into a page, which has a line for each name.

    Docstrings are English, and marked as such on a Chinese page. They are left out of the search,
    which finds the headings over them.

    Parameters
    ----------
    soup : BeautifulSoup
        The page, changed in place.
    language : Language

    Raises
    ------
    ValueError
        A line asks for a name that the package has not.
    """
    package: Package | None = None
    for paragraph in soup.find_all("p"):
        line = LINE.fullmatch(paragraph.get_text().strip())
        if line is None:
            continue
        package = package or Package()
        writer = _Writer(package.names, language)
        if line["name"] == EXAMPLE:
            inside = writer.listed(assigned((ROOT / _EXAMPLE_FILE).read_text("utf-8")))
        else:
            inside = "".join(writer.described(line["name"], package.documented(line["name"])))
        # Search leaves out all up to the end of the first element of that name: no other has it.
        block = f'<doc-string class="docstring" data-search-exclude>{inside}</doc-string>'
        paragraph.replace_with(BeautifulSoup(block, "html.parser"))


def runnable(session: str, public: list[str]) -> str:
    r"""Let a session import what it uses of the package, as far as it does not do so itself.

    Examples
    --------
    >>> runnable(">>> mean([2, 4])\n3.0", ["layer_norm", "mean"]).splitlines()
    ['>>> from lndocs import mean', '>>> mean([2, 4])', '3.0']
    >>> runnable(">>> from lndocs import mean\n>>> show(mean([2, 4]))\n3", ["mean", "show"])
    '>>> from lndocs import mean, show\n>>> show(mean([2, 4]))\n3'
    """
    source = "".join(example.source for example in DocTestParser().get_examples(session + "\n"))
    tree = list(ast.walk(ast.parse(source)))
    used = {node.id for node in tree if isinstance(node, ast.Name)}
    given = {
        alias.name for node in tree if isinstance(node, ast.ImportFrom) for alias in node.names
    }
    missing = (used - given) & set(public)
    if not missing:
        return session
    if first := _IMPORT.match(session):
        missing |= set(first["names"].split(", "))
        session = session[first.end() :]
    return f">>> from {NAME} import {', '.join(sorted(missing))}\n{session}"


class _Writer:
    """Writes HTML for a page in a language."""

    def __init__(self, public: list[str], language: Language) -> None:
        self.public = public
        self.titles = _TITLES[language.short]
        self.chinese = language != ENGLISH
        self.english = ' lang="en"' if self.chinese else ""

    def described(self, name: str, found: Documented) -> Iterator[str]:
        yield _code("python", found.signature)
        yield from self.paragraphs(found.text)
        for part, items in found.sections.items():
            yield self.title(part) + self.listed(items)
        if found.examples:
            yield self.title("examples")
        for is_session, words in found.examples:
            if is_session:
                yield _code("pycon", runnable(words, self.public))
            else:
                yield from self.paragraphs(words)

    def title(self, part: str) -> str:
        return f'<p class="part">{self.titles[part]}</p>'

    def paragraphs(self, text: str) -> Iterator[str]:
        return (f"<p{self.english}>{self.inline(each)}</p>" for each in text.split("\n\n") if each)

    def listed(self, items: Iterator[Item] | tuple[Item, ...]) -> str:
        return f"<ul{self.english}>{''.join(f'<li>{self.item(item)}</li>' for item in items)}</ul>"

    def item(self, item: Item) -> str:
        names = ", ".join(f"<code>{escape(name)}</code>" for name in _names(item.name))
        kind = f"<em>{escape(item.kind)}</em>" if item.kind else ""
        head = " ".join(filter(None, [names, kind]))
        texts = [self.inline(each) for each in item.text.split("\n\n") if each]
        return "<br>".join([head, *texts])

    def inline(self, text: str) -> str:
        """Write a paragraph: code, links to other names, and quotation marks."""
        pieces, place = [], 0
        for match in _ROLE.finditer(text):
            pieces += [_words(text[place : match.start()]), self.reference(match)]
            place = match.end()
        html = "".join([*pieces, _words(text[place:])])
        return mark_chinese(html) if self.chinese else html

    def reference(self, match: re.Match[str]) -> str:
        if match["code"]:
            return f"<code>{escape(match['code'])}</code>"
        name = match["path"].rpartition(".")[2]
        code = f"<code>{escape(name)}</code>"
        return f'<a href="#{name}">{code}</a>' if name in self.public else code


def _names(names: str) -> list[str]:
    """Take apart what a docstring names together, but not what stands between parentheses."""
    return [names] if "(" in names else [name for name in names.split(", ") if name]


def _words(text: str) -> str:
    """Write words on one line, with the quotation marks that English is set in."""
    line = _APOSTROPHE.sub("’", _QUOTED.sub(r"“\1”", text.replace("\n", " ")))
    return escape(line, quote=False)


def _code(language: str, text: str) -> str:
    lexer = PythonConsoleLexer() if language == "pycon" else PythonLexer()
    inside = highlight(text, lexer, HtmlFormatter(nowrap=True))
    shown = f"<pre><span></span><code>{inside}</code></pre>"
    return f'<div class="language-{language} highlight">{shown}</div>'
