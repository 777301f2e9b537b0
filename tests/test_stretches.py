"""How a page is cut: what is run, what a check line speaks for, and what is wrong."""

import pytest

from lndocs.site.stretches import Code, Stretch, read, strip

PYCON = "```pycon\n>>> 1 + 1\n2\n```\n"


def stretches(text: str) -> list[tuple[str, list[str]]]:
    return [
        (part.source.strip(), [numeral.text for numeral in part.numerals])
        for part in read(text).parts
        if isinstance(part, Stretch)
    ]


def messages(text: str, *, notebook: bool = False) -> list[str]:
    return [fault.message for fault in read(text, notebook=notebook).faults]


def test_a_check_line_speaks_for_all_since_the_one_before() -> None:
    assert stretches("3 and 4\n<!-- = a -->\n\n5\n<!-- = b -->") == [
        ("a", ["3", "4"]),
        ("b", ["5"]),
    ]


def test_the_text_of_a_heading_belongs_to_the_stretch_below_it() -> None:
    assert stretches("# Part 3 {#part}\n\n4\n<!-- = a -->") == [("a", ["3", "4"])]


@pytest.mark.parametrize("end", ["\n# Heading\n", f"\n{PYCON}", ""])
def test_a_numeral_without_a_check_line_is_a_fault(end: str) -> None:
    assert messages(f"3 and 4\n{end}") == [
        "3 is followed by no check line in its stretch",
        "4 is followed by no check line in its stretch",
    ]


def test_a_check_line_after_code_does_not_reach_back_over_it() -> None:
    page = read(f"3\n\n{PYCON}\n4\n<!-- = a -->")
    assert [fault.message[0] for fault in page.faults] == ["3"]


@pytest.mark.parametrize(
    "text",
    [
        "3\n<!-- = a,\n     b -->",
        "> 3\n> <!-- = a,\n> b -->",
        "- 3\n    <!-- = a, b -->",
        '!!! note "3"\n\n    Text.\n    <!-- = a, b -->',
        "| 3 |\n| --- |\n\n<!--= a, b-->",
    ],
)
def test_a_check_line_may_be_wrapped_quoted_or_indented(text: str) -> None:
    ((source, numerals),) = stretches(text)
    assert source.split() == ["a,", "b"]
    assert numerals == ["3"]


def test_front_matter_comments_and_code_hold_no_numerals() -> None:
    page = read(f"---\ntitle: a 5\n---\n<!-- note -->\n{PYCON}")
    assert page.faults == () and page.structure == ()
    assert [part.language for part in page.parts if isinstance(part, Code)] == ["pycon"]


def test_the_text_of_any_other_fence_is_checked_like_prose() -> None:
    assert stretches("```text\n3 $HOME [x](4)\n```\n<!-- = a -->") == [("a", ["3", "4"])]


def test_the_line_that_opens_a_fence_is_structure() -> None:
    page = read('```text hl_lines="2"\nwords\n```\n')
    assert [piece.text for piece in page.structure] == ['```text hl_lines="2"']


def test_digits_in_other_comments_are_structure() -> None:
    assert [piece.text for piece in read("<!-- rule 33 -->").structure] == ["<!-- rule 33 -->"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("```pycon\n>>> 1\n1\n", "a code fence that is not closed"),
        ("<!-- = a\n", "a comment that is not closed"),
        ("```python\nx = 1\n```\n", "write it as pycon"),
        ('```python\n--8<-- "norms.py:3:9"\n```\n', "not by line number"),
        ("<!--\n```pycon\n>>> 1\n1\n```\n-->", "code in a comment"),
        ("```text\n<!-- 7 -->\n```\n", "a comment inside code is shown"),
        ("`<!-- 7 -->`", "a comment inside code is shown"),
        ("```text", "not closed"),
    ],
)
def test_what_would_go_unread_is_a_fault(text: str, message: str) -> None:
    assert any(message in found for found in messages(text))


def test_a_heading_in_a_comment_is_none() -> None:
    assert read("# A\n\n<!--\n## B\n-->\n").headings == (0,)


@pytest.mark.parametrize(
    "text",
    [
        "# %% [md]\n# 7\n",
        "#%% [markdown]\n# 7\n",
        "#  %% [markdown]\n# x\n",
        "# %% a title\nx = 1\n",
        "x = 7\n\n# %%\ny = 1\n",
        "# %%\nx = 1  # is 7\n",
    ],
)
def test_what_jupytext_reads_otherwise_is_a_fault(text: str) -> None:
    assert messages(text, notebook=True)


def test_a_snippet_included_by_name_needs_no_check_line() -> None:
    page = read('```python\n--8<-- "norms.py:layer_norm"\n```\n')
    assert page.faults == ()


def test_a_line_of_code_that_begins_with_a_hash_is_no_heading() -> None:
    assert read("# A\n\n```text\n# not a heading\n```\n").headings == (0,)


def test_a_notebook_is_prose_in_its_comments_and_code_elsewhere() -> None:
    front = "# %% [markdown]\n# ---\n# description: x 5\n# ---\n"
    text = f"{front}# 3 is 3.\n# <!-- = a -->\n\n# %%\nx = 7\n"
    page = read(text, notebook=True)
    assert page.faults == ()
    stretch, cell = page.parts
    assert isinstance(stretch, Stretch) and isinstance(cell, Code)
    assert [(n.text, text[n.start]) for n in stretch.numerals] == [("3", "3"), ("3", "3")]
    assert cell.source == "x = 7\n"


def test_strip_removes_check_lines_and_keeps_the_lines() -> None:
    assert strip("a 3\n<!-- = x,\n y -->\n\nb <!-- note -->") == "a 3\n\n\n\nb <!-- note -->"
