"""What counts as prose: all that readers read as words, and nothing else."""

import pytest
from building import ROOT
from texts import LANGUAGES, texts

from lndocs.site.prose import Prose, read


def words(text: str, *, notebook: bool = False) -> list[str]:
    return [line.text for line in read(text, notebook=notebook).lines if line.text]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("---\nhide:\n  - toc\ndescription: 一句话\n---\n\n正文", ["一句话", "正文"]),
        ("前\n\n```pycon\n>>> '码'\n```\n\n后", ["前", "后"]),
        ("> ```text\n> 码\n> ```\n\n后", ["后"]),
        ("前 <!-- 注\n释 --> 后", ["前", "后"]),
        ("$$\n\\text{式}\n$$\n\n后", ["后"]),
        ("见[这里](zh/that.md#mean)和[那里][ref]。", ["见这里和那里。"]),
        ("![图](a.svg){ .wide }", ["图"]),
        ("## 题 {#id}\n\n1. 甲\n- 乙\n> 丙", ["题", "甲", "乙", "丙"]),
        ("| 甲 | 乙 |\n| :--- | ---: |\n| 丙 | 丁 |", ["甲 | 乙 |", "丙 | 丁 |"]),
        ('!!! note "标题"\n\n    内容', ["标题", "内容"]),
        ("**先猜。** 再看*这个*。", ["先猜。再看这个。"]),
        ('<img src="a" alt="两行"> 行<br>', ['alt="两行 行']),
    ],
)
def test_marks_code_formulas_and_addresses_are_no_prose(text: str, left: list[str]) -> None:
    found = words(text)
    assert [line.removeprefix('alt="') for line in found] == [
        line.removeprefix('alt="') for line in left
    ]


def test_a_word_stands_for_each_formula_and_code_span_until_they_are_restored() -> None:
    text = "求 $x$、`mean(x)` 和 <https://example.org/>。"
    page = read(text)
    (line,) = page.lines
    assert line.text == "求 Zxaac、Zxaaa 和 Zxaab。"
    assert page.restore(line.text) == text


def test_of_a_notebook_its_markdown_cells_are_read() -> None:
    text = "# %% [markdown]\n# ---\n# description: 甲\n# ---\n# # 乙 {#b}\n\n# %%\nx = '丙'\n"
    assert words(text, notebook=True) == ["甲", "乙"]


def test_a_block_is_a_paragraph_an_item_a_row_or_a_heading() -> None:
    page = read("# A\none\ntwo\n\n- three\n  four\n- five\n\n| six |\n")
    assert list(page.blocks()) == [
        (1, "A"),
        (2, "one\ntwo"),
        (5, "three\nfour"),
        (7, "five"),
        (9, "six |"),
    ]


def test_lines_of_two_languages_are_told_apart() -> None:
    page = read("## 两条命令 · Two commands\n\n需要 Python 和 make。\nYou need 吃 and make.")
    chinese = [line.text for line in page.spoken_in("zh").lines if line.text]
    english = [line.text for line in page.spoken_in("en").lines if line.text]
    assert chinese == ["两条命令", "需要 Python 和 make。"]
    assert english == ["Two commands", "You need 吃 and make."]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_has_prose_and_keeps_its_line_numbers(language: str) -> None:
    for name, page in texts(language):
        lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
        assert [line.number for line in page.lines] == list(range(1, len(lines) + 1))
        assert heard(page) > 10, name


def heard(page: Prose) -> int:
    return sum(len(line.text) for line in page.lines)
