"""Where numbers come from: a switch outlines the numerals of a page, and each can be asked."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from faults import unreachable, unreadable
from visits import PAGES, Visit, look, opened

from lndocs.site.components.words import WORDS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

pytestmark = pytest.mark.browser

ASKED = "article :is([data-of], [data-source])"
PHONE = {"width": 360, "height": 740}
# What the switch adds while it is on, and takes back.
ADDED = "article :is([tabindex='0']:is([data-of], [data-source]), [role=button], .origin-on)"
PAGE = "divide-by-std/"


@pytest.fixture
def reader(chromium: "Browser", address: str) -> Iterator[Visit]:
    with opened(chromium) as page:
        yield Visit(page, PAGE, address).load()


@pytest.fixture(scope="module")
def phone(chromium: "Browser", address: str) -> Iterator["Page"]:
    with opened(chromium, viewport=PHONE, has_touch=True, is_mobile=True) as page:
        page.add_init_script("localStorage.setItem('lndocs.origin', 'on')")
        yield page


def switch(page: "Page") -> "Locator":
    return page.locator(".origin-switch")


def bubble(page: "Page") -> "Locator":
    return page.locator(".origin-bubble")


def numeral(page: "Page", expression: str, number: int = 0) -> "Locator":
    return page.locator(f'article [data-of="{expression}"]').nth(number)


def heard(page: "Page") -> str:
    """All that the accessibility tree of a page says, in order, without its structure."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    told = {node["nodeId"]: node for node in nodes}

    def walk(node: dict) -> Iterator[str]:
        if node.get("role", {}).get("value") == "InlineTextBox":
            return
        if not node.get("ignored") and not node.get("childIds", []):
            yield f"{node['role']['value']}:" * (node["role"]["value"] != "StaticText")
            yield node.get("name", {}).get("value", "")
        for child in node.get("childIds", []):
            if child in told and told[child].get("role", {}).get("value") != "InlineTextBox":
                yield from walk(told[child])
        if not node.get("ignored") and node["role"]["value"] == "StaticText" and node["childIds"]:
            yield node["name"]["value"]

    return "".join("".join(walk(nodes[0])).split())


def test_only_a_page_with_numerals_to_ask_has_the_switch(visit: Visit) -> None:
    asked = visit.page.locator(ASKED).count()
    assert switch(visit.page).count() == bool(asked)
    if "labs/" not in visit.name and "reference/" not in visit.name:
        assert asked


def test_off_is_where_it_begins_and_nothing_takes_focus(visit: Visit) -> None:
    assert visit.page.locator(".origin-switch:not([aria-pressed=false])").count() == 0
    assert visit.page.locator(ADDED).count() == 0
    assert bubble(visit.page).count() == 0
    assert visit.page.locator(f"{ASKED}[tabindex]").count() == 0
    visit.page.locator("article").dispatch_event("pointerover")
    assert bubble(visit.page).count() == 0


def test_off_a_reader_hears_what_a_page_without_marks_says(visit: Visit) -> None:
    with_marks = heard(visit.page)
    visit.page.evaluate(
        """asked => { for (const element of document.querySelectorAll(asked)) {
            for (const name of ["data-of", "data-value", "data-nth", "data-source"])
                element.removeAttribute(name);
            if (["SPAN", "mrow"].includes(element.tagName)) {
                const parent = element.parentNode;
                element.replaceWith(...element.childNodes);
                parent.normalize();
            }
        } }""",
        ASKED,
    )
    without = heard(visit.page)
    visit.load()
    assert with_marks == without
    assert len(without) > 500


def test_on_and_off_again_leaves_the_page_as_it_was(reader: Visit) -> None:
    page = reader.page
    before = page.evaluate("document.querySelector('article').outerHTML")
    assert page.locator(ASKED).count() > 90
    switch(page).click()
    assert switch(page).get_attribute("aria-pressed") == "true"
    assert page.locator(f"{ASKED}[tabindex='0']").count() == page.locator(ASKED).count()
    numeral(page, "std(apple)").click()
    assert bubble(page).is_visible()
    switch(page).click()
    assert switch(page).get_attribute("aria-pressed") == "false"
    assert bubble(page).count() == 0
    assert page.evaluate("document.querySelector('article').outerHTML") == before
    numeral(page, "std(apple)").hover()
    assert bubble(page).count() == 0


@pytest.mark.parametrize("folder", ["", "en/"], ids=["zh", "en"])
def test_a_click_shows_expression_value_and_place(reader: Visit, folder: str) -> None:
    words = WORDS["en" if folder else "zh"]
    reader.name = folder + PAGE
    page = reader.load().page
    assert switch(page).inner_text() == words["origin_switch"]
    switch(page).click()
    numeral(page, "standardize(apple, eps=0)", 1).click()
    place = words["origin_nth"].format(nth=2, count=4)
    expected = f"standardize(apple, eps=0) {place} = −0.4472135954999579"
    assert bubble(page).inner_text().split() == expected.split()
    page.locator("article [data-source]").first.click()
    assert bubble(page).inner_text() == f"{words['origin_source']} Bessel's correction"
    page.locator("article h1").click()
    assert bubble(page).count() == 0


