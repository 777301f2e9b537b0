"""One term for one thing, in each language, and its English where Chinese readers meet it first."""

from collections.abc import Iterator

import pytest
from building import ROOT
from mkdocs.config import load_config
from texts import LANGUAGES, read, texts

from lndocs.site import glossary, prose
from lndocs.site.terms import TERMS, VARIANTS, Term, first_uses, misnomers

# Terms of the subject that the glossary explains though no page needs them.
NAMED_ONLY = {
    "group normalization",
    "instance normalization",
    "backpropagation",
    "underflow",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_use_the_terms(language: str) -> None:
    found = [
        f"{name}:{line}: {stands!r}, better {better!r}"
        for name, page in texts(language)
        for line, stands, better in misnomers(page, language)
    ]
    assert not found, "\n" + "\n".join(found)


def walk(nav: object) -> Iterator[str]:
    """Yield the pages in reading order."""
    match nav:
        case str():
            yield nav
        case list():
            for entry in nav:
                yield from walk(entry)
        case dict():
            for entry in nav.values():
                yield from walk(entry)


def test_each_term_stands_with_its_english_where_it_is_first_used() -> None:
    everything = list(walk(load_config(str(ROOT / "mkdocs.yml")).nav))
    names = [name for name in everything if name != glossary.PAGE]
    assert names[0] == "index.md" and len(names) > 10
    uses = list(first_uses([(name, read(ROOT / "docs" / "zh" / name)) for name in names]))
    bare = [
        f"docs/zh/{page}:{line}: {term.zh!r}, better '{term.zh}（{term.en}）'"
        for term, page, line, introduced in uses
        if not introduced
    ]
    assert not bare, "\n" + "\n".join(bare)
    foreign = {term.en for term in TERMS if term.zh != term.en}
    assert foreign - {term.en for term, *_ in uses} <= glossary.EVERYDAY | NAMED_ONLY


@pytest.mark.parametrize(
    ("language", "text", "stands", "better"),
    [
        ("zh", "除以标准偏差。", "标准偏差", "标准差"),
        ("zh", "先求平均值。", "平均值", "均值"),
        ("zh", "这叫残差链接。", "残差链接", "残差连接"),
        ("zh", "层标准化之后。", "层标准化", "层归一化"),
        ("zh", "批标准化之后。", "批标准化", "批归一化"),
        ("zh", "正则化之后。", "正则化", "归一化"),
        ("zh", "每个词元一行。", "词元", "token"),
        ("zh", "按元素相乘。", "按元素相乘", "逐元素相乘"),
        ("en", "After layer norm.", "layer norm", "layer normalization"),
        (
            "en",
            "An elementwise\nmultiplication.",
            "elementwise\nmultiplication",
            "elementwise product",
        ),
        ("en", "Element-wise, it is.", "Element-wise", "elementwise product"),
        ("en", "Two skip connections.", "skip connections", "residual connection"),
        ("en", "As post norm does.", "post norm", "post-norm"),
        ("en", "The gain γ and the bias β.", "gain γ", "scale"),
    ],
)
def test_a_variant_of_a_term_is_shown_with_its_line(
    language: str, text: str, stands: str, better: str
) -> None:
    found = list(misnomers(prose.read(f"# 题 {{#id}}\n\n{text}\n"), language))
    assert found[0] == (3, stands, better)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("zh", "层归一化求均值、方差、标准差，残差连接先求平均。`正则化` 和 $\\text{平均数}$。"),
        ("en", "Layer normalization; post-norm; means; `layer norm`; the LayerNorm."),
    ],
)
def test_the_terms_themselves_and_what_is_code_are_no_variants(language: str, text: str) -> None:
    assert list(misnomers(prose.read(text), language)) == []


def introduced(*texts: str) -> dict[Term, tuple[str, int, bool]]:
    pages = [(f"{place}.md", prose.read(text)) for place, text in enumerate(texts)]
    return {term: (page, line, done) for term, page, line, done in first_uses(pages)}


def test_the_first_use_counts_and_descriptions_and_headings_do_not() -> None:
    front = "---\ndescription: 均值\n---\n"
    (use,) = introduced(f"{front}# 均值\n\n求均值（mean）。", "均值").values()
    assert use == ("0.md", 6, True)
    (use,) = introduced("求均值。", "均值（mean）").values()
    assert use == ("0.md", 1, False)


def test_a_term_inside_a_longer_one_is_not_used_there() -> None:
    (use,) = introduced("层归一化（layer normalization，LayerNorm）").values()
    assert use == ("0.md", 1, True)


def test_no_variant_is_a_term() -> None:
    for term in TERMS:
        for variants, names in (
            (term.not_zh, [other.zh for other in TERMS]),
            (term.not_en, [other.en for other in TERMS]),
        ):
            assert len(set(variants)) == len(variants)
            assert set(variants).isdisjoint(names)


def test_what_is_said_of_a_term_is_said_of_one_in_the_glossary() -> None:
    names = {term.en for term in TERMS}
    assert set(VARIANTS) <= names
    assert names >= glossary.EVERYDAY
