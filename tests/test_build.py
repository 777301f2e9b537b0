"""The built site: both languages, every link, nothing from elsewhere, nothing left over."""

import json
import re
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin, urlsplit
from xml.etree import ElementTree

import pytest
from bs4 import BeautifulSoup
from building import ADDRESS, PAGE, small_build, source_pages

CODES = {"zh": "zh-Hans", "en": "en"}
# Where a browser fetches something from by itself.
FETCHED = [("script", "src"), ("img", "src"), ("iframe", "src"), ("source", "src"), ("use", "href")]
FETCHED_LINKS = {"stylesheet", "icon", "preload", "preconnect", "dns-prefetch", "manifest"}


def html_of(site: Path) -> dict[str, BeautifulSoup]:
    return {
        path.relative_to(site).as_posix(): BeautifulSoup(path.read_text("utf-8"), "html.parser")
        for path in sorted(site.rglob("*.html"))
    }


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[str, BeautifulSoup]:
    """Every page but the one that says that there is none."""
    return {name: soup for name, soup in html_of(site).items() if name != "404.html"}


def test_every_page_is_there_in_both_languages(pages: dict[str, BeautifulSoup]) -> None:
    for page in source_pages():
        for folder, code in (("", "zh-Hans"), ("en/", "en")):
            assert pages[f"{folder}{page}index.html"].html["lang"] == code
    assert len(pages) == 2 * len(source_pages())


def test_the_switch_is_a_word_that_leads_to_the_same_page(pages: dict[str, BeautifulSoup]) -> None:
    for name, soup in pages.items():
        (switch,) = soup.select("header a[data-edition]")
        english = name.startswith("en/")
        assert switch.get_text() == ("中文" if english else "English")
        target = urljoin(f"https://host/{name}", switch["href"])
        other = name.removeprefix("en/") if english else f"en/{name}"
        assert target == f"https://host/{other}".removesuffix("index.html")


def test_search_engines_are_told_of_both_languages(pages: dict[str, BeautifulSoup]) -> None:
    for name, soup in pages.items():
        page = name.removeprefix("en/").removesuffix("index.html")
        told = {link["hreflang"]: link["href"] for link in soup.select("head link[hreflang]")}
        chinese, english = f"{ADDRESS}{page}", f"{ADDRESS}en/{page}"
        assert told == {"zh-Hans": chinese, "en": english, "x-default": chinese}
        assert soup.select_one("link[rel=canonical]")["href"] in (chinese, english)


def test_material_does_not_see_the_links_that_it_would_fetch_from(site: Path) -> None:
    assert not re.search(r'rel="?alternate["\s>](?!")', (site / "index.html").read_text("utf-8"))


def test_every_link_of_every_page_arrives(site: Path, pages: dict[str, BeautifulSoup]) -> None:
    for name, soup in pages.items():
        for element in soup.select("[href], [src]"):
            reference = element.get("href") or element.get("src")
            if urlsplit(reference).scheme:
                continue
            address, fragment = urldefrag(urljoin(f"https://host/sub/{name}", reference))
            assert address.startswith("https://host/sub/"), f"{name}: {reference} leaves the site"
            path = unquote(address.removeprefix("https://host/sub/"))
            target = f"{path}index.html" if path.endswith("/") or not path else path
            assert (site / target).is_file(), f"{name}: {reference}"
            if fragment and target in pages:
                found = pages[target].find(id=unquote(fragment))
                assert found or fragment.startswith("__"), f"{name}: {reference}"


def test_no_page_fetches_from_another_host(site: Path) -> None:
    for name, soup in html_of(site).items():
        fetched = [
            element[attribute] for tag, attribute in FETCHED for element in soup.select(tag)
            if element.get(attribute)
        ]  # fmt: skip
        fetched += [
            link["href"] for link in soup.select("link") if FETCHED_LINKS & set(link["rel"])
        ]
        for address in fetched:
            assert urlsplit(address).scheme in ("", "data"), f"{name} fetches {address}"
            assert not address.startswith("//")
    for path in site.rglob("*.css"):
        assert not re.search(r"(@import|url\()[\s\"']*(https?:)?//", path.read_text("utf-8")), path


def test_no_check_line_is_left(site: Path) -> None:
    left = re.compile(r"(?:<|&lt;)!--\s*=")
    for path in (*site.rglob("*.html"), *site.rglob("*.json")):
        assert not left.search(path.read_text("utf-8")), path


