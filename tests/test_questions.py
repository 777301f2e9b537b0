"""Every question of ``test_cases`` is answered in a section with all its values, in each language.

What counts is what the guard holds: the outputs of code, and numerals with a check line.
"""

import doctest
import re
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from building import ROOT
from test_cases import CASES

from lndocs import layer_norm
from lndocs.example import X
from lndocs.show import text as displayed
from lndocs.site.stretches import Code, Page, read

LANGUAGES = ("zh", "en")
Place = tuple[str, str]

ANSWERS: dict[str, list[Place]] = {
    "LN-01": [("mistakes", "down-the-sentence")],
    "LN-02": [("mistakes", "whole-sentence")],
    "LN-04": [("mistakes", "batch-axis")],
    "LN-06": [("mistakes", "one-per-feature")],
    "LN-07": [("mistakes", "n-minus-one")],
    "LN-08": [("mistakes", "n-minus-one")],
    "LN-10": [("mistakes", "outside-the-root")],
    "LN-11": [("mistakes", "by-variance")],
    "LN-13": [("mistakes", "two-numbers")],
    "LN-14": [("mistakes", "defaults")],
    "LN-16": [("mistakes", "constant-row")],
    "LN-17": [("mistakes-around", "padding")],
    "LN-19": [("mistakes-around", "nan-row")],
    "LN-20": [("mistakes-around", "half-overflow")],
    "LN-21": [("mistakes-around", "half-epsilon")],
    "LN-23": [("mistakes-around", "one-pass")],
    "LN-24": [("mistakes-around", "one-pass")],
    "LN-26": [("mistakes-around", "integers")],
    "LN-27": [("mistakes-around", "empty")],
    "LN-28": [("mistakes-around", "one-feature")],
    "LN-30": [("mistakes", "wrong-shape")],
    "LN-31": [("mistakes", "wrong-shape")],
    "LN-33": [("mistakes", "swapped-starts")],
    "LN-34": [("mistakes", "switched-off")],
    "LN-35": [("mistakes", "after-gamma-beta")],
    "LN-36": [("mistakes", "variance-below-one")],
    "LN-38": [("mistakes", "scaled-row")],
    "LN-39": [("mistakes", "two-words-alike")],
    "LN-40": [("mistakes-around", "normalize-then-add"), ("mistakes-around", "raw-sum")],
    "LN-42": [("mistakes-around", "batch-norm")],
    "LN-45": [("mistakes-around", "rms-norm")],
    "LN-47": [("mistakes-around", "gradient-x")],
    "LN-48": [("mistakes-around", "gradient-parameters")],
    "LN-49": [("mistakes-around", "single-precision")],
    "LN-51": [("mistakes-around", "rounded-chain")],
    "LN-52": [("mistakes-around", "printed-table")],
}

# A comparison of two ways that must agree, which is no value to show.
UNSHOWN = ("LN-42", "batch norm is the average down the sentence")

ERRORS: list[tuple[str, Callable[[], object]]] = [
    ("LN-27", lambda: layer_norm(np.empty((3, 0)))),
    ("LN-30", lambda: layer_norm(X, [1, 1, 1])),
    ("LN-31", lambda: layer_norm(X, [2])),
    ("LN-31", lambda: layer_norm(X, [[1], [2], [3]])),
]

_HEADING = re.compile(r"(?P<level>#+) .*\{#(?P<anchor>[a-z-]+)\}")
_NUMBER = re.compile(r"(?<![\w.])[-−]?\d+(?:\.\d+)?(?:e[-+]?\d+)?|\b(?:nan|inf)\b")


def section(text: str, page: Page, anchor: str) -> tuple[int, int]:
    """Find where the section of an anchor begins and where it ends, its subsections included."""
    start = level = 0
    for place in page.headings:
        heading = _HEADING.match(text, place)
        assert heading
        if level and len(heading["level"]) <= level:
            return start, place
        if not level and heading["anchor"] == anchor:
            start, level = place, len(heading["level"])
    if not level:
        raise KeyError(f"no heading {{#{anchor}}}")
    return start, len(text)


def held(text: str, anchor: str) -> list[str]:
    """Collect what the guard holds in a section: each output of code, each stretch's numerals."""
    page = read(text)
    start, end = section(text, page, anchor)
    found = []
    for part in page.parts:
        if isinstance(part, Code):
            if part.language == "pycon" and start <= part.start < end:
                found += [it.want for it in doctest.DocTestParser().get_examples(part.source)]
        else:
            found.append(" ".join(it.text for it in part.numerals if start <= it.start < end))
    return found


def numbers(shown: str) -> list[str]:
    """Read the numbers of a text, each written in one way: 0.600 as 0.6, 1e-06 as 1e-6."""
    return [
        re.sub(r"^-0$", "0", re.sub(r"e-0*", "e-", _without_zeros(number.replace("−", "-"))))
        for number in _NUMBER.findall(shown)
    ]


def _without_zeros(number: str) -> str:
    return number.rstrip("0").rstrip(".") if "." in number and "e" not in number else number


def forms(value: object) -> Iterator[list[str]]:
    """Write a value in each way that a page may show it; an empty array by its shape."""
    array = np.asarray(value)
    if array.size == 0:
        yield numbers(displayed(array.shape))
        return
    for decimals in range(3, 10):
        yield numbers(displayed(array, decimals))
    if array.ndim == 0:
        yield numbers(f"{float(array):.1e}")


