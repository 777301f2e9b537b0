"""Links to the glossary: each term once a page, where it is first used, and nowhere else."""

from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from building import PAGE, small_build

from lndocs.site import glossary
from lndocs.site.linking import pattern

HEAD = "---\ndescription: {}\n---\n# {} {{#glossary}}\n\n"
ZH = (
    HEAD.format("术语", "术语")
    + "| 中文 | English | 意思 |\n| :--- | :--- | :--- |\n"
    + "| 层归一化 {#layer-normalization} | layer normalization | 归一化的一种。 |\n"
    + "| 归一化 {#normalization} | normalization | 先减后除。 |\n"
    + "| 缩放 {#scale} | scale | 乘 $\\gamma$。 |\n"
    + "| 均值 {#mean} | mean | 先加后除。 |\n"
    + "| 行 {#row} | row | 横着的一排。 |\n"
)
EN = (
    HEAD.format("Words", "Glossary")
    + "| English | 中文 | Meaning |\n| :--- | :--- | :--- |\n"
    + "| layer normalization {#layer-normalization} | 层归一化 | A kind of normalization. |\n"
    + "| normalization {#normalization} | 归一化 | Subtract, then divide. |\n"
    + "| scale {#scale} | 缩放 | Times $\\gamma$. |\n"
    + "| mean {#mean} | 均值 | Add, then divide. |\n"
    + "| row {#row} | 行 | What runs across. |\n"
)


def linked(folder: Path, zh: str, en: str) -> tuple[list[str], list[str]]:
    """Build two pages beside a glossary, and list each link with the text before it."""
    outcome = small_build(
        folder,
        {"index.md": PAGE + zh, "deep/page.md": PAGE + zh, "glossary.md": ZH},
        {"index.md": PAGE + en, "deep/page.md": PAGE + en, "glossary.md": EN},
    )
    assert outcome.returncode == 0, outcome.stderr
    site = folder / "site"
    for below in (site, site / "en"):
        assert links(below / "glossary/index.html", "") == []
        assert links(below / "deep/page/index.html", "../../") == links(below / "index.html", "")
    return links(site / "index.html", ""), links(site / "en/index.html", "")


def links(page: Path, up: str) -> list[str]:
    soup = BeautifulSoup(page.read_text("utf-8"), "html.parser")
    found = []
    for link in soup.select("a.term"):
        before = link.previous_sibling
        assert str(link["href"]).startswith(f"{up}glossary/#")
        found.append(
            f"{str(before or '')[-6:]}[{link.get_text()}]#{str(link['href']).split('#')[1]}"
        )
    return found


def test_a_term_is_linked_where_it_is_first_used_and_the_longer_one_counts(tmp_path: Path) -> None:
    zh, en = linked(
        tmp_path,
        "## 均值 {#a}\n\n先说层归一化，再说归一化，又说层归一化。\n\n求均值，再求均值。每一行。\n",
        "## The mean {#a}\n\nLayer normalization, then\nnormalization, then layer\n"
        "normalization.\n\nThis means: the mean, each mean, and a row.\n",
    )
    assert zh == [
        "先说[层归一化]#layer-normalization",
        "，再说[归一化]#normalization",
        "求[均值]#mean",
    ]
    assert en == [
        "[Layer normalization]#layer-normalization",
        " then\n[normalization]#normalization",
        ": the [mean]#mean",
    ]


def test_code_formulas_links_and_heads_of_tables_stay_as_they_are(tmp_path: Path) -> None:
    zh, en = linked(
        tmp_path,
        "`均值`、[均值](#a)、$\\text{均值}$\n\n```text\n均值\n```\n\n"
        "| 均值 |\n| --- |\n| 归一化 |\n\n"
        '## 甲 {#a}\n\n??? note "均值"\n\n    <button type="button">均值</button>\n',
        "`the mean`, [the mean](#a), $\\text{the mean}$\n\n```text\nthe mean\n```\n\n"
        "| The mean |\n| --- |\n| Normalization |\n\n## A {#a}\n\n"
        '??? note "The mean"\n\n    <button type="button">the mean</button>\n',
    )
    assert zh == ["[归一化]#normalization"]
    assert en == ["[Normalization]#normalization"]


def test_scale_is_a_term_only_beside_its_symbol(tmp_path: Path) -> None:
    zh, en = linked(
        tmp_path,
        "整体缩放一点，再用缩放（scale）$\\gamma$ 去乘。\n",
        "On one scale. The scale $\\gamma$ multiplies.\n",
    )
    assert zh == ["放一点，再用[缩放]#scale"]
    assert en == [". The [scale]#scale"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("variances", ["variances"]),
        ("invariance, covariances", []),
        ("post-norm and post-normed", ["post-norm"]),
        ("standard\ndeviation", ["standard\ndeviation"]),
        ("by all means; it means; a mean-free row", []),
    ],
)
def test_english_terms_are_whole_words(text: str, found: list[str]) -> None:
    assert pattern(["variance", "post-norm", "standard deviation", "mean"]).findall(text) == found


def test_every_page_of_the_article_leads_to_the_glossary_once_a_term(site: Path) -> None:
    ids = {entry.id for entry in glossary.both() if entry.en not in glossary.EVERYDAY}
    reached = set()
    for page in site.rglob("index.html"):
        soup = BeautifulSoup(page.read_text("utf-8"), "html.parser")
        found = [str(link["href"]).partition("#")[2] for link in soup.select("a.term")]
        assert len(found) == len(set(found)), page
        assert bool(found) != (page.parent.name == "glossary"), page
        reached |= set(found)
        for link in soup.select("a.term"):
            assert link.find_parent(["h1", "h2", "h3", "a", "th", "code", "pre", "figure"]) is None
    assert reached <= ids
    assert len(reached) > 20
