"""What is typed in a field is read as the command reads it, or said to be wrong in its words."""

from typing import TYPE_CHECKING, Any

import pytest
from visits import opened

from lndocs.messages import MESSAGES
from lndocs.reading import ReadingError, number, numbers
from lndocs.site.components.words import curly

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

TYPED = [
    *("2 4 6 8", "2,4,6,8", "2, 4, 6, 8", "2，4，6，8", "2、4；6;8", "２，４．５　－６", "[2, 4]"),
    *(
        "【2，4】",
        "(2 4)",
        "（2，4）",
        "  7  ",
        "+3",
        "-.5",
        "5.",
        "1e-5",
        "1E3",
        "1e+3",
        "−3",
        "–3",
    ),
    *("0", "-0", "0e999", "0.000e-999", "1e308", "-1.7976931348623157e308", "2.3e-308", "1e-300"),
    *("9007199254740993", "0.1", "123456789.123456789", "4.35", "2.675", "1e22", "1e23", "5e-324"),
    *("", "   ", "　", ",", "2,,4", ",2", "2,", "；", "[2, 4", "2, 4]", "[[2]]", "()", "[]", "(2]"),
    *("-", "+", "2 -", "－", "- 3", "--3", "+-3", "inf", "-Infinity", "NaN", "1e999", "-1e309"),
    *(
        "1e-400",
        "abc",
        "2 b 4",
        "1.2.3",
        "1e",
        "e5",
        "0x10",
        "1_000",
        "1,000.5",
        "½",
        "²",
        "٣",
        "四",
    ),
    *("2\t4\n6", "2\u00a04", "\u200b2", "a" * 60, "1" * 400, "1" * 401, "." * 30, "\x07", "\u2028"),
    *("<img src=x onerror=alert(1)>", "{name}", "$&", "😀" * 30, "1e5e5", "1.5e1.5", "＋２", "∞"),
]

SCRIPT = """async ({home, typed}) => {
  const {numbers, number} = await import(`${home}assets/components/reading.js`);
  const {say} = await import(`${home}assets/components/field.js`);
  const attempt = (reader, text) => {
    try {
      return reader(text);
    } catch (error) {
      if (error.name !== "Error" || !error.key) throw error;
      return say(`fault_${error.key}`, error.filling);
    }
  };
  return typed.map((text) => [attempt(numbers, text), attempt(number, text)]);
}"""


def say(lang: str, error: ReadingError) -> str:
    return curly(MESSAGES[lang][error.key]).format(**error.filling)


def attempt(reader: Any, text: Any, lang: str) -> Any:
    try:
        found = reader(text)
    except ReadingError as error:
        return say(lang, error)
    return [float(value) for value in found] if isinstance(found, list) else float(found)


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_fields_read_what_the_command_reads(chromium: "Browser", address: str, lang: str) -> None:
    home = address if lang == "zh" else f"{address}en/"
    with opened(chromium) as page:
        page.goto(home)
        found = page.evaluate(SCRIPT, {"home": home, "typed": TYPED})
    expected = [[attempt(numbers, [text], lang), attempt(number, text, lang)] for text in TYPED]
    wrong = [
        (text, ours, theirs)
        for text, ours, theirs in zip(TYPED, expected, found, strict=True)
        if ours != theirs
    ]
    assert wrong == []
    kinds = {type(row).__name__ for row, _ in expected}
    assert kinds == {"list", "str"}
