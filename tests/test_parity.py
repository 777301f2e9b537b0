"""The two languages of a page, section by section."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from lndocs.site.parity import Outliner, differences, pairs
from lndocs.site.stretches import read

ROOT = Path(__file__).parents[1]
NAMES = [name for name, *_ in pairs(ROOT / "docs")]

PAGE = r"""
# Title {#title}

Intro with $x_{1}$ and float32.

## Part {#part}

A paragraph, 5.
<!-- = mean(apple), d -->

$$
\sigma^{2} = 5 \quad \text{a word}
$$

1. one[^word]
2. two ![i](b.png)
    - inner

| a | b |
| --- | --- |
| c | d |
| e | f |

```pycon
>>> from lndocs import show
>>> show(1)
1
```

!!! note "Note"

    Inside.

    ??? tip "T"

        Deep.

> quoted

![alt](a.png)

A footnote[^1].

[^1]: Text.

[^word]: Text.
"""


@pytest.fixture(scope="module")
def outliner() -> Outliner:
    return Outliner(ROOT / "mkdocs.yml")


@pytest.fixture(scope="module")
def difference(outliner: Outliner) -> Callable[[str, str], list[str]]:
    return lambda zh, en: list(differences(outliner.outline(zh), outliner.outline(en)))


@pytest.mark.parametrize("name", NAMES)
def test_a_page_is_the_same_in_both_languages_but_for_its_words(
    name: str, outliner: Outliner
) -> None:
    zh, en = (
        outliner.outline(
            (ROOT / "docs" / language / name).read_text(encoding="utf-8"),
            notebook=name.endswith(".py"),
        )
        for language in ("zh", "en")
    )
    assert list(differences(zh, en)) == []


def test_both_languages_have_the_same_files() -> None:
    assert "index.md" in NAMES
    missing = [path for _, *paths in pairs(ROOT / "docs") for path in paths if not path.is_file()]
    assert missing == []


def test_words_may_differ(difference: Callable[[str, str], list[str]]) -> None:
    other = (
        PAGE.replace("A paragraph", "一段话")
        .replace("a word", "一个词")
        .replace('"Note"', '"注意"')
        .replace("mean(apple), d", "d, mean(apple)")
    )
    assert other != PAGE
    assert difference(PAGE, other) == []


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        # what an author may forget in one language
        ("A paragraph, 5.\n", "", "h2#part, block 2"),
        ("2. two ![i](b.png)\n", "", "h2#part, block 4"),
        ("    - inner\n", "", "h2#part"),
        ("\\sigma^{2} = 5 \\quad \\text{a word}", "x", "h2#part, block 3"),
        ("| c | d |\n", "", "h2#part, block 6: zh has table 3 × 2, en table 2 × 2"),
        (">>> show(1)\n1\n", "", "h2#part"),
        ('!!! note "Note"', '!!! warning "Note"', "div admonition note"),
        ("> quoted\n", "", "blockquote"),
        ("![alt](a.png)\n", "", "figure"),
        ("<!-- = mean(apple), d -->", "", "only zh has the check expression d, mean(apple)"),
        ("mean(apple), d", "mean(apple)", "only zh has the check expression d"),
        (" {#part}", " {#other}", "zh has the section h2#part where en has h2#other"),
        ("## Part", "### Part", "h2#part"),
        ("## Part {#part}\n", "", "h2#part"),
        ("A footnote[^1].", "A footnote.", "[^1]"),
        # structure that holds digits
        ("x_{1}", "x_{2}", "h1#title: only zh has the formula"),
        ("sigma^{2}", "sigma^{3}", "h2#part, block 3"),
        ("float32", "float64", "h1#title: only zh has the structure float32"),
        ("2. two", "3. two", "only zh has the structure 2."),
        ("[^1]", "[^2]", "only zh has the structure [^1]"),
        ("one[^word]", "one", "only zh has the figure or footnote mark"),
        ("two ![i](b.png)", "two", "only zh has the figure or footnote mark an image"),
        ('    ??? tip "T"\n\n        Deep.\n', "", "h2#part"),
        # code: what is typed, what it prints, what its comments say
        ("show(1)\n1", "show(2)\n2", "h2#part, block"),
    ],
)
def test_anything_else_is_named_with_its_section(
    difference: Callable[[str, str], list[str]], old: str, new: str, where: str
) -> None:
    assert old in PAGE
    changed = PAGE.replace(old, new)
    found = difference(PAGE, changed)
    assert any(where in message for message in found), found
    assert difference(changed, PAGE), "the other language alone"


def test_a_heading_that_the_guard_does_not_see_is_named(outliner: Outliner) -> None:
    with pytest.raises(ValueError, match=r"guard sees 1 headings where Markdown makes .*'h2#b'"):
        outliner.outline("# A {#a}\n\nB\n--\n")


def test_code_may_differ_in_its_language_and_what_it_then_prints(
    difference: Callable[[str, str], list[str]],
) -> None:
    code = '```pycon\n>>> say(1, lang="zh")\n一\n```\n'
    assert difference(code, code.replace("zh", "en").replace("一", "one")) == []
    assert difference(code, code.replace("zh", "en").replace("say(1", "say(2")) != []
    assert difference("```pycon\n>>> say()\n一\n```\n", "```pycon\n>>> say()\none\n```\n") != []


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("name", NAMES)
def test_every_heading_says_its_id(name: str, language: str) -> None:
    notebook = name.endswith(".py")
    text = (ROOT / "docs" / language / name).read_text(encoding="utf-8")
    headings = [text[place:].partition("\n")[0] for place in read(text, notebook=notebook).headings]
    assert headings and all(re.search(r"\{#[A-Za-z_-]+\}$", heading) for heading in headings), (
        headings
    )
