"""The site as a host serves it: under any path, told to search engines, shown where shared."""

import re
import shutil
import struct
import threading
import tomllib
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import unquote, urldefrag, urljoin, urlsplit
from urllib.request import ProxyHandler, build_opener

import matplotlib as mpl
import numpy as np
import pytest
import yaml
from bs4 import BeautifulSoup, Tag
from building import ADDRESS, ROOT
from matplotlib import font_manager

from lndocs import example
from lndocs.site import card

# What is an address of the site wherever it is read from.
ABSOLUTE = "link[rel=canonical], link[hreflang], meta[property='og:url'], meta[property='og:image']"


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[str, BeautifulSoup]:
    return {
        path.relative_to(site).as_posix(): BeautifulSoup(path.read_text("utf-8"), "html.parser")
        for path in sorted(site.rglob("*.html"))
        if path.name != "404.html"
    }


def meta(soup: BeautifulSoup, name: str) -> str:
    (element,) = soup.select(f'meta[property="{name}"], meta[name="{name}"]')
    return str(element["content"])


# Under another path


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def elsewhere(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a copy of the site, under a path that it was not built for."""
    root = tmp_path_factory.mktemp("host")
    shutil.copytree(site, root / "quite" / "another path")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=root)) as server:
        threading.Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}/quite/another%20path/"
        server.shutdown()


def addresses(element: Tag) -> Iterator[str]:
    for name in ("href", "src", "poster"):
        if name in element.attrs:
            yield str(element[name])
    for entry in str(element.get("srcset", "")).split(","):
        if entry.strip():
            yield entry.split()[0]


def styles(text: str) -> list[str]:
    return [found.strip("'\"") for found in re.findall(r"url\(([^)]+)\)", text)]


def test_a_copy_under_another_path_misses_nothing(
    elsewhere: str, pages: dict[str, BeautifulSoup]
) -> None:
    fetch = build_opener(ProxyHandler({})).open
    needed: dict[str, str] = {}
    for name, soup in pages.items():
        absolute = soup.select(ABSOLUTE)
        for element in soup.select("[href], [src], [srcset], [poster]"):
            if element in absolute:
                continue
            for reference in addresses(element):
                assert not reference.startswith("/"), f"{name}: {reference} leaves the path"
                assert not reference.startswith(ADDRESS), f"{name}: {reference} is not relative"
                if not urlsplit(reference).scheme:
                    needed[urldefrag(urljoin(f"{elsewhere}{name}", reference))[0]] = name
    assert len(needed) > len(pages)
    missing = []
    for address, name in needed.items():
        assert address.startswith(elsewhere), f"{name}: {address} leaves the site"
        try:
            with fetch(address) as answer:
                text = answer.read().decode() if address.endswith(".css") else ""
            for reference in styles(text):
                if not urlsplit(reference).scheme:
                    fetch(urljoin(address, reference)).close()
        except HTTPError as error:
            missing.append(f"{name}: {address} is answered with {error.code}")
    assert missing == []


def test_what_must_be_absolute_is_and_leads_to_a_file(
    site: Path, pages: dict[str, BeautifulSoup]
) -> None:
    for name, soup in pages.items():
        found = [str(el.get("href") or el.get("content")) for el in soup.select(ABSOLUTE)]
        assert len(found) == 6, name
        for address in found:
            assert address.startswith(ADDRESS), f"{name}: {address}"
            path = unquote(address.removeprefix(ADDRESS))
            assert (site / path / ("" if "." in path else "index.html")).is_file(), address
        canonical = f"{ADDRESS}{name}".removesuffix("index.html")
        assert soup.select_one("link[rel=canonical]")["href"] == canonical == meta(soup, "og:url")


def test_the_page_for_a_missing_one_needs_no_file_and_leads_home_from_anywhere(site: Path) -> None:
    (path,) = site.rglob("404.html")
    assert path.parent == site
    soup = BeautifulSoup(path.read_text("utf-8"), "html.parser")
    assert soup.select("script, img, [src], link[rel=stylesheet]") == []
    links = [str(link["href"]) for link in soup.select("a[href]")]
    assert links == [ADDRESS, f"{ADDRESS}en/"]
    assert soup.html["lang"] == "zh-Hans"
    assert soup.select_one("section[lang=en] h1").get_text() == "Page not found"


def test_robots_are_led_to_the_one_sitemap(site: Path) -> None:
    (path,) = site.rglob("robots.txt")
    assert path.read_text("utf-8").split("\n")[-1] == f"Sitemap: {ADDRESS}sitemap.xml"
    assert "Disallow" not in path.read_text("utf-8")
    assert list(site.rglob("sitemap.xml")) == [site / "sitemap.xml"]


# Where a page is shared


def test_a_shared_page_says_what_it_is_in_its_language(pages: dict[str, BeautifulSoup]) -> None:
    for name, soup in pages.items():
        english = name.startswith("en/")
        heading = soup.select_one("article h1")
        assert heading is not None
        title = meta(soup, "og:title")
        assert title and "<" not in title and "$" not in title, name
        home = name.removeprefix("en/") == "index.html"
        assert meta(soup, "og:type") == ("website" if home else "article")
        assert meta(soup, "og:site_name") == ("LayerNorm by hand" if english else "手算 LayerNorm")
        assert meta(soup, "og:description") == meta(soup, "description")
        locales = meta(soup, "og:locale"), meta(soup, "og:locale:alternate")
        assert locales == (("en_US", "zh_CN") if english else ("zh_CN", "en_US"))
        assert bool(re.search("[\u4e00-\u9fff]", meta(soup, "og:image:alt"))) != english
        assert meta(soup, "twitter:card") == "summary_large_image"


def test_every_page_is_shared_under_a_title_of_its_own(pages: dict[str, BeautifulSoup]) -> None:
    titles = [meta(soup, "og:title") for soup in pages.values()]
    assert len(set(titles)) == len(titles)


def test_the_card_is_a_picture_of_the_size_that_the_pages_say(
    site: Path, pages: dict[str, BeautifulSoup]
) -> None:
    drawn = (site / card.NAME).read_bytes()
    assert drawn[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", drawn[16:24]) == (1200, 630)
    assert len(drawn) < 60_000
    assert not (site / "en" / card.NAME).exists()
    for soup in pages.values():
        assert meta(soup, "og:image") == f"{ADDRESS}{card.NAME}"
        assert (meta(soup, "og:image:width"), meta(soup, "og:image:height")) == ("1200", "630")


def test_the_card_of_the_site_is_the_one_drawn_here(site: Path) -> None:
    card.png.cache_clear()
    assert (site / card.NAME).read_bytes() == card.png()


def test_the_numbers_of_the_card_are_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert card.sayings()[-1] == "[−1.342, −0.447, 0.447, 1.342]"
    usual = card.png()
    monkeypatch.setattr(card, "apple", np.array([1, 2, 3, 5]))
    card.png.cache_clear()
    assert card.sayings() == (
        "$x = [1, 2, 3, 5]$",
        r"$\mu = 2.750$",
        r"$\sigma \approx 1.479$",
        "[−1.183, −0.507, 0.169, 1.521]",
    )
    assert card.png() != usual
    monkeypatch.undo()
    card.png.cache_clear()
    assert card.apple is example.apple


def test_the_card_needs_no_font_of_the_machine() -> None:
    for family in ("STIXGeneral", "STIXNonUnicode", "DejaVu Sans"):
        path = font_manager.findfont(family, fallback_to_default=False)
        assert Path(mpl.get_data_path()) in Path(path).parents


# How it gets there


@pytest.fixture(scope="module")
def workflow() -> dict[str, dict[str, dict[str, object]]]:
    path = ROOT / ".github" / "workflows" / "ci.yml"
    return yaml.safe_load(path.read_text("utf-8"))


def test_the_site_is_published_after_all_checks_from_the_default_branch_alone(workflow) -> None:
    publish = workflow["jobs"]["publish"]
    assert {*publish["needs"], "publish"} == workflow["jobs"].keys()
    assert "github.event_name != 'pull_request'" in publish["if"]
    assert "default_branch" in publish["if"]
    assert workflow["permissions"] == {"contents": "read"}
    assert publish["permissions"] == {"contents": "read", "pages": "write", "id-token": "write"}
    writing = [name for name, job in workflow["jobs"].items() if "permissions" in job]
    assert writing == ["publish"]


def test_the_address_comes_from_the_settings_of_pages(workflow) -> None:
    steps = workflow["jobs"]["publish"]["steps"]
    (build,) = [step for step in steps if "make build" in step.get("run", "")]
    assert build["env"] == {"SITE_URL": "${{ steps.pages.outputs.base_url }}/"}
    used = [step["uses"].partition("@")[0] for step in steps if "uses" in step]
    assert used[2:] == [
        "actions/configure-pages",
        "actions/upload-pages-artifact",
        "actions/deploy-pages",
    ]
    assert next(step for step in steps if step.get("id") == "pages")["uses"].startswith(used[2])


@pytest.mark.parametrize("name", ["mkdocs.yml", "mkdocs.en.yml", "README.md", "CITATION.cff"])
def test_no_account_is_named(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    assert not re.search(r"github\.io|github\.com/", text)


def test_the_citation_has_all_that_its_format_requires() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert {"cff-version", "message", "title", "authors"} <= citation.keys()
    assert citation["cff-version"] == "1.2.0"
    assert citation["type"] == "software"
    assert citation["authors"] == [{"name": "The lndocs authors"}]
    assert citation["version"] == project["version"]
    assert citation["license"] == project["license"]
    known = {"abstract", "authors", "cff-version", "keywords", "license", "message", "title"}
    assert citation.keys() <= known | {"type", "version"}
