"""The check of an answer: what a reader types is right, nearly right, or a mistake with a name."""

from bs4 import Tag

from lndocs.site import answers
from lndocs.site.components.markup import render, words_of
from lndocs.site.language import Language

# Up to so many decimals a number is written as it is, and need not be rounded.
_EXACT = 2


def build(language: Language, name: str, of: str, **wrong: str) -> Tag:
    """Build the component: a field, and in its markup what it is judged by.

    Parameters
    ----------
    language : Language
    name : str
        Tells it from the others of its page.
    of, **wrong : str
        See :func:`lndocs.site.answers.answer`.

    Returns
    -------
    Tag

    Raises
    ------
    ValueError
        An expression cannot be evaluated, or a mistake has no word.
    """
    words = words_of(language)
    try:
        answer = answers.answer(of, wrong)
    except Exception as error:
        raise ValueError(f"answer-check {name}: {error}") from error
    return render(
        "answer.html",
        language,
        {},
        name=name,
        label=_label(answer, words),
        right=answer.right,
        wrong=[{"words": _word(key, words), "row": row} for key, row in answer.wrong.items()],
        given=answer.given,
    )


def _word(mistake: str, words: dict[str, str]) -> str:
    """Say what a mistake is: in words of its own, or those that the steps have for it."""
    for key in (f"wrong_{mistake}", f"say_{mistake}"):
        if key in words:
            return words[key]
    raise ValueError(f"answer-check has no word for the mistake {mistake!r}")


def _label(answer: answers.Answer, words: dict[str, str]) -> str:
    """Say how many numbers are asked for, and whether they are to be rounded."""
    count = len(answer.right)
    rounded = any(abs(value - round(value, _EXACT)) > 1e-9 for value in answer.right)
    parts = [
        words["answer_label"],
        words["answer_count"].format(count=count) if count > 1 else "",
        words["answer_decimals"] if rounded else "",
    ]
    return "".join(parts)
