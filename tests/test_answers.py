"""The answers to exercises: computed by the rules of check lines, and stated by a solution."""

import json
import re
from pathlib import Path

import pytest
from bs4 import BeautifulSoup, Tag
from mutate import Judge, digits, mutants
from sybil import Document

from lndocs import EPS, layer_norm, mean, standardize
from lndocs.example import X, apple, beta_four, exact, gamma_four
from lndocs.site import answers
from lndocs.site.checks import parse
from lndocs.site.components import dress, parts, words_of
from lndocs.site.language import CHINESE, ENGLISH, LANGUAGES
from lndocs.site.parity import Outliner, differences
from lndocs.site.rules import ExpressionError
from lndocs.site.stretches import read

ROOT = Path(__file__).parents[1]

PAGE = """# Title {#title}

## Part {#part}

What is the mean?

<answer-check name="mean" of="mean(apple), std(eat)"></answer-check>

<details class="note" markdown="1">
<summary>Solution</summary>

5
<!-- = mean(apple) -->

</details>

## Other {#other}

5
<!-- = variance(apple) -->
"""
SOUND = PAGE.replace(", std(eat)", "")


def faults(text: str) -> list[str]:
    return [fault.message for fault in answers.faults(text, read(text))]


def built(attributes: str, language=CHINESE) -> Tag:
    soup = BeautifulSoup(f"<p><answer-check {attributes}></answer-check></p>", "html.parser")
    dress(soup, language)
    component = soup.find("answer-check")
    assert isinstance(component, Tag)
    return component


def data(component: Tag, name: str):
    return json.loads(str(component.form[f"data-{name}"]))  # type: ignore[index]


def test_an_answer_is_what_the_expressions_give() -> None:
    found = answers.answer("layer_norm(exact, gamma_four, beta_four, eps=0), mean(apple)", {})
    assert found.right == (*layer_norm(exact, gamma_four, beta_four, eps=0), 5.0)
    assert found.given is None


def test_what_is_next_to_nothing_is_zero() -> None:
    residue = mean(standardize(exact))
    assert 0 < abs(residue) < 1e-12
    assert answers.answer("mean(standardize(exact))", {}).right == (0.0,)


@pytest.mark.parametrize(
    ("of", "eps"),
    [("standardize(apple)", EPS), ("standardize(apple, eps=0)", 0.0),
     ("standardize(X[2], eps=1e-3)", 1e-3)],
)  # fmt: skip
def test_where_an_xhat_is_asked_for_the_usual_mistakes_can_be_looked_for(
    of: str, eps: float
) -> None:
    assert answers.answer(of, {}).given == {"x": apple.tolist(), "eps": eps}
    assert X[2].tolist() == apple.tolist()


@pytest.mark.parametrize("of", ["standardize(apple)[0]", "standardize(apple), d", "mean(apple)"])
def test_of_another_answer_no_row_is_told(of: str) -> None:
    assert answers.answer(of, {}).given is None


@pytest.mark.parametrize(
    ("of", "wrong"),
    [
        ("5", "states a value"),
        ("[5, 5]", "states a value"),
        ("mean([2, 4])", "states a value"),
        ("", "needs at least one expression"),
        ("mean(apple", "is no list of expressions"),
        ("fact(2016, 'Ba et al.')", "nobody can type"),
        ("rounded(std(apple), 3)", "nobody can type"),
        ("torch_version", "nobody can type"),
        ("standardize(constant, eps=0)", "nobody can type"),
        ("variance(tiny)", "three decimals show nothing"),
    ],
)
def test_an_answer_that_is_stated_or_cannot_be_typed_is_refused(of: str, wrong: str) -> None:
    with pytest.raises(ExpressionError, match=wrong):
        answers.answer(of, {})


@pytest.mark.parametrize(
    ("mistake", "wrong"),
    [
        ({"sample": "std(eat)"}, "sample is no attribute"),
        ({"not-sample": "eat"}, "gives 4 numbers, and of gives 1"),
        ({"not-sample": "std(eat, eps=0)"}, "unexpected keyword"),
        ({"not-sample": "eat.std()"}, "gives what is right"),
        ({"not-sample": "5"}, "states a value"),
    ],
)
def test_a_mistake_that_is_none_is_refused(mistake: dict[str, str], wrong: str) -> None:
    with pytest.raises((ValueError, TypeError), match=wrong):
        answers.answer("std(eat)", mistake)


