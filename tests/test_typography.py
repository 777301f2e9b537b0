"""Chinese typography: the linter AutoCorrect reads all Chinese prose of the project."""

from collections.abc import Iterator
from itertools import takewhile

import autocorrect_py as autocorrect
import pytest
from building import ROOT
from texts import texts

from lndocs.site.prose import Prose, read

# Chinese that readers see outside the pages, with the kind that the linter takes it for.
ELSEWHERE = {
    "docs/theme/404.html": "html",
    "docs/theme/partials/languages/zh-Hans.html": "html",
    "lndocs/messages.py": "py",
    "lndocs/words.py": "py",
    **{
        f"lndocs/site/components/words/{name}.py": "py"
        for name in ("shared", "origin", "steps", "cells", "place")
    },
    "lndocs/site/language.py": "py",
    **{
        path.relative_to(ROOT).as_posix(): "py"
        for path in sorted((ROOT / "lndocs" / "site" / "figures").glob("*.py"))
    },
}


def slips(name: str, page: Prose) -> Iterator[str]:
    for line in page.lines:
        for found in autocorrect.lint_for(line.text, "text").lines:
            stands, better = differing(page.restore(found.old), page.restore(found.new))
            yield f"{name}:{line.number}: {stands!r}, better {better!r}"


def differing(old: str, new: str, around: int = 16) -> tuple[str, str]:
    """Cut two versions of a line down to where they differ and what stands around it."""
    start = alike(old, new)
    end = alike(old[start:][::-1], new[start:][::-1])
    first, rest = max(start - around, 0), max(end - around, 0)
    return old[first : len(old) - rest], new[first : len(new) - rest]


def alike(one: str, other: str) -> int:
    """Count the characters before the first that differs."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def test_the_chinese_of_the_pages_is_set_well() -> None:
    found = [slip for name, page in texts("zh") for slip in slips(name, page)]
    assert not found, "\n" + "\n".join(found)


@pytest.mark.parametrize("name", ELSEWHERE)
def test_other_chinese_that_readers_see_is_set_well(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    found = [
        f"{name}:{slip.line}: {slip.old!r}, better {slip.new!r}"
        for slip in autocorrect.lint_for(text, ELSEWHERE[name]).lines
    ]
    assert not found, "\n" + "\n".join(found)


@pytest.mark.parametrize(
    ("stands", "better"),
    [
        ("只看一个token。", "只看一个 token。"),
        ("每一维都是10 倍。", "每一维都是 10 倍。"),
        ("由$x$求 `mean(x)`。", "由 $x$ 求 `mean(x)`。"),
        ("先减,后除。", "先减，后除。"),
        ("均值是 5 。", "均值是 5。"),
        ("方差:先平方。", "方差：先平方。"),
        ("全角的１２", "全角的12"),
    ],
)
def test_a_slip_is_shown_with_its_line_and_what_is_better(stands: str, better: str) -> None:
    page = read(f"# 标题 {{#id}}\n\n{stands}\n")
    assert list(slips("x.md", page)) == [f"x.md:3: {stands!r}, better {better!r}"]


def test_formulas_code_and_addresses_are_left_alone() -> None:
    text = "见[这页](第1页.md)，`减,除1次`：$\\text{第1步}$。\n\n```text\n减,除1次\n```\n"
    assert list(slips("x.md", read(text))) == []
