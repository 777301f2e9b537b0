"""TeX to MathML, at build time: the browser draws the formulas and no script is needed."""

import re

from bs4 import BeautifulSoup, Tag
from bs4.element import NavigableString
from math_core import LatexError, LatexToMathML

from lndocs.site import marks
from lndocs.site.language import Language

_CONVERTER = LatexToMathML(fancy_error=False)
_CLOSING = re.compile(r"[，。、；：？！）》”’…,.;:?!)\]]+")
_INLINE = re.compile(r"\\\((.+?)\\\)", re.DOTALL)
# Room between rows is the stylesheet's business, and math-core knows no lengths there.
_ROW_LENGTH = re.compile(r"\\\\\s*\[-?[\d.]+\s*[a-z]{2}\]")


class FormulaError(ValueError):
    """A formula that cannot be converted; the message names each, and says why."""


def convert(tex: str, *, display: bool = False) -> str:
    r"""Convert one formula.

    Parameters
    ----------
    tex : str
        What stands between the dollars.
    display : bool
        Whether the formula stands in a line of its own.

    Returns
    -------
    str
        A ``math`` element.

    Raises
    ------
    FormulaError
        The TeX is malformed or has an unknown command.

    Examples
    --------
    >>> convert(r"\mu = 5")
    '<math><mi>μ</mi><mo>=</mo><mn>5</mn></math>'
    """
    try:
        return _CONVERTER.convert_with_local_state(
            _ROW_LENGTH.sub(r"\\\\", tex), displaystyle=display
        )
    except LatexError as error:
        reason = " ".join(str(error).split())
        raise FormulaError(f"{tex.strip()}: {reason}") from error


def typeset(soup: BeautifulSoup, language: Language) -> None:
    """Replace each formula that ``pymdownx.arithmatex`` marked by MathML.

    A formula in a line of its own gets a box that scrolls when it is too wide, reachable by
    keyboard. Every ``math`` element keeps its TeX in ``data-tex``, which a script shows where a
    browser knows no MathML.

    Raises
    ------
    FormulaError
        One or more formulas cannot be converted; the message has a line for each.
    """
    problems = []
    for marked in soup.find_all(class_="arithmatex"):
        try:
            math = _element(marked, language)
        except FormulaError as error:
            problems.append(str(error))
        else:
            marked.replace_with(math)
            _keep_with_punctuation(math)
    if problems:
        raise FormulaError("\n".join(problems))


def plain(title: str) -> str:
    r"""Write the formulas of a title in plain characters, for places that hold no markup.

    Examples
    --------
    >>> plain(r"Why \(\varepsilon\)")
    'Why ε'
    """
    return _INLINE.sub(lambda found: _text(found[1]), marks.unmark(title))


def _element(marked: Tag, language: Language) -> Tag:
    text = marked.get_text().strip()
    display = text.startswith(r"\[")
    marked_tex = text[2:-2].strip()
    tex = marks.unmark(marked_tex)
    math = _parse(convert(tex, display=display))
    if tex != marked_tex:
        marks.carry(math, _parse(convert(marked_tex, display=display)))
    math["data-tex"] = tex
    if not display:
        return math
    # The reader of search results would get a fraction as a row of digits.
    math["data-search-exclude"] = "true"
    box = BeautifulSoup("", "html.parser").new_tag(
        "div",
        attrs={
            "class": "formula",
            "role": "group",
            "tabindex": "0",
            "aria-label": language.formula,
        },
    )
    box.append(math)
    return box


def _keep_with_punctuation(math: Tag) -> None:
    """Let no line begin with the punctuation that follows a formula: browsers would break there."""
    after = math.next_sibling
    if math.name != "math" or not isinstance(after, NavigableString):
        return
    if marks := _CLOSING.match(after):
        kept = math.wrap(BeautifulSoup("", "html.parser").new_tag("span", attrs={"class": "kept"}))
        kept.append(marks[0])
        after.replace_with(after[marks.end() :])


def _parse(mathml: str) -> Tag:
    math = BeautifulSoup(mathml, "html.parser").math
    assert math is not None
    return math


def _text(tex: str) -> str:
    return _parse(convert(tex)).get_text()
