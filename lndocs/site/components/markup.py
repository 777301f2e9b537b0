"""The markup of the components: templates of the theme, with formulas whose numbers are slots."""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from bs4 import BeautifulSoup, Tag
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from lndocs.forms import full
from lndocs.site import mathml
from lndocs.site.components.slots import Values, fill
from lndocs.site.components.words import WORDS
from lndocs.site.language import Language

TEMPLATES = Path(__file__).parents[3] / "docs" / "theme" / "components"

_SLOT = re.compile(r"<mtext>([^<|]+)\|([^<|]+)</mtext>")


def render(template: str, language: Language, values: Values, **context: Any) -> Tag:
    """Render a component's content for the article's own case.

    Parameters
    ----------
    template : str
        A file of the theme's folder ``components``.
    language : Language
    values : mapping of str to float or sequence of float
        What stands in the slots.
    **context
        What else the template asks for.

    Returns
    -------
    Tag
        A fragment, whose children are the content.
    """
    html = _templates(language).get_template(template).render(words=words_of(language), **context)
    return BeautifulSoup(fill(html, values), "html.parser")


def words_of(language: Language) -> dict[str, str]:
    """Give the words of the components in a page's language."""
    return WORDS[language.short]


def typed(row: Iterable[float], separator: str = ", ") -> str:
    """Write a row as a reader types it into a field.

    Examples
    --------
    >>> typed([-1.5, 2.0])
    '-1.5, 2'
    """
    return separator.join(full(value).replace("−", "-") for value in row)


@cache
def _templates(language: Language) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(tex=_symbol, formula=_formula(words_of(language)["formula"]))
    return environment


def _symbol(tex: str) -> Markup:
    """Set a symbol within a line."""
    return Markup(mathml.convert(tex).replace("<math>", f'<math data-tex="{tex}">', 1))


def _formula(label: str) -> Any:
    def formula(tex: str) -> Markup:
        """Set a formula on a line of its own; each name and way in it becomes a slot."""
        math = mathml.convert(tex, display=True)
        slotted = _SLOT.sub(r'<mrow data-slot="\1" data-as="\2"></mrow>', math)
        return Markup(
            '<div class="formula" role="group" tabindex="0" aria-label="{}">{}</div>'
        ).format(label, Markup(slotted))

    return formula
