"""What a reader's browser loads for a page, and what it weighs compressed.

``python tests/weighing.py [folder]`` shows it for every page of a built site.
"""

import gzip
import json
import posixpath
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

from bs4 import BeautifulSoup, Tag

# How static hosts compress.
LEVEL = 6
# A font is woff2, which is compressed already, and hosts leave it alone.
COMPRESSED = {".woff2", ".png", ".jpg", ".webp"}

_URL = re.compile(r"""url\(\s*["']?([^"')]+)["']?\s*\)""")
_IMPORT = re.compile(r"""\b(?:from|import)\s*\(?\s*["'](\.{1,2}/[^"']+)["']""")
_FIGURES = "figure :is(svg, img, picture)"


def weight(path: Path, text: str | None = None) -> int:
    """Bytes that cross the network for a file, or for a text in its stead."""
    content = path.read_bytes() if text is None else text.encode()
    return len(content) if path.suffix in COMPRESSED else len(gzip.compress(content, LEVEL))


def weights(page: Path) -> dict[str, int]:
    """Weigh all that the first view of a page loads but its figures, the search and its index.

    Parameters
    ----------
    page : Path
        An ``index.html`` of the built site.

    Returns
    -------
    dict[str, int]
        Bytes by address, as seen from the page; the page's own is empty. What lies on other hosts
        weighs 0 here.
    """
    soup = BeautifulSoup(page.read_text("utf-8"), "html.parser")
    addresses = dict.fromkeys(loaded(soup, page.parent))
    for figure in soup.select(_FIGURES):
        figure.decompose()
    found = {"": weight(page, str(soup))}
    for address in addresses:
        if urlsplit(address).netloc:
            found[address] = 0
        else:
            found[address] = weight(page.parent / address)
    return found


def components(found: dict[str, int]) -> dict[str, int]:
    """Take from :func:`weights` the scripts and styles of what readers do with numbers."""
    return {address: size for address, size in found.items() if "assets/components/" in address}


def figures(page: Path) -> int:
    """Weigh the figures of a page together, as they stand in it."""
    soup = BeautifulSoup(page.read_text("utf-8"), "html.parser")
    return weight(page, "".join(map(str, soup.select(_FIGURES))))


def search(page: Path) -> dict[str, int]:
    """Weigh the worker and the index that the search of a page loads."""
    soup = BeautifulSoup(page.read_text("utf-8"), "html.parser")
    config = json.loads(soup.select_one("#__config").text)  # type: ignore[union-attr]
    addresses = (config["search"], posixpath.join(config["base"], "search/search_index.json"))
    return {posixpath.normpath(name): weight(page.parent / name) for name in addresses}


def loaded(soup: BeautifulSoup, folder: Path) -> Iterator[str]:
    """Addresses that a page loads by itself, its own excepted; some more than once."""
    for element in soup.select("link[href], script[src], img[src], iframe[src], source[src]"):
        address = str(element.get("src") or element.get("href"))
        if element.name == "link" and not _loads(element):
            continue
        if address.startswith("data:") or element.find_parent("figure"):
            continue
        address = posixpath.normpath(address) if not urlsplit(address).netloc else address
        yield address
        if urlsplit(address).netloc:
            continue
        if "stylesheet" in element.get_attribute_list("rel"):
            yield from styled((folder / address).read_text("utf-8"), address, soup)
        if element.get("type") == "module":
            yield from imported(folder, address)
    for style in soup.select("style"):
        yield from styled(style.text, "", soup)


def styled(css: str, address: str, soup: BeautifulSoup) -> Iterator[str]:
    """Addresses in a stylesheet; the font only where the page has a formula to draw with it."""
    for url in _URL.findall(css):
        if url.startswith("data:") or (url.endswith(".woff2") and soup.math is None):
            continue
        yield posixpath.normpath(posixpath.join(posixpath.dirname(address), url))


def imported(folder: Path, address: str) -> Iterator[str]:
    """Addresses of the modules that a module asks for, and those that they ask for."""
    waiting, found = [address], {address}
    while waiting:
        importer = waiting.pop()
        for name in _IMPORT.findall((folder / importer).read_text("utf-8")):
            module = posixpath.normpath(posixpath.join(posixpath.dirname(importer), name))
            if module not in found:
                found.add(module)
                waiting.append(module)
                yield module


def table(rows: Iterable[tuple[str, int, int]]) -> str:
    """Show names, requests and bytes in columns."""
    lines = [f"{'page':32} {'requests':>8} {'bytes':>8}"]
    lines += [f"{name:32} {requests:8} {size:8,}" for name, requests, size in rows]
    return "\n".join(lines)


def report(site: Path) -> str:
    """Show what each page of a site weighs, and the search of each language."""
    pages = sorted(site.rglob("index.html"))
    loads = {page.parent.relative_to(site).as_posix() + "/": weights(page) for page in pages}
    heaviest = max(map(components, loads.values()), key=lambda found: sum(found.values()))
    loads["of which components, at most"] = heaviest
    for name in ("", "en/"):
        loads[f"{name}search"] = search(site / name / "index.html")
    return table((name, len(found), sum(found.values())) for name, found in loads.items())


def _loads(link: Tag) -> bool:
    return bool({"stylesheet", "icon", "preload", "manifest"} & {*link.get_attribute_list("rel")})


if __name__ == "__main__":
    print(report(Path(sys.argv[1] if sys.argv[1:] else "site")))
