"""The figures of the pages: computed, stored, described, and never out of date."""

import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from bs4 import BeautifulSoup
from building import ROOT, source_pages
from mkdocs.structure.files import File, Files

from lndocs import (
    EPS,
    EncoderLayer,
    attention_heads,
    center,
    concatenate,
    layer_norm,
    mean,
    standardize,
    std,
)
from lndocs.example import (
    X,
    apple,
    apple_attention,
    apple_before,
    before,
    beta,
    d,
    eat,
    gamma,
    stack,
    swapped,
)
from lndocs.forms import decimal
from lndocs.site import facts, prose, style, terms
from lndocs.site.expressions import Fact
from lndocs.site.figures import addition, epsilon
from lndocs.site.figures.drawing import COLORS, PAPER, SMALL, Drawing, at_home
from lndocs.site.figures.stored import FIGURES, files, stale, write
from lndocs.site.inlining import inline

DOCS = ROOT / "docs"
NUMBER = re.compile(r"(?<![\w.])−?\d+(?:\.\d+)?(?:e-?\d+)?(?![\w.]*\d)")
HAN = re.compile(r"[\u4e00-\u9fff]")
LANGUAGES = pytest.mark.parametrize("lang", ["zh", "en"])
EACH = pytest.mark.parametrize("name", FIGURES)

layer = EncoderLayer.random(d, heads=2, d_ff=8, seed=1)
heads = attention_heads(before, layer.W_q, layer.W_k, layer.W_v, layer.heads)
joined = concatenate(heads)
by_row = (apple - apple.mean()) / np.sqrt(apple.var() + EPS)
by_column = ((X - X.mean(axis=0)) / X.std(axis=0))[-1]
by_table = ((X - X.mean()) / X.std())[-1]
SETTINGS = ("1e-3", "1e-5", "1e-6", "1e-12")
least = apple * 1e-6
shrunk = [center(least)[-1] / np.sqrt(np.var(least) + float(eps)) for eps in SETTINGS]


def nine_of(taken: Any) -> Any:
    """What the followed number of the stack becomes among those that are taken with it."""
    return (stack[0, 3, 0] - np.mean(taken)) / np.sqrt(np.var(taken) + EPS)


pooled = [stack[:, 3], stack[0, :, 0], stack[0, 3], stack[0, 2:], stack[0]]
by_rms = stack[0, 3, 0] / np.sqrt(np.mean(stack[0, :, 0] ** 2))

# What the numbers in each figure must be, computed here a second time.
VALUES: dict[str, tuple[Any, ...]] = {
    "add": (apple_before, apple_attention, apple),
    "scale": (X, np.unique(eat / apple)),
    "attention-output": (layer.heads, *heads.shape, *joined.shape, *np.shape(layer.W_o)),
    "row-by-row": (X, by_row, by_column, by_table, 0),
    "subtract-mean": (apple, eat, center(apple), center(eat), 0),
    "divide-by-std": (center(apple), center(eat), standardize(apple, eps=0), 0),
    "epsilon": (*SETTINGS, "1e-6", 1, standardize(apple)[-1], *shrunk),
    "what-is-lost": (apple, eat, swapped, standardize(apple), standardize(swapped)),
    "gamma-beta": (standardize(X), gamma, beta, layer_norm(X, gamma, beta)),
    "in-the-transformer": (),
    "summary": (
        (apple_before, apple_attention, apple, mean(apple), center(apple), std(apple)),
        (standardize(apple), gamma, beta, layer_norm(apple, gamma, beta), 0),
    ),
    "relatives": (stack, *map(nine_of, pooled), by_rms),
}


def written(values: Any) -> list[str]:
    if isinstance(values, tuple):
        return [number for value in values for number in written(value)]
    return [values] if isinstance(values, str) else [decimal(x) for x in np.ravel(values).tolist()]


def labels(drawing: Drawing) -> list[str]:
    """What stands written in a figure."""
    soup = BeautifulSoup(drawing.svg(), "html.parser")
    return [element.get_text() for element in soup.select("text")]


def numbers(*texts: str) -> Counter[str]:
    return Counter(number for text in texts for number in NUMBER.findall(text))


def test_the_stored_figures_are_what_the_example_gives() -> None:
    assert stale(DOCS) == [], "out of date: make update"