def test_there_is_one_missing_page_for_both_languages_and_it_needs_no_other_file(
    site: Path,
) -> None:
    (path,) = site.rglob("404.html")
    soup = BeautifulSoup(path.read_text("utf-8"), "html.parser")
    assert {a["href"] for a in soup.select("a")} == {ADDRESS, f"{ADDRESS}en/"}
    assert not soup.select("[src], link[href]:not([href^='data:'])")


def test_the_one_sitemap_lists_every_page_of_both_languages(site: Path) -> None:
    (path,) = site.rglob("sitemap.xml")
    listed = [element.text for element in ElementTree.parse(path).iter() if "loc" in element.tag]
    pages = source_pages()
    expected = [f"{ADDRESS}{folder}{page}" for folder in ("", "en/") for page in pages]
    assert sorted(listed) == sorted(expected)


def test_every_page_has_a_description_of_its_own_without_numbers(
    pages: dict[str, BeautifulSoup],
) -> None:
    descriptions = [soup.select_one("meta[name=description]")["content"] for soup in pages.values()]
    assert len(set(descriptions)) == len(pages)
    assert not [text for text in descriptions if re.search(r"\d", text)]


def test_navigation_titles_hold_neither_numbers_nor_tex(pages: dict[str, BeautifulSoup]) -> None:
    for name, soup in pages.items():
        for link in soup.select(".md-nav--primary > .md-nav__list .md-nav__link .md-ellipsis"):
            in_contents = link.find_parent("nav", class_="md-nav--secondary")
            assert in_contents or not re.search(r"[\d\\]", link.get_text()), f"{name}: {link}"


def test_each_language_has_an_index_of_its_own(site: Path) -> None:
    for folder, word, pipeline in (("", "归一化", []), ("en/", "variance", ["stopWordFilter"])):
        index = json.loads((site / folder / "search" / "search_index.json").read_text("utf-8"))
        assert index["config"]["pipeline"] == pipeline
        assert any(word in entry["text"] for entry in index["docs"])
        assert not any(entry["location"].startswith("en/") for entry in index["docs"])


def test_blocks_of_code_are_not_searched(site: Path) -> None:
    for folder in (site, site / "en"):
        index = json.loads((folder / "search" / "search_index.json").read_text("utf-8"))
        texts = [entry["text"] for entry in index["docs"]]
        assert any("<code>" in text for text in texts)
        assert [text for text in texts if "<pre" in text] == []


def test_a_page_of_two_sentences_builds_in_both_languages(tmp_path: Path) -> None:
    outcome = small_build(tmp_path, {"index.md": PAGE + "两句话。就这些。"})
    assert outcome.returncode == 0, outcome.stderr
    assert {p.relative_to(tmp_path / "site").as_posix() for p in tmp_path.rglob("index.html")} == {
        "index.html",
        "en/index.html",
    }


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[there](nowhere.md)", "nowhere.md"),
        ("[there](#no-such-section)", "no-such-section"),
        (r"$\nosuchcommand{x}$", r"\nosuchcommand{x}"),
        ("| $x$ |\n|---|\n| 1 |", "needs words beside its formula x"),
        ('--8<-- "no-such-file.py"', "no-such-file.py"),
    ],
)
def test_a_fault_in_english_alone_fails_the_build_and_is_named(
    tmp_path: Path, text: str, reason: str
) -> None:
    outcome = small_build(tmp_path, {"index.md": PAGE}, {"index.md": PAGE + text})
    assert outcome.returncode != 0
    assert reason in outcome.stderr
    assert "index.md" in outcome.stderr or "no-such-file" in reason


def test_a_page_without_a_description_fails_the_build(tmp_path: Path) -> None:
    outcome = small_build(tmp_path, {"index.md": "# 标题\n"})
    assert outcome.returncode != 0
    assert "'index.md' has no description" in outcome.stderr


def test_a_comment_between_paragraphs_and_one_in_a_quote_are_taken_out(tmp_path: Path) -> None:
    text = "5、4\n<!-- = mean(apple),\n d -->\n\n> 5\n> <!-- = mean(apple) -->\n\n<!-- kept -->\n"
    outcome = small_build(tmp_path, {"index.md": PAGE + text})
    assert outcome.returncode == 0, outcome.stderr
    html = (tmp_path / "site" / "index.html").read_text("utf-8")
    assert "<!-- =" not in html
    assert "<!-- kept -->" in html