def test_the_keyboard_asks_closes_and_asks_again(reader: Visit) -> None:
    page = reader.page
    switch(page).focus()
    page.keyboard.press("Space")
    first = page.locator(ASKED).first
    page.locator("article h1 a").focus()
    page.keyboard.press("Tab")
    assert first.evaluate("element => element === document.activeElement")
    assert first.get_attribute("aria-describedby") == bubble(page).get_attribute("id")
    page.keyboard.press("Escape")
    assert bubble(page).count() == 0
    assert first.get_attribute("aria-describedby") is None
    for key in ("Enter", "Space"):
        page.keyboard.press(key)
        assert bubble(page).is_visible()
        page.keyboard.press(key)
        assert bubble(page).count() == 0
    page.keyboard.press("Tab")
    assert "center(apple)" in bubble(page).inner_text()


def test_the_bubble_stays_while_the_pointer_is_on_it(reader: Visit) -> None:
    page = reader.page
    switch(page).click()
    numeral(page, "std(apple)").hover()
    assert "2.23606797749979" in bubble(page).inner_text()
    bubble(page).hover()
    page.wait_for_timeout(600)
    assert bubble(page).is_visible()
    page.locator("article h1").hover()
    bubble(page).wait_for(state="detached", timeout=2000)


def test_the_choice_is_kept_from_page_to_page_and_across_languages(reader: Visit) -> None:
    page = reader.page
    switch(page).click()
    page.click("[data-edition]")
    page.wait_for_url("**/en/**")
    assert switch(page).get_attribute("aria-pressed") == "true"
    page.goto(f"{reader.home}labs/axis/")
    assert switch(page).get_attribute("aria-pressed") == "true"
    switch(page).click()
    reader.load()
    assert switch(page).get_attribute("aria-pressed") == "false"


def test_where_nothing_can_be_kept_the_switch_still_works(
    chromium: "Browser", address: str
) -> None:
    with opened(chromium) as page:
        page.add_init_script(
            "Object.defineProperty(window, 'localStorage',"
            " { get() { throw new DOMException('denied', 'SecurityError'); } })"
        )
        page.goto(address + PAGE)
        switch(page).click()
        numeral(page, "std(apple)").click()
        assert bubble(page).is_visible()


def test_a_numeral_in_a_link_or_a_summary_is_asked_through_it(reader: Visit) -> None:
    page = reader.page
    page.route("**/" + PAGE, lambda route: route.fulfill(body=route.fetch().text().replace(
        "</article>",
        "<p><a id=host href='#x'>see <span data-of='d' data-value='4'>4</span> and "
        "<span data-of='mean(apple)' data-value='5.0'>5</span></a></p></article>",
    ), content_type="text/html"))  # fmt: skip
    reader.load()
    switch(page).click()
    assert page.locator("#host [tabindex], #host [role]").count() == 0
    page.locator("#host").focus()
    assert bubble(page).locator("p").count() == 2
    page.keyboard.press("Escape")
    page.locator("#host [data-of=d]").hover()
    assert bubble(page).inner_text().split() == ["d", "=", "4"]
    assert unreadable(reader, "default") == []


def test_without_a_script_there_is_no_switch(scriptless: "Page", address: str) -> None:
    scriptless.goto(address + PAGE)
    assert not switch(scriptless).is_visible()
    assert not scriptless.locator(".origin-bar").is_visible()


def test_the_text_is_the_same_while_the_switch_is_on(reader: Visit) -> None:
    before = look(reader.page, "text")
    switch(reader.page).click()
    assert look(reader.page, "text") == before


def test_print_shows_no_outline(reader: Visit) -> None:
    switch(reader.page).click()
    numeral(reader.page, "std(apple)").click()
    reader.page.emulate_media(media="print")
    assert look(reader.page, "printed") == []
    style = "element => getComputedStyle(element).outlineStyle"
    assert numeral(reader.page, "variance(apple)").evaluate(style) == "none"


@pytest.mark.parametrize("scheme", ["default", "slate"])
def test_axe_finds_nothing_while_the_switch_is_on(reader: Visit, scheme: str) -> None:
    for name in (PAGE, "en/epsilon/", "en/add/"):
        reader.name = name
        page = reader.load().page
        if switch(page).get_attribute("aria-pressed") == "false":
            switch(page).click()
        page.locator(ASKED).nth(3).focus()
        assert bubble(page).is_visible()
        assert unreadable(reader, scheme) == []


def test_the_keyboard_reaches_every_numeral_in_sight(reader: Visit) -> None:
    switch(reader.page).click()
    assert unreachable(reader) == []


@pytest.mark.parametrize("name", PAGES, ids=lambda name: name or "home")
def test_no_bubble_leaves_a_telephone_or_covers_its_numeral(
    phone: "Page", address: str, name: str
) -> None:
    Visit(phone, name, address).load()
    faults = look(phone, "answers", ASKED)
    assert faults == []
    assert look(phone, "overflow") == []


def test_a_tap_asks_and_a_tap_beside_closes(phone: "Page", address: str) -> None:
    Visit(phone, PAGE, address).load()
    numeral(phone, "std(apple)").tap()
    assert bubble(phone).is_visible()
    phone.wait_for_timeout(400)
    assert "std(apple)" in bubble(phone).inner_text()
    phone.locator("article h1").tap()
    bubble(phone).wait_for(state="detached")