def test_a_figure_is_the_same_bytes_each_time() -> None:
    assert dict(files(DOCS)) == dict(files(DOCS))


@EACH
def test_both_languages_of_a_figure_say_the_same_numbers(name: str) -> None:
    chinese, english = (FIGURES[name](lang) for lang in ("zh", "en"))
    assert numbers(*labels(chinese)) == numbers(*labels(english))
    assert numbers(chinese.alt) == numbers(english.alt)


def test_the_settings_of_other_frameworks_are_those_that_the_page_cites() -> None:
    cited = {fact for fact in epsilon.DEFAULTS.values() if isinstance(fact, Fact)}
    page = next(path for path in facts.pages() if path.name == "epsilon.md")
    name = page.relative_to(ROOT)
    lines = facts.GOLDEN.read_text("utf-8").splitlines()
    assert len(cited) == 3
    assert {f"{name}\t{fact.value}\t{fact.source}" for fact in cited} <= set(lines)


@EACH
def test_every_number_of_a_figure_is_computed(name: str) -> None:
    drawing = FIGURES[name]("en")
    found = numbers(*labels(drawing), drawing.alt)
    assert found.keys() == set(written(VALUES[name]))
    digits = re.findall(r"\d", "".join([*labels(drawing), drawing.alt]))
    assert len(digits) == len(re.findall(r"\d", "".join(found.elements()))), "a digit in a word"


@LANGUAGES
@EACH
def test_the_description_is_good_prose_in_its_language(name: str, lang: str) -> None:
    drawing = FIGURES[name](lang)
    assert len(drawing.alt) > 40
    assert bool(HAN.search(drawing.alt)) == (lang == "zh")
    for words in (drawing.alt, "\n\n".join(labels(drawing))):
        page = prose.read(words)
        assert list(style.breaches(page, lang)) == []
        assert list(style.untruths(page, lang)) == []
        assert list(terms.misnomers(page, lang)) == []


@EACH
def test_a_figure_has_no_color_size_or_id_of_its_own(name: str) -> None:
    for lang in ("zh", "en"):
        svg = FIGURES[name](lang).svg()
        assert {*re.findall(r'"(#[^"]*|rgb[^"]*)"', svg)} <= {*COLORS, PAPER}
        assert not re.search(r'"#|<style|\bid=|xmlns', at_home(svg))
        texts = BeautifulSoup(svg, "html.parser").select("text")
        assert min(float(element.get("font-size", SMALL)) for element in texts) >= SMALL


def test_the_colors_are_those_of_the_palette() -> None:
    css = (DOCS / "theme" / "assets" / "css" / "palette.css").read_text("utf-8")
    light = dict(re.findall(r"--(\w+): (#\w+);", css[: css.index("slate")]))
    for color, name in COLORS.items():
        assert color == light["ink" if name == "currentColor" else name[len("var(--") : -1]]


