"""The glossary: the page whose tables name every term of the site, read as data.

A row of a table of terms has the term in the page's own language with an id, the term in the other
language, and its meaning. The two pages must have the same rows.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

PAGE = "glossary.md"
DOCS = Path(__file__).parents[2] / "docs"
_HEAD = {"zh": "| 中文 | English |", "en": "| English | 中文 |"}
_ROW = re.compile(r"\| (?P<own>[^|]+?) \{#(?P<id>[^}]+)\} \| (?P<other>[^|]+?) \| [^|]+ \|")

# Words of everyday use: readers need neither their English in parentheses nor a link.
EVERYDAY = frozenset(
    {
        "accumulation",
        "axis",
        "batch",
        "column",
        "dtype",
        "example",
        "head",
        "module",
        "parameter",
        "rounding",
        "row",
        "shape",
        "training",
        "weight",
    }
)


@dataclass(frozen=True)
class Entry:
    """A term in both languages, and the id of its row."""

    zh: str
    en: str
    id: str

    def term(self, language: str) -> str:
        """Give the term in ``zh`` or ``en``."""
        return self.zh if language == "zh" else self.en


def entries(text: str, language: str) -> tuple[Entry, ...]:
    r"""Read the terms of a glossary page, in the order of its rows.

    Parameters
    ----------
    text : str
        Markdown.
    language : str
        ``zh`` or ``en``: whose term stands in the first column.

    Returns
    -------
    tuple of Entry

    Raises
    ------
    ValueError
        A row of a table of terms is not a term with an id, its counterpart, and a meaning.

    Examples
    --------
    >>> table = "| English | 中文 | Meaning |\n| --- | --- | --- |\n| mean {#mean} | 均值 | … |\n"
    >>> entries(table, "en")
    (Entry(zh='均值', en='mean', id='mean'),)
    """
    return tuple(_entries(text, language))


def both(docs: Path = DOCS) -> tuple[Entry, ...]:
    """Read the glossary in both languages.

    Raises
    ------
    ValueError
        The two pages have not the same rows in the same order.
    """
    zh, en = (_read(docs, language) for language in ("zh", "en"))
    if unlike := list(differences(zh, en)):
        raise ValueError("\n".join(unlike))
    return zh


def differences(zh: Sequence[Entry], en: Sequence[Entry]) -> Iterator[str]:
    """Say which rows of the two pages are not the same."""
    for ours, theirs in zip_longest(zh, en):
        if ours != theirs:
            yield f"the glossary has {_named(ours)} in zh where it has {_named(theirs)} in en"


def _entries(text: str, language: str) -> Iterator[Entry]:
    in_table = False
    for number, line in enumerate(text.splitlines(), start=1):
        if line.startswith(_HEAD[language]):
            in_table = True
        elif not line.startswith("|"):
            in_table = False
        elif in_table and not set(line) <= set("|:- "):
            row = _ROW.fullmatch(line)
            if row is None:
                raise ValueError(
                    f"{PAGE}:{number}: not '| term {{#id}} | 术语 | meaning |': {line}"
                )
            pair = (row["own"], row["other"]) if language == "zh" else (row["other"], row["own"])
            yield Entry(*pair, row["id"])


def _read(docs: Path, language: str) -> tuple[Entry, ...]:
    return entries((docs / language / PAGE).read_text("utf-8"), language)


def _named(entry: Entry | None) -> str:
    return f"{entry.zh} = {entry.en} {{#{entry.id}}}" if entry else "no row"
