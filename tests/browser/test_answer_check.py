"""An answer, as a reader gives it: typed, read, and judged, and left alone until then."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from faults import narrow, unreachable, unreadable
from visits import Visit, attend, opened

from lndocs import EPS, center, layer_norm, mean, standardize, std, variance
from lndocs.example import (
    below,
    beta_four,
    close,
    exact,
    exact_attention,
    exact_before,
    gamma_four,
    mirrored,
)
from lndocs.messages import MESSAGES
from lndocs.site.components.words import WORDS, curly

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

pytestmark = pytest.mark.browser

PAGE = "exercises/"
N_MINUS_ONE = exact.std(ddof=1)


@pytest.fixture(scope="module", params=["", "en/"], ids=["zh", "en"])
def reader(request: pytest.FixtureRequest, chromium: "Browser", address: str) -> Iterator[Visit]:
    with opened(chromium) as page:
        yield attend(Visit(page, request.param + PAGE, address)).load()


@pytest.fixture
def page(reader: Visit) -> "Page":
    return reader.load().page


def words(reader: Visit) -> dict[str, str]:
    return WORDS["en" if reader.english else "zh"]


def field(page: "Page", name: str) -> "Locator":
    return page.locator(f"#answer-{name}")


def verdicts(page: "Page", name: str) -> list[str]:
    lines = page.locator("answer-check", has=field(page, name)).locator(".verdicts li")
    return list(lines.all_inner_texts())


def give(page: "Page", name: str, answer: str) -> list[str]:
    """Type an answer, have it judged with the keyboard, and give the verdicts."""
    field(page, name).fill(answer)
    field(page, name).press("Enter")
    return verdicts(page, name)


def typed(row: Any, decimals: int = 3) -> str:
    return ", ".join(f"{value:.{decimals}f}" for value in row)


RIGHT = [
    ("statistics", "6 9 3"),
    ("statistics", "[6, 9.0, 3.000]"),
    ("statistics", "６，９、３"),
    ("every-step", typed(standardize(exact, eps=0))),
    ("every-step", typed(standardize(exact, eps=0), 7)),
    ("every-step", "−1 −0.333 −0.333 1.667"),
    ("constant-factor", "3.464"),
    ("constant-factor", "3.4641"),
    ("with-epsilon", "-.6 .6"),
    ("variance-of-xhat", "0.36"),
    ("variance-of-xhat", "3.6e-1"),
    ("how-far", "2"),
    ("twice", "-1.000, 1.000"),
]


@pytest.mark.parametrize(("name", "answer"), RIGHT)
def test_what_is_right_is_right_however_it_is_typed(
    page: "Page", reader: Visit, name: str, answer: str
) -> None:
    (line,) = give(page, name, answer)
    assert line.endswith(words(reader)["say_right"])
    assert page.locator(".verdicts .right").count() == 1
    assert page.locator(".verdicts .wrong").count() == 0


def wrong_answers() -> Iterator[tuple[str, str, str]]:
    """Give an exercise, what a mistake makes of it, and the word for that mistake."""
    normed = standardize(exact, eps=0)
    yield "statistics", typed([mean(exact), N_MINUS_ONE**2, N_MINUS_ONE]), "sample"
    yield "every-step", typed(center(exact) / N_MINUS_ONE), "sample"
    yield "every-step", typed(center(exact) / variance(exact)), "variance"
    yield "every-step", typed(center(exact)), "centered"
    yield "every-step", typed(exact / np_root_mean_square()), "rms"
    yield "below-zero", typed((below + mean(below)) / std(below)), "minus"
    yield "constant-factor", "12", "root"
    yield "constant-factor", "3.465", "last"
    yield "constant-factor", "3.46", "short"
    yield "constant-factor", "5", "unknown"
    yield "counting", "10, 6", "one_set"
    yield "one-number", "10, 6", "exchanged"
    yield "one-number", "60, 60", "whole"
    yield "wrong-way", "-1 -1 -1", "axis"
    yield "lost-axis", "-3 0 3", "intended"
    yield "with-epsilon", "-1, 1", "eps"
    yield "with-epsilon", typed(center(close) / (std(close) + 1e-6)), "outside"
    yield "with-epsilon", typed(standardize(close, EPS)), "eps"
    yield "moved-far", "3", "squared"
    yield "times-negative", typed(-standardize(mirrored, eps=0)), "negative"
    yield "apply", typed(normed), "kept"
    yield "apply", typed(layer_norm(exact, beta_four, gamma_four, eps=0)), "exchanged"
    yield "apply", typed(gamma_four * (normed + beta_four)), "added_first"
    yield "post", typed(standardize(exact_attention, eps=0) + exact_before), "order"
    yield "pre", typed(standardize(exact_before, eps=0) + exact_attention), "trunk"
    yield "twice", "-0.6, 0.6", "once"
    yield "how-far", "2.236", "sharing"


def np_root_mean_square() -> float:
    return float((exact**2).mean() ** 0.5)


@pytest.mark.parametrize(("name", "answer", "key"), list(wrong_answers()))
def test_a_usual_mistake_has_its_name(
    page: "Page", reader: Visit, name: str, answer: str, key: str
) -> None:
    said = words(reader)
    wrong = [line for line in give(page, name, answer) if not line.endswith(said["say_right"])]
    start, _, end = said.get(f"wrong_{key}", said.get(f"say_{key}", "")).partition("{eps}")
    assert wrong
    assert start
    assert all(start in line and line.endswith(end) for line in wrong)


def test_numbers_are_judged_one_by_one_where_they_differ(page: "Page", reader: Visit) -> None:
    said = words(reader)
    lines = give(page, "statistics", "6, 12, 7")
    ends = [said["say_right"], said["say_sample"], said["say_unknown"]]
    assert [line.endswith(end) for line, end in zip(lines, ends, strict=True)] == [True] * 3
    assert page.locator(".verdicts .wrong").count() == 2


@pytest.mark.parametrize(
    ("name", "answer", "key"),
    [
        ("every-step", "", "no_numbers"),
        ("every-step", "1, 2,, 3", "stray_comma"),
        ("every-step", "-1, 1/3, 1/3, 2", "not_number"),
        ("every-step", "nan 1 2 3", "not_finite"),
        ("constant-factor", "1, 2", "one_number"),
        ("constant-factor", "", "one_number"),
    ],
)
def test_what_cannot_be_read_is_said_beside_its_field(
    page: "Page", reader: Visit, name: str, answer: str, key: str
) -> None:
    assert give(page, name, answer) == []
    line = curly(MESSAGES["en" if reader.english else "zh"][key]).partition("{")[0]
    assert page.locator(f"#answer-{name}-fault").inner_text().startswith(line)
    assert field(page, name).get_attribute("aria-invalid") == "true"
    assert field(page, name).input_value() == answer
    give(page, name, "1, 2, 3, 4" if name == "every-step" else "1")
    assert page.locator(f"#answer-{name}-fault").inner_text() == ""
    assert field(page, name).get_attribute("aria-invalid") is None


def test_another_count_of_numbers_is_told(page: "Page", reader: Visit) -> None:
    assert give(page, "every-step", "1, 2, 3") == []
    line = words(reader)["say_fault_entries"].format(expected=4, length=3)
    assert page.locator("#answer-every-step-fault").inner_text() == line


@pytest.mark.parametrize("answer", ["<img src=x onerror=alert(1)>", "{7*7} $& %s"])
def test_what_is_typed_is_only_ever_text(page: "Page", answer: str) -> None:
    give(page, "constant-factor", answer)
    assert page.locator("answer-check :is(img, script)").count() == 0
    assert "<" not in page.locator("#answer-constant-factor-fault").inner_html()
    assert page.locator("#answer-constant-factor-fault").inner_text()


def test_what_is_changed_is_no_longer_judged_and_others_stay(page: "Page") -> None:
    assert give(page, "constant-factor", "3.464")
    assert give(page, "how-far", "2")
    field(page, "how-far").fill("3")
    assert verdicts(page, "how-far") == []
    assert verdicts(page, "constant-factor")


def test_what_is_being_composed_is_not_judged(page: "Page") -> None:
    session = page.context.new_cdp_session(page)
    assert give(page, "how-far", "") == []
    field(page, "how-far").focus()
    session.send("Input.imeSetComposition", {"text": "er", "selectionStart": 2, "selectionEnd": 2})
    assert verdicts(page, "how-far") == []
    session.send("Input.insertText", {"text": "２"})
    field(page, "how-far").press("Enter")
    (line,) = verdicts(page, "how-far")
    assert "2" in line


def test_the_button_judges_too_and_the_address_stays(page: "Page", reader: Visit) -> None:
    before = page.url
    field(page, "how-far").fill("2")
    page.locator("answer-check", has=field(page, "how-far")).get_by_role("button").click()
    assert verdicts(page, "how-far")
    assert page.url == before
    assert [said for said in reader.said if "error" in said] == []


def test_the_answer_stands_nowhere_beside_its_field(page: "Page") -> None:
    texts = page.locator("answer-check").all_inner_texts()
    assert len(texts) > 15
    assert not any("." in text for text in texts)


def test_without_a_script_there_is_no_field_and_the_solution_serves(
    reader: Visit, scriptless: "Page"
) -> None:
    scriptless.goto(reader.home + reader.name)
    checks = scriptless.locator("answer-check")
    assert checks.count() > 15
    assert not any(each.is_visible() for each in checks.all())
    solution = scriptless.locator("#every-step ~ details").first
    solution.locator("summary").click()
    assert solution.locator("math").first.is_visible()


def test_paper_shows_no_field(page: "Page") -> None:
    page.emulate_media(media="print")
    assert not page.locator("answer-check").first.is_visible()
    page.emulate_media(media="screen")


@pytest.mark.parametrize("scheme", ["default", "slate"])
def test_axe_finds_nothing_while_answers_are_judged(
    page: "Page", reader: Visit, scheme: str
) -> None:
    give(page, "statistics", "6, 12, 7")
    give(page, "constant-factor", "1, 2")
    for each in page.locator("article details").all():
        each.evaluate("details => { details.open = true }")
    assert unreadable(reader, scheme) == []


@pytest.mark.parametrize("width", [360, 390])
def test_all_of_it_fits_on_a_telephone(page: "Page", reader: Visit, width: int) -> None:
    give(page, "statistics", "-123456.789012345, 123456.789012345, 1e-300")
    give(page, "every-step", "x" * 60)
    for each in page.locator("article details").all():
        each.evaluate("details => { details.open = true }")
    assert narrow(reader, width) == []


def test_the_keyboard_reaches_every_field(page: "Page", reader: Visit) -> None:
    assert unreachable(reader) == []
    field(page, "statistics").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert field(page, "every-step").evaluate("field => field === document.activeElement")
