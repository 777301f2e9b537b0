"""The English site: built into the Chinese one, its Chinese words marked as such."""

import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urljoin

from mkdocs.commands.build import build as mkdocs_build
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig

from lndocs.site.language import CHINESE, ENGLISH, root_of

CONFIG = "mkdocs.en.yml"

# Chinese characters, with the punctuation that stands between them or frames them.
_HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_MARKS = "\u3001-\u3011\u3014-\u301b\uff01-\uff0f\uff1a-\uff1f\u201c\u201d"
_CHINESE = re.compile(rf"[{_HAN}](?:[{_HAN}{_MARKS} ]*[{_HAN}])?")
# Elements whose content is no text of the page or can hold no markup.
_OPAQUE = {"script", "style", "title", "textarea", "option"}
# Elements that take lang themselves, since a span inside them would be out of place.
_LEAVES = {"mtext", "mi", "mo", "mn", "text", "tspan"}
_VOID = {
    "area",
    "base",
    "br",
    "col",
    "embed",
    "hr",
    "img",
    "input",
    "link",
    "meta",
    "source",
    "wbr",
}


def build(config: MkDocsConfig) -> None:
    """Build the English site into the folder ``en`` of the site that was just built.

    Parameters
    ----------
    config : MkDocsConfig
        The Chinese site's. Strictness, address and destination follow it, also in ``serve``.
    """
    beside = Path(config.config_file_path).with_name(CONFIG)
    english = load_config(
        str(beside),
        site_dir=str(Path(config.site_dir) / ENGLISH.folder),
        site_url=urljoin(root_of(config), ENGLISH.folder),
        strict=config.strict,
    )
    mkdocs_build(english)


def mark_chinese(html: str) -> str:
    """Mark the Chinese of an English page, so that it is spoken and drawn as Chinese.

    Parameters
    ----------
    html : str
        A page, or a piece of one. All but the marks stays as it is, byte by byte.

    Returns
    -------
    str

    Examples
    --------
    >>> mark_chinese("<p>The row of 苹果.</p>")
    '<p>The row of <span lang="zh-Hans">苹果</span>.</p>'
    """
    marker = _Marker()
    marker.feed(html)
    marker.close()
    return "".join(marker.parts)


class _Marker(HTMLParser):
    """Copy HTML, remembering which elements are open and whether one of them has a language."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.parts: list[str] = []
        self.open: list[tuple[str, bool]] = []  # its name, and whether it sets a language

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.parts.append(self.get_starttag_text() or "")
        if tag not in _VOID:
            # The language of the page itself is what Chinese differs from.
            self.open.append((tag, tag != "html" and any(name == "lang" for name, _ in attrs)))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.parts.append(self.get_starttag_text() or "")

    def handle_endtag(self, tag: str) -> None:
        self.parts.append(f"</{tag}>")
        # An end tag also closes what HTML lets stay open, such as li.
        for depth in range(len(self.open) - 1, -1, -1):
            if self.open[depth][0] == tag:
                del self.open[depth:]
                break

    def handle_data(self, data: str) -> None:
        if not _CHINESE.search(data) or self._settled():
            self.parts.append(data)
        elif self.open and self.open[-1][0] in _LEAVES:
            self._mark_leaf()
            self.parts.append(data)
        else:
            self.parts.append(
                _CHINESE.sub(lambda found: f'<span lang="{CHINESE.code}">{found[0]}</span>', data)
            )

    def handle_entityref(self, name: str) -> None:
        self.parts.append(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.parts.append(f"&#{name};")

    def handle_comment(self, data: str) -> None:
        self.parts.append(f"<!--{data}-->")

    def handle_decl(self, decl: str) -> None:
        self.parts.append(f"<!{decl}>")

    def handle_pi(self, data: str) -> None:
        self.parts.append(f"<?{data}>")

    def unknown_decl(self, data: str) -> None:
        self.parts.append(f"<![{data}]>")

    def _settled(self) -> bool:
        return any(named or tag in _OPAQUE for tag, named in self.open)

    def _mark_leaf(self) -> None:
        tag = self.open[-1][0]
        for position in range(len(self.parts) - 1, -1, -1):
            if self.parts[position].startswith(f"<{tag}"):
                self.parts[position] = self.parts[position].replace(
                    f"<{tag}", f'<{tag} lang="{CHINESE.code}"', 1
                )
                self.open[-1] = (tag, True)
                return
