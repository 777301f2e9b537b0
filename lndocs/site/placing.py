"""Placing: in the HTML of a page, the element of each numeral that a mark shows."""

from collections.abc import Iterator, Sequence

from bs4 import BeautifulSoup, Tag
from bs4.element import NavigableString, PreformattedString

from lndocs.site import marks
from lndocs.site.marks import ATTRIBUTE, MARK
from lndocs.site.origins import Origin

# Here no element can stand.
_TEXT_ONLY = ("svg", "script", "style", "textarea")


def place(soup: BeautifulSoup, each: Sequence[Origin]) -> int:
    """Put each marked numeral into an element with the attributes that explain it.

    Formulas must be MathML already, with the marks that :func:`lndocs.site.marks.carry` sets.

    Parameters
    ----------
    soup : BeautifulSoup
    each : sequence of Origin
        The numerals of the page.

    Returns
    -------
    int
        How many of them stand where no element can, such as in an attribute.

    Raises
    ------
    ValueError
        A numeral is lost, stands there twice, or is not the one that the source has.
    """
    bare = [*_unmark_attributes(soup), *_unmark_texts(soup)]
    placed = [
        _wrap_in_formula(soup, leaf, each) for leaf in soup.find_all(True, attrs={ATTRIBUTE: True})
    ]
    for text in soup.find_all(string=MARK):
        placed += _wrap_in_text(soup, text, each)
    for number, origin in enumerate(each):
        if (times := (bare + placed).count(number)) != 1:
            raise ValueError(f"{_named(origin)} stands in the HTML {times} times, not once")
    return len(bare)


def _unmark_attributes(soup: BeautifulSoup) -> Iterator[int]:
    for element in soup.find_all():
        for name, value in element.attrs.items():
            if name != ATTRIBUTE and isinstance(value, str) and MARK.search(value):
                if name == "id":  # made of the heading's text, so without marks it may be another's
                    raise ValueError(
                        f"the heading {marks.unmark(element.get_text())!r} has a numeral,"
                        " so it needs an id of its own, such as {#name}"
                    )
                element[name] = marks.unmark(value)
                yield from _numbers(value)


def _unmark_texts(soup: BeautifulSoup) -> Iterator[int]:
    for text in soup.find_all(string=MARK):
        if isinstance(text, PreformattedString) or text.find_parent(_TEXT_ONLY):
            text.replace_with(type(text)(marks.unmark(text)))
            yield from _numbers(text)


def _wrap_in_text(
    soup: BeautifulSoup, text: NavigableString, each: Sequence[Origin]
) -> Iterator[int]:
    rest = str(text)
    parts: list[str | Tag] = []
    for number in _numbers(text):
        origin = each[number]
        written = origin.numeral.text
        digits = marks.unsigned(written)
        before, _, rest = rest.partition(marks.of(number))
        sign = written.removesuffix(digits)
        if not (before.endswith(sign) and rest.startswith(digits)):
            raise ValueError(f"{_named(origin)} has become {before[-1:] + rest[:9]!r}")
        element = soup.new_tag("span", attrs=dict(origin.attributes))
        element.string = written
        parts += [before.removesuffix(sign), element]
        rest = rest.removeprefix(digits)
        yield number
    text.replace_with(*(part for part in [*parts, rest] if part))


def _wrap_in_formula(soup: BeautifulSoup, leaf: Tag, each: Sequence[Origin]) -> int:
    number = marks.number(str(leaf[ATTRIBUTE]))
    del leaf[ATTRIBUTE]
    origin = each[number]
    written = origin.numeral.text.replace("-", "−")
    digits = marks.unsigned(written)
    power = marks.POWER.fullmatch(written)
    element = leaf.parent if power else leaf
    assert element is not None
    if element.get_text() != (digits.replace("^{", "").removesuffix("}") if power else digits):
        raise ValueError(f"{_named(origin)} has become {element.get_text()!r}")
    sign = element.previous_sibling
    # Another minus than one that is set close, as a sign, would lose its room in a row of its own.
    if written != digits and isinstance(sign, Tag) and sign.get("lspace") == "0":
        row = element.wrap(soup.new_tag("mrow"))
        row.insert(0, sign.extract())
        element = row
    element.attrs.update(origin.attributes)
    return number


def _numbers(text: str) -> list[int]:
    return [marks.number(mark) for mark in MARK.findall(text)]


def _named(origin: Origin) -> str:
    return f"{origin.numeral.text} = {'; '.join(origin.attributes.values())}"