def shows(outputs: list[str], value: object) -> bool:
    """Tell whether one of the outputs has the numbers of a value, one after the other."""
    rows = [numbers(output) for output in outputs]
    return any(
        form == row[start : start + len(form)]
        for form in forms(value)
        if form
        for row in rows
        for start in range(len(row))
    )


def value_of(compute: Callable[[], object]) -> object:
    with np.errstate(all="ignore"):
        return compute()


def message(call: Callable[[], object]) -> str:
    with pytest.raises(ValueError) as raised:
        call()
    return f"ValueError: {raised.value}"


def text_of(language: str, page: str) -> str:
    return (ROOT / "docs" / language / f"{page}.md").read_text(encoding="utf-8")


def answer(language: str, case: str) -> list[str]:
    return [
        output for page, anchor in ANSWERS[case] for output in held(text_of(language, page), anchor)
    ]


def test_every_case_has_an_answer_and_every_answer_a_case() -> None:
    cases = {case for case, *_ in CASES if case.startswith("LN-")}
    errors = {case for case, _ in ERRORS}
    assert cases | errors | {"LN-04"} == set(ANSWERS)
    assert len(ANSWERS) == 36


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("case", ANSWERS)
def test_each_anchor_is_a_heading_with_something_that_is_held(case: str, language: str) -> None:
    for page, anchor in ANSWERS[case]:
        assert any(held(text_of(language, page), anchor)), anchor


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("case", ANSWERS)
def test_a_section_shows_the_values_of_its_case_the_right_and_the_wrong(
    case: str, language: str
) -> None:
    outputs = answer(language, case)
    missing = [
        f"{what}: {displayed(np.ravel(value))}"
        for name, what, compute, *_ in CASES
        if name == case and (name, what) != UNSHOWN
        if not shows(outputs, value := value_of(compute))
    ]
    assert missing == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("case", "call"), ERRORS)
def test_a_section_shows_the_error_of_its_case(
    case: str, call: Callable[[], object], language: str
) -> None:
    assert any(output.rstrip().endswith(message(call)) for output in answer(language, case))


@pytest.mark.parametrize("language", LANGUAGES)
def test_ln_04_says_that_a_batch_is_its_rows_alone(language: str) -> None:
    assert "True\n" in answer(language, "LN-04")


def test_the_comparison_that_is_not_shown_is_one_of_the_cases() -> None:
    assert UNSHOWN in [case[:2] for case in CASES]


# What would be wrong is noticed.

SECTIONS = """# Title {#title}

## One {#one}

It is −1.5 and 7.
<!-- = low, high -->

```pycon
>>> show(row)
[-1.342, -0.600, 0, 1]
```

### Inside {#inside}

```pycon
>>> show(small)
1.3e-06
```

## Two {#two}

```pycon
>>> show(other)
[2, 4]
```
"""


def test_an_anchor_that_no_heading_has_is_an_error() -> None:
    with pytest.raises(KeyError, match=r"no heading \{#three\}"):
        held(SECTIONS, "three")


def test_a_section_holds_its_subsections_and_not_its_neighbors() -> None:
    assert held(SECTIONS, "one")[:2] == ["−1.5 7", "[-1.342, -0.600, 0, 1]\n"]
    assert shows(held(SECTIONS, "one"), 1.3e-6)
    assert not shows(held(SECTIONS, "inside"), [2, 4])
    assert not shows(held(SECTIONS, "one"), [2, 4])
    assert shows(held(SECTIONS, "two"), [2, 4])


@pytest.mark.parametrize(
    ("value", "is_shown"),
    [
        ([-1.3416, -0.6, 0, 1], True),
        ([-1.3416, -0.6, 1e-9, 1], True),
        ([-0.6, 0], True),
        (-1.5, True),
        ([1.3416, -0.6, 0, 1], False),
        ([-1.343, -0.6, 0, 1], False),
        ([-0.6, -1.3416, 0, 1], False),
        ([7, -1.3416], False),
        (1.5, False),
        (1.342, False),
        (8, False),
    ],
)
def test_a_value_is_shown_when_its_digits_are_in_order_in_one_output(
    value: object, is_shown: bool
) -> None:
    assert shows(held(SECTIONS, "one"), value) == is_shown


def test_a_numeral_that_nothing_holds_does_not_count() -> None:
    bare = SECTIONS.replace("<!-- = low, high -->\n", "")
    assert not shows(held(bare, "one"), -1.5)
    typed = SECTIONS.replace("show(other)\n[2, 4]", "[2, 4]\n[3, 5]")
    assert not shows(held(typed, "two"), [2, 4])


@pytest.mark.parametrize(("page", "anchor", "lost"), [("mistakes", "by-variance", "-0.600, -0.2")])
def test_a_page_that_lost_a_value_is_noticed(page: str, anchor: str, lost: str) -> None:
    text = text_of("en", page)
    assert text.count(lost) == 1
    value = [-0.6, -0.2, 0.2, 0.6]
    assert shows(held(text, anchor), value)
    assert not shows(held(text.replace(lost, "-0.600, -0.3"), anchor), value)
