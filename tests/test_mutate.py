"""The mutation run itself: that it sees digits, and that it would see a survivor."""

import pytest
from mutate import Judge, digits, mutants

from lndocs.site import markup

PAGE = """---
description: none 1
---
# Title 2 {#id3}

1. float64 and $x_{5}$ are 6 [link 7](http://x/0)
<!-- = d, d + 1 -->

```pycon
>>> print(0,
...       0)
8 9
```
{: width="0" }
"""


def test_every_digit_of_the_page_is_changed_but_for_what_is_not_the_pages() -> None:
    assert "".join(PAGE[place] for place in digits(PAGE, notebook=False)) == "231645678" + "9"


@pytest.mark.parametrize(
    "text",
    [
        r"$\sum_{i=1}$",
        r"$\text{mean = 5}$",
        "`{x=5}`",
        "x [a]: 5",
        "`f[x](5)`",
        "... and 5",
        "![5](a)",
    ],
)
def test_what_only_looks_like_an_attribute_or_a_target_is_changed(text: str) -> None:
    assert len(list(digits(text, notebook=False))) == 1


def test_of_a_notebook_the_prose_is_changed() -> None:
    text = (
        "# ---\n# jupyter: 0\n# ---\n\n# %% [markdown]\n# 1 and 2\n# <!-- = 0 -->\n\n# %%\nx = 0\n"
    )
    assert [text[place] for place in digits(text, notebook=True)] == ["1", "2"]


def test_a_digit_has_two_neighbors() -> None:
    assert list(mutants("a0b", 1)) == ["a9b", "a1b"]
    assert list(mutants("a9b", 1)) == ["a8b", "a0b"]


CHECKED = "5\n<!-- = mean(apple) -->\n\n```pycon\n>>> 6\n6\n```\n"


@pytest.mark.parametrize(
    "changed",
    [
        CHECKED.replace("5\n", "6\n"),
        CHECKED.replace("\n6\n", "\n7\n"),
        CHECKED.replace("mean(apple)", "d"),
        CHECKED.replace(">>> 6", ">>> 7"),
        CHECKED.replace("5\n", "\n"),
        CHECKED + "7\n",
        CHECKED.replace("```\n", ""),
    ],
)
def test_a_change_is_red(changed: str) -> None:
    judge = Judge(CHECKED, "page.md")
    assert not judge.is_red(CHECKED)
    assert judge.is_red(changed)


def test_a_digit_that_the_scanner_overlooks_survives(monkeypatch: pytest.MonkeyPatch) -> None:
    page = f"{CHECKED}\n(8)\n"
    assert Judge(page, "page.md").is_red(page)
    overlook = [(page.index("(8)"), page.index("(8)") + 3, False)]
    monkeypatch.setattr(markup, "structure", lambda prose: overlook)
    judge = Judge(page, "page.md")
    assert not judge.is_red(page)
    assert not judge.is_red(page.replace("8", "9"))
