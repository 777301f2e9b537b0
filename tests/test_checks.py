"""Check lines against the numerals before them."""

from pathlib import Path

import pytest
from sybil import Document
from sybil.example import SybilFailure

from lndocs.site.checks import parse


def failures(text: str, path: str = "page.md") -> list[str]:
    """Run a page and return what is wrong with it."""
    document = Document(text, str(Path.cwd() / path))
    for region in parse(document):
        document.add(region)
    found = []
    for example in document.examples():
        try:
            example.evaluate()
        except SybilFailure as failure:
            found.append(str(failure.result))
    return found


def test_a_page_that_is_right_has_no_failure() -> None:
    assert failures("Mean 5 of $[2, 4, 6, 8]$.\n<!-- = mean(apple), apple -->\n") == []


def test_a_failure_names_file_line_numeral_expression_and_value() -> None:
    text = "# Title\n\nFirst $[2, 4, 6, 8]$,\nthen 6.\n<!-- = apple, mean(apple) -->\n"
    assert failures(text, "docs/zh/x.md") == ["docs/zh/x.md:4: 6 is not 5.0 = mean(apple)"]


def test_all_failures_of_a_page_are_reported() -> None:
    text = "6, 7 and 4\n<!-- = mean(apple), variance(apple), d -->\n\n8\n<!-- = n -->\n\nand 9\n"
    (both, third, left_over) = sorted(failures(text))
    assert both.count("\n") == 1 and "6 is not" in both and "7 is not" in both
    assert "8 is not 3 = n" in third
    assert "9 is followed by no check line" in left_over


def test_a_different_count_prints_numerals_and_values_side_by_side() -> None:
    (message,) = failures("5 and 4\n<!-- = mean(apple), d, n -->\n")
    head, *rows = message.splitlines()
    assert head.startswith("page.md:1: 2 numerals but 3 values")
    assert [row.split() for row in rows] == [
        ["5", "5.0", "mean(apple)"],
        ["4", "4", "d"],
        ["-", "3", "n"],
    ]


def test_a_check_line_without_numerals_is_red() -> None:
    assert "0 numerals but 1 values" in failures("words\n<!-- = d -->\n")[0]


def test_an_expression_that_fails_does_not_hide_the_others() -> None:
    (message,) = failures("5 and 10\n<!-- = d, same(apple) -->\n")
    assert "5 is not 4 = d" in message
    assert "10 is not ValueError" in message


def test_check_lines_see_what_the_code_before_them_defined() -> None:
    page = "```pycon\n>>> shift = 7\n```\n\nshift 7\n<!-- = shift -->\n"
    assert failures(page) == []
    assert "NameError" in failures(page.replace("shift = 7", "other = 7"))[0]


def test_code_sees_only_what_its_page_has_imported() -> None:
    (message,) = failures("```pycon\n>>> mean([2, 4])\n3.0\n```\n")
    assert "NameError: name 'mean' is not defined" in message


@pytest.mark.parametrize("lead", ["", "    ", "> "])
def test_code_is_run_wherever_it_stands(lead: str) -> None:
    lines = ["```pycon", ">>> for i in (1, 2):", "...     print(i)", "1", "3", "```"]
    page = "".join(f"{lead}{line}\n" for line in lines)
    (message,) = failures(f"- item\n\n{page}" if lead.isspace() else page)
    assert "Expected" in message and "3" in message and "2" in message


def test_a_command_is_run_and_what_it_prints_compared() -> None:
    page = "```console\n$ python -m lndocs.site.update nowhere.md\nfine\n```\n"
    (message,) = failures(page)
    assert "printed" in message and "nowhere.md" in message


def test_a_console_fence_runs_nothing_but_lndocs() -> None:
    (message,) = failures("```console\n$ rm x\n```\n")
    assert "only `python -m lndocs" in message


TRACEBACK = "Traceback (most recent call last):\n  File 'a.py', line 7\nValueError: x\n"


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (">>> 5\n5\n\n平均 7\n", "neither typed nor printed"),
        ("平均 7\n>>> 5\n5\n", "neither typed nor printed"),
        (">> 7\n", "neither typed nor printed"),
        (">>> # 7\n", "neither typed nor printed"),
        (">>> 5  # 6\n5\n", "holds no digit"),
        (">>> print(6)  # doctest: +SKIP\n5\n", "no directive"),
        (">>>7\n7\n", "lacks blank"),
        (f">>> int('x')\n{TRACEBACK}", "frames of a traceback"),
    ],
)
def test_what_running_a_fence_would_not_check_is_a_fault(lines: str, message: str) -> None:
    found = failures(f"# A\n\n```pycon\n{lines}```\n")
    assert any(message in text and "page.md:" in text for text in found), found


def test_a_number_is_not_a_truth_value() -> None:
    assert failures("```pycon\n>>> 1 == 1\n1\n```\n")


def test_an_empty_fence_is_no_crash() -> None:
    assert failures("```pycon\n```\n") == []


def test_a_console_fence_begins_with_a_command() -> None:
    (message,) = failures("```console\n777 passed\n```\n")
    assert "begins with its command" in message


def test_a_notebook_runs_its_cells_and_checks_its_prose() -> None:
    text = "# %%\nx = 7\n\n# %% [markdown]\n# x is 8\n# <!-- = x -->\n"
    assert failures(text, "labs/x.py") == ["labs/x.py:5: 8 is not 7 = x"]
