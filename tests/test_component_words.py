"""The words of the components: the same in both languages but for the language."""

import re

from lndocs.site.components.words import WORDS


def test_both_languages_have_the_same_words_with_the_same_places_to_fill() -> None:
    assert set(WORDS) == {"zh", "en"}
    chinese, english = WORDS["zh"], WORDS["en"]
    assert list(chinese) == list(english)
    for name in chinese:
        places = [sorted(re.findall(r"\{\w*\}", words[name])) for words in (chinese, english)]
        assert places[0] == places[1], name


def test_each_language_speaks_for_itself() -> None:
    for name, words in WORDS["zh"].items():
        assert words.strip() and words != WORDS["en"][name], name
    assert not re.search(r"[\u3400-\u9fff]", "".join(WORDS["en"].values()))
