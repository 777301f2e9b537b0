"""The calculation, step by step, as a reader uses it: typing, pressing, with the keyboard."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pytest
from faults import narrow, unreachable, unreadable
from visits import Visit, attend, opened

from lndocs import EPS, example, layer_norm, mean, standardize
from lndocs.forms import decimal, full
from lndocs.messages import MESSAGES
from lndocs.site.components.words import WORDS, curly

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

pytestmark = pytest.mark.browser

PAGES = ("", "divide-by-std/", "epsilon/", "gamma-beta/", "full-formula/")
BOTH = [folder + page for folder in ("", "en/") for page in PAGES]


def words(name: str) -> dict[str, str]:
    return WORDS["en" if name.startswith("en/") else "zh"]


def message(visit: Visit, key: str) -> str:
    return curly(MESSAGES["en" if visit.english else "zh"][key.split()[0]])


def row(values: object) -> str:
    return "[" + ", ".join(map(decimal, values)) + "]"  # type: ignore[call-overload]


def shown(page: "Page", name: str) -> str:
    return page.locator(f"summary span[data-slot='{name}']").last.inner_text()


def fault(page: "Page", name: str) -> str:
    return page.locator(f"#steps-{name}-fault").inner_text()


def field(page: "Page", name: str) -> "Locator":
    return page.locator(f"#steps-{name}")


def address(page: "Page") -> str:
    """Ask the page itself: the browser tells of a replaced address a little later."""
    return str(page.evaluate("location.href"))


def button(page: "Page", text: str) -> "Locator":
    return page.locator("row-steps").get_by_role("button", name=text, exact=True)


@pytest.fixture(scope="module")
def tab(chromium: "Browser", address: str) -> Iterator[Visit]:
    """One page for all tests, each of which loads it anew."""
    with opened(chromium) as page:
        yield attend(Visit(page, "full-formula/", address))


@pytest.fixture
def steps(tab: Visit) -> Visit:
    tab.said.clear()
    tab.name = "full-formula/"
    return tab.load()


@pytest.fixture(params=["full-formula/", "en/full-formula/"], ids=["zh", "en"])
def either(tab: Visit, request: pytest.FixtureRequest) -> Visit:
    tab.name = request.param
    return tab.load()


@pytest.mark.parametrize("name", BOTH)
def test_the_script_writes_what_the_build_has_written(
    chromium: "Browser", address: str, scriptless: "Page", name: str
) -> None:
    """Every slot and the bars: two writers, one text. It is what is read without a script."""
    scriptless.goto(address + name)
    look = """() => {
        const plain = element => [element.tagName,
            ...[...element.attributes].map(({name, value}) => `${name}=${value}`).sort(),
            ...[...element.childNodes].map(child => child.data || plain(child))];
        const written = document.querySelectorAll('row-steps [data-slot], row-steps .bars svg');
        return [...written].map(plain);
    }"""
    built = scriptless.evaluate(look)
    assert not scriptless.locator("row-steps form").first.is_visible()
    assert scriptless.locator("row-steps details[open]").count() == 1
    with opened(chromium) as page:
        page.goto(address + name)
        page.locator("row-steps:defined").wait_for()
        assert page.evaluate(look) == built
        assert page.locator("row-steps form").first.is_visible()
    assert len(built) > 40


def test_typing_a_row_works_out_every_step(steps: Visit) -> None:
    page = steps.page
    field(page, "x").fill("1, 3, 4, 5, 9")
    field(page, "gamma").fill("")
    field(page, "beta").fill("")
    x = [1, 3, 4, 5, 9]
    assert shown(page, "mean") == decimal(mean(x))
    assert shown(page, "standardized") == row(standardize(x))
    assert shown(page, "output") == row(layer_norm(x))
    assert page.locator("row-steps rect.before").count() == len(x)
    terms = page.locator("math[display] mrow[data-slot='x'][data-as='sum']")
    assert terms.first.text_content() == "1+3+4+5+9"
    field(page, "eps").fill("1")
    assert shown(page, "standardized") == row(standardize(x, eps=1))


def test_gamma_and_beta_change_the_last_step_alone(steps: Visit) -> None:
    page = steps.page
    before = shown(page, "standardized")
    field(page, "gamma").fill("[1 2 3 4]")
    field(page, "beta").fill("0；0；1；1")
    assert shown(page, "output") == row(layer_norm(example.apple, [1, 2, 3, 4], [0, 0, 1, 1]))
    assert shown(page, "standardized") == before


def test_all_digits_on_demand(steps: Visit) -> None:
    page = steps.page
    every = button(page, WORDS["zh"]["full"])
    every.click()
    assert every.get_attribute("aria-pressed") == "true"
    y = standardize(example.apple)
    assert shown(page, "standardized") == "[" + ", ".join(map(full, y)) + "]"
    every.press("Enter")
    assert shown(page, "standardized") == row(y)


@pytest.mark.parametrize("name", ["apple", "eat", "me", "swapped", "constant", "tiny", "uneven"])
def test_each_preset_fills_the_fields(either: Visit, name: str) -> None:
    page = either.page
    button(page, words(either.name)[name]).click()
    x = getattr(example, {"uneven": "apple_attention"}.get(name, name))
    assert [float(part) for part in field(page, "x").input_value().split(",")] == x.tolist()
    assert shown(page, "standardized") == row(standardize(x))
    assert unreadable(either, "default") == []


@pytest.mark.parametrize("name", ["", "row-by-row/", "in-the-transformer/"])
def test_a_click_on_the_chinese_of_an_english_button_counts(tab: Visit, name: str) -> None:
    tab.name = f"en/{name}"
    page = tab.load().page
    before = page.locator("[data-slot]").all_inner_texts()
    page.locator(".component button [lang]", has_text="吃").click()
    assert page.locator("[data-slot]").all_inner_texts() != before


def test_an_equal_row_without_eps_says_why_there_is_no_number(steps: Visit) -> None:
    page = steps.page
    button(page, WORDS["zh"]["constant"]).click()
    field(page, "eps").fill("0")
    assert shown(page, "standardized") == "[nan, nan, nan, nan]"
    page.locator("row-steps summary", has_text=WORDS["zh"]["standardized"]).first.click()
    assert "标准差是 0" in page.locator("row-steps .remark").inner_text()


def test_what_three_decimals_hide_is_announced(steps: Visit) -> None:
    page = steps.page
    hint = page.get_by_text(WORDS["zh"]["hidden"])
    assert not hint.is_visible()
    button(page, WORDS["zh"]["tiny"]).click()
    assert hint.is_visible()
    button(page, WORDS["zh"]["full"]).click()
    assert not hint.is_visible()
    assert shown(page, "variance") == "1.25e-6"


BAD = [
    ("x", "", "no_numbers"),
    ("x", "  ", "no_numbers"),
    ("x", "2, four, 6", "not_number"),
    ("x", "2, 1e999", "too_large"),
    ("x", "2, -", "bare_sign"),
    ("x", "2,,4", "stray_comma"),
    ("x", "1 2 3 4 5 6 7 8 9", "count"),
    ("x", "5", "count"),
    ("x", "2, 4, 6", "length of gamma"),
    ("eps", "-1", "negative_eps"),
    ("eps", "", "one_number"),
    ("eps", "1 2", "one_number"),
    ("eps", "nan", "not_finite"),
    ("gamma", "1, 2", "length"),
    ("beta", "1, 2, 3, 4, 5", "length"),
    ("beta", "x", "not_number"),
]


@pytest.mark.parametrize(("name", "typed", "key"), BAD)
def test_bad_input_is_kept_and_said_to_be_wrong(
    either: Visit, name: str, typed: str, key: str
) -> None:
    page = either.page
    field(page, name).fill(typed)
    told = "gamma" if key == "length of gamma" else name
    line = words(either.name)["say_fault_count"] if key == "count" else message(either, key)
    assert re.fullmatch(re.sub(r"\\{\w+\\}", ".*", re.escape(line)), fault(page, told))
    assert field(page, name).input_value() == typed
    assert field(page, told).get_attribute("aria-invalid") == "true"
    assert not page.locator("row-steps .results").is_visible()
    assert page.get_by_text(words(either.name)["blocked"]).is_visible()
    assert unreadable(either, "default") == []
    field(page, name).fill({"eps": "1e-5"}.get(name, "1, 2, 3, 4"))
    assert fault(page, told) == ""
    assert page.locator("row-steps .results").is_visible()


@pytest.mark.parametrize(
    "typed", ["２，４、６；８", "【2, 4，6 8】", "（2 4 6 8）", "+2 4. 6e0 .8e1"]
)
def test_numbers_may_be_typed_as_a_chinese_keyboard_gives_them(steps: Visit, typed: str) -> None:
    page = steps.page
    field(page, "x").fill(typed)
    assert fault(page, "x") == ""
    assert shown(page, "standardized") == row(standardize(example.apple))


def test_what_is_being_composed_is_left_alone(steps: Visit) -> None:
    page = steps.page
    session = page.context.new_cdp_session(page)
    x = field(page, "x")
    x.fill("")
    before = fault(page, "x")
    x.focus()
    session.send(
        "Input.imeSetComposition", {"text": "er'si", "selectionStart": 5, "selectionEnd": 5}
    )
    assert x.input_value() == "er'si"
    assert fault(page, "x") == before
    session.send("Input.insertText", {"text": "２，４"})
    assert x.input_value() == "２，４"
    assert fault(page, "x") == ""


def test_the_address_holds_the_calculation_and_the_switch_keeps_it(steps: Visit) -> None:
    page = steps.page
    field(page, "x").fill("1, 3, 4, 5")
    field(page, "gamma").fill("")
    query = parse_qs(urlsplit(address(page)).query, keep_blank_values=True)
    assert query == {"x": ["1,3,4,5"], "gamma": [""]}
    assert "x=1,3,4,5" in address(page)
    page.click("[data-edition]")
    page.wait_for_url("**/en/full-formula/?x=1,3,4,5*")
    assert field(page, "x").input_value() == "1,3,4,5"
    assert shown(page, "standardized") == row(standardize(example.apple_attention))
    field(page, "x").fill("2, 4, 6, 8")
    field(page, "gamma").fill("2, 1, 1, 1")
    assert urlsplit(address(page)).query == ""


def test_other_parts_of_the_address_stay(steps: Visit) -> None:
    page = steps.page
    page.goto(f"{steps.home}{steps.name}?from=here&x=3,5#yours")
    field(page, "eps").fill("1e-3")
    assert address(page).endswith("?from=here&x=3,5&eps=1e-3#yours")


INJECTIONS = [
    "<img src=x onerror=alert(1)>",
    '"><script>alert(1)</script>',
    "javascript:alert(1)",
    "{{7*7}}${7*7}",
    "'-alert(1)-'",
    "%3Cscript%3Ealert(1)%3C/script%3E",
    "2,4</input><svg onload=alert(1)>",
]


@pytest.mark.parametrize("text", INJECTIONS)
def test_text_from_the_address_is_only_ever_text(steps: Visit, text: str) -> None:
    page = steps.page
    dialogs: list[str] = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    before = page.evaluate("document.querySelectorAll('row-steps *').length")
    for name in ("x", "eps", "gamma", "beta"):
        page.goto(f"{steps.home}{steps.name}?{name}=" + page.evaluate("encodeURIComponent", text))
        page.locator("row-steps:defined").wait_for()
        assert field(page, name).input_value() == text
        assert fault(page, name) != ""
        assert page.evaluate("document.querySelectorAll('row-steps *').length") == before
    assert dialogs == []
    assert [said for said in steps.said if "error" in said] == []


def test_a_guess_is_judged_before_anything_is_revealed(either: Visit) -> None:
    page, said = either.page, words(either.name)
    guess = button(page, said["guess"])
    guess.press("Space")
    assert guess.get_attribute("aria-pressed") == "true"
    assert field(page, "guess").evaluate("field => field === document.activeElement")
    for name in ("standardized", "output", "statistics"):
        assert not page.locator("row-steps summary", has_text=said[name]).last.is_visible()
    field(page, "guess").press_sequentially("-1.162，-0.387，0.447，1.342")
    field(page, "guess").press("Enter")
    verdicts = page.locator("row-steps .verdicts li").all_inner_texts()
    assert [said["say_sample"] in line for line in verdicts] == [True, True, False, False]
    assert [line.endswith(said["say_right"]) for line in verdicts] == [False, False, True, True]
    assert not page.locator(".answer").first.is_visible()
    field(page, "guess").fill("-1.342, -0.447, 0.447, 1.342")
    assert page.locator("row-steps .verdicts li").count() == 0
    field(page, "guess").press("Enter")
    assert page.locator(".answer").first.is_visible()
    assert page.locator("row-steps .verdicts .right").count() == 4
    assert unreadable(either, "default") == []
    assert unreadable(either, "slate") == []
    field(page, "x").fill("1, 3, 4, 5")
    assert not page.locator(".answer").first.is_visible()
    button(page, said["reveal"]).click()
    assert page.locator(".answer").first.is_visible()


@pytest.mark.parametrize(
    ("typed", "key"), [("", "no_numbers"), ("1, 2", "length"), ("a", "not_number")]
)
def test_a_guess_that_cannot_be_read_is_said_to_be_wrong(
    steps: Visit, typed: str, key: str
) -> None:
    page = steps.page
    button(page, WORDS["zh"]["guess"]).click()
    field(page, "guess").fill(typed)
    button(page, WORDS["zh"]["check"]).click()
    assert fault(page, "guess").endswith(MESSAGES["zh"][key].split("}")[-1])
    assert page.locator("row-steps .verdicts li").count() == 0


def test_the_result_is_told_after_a_pause(steps: Visit) -> None:
    page = steps.page
    status = page.locator("row-steps [role=status]")
    field(page, "x").fill("1, 3, 4, 5")
    assert status.inner_text() == ""
    expected = "x̂ = " + row(standardize(example.apple_attention))
    page.wait_for_function(
        "expected => document.querySelector('row-steps [role=status]').textContent === expected",
        arg=expected,
    )
    button(page, WORDS["zh"]["guess"]).click()
    assert status.inner_text() == ""


@pytest.mark.parametrize("name", BOTH)
def test_every_step_is_reached_and_read_on_a_telephone(
    chromium: "Browser", address: str, name: str
) -> None:
    with opened(chromium) as page:
        visit = Visit(page, name, address).load()
        closed = page.locator("row-steps details:not([open]) > summary")
        for _ in range(closed.count()):
            closed.first.press("Enter")
        assert page.locator("row-steps details:not([open])").count() == 0
        field(page, "x").fill("-1.5, 2.25, 3, 4.125, -5, 6, 700.5, 8")
        field(page, "gamma").fill("")
        field(page, "beta").fill("")
        assert narrow(visit) == []
        assert unreachable(visit) == []
        assert unreadable(visit, "slate") == []


def test_the_default_epsilon_is_that_of_the_package(steps: Visit) -> None:
    assert float(field(steps.page, "eps").input_value()) == EPS