@LANGUAGES
def test_every_figure_stands_in_a_page_and_is_described_there_without_digits(lang: str) -> None:
    pages = [path.read_text("utf-8") for path in (DOCS / lang).glob("*.md")]
    shown = [found for page in pages for found in re.findall(r"^!\[(.*)\]\((.*)\)$", page, re.M)]
    assert sorted(address for _, address in shown) == sorted(f"figures/{x}.svg" for x in FIGURES)
    assert all(words and not re.search(r"\d", words) for words, _ in shown)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the stored figures that may be changed."""
    for lang in ("zh", "en"):
        shutil.copytree(DOCS / lang / "figures", tmp_path / lang / "figures")
    return tmp_path


def test_a_changed_digit_a_missing_and_a_forgotten_file_are_named_and_mended(copy: Path) -> None:
    changed, missing, forgotten = (
        copy / name for name in ("zh/figures/add.svg", "en/figures/add.svg", "en/figures/old.svg")
    )
    changed.write_text(changed.read_text("utf-8").replace(">8<", ">9<"), "utf-8")
    missing.unlink()
    forgotten.write_text("<svg/>", "utf-8")
    assert stale(copy) == sorted([changed, missing, forgotten])
    assert write(copy) == (sorted([changed, missing, forgotten]), [])
    assert stale(copy) == []


def test_a_figure_whose_claim_is_false_stays_and_is_named(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(addition, "eat", 2 * eat + 1)
    named = [copy / lang / "figures" / "scale.svg" for lang in ("en", "zh")]
    before = named[0].read_text("utf-8")
    assert stale(copy) == named
    changed, red = write(copy)
    assert changed == []
    assert [message.partition(": ")[0] for message in red] == list(map(str, named))
    assert named[0].read_text("utf-8") == before


UNMOVED = {"in-the-transformer", "relatives"}
APPLE_ALONE = {"add", "epsilon", "summary"}


@pytest.mark.parametrize(
    ("old", "new", "kept"),
    [
        ("[1, 3, 4, 5]]", "[1, 3, 4, 7]]", UNMOVED | {"attention-output"}),
        (
            "[15, 25, 40, 50]",
            "[15, 25, 40, 60]",
            UNMOVED | APPLE_ALONE | {"attention-output"},
        ),
        ("gamma = _fixed([2, ", "gamma = _fixed([3, ", FIGURES.keys() - {"gamma-beta", "summary"}),
    ],
    ids=["apple", "eat", "gamma"],
)
def test_a_number_of_the_example_turns_the_figures_stale_that_depend_on_it(
    tmp_path: Path, old: str, new: str, kept: set[str]
) -> None:
    shutil.copytree(ROOT / "lndocs", tmp_path / "lndocs")
    example = tmp_path / "lndocs" / "example.py"
    text = example.read_text("utf-8")
    assert text.count(old) == 1
    example.write_text(text.replace(old, new), "utf-8")
    ask = (
        "import sys; from pathlib import Path; from lndocs.site.figures.stored import stale; "
        "print(*(f'{path.parts[-3]} {path.stem}' for path in stale(Path(sys.argv[1]))), sep='\\n')"
    )
    run = [sys.executable, "-c", ask, str(DOCS)]
    named = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    wanted = [f"{lang} {name}" for lang in ("en", "zh") for name in FIGURES if name not in kept]
    assert sorted(named.split("\n")[:-1]) == sorted(wanted)


def placed(html: str) -> BeautifulSoup:
    drawing = File("figures/a.svg", None, "site", use_directory_urls=True)
    drawing.content_string = Drawing("en", 9, "A box.").svg()
    soup = BeautifulSoup(html, "html.parser")
    inline(soup, "page/", Files([drawing]))
    return soup


def test_a_page_holds_the_figure_itself() -> None:
    soup = placed('<p><img alt="box" src="../figures/a.svg"/></p><p>Text</p>')
    (figure,) = soup.select("figure.plot[data-search-exclude]")
    assert figure.svg is not None
    assert figure.svg["aria-label"] == "A box."
    assert not soup.select("img, p > figure")


def test_other_images_are_left_alone() -> None:
    html = '<p><img alt="logo" src="../figures/b.svg"/></p><p><img alt="a" src="../a.png"/></p>'
    assert str(placed(html)) == html


def test_a_figure_in_the_midst_of_a_sentence_is_refused() -> None:
    with pytest.raises(ValueError, match=r"figures/a\.svg must stand in a paragraph of its own"):
        placed('<p>See <img alt="box" src="../figures/a.svg"/></p>')


@pytest.mark.parametrize(
    "name", [folder + page for folder in ("", "en/") for page in source_pages()]
)
def test_the_built_pages_hold_every_figure_of_their_text(site: Path, name: str) -> None:
    source = DOCS / ("en" if name.startswith("en/") else "zh")
    path = source / f"{name.removeprefix('en/').rstrip('/') or 'index'}.md"
    shown = (
        re.findall(r"^!\[.*\]\((figures/.*)\)$", path.read_text("utf-8"), re.M)
        if path.exists()
        else []
    )
    soup = BeautifulSoup((site / name / "index.html").read_text("utf-8"), "html.parser")
    held = [str(svg["aria-label"]) for svg in soup.select("article figure.plot > svg.drawing")]
    stored = [
        BeautifulSoup((source / address).read_text("utf-8"), "html.parser") for address in shown
    ]
    assert held == [str(soup.svg["aria-label"]) for soup in stored if soup.svg]
    assert len(held) == len(shown)
