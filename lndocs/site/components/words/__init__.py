"""The words of the components, one table for both languages; scripts fill in the braces.

What begins with ``say_`` reaches the reader's browser as ``words.js``, together with
:data:`FAULTS` of the messages about mistyped numbers; the rest stands in the markup.
"""

import re

from lndocs.messages import MESSAGES
from lndocs.site.components.words import answer, cells, origin, place, shared, steps
from lndocs.words import WORDS as REMARKS

ROOMS = (shared, origin, steps, cells, place, answer)

WORDS: dict[str, dict[str, str]] = {
    language: {key: line for room in ROOMS for key, line in room.WORDS[language].items()}
    for language in ("zh", "en")
}

# What the scripts say about mistyped numbers, in the words of the command.
FAULTS = (
    *("no_numbers", "stray_comma", "one_number", "brackets", "bare_sign", "not_finite"),
    *("not_number", "too_long", "too_large", "too_small", "negative_eps", "length"),
)
# Why there is no result: the walkthrough's own remarks.
_REASONS = ("equal", "too_large", "too_close")


def curly(line: str) -> str:
    """Set the quotation marks of a terminal's line as the pages set theirs.

    Examples
    --------
    >>> curly('"six" is not a number')
    '“six” is not a number'
    """
    return re.sub(r'"([^"]*)"', "“\\1”", line)


def spoken(language: str) -> dict[str, str]:
    """Give what the scripts say in one language, ``"zh"`` or ``"en"``."""
    words = WORDS[language]
    said = {key.removeprefix("say_"): words[key] for key in words if key.startswith("say_")}
    faults = {f"fault_{key}": curly(MESSAGES[language][key]) for key in FAULTS}
    reasons = {f"nan_{key}": getattr(REMARKS[language], key) for key in _REASONS}
    return {**said, **faults, **reasons}