def test_the_solution_must_state_the_answer_in_the_same_section() -> None:
    assert faults(SOUND) == []
    (message,) = faults(PAGE)
    assert "asks for std(eat), which no check line" in message
    (message,) = faults(SOUND.replace('of="mean(apple)"', 'of="variance(apple)"'))
    assert "asks for variance(apple)" in message


@pytest.mark.parametrize(
    ("changed", "wrong"),
    [
        (SOUND.replace('name="mean" ', ""), "needs a name of its own, not ''"),
        (SOUND + SOUND.replace("Other", "More"), "needs a name of its own, not 'mean'"),
        (SOUND.replace('of="mean(apple)"', 'of="5"'), "mean: the literal 5 states a value"),
        (SOUND.replace(' of="mean(apple)"', ""), "mean: a check line needs at least one"),
        (SOUND.replace("mean(apple)", "mean(pear)"), "mean: name 'pear' is not defined"),
        (SOUND.replace(' of="', ' not-sum="mean(apple)" of="'), "gives what is right"),
    ],
)
def test_what_is_wrong_with_an_answer_is_red_on_its_page(changed: str, wrong: str) -> None:
    assert wrong in faults(changed)[0]
    regions = list(parse(Document(changed, "page.md")))
    assert any(wrong in str(region.parsed) for region in regions)


def test_a_changed_digit_of_an_answer_is_noticed() -> None:
    page = SOUND.replace("mean(apple)", "apple[1]").replace(
        "\n5\n<!-- = apple", "\n4\n<!-- = apple"
    )
    judge = Judge(page, "page.md")
    assert not judge.is_red(page)
    place = page.index("apple[1]") + len("apple[")
    assert place in list(digits(page, notebook=False))
    assert all(map(judge.is_red, mutants(page, place)))


def test_both_languages_ask_for_the_same() -> None:
    outliner = Outliner(ROOT / "mkdocs.yml")
    outline = outliner.outline(SOUND)
    assert list(differences(outline, outliner.outline(SOUND))) == []
    for changed in (
        SOUND.replace('name="mean"', 'name="average"'),
        SOUND.replace(' of="', ' not-root="std(apple)" of="'),
    ):
        (first, second) = differences(outline, outliner.outline(changed))
        assert "the component <answer-check" in first
        assert "the component <answer-check" in second


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_the_field_is_built_with_what_it_is_judged_by(language) -> None:
    component = built('name="a" of="standardize(exact)" not-axis="center(exact)"', language)
    assert data(component, "right") == standardize(exact).tolist()
    word = words_of(language)["wrong_axis"]
    assert data(component, "wrong") == [{"words": word, "row": [-3, -1, -1, 5]}]
    assert data(component, "given") == {"x": exact.tolist(), "eps": EPS}
    assert component.find_parent("p") is None
    assert not re.search(r"\d\.\d", component.get_text())
    label, field = component.select_one("label"), component.select_one("input")
    assert label is not None and field is not None
    assert label["for"] == field["id"] == "answer-a"
    assert component.select_one(".live") == component.form


@pytest.mark.parametrize(
    ("of", "zh", "en"),
    [
        ("mean(exact)", "你的答案", "Your answer"),
        ("mean(exact), std(exact)", "你的答案，2 个数", "Your answer, 2 numbers"),
        ("std(apple)", "你的答案，写到三位小数", "Your answer, to three decimals"),
        ("variance(claimed)", "你的答案，写到三位小数", "Your answer, to three decimals"),
        ("claimed", "你的答案，4 个数", "Your answer, 4 numbers"),
    ],
)
def test_the_label_says_how_many_numbers_and_how_exact(of: str, zh: str, en: str) -> None:
    for language, words in ((CHINESE, zh), (ENGLISH, en)):
        assert built(f'name="a" of="{of}"', language).select_one("label").text == words  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("attributes", "wrong"),
    [
        ('name="a" of="5"', "answer-check a: the literal 5"),
        ('of="mean(eat)"', "<answer-check> has attributes that do not fit"),
        ('name="a"', "<answer-check> has attributes that do not fit"),
        ('name="a" of="mean(eat)" row="eat"', "row is no attribute"),
        ('name="a" of="mean(eat)" not-pear="std(eat)"', "no word for the mistake 'pear'"),
    ],
)
def test_the_build_names_what_it_cannot_build(attributes: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=re.escape(wrong)):
        built(attributes)


def test_a_page_with_answers_loads_what_judges_them() -> None:
    assert parts('<answer-check class="component">') == ["answer"]
