"""The MkDocs plugin: every step of the build that is ours, in the order in which they run."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, cast

from bs4 import BeautifulSoup
from bs4.dammit import EntitySubstitution
from bs4.formatter import HTMLFormatter
from jinja2 import Environment
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, get_plugin_logger
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink
from mkdocs.utils.templates import TemplateContext

from lndocs.site import (
    card,
    components,
    copying,
    downloads,
    english,
    inlining,
    linking,
    mathml,
    notebooks,
    origins,
    placing,
    reference,
    searching,
    tables,
)
from lndocs.site.language import CHINESE, ENGLISH, LANGUAGES, language_of, root_of
from lndocs.site.ledger import Ledger
from lndocs.site.stretches import strip

log = get_plugin_logger(__name__)

# What is done to the HTML of a page's text, in this order; between the two, numerals are placed.
FIRST_STEPS = (notebooks.dress, mathml.typeset)
LAST_STEPS = (reference.fill, tables.dress, copying.dress, searching.leave_out, components.dress)

# As Beautiful Soup writes by itself, but with no slash at the end of an element without content.
PLAIN = HTMLFormatter(EntitySubstitution.substitute_xml, void_element_close_prefix="")

ROOT_ONLY = {"404.html", "robots.txt", "sitemap.xml"}

# What the theme's folders hold and no page asks for.
NEEDLESS = (
    "assets/css/*",  # but for extra_css, which holds them all
    "assets/images/favicon.png",
    "assets/javascripts/lunr/*",
    "assets/stylesheets/palette.*",
    "*.map",
)


class NoOptions(Config):  # type: ignore[no-untyped-call]  # MkDocs is typed in part
    """The plugin has none: what differs between the languages is in their configurations."""


class LndocsPlugin(BasePlugin[NoOptions]):  # type: ignore[no-untyped-call]
    """Build the site of two languages."""

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Learn the language, and point the notebooks' cache to its folder."""
        # A build makes millions of nodes that live to its end: to look for garbage among them again
        # and again takes its time and finds none.
        gc.set_threshold(100_000, 50, 100)
        self.language = language_of(config)
        self.ledger = Ledger(notebooks.cache(config, "origins"))
        notebooks.configure(config)
        config.theme.static_templates.add("robots.txt")
        return config

    def on_files(self, files: Files, /, *, config: MkDocsConfig) -> Files:
        """Leave out what no page asks for, and add what the labs' readers download."""
        for file in list(files):
            needless = any(fnmatch(file.src_uri, pattern) for pattern in NEEDLESS)
            if needless and file.src_uri not in config.extra_css:
                files.remove(file)
        labs = [file for file in files if file.src_uri.endswith(".py")]
        self.ledger.begin((lab.content_string, str(lab.abs_src_path)) for lab in labs)
        downloads.add(files, config)
        return files

    def on_page_markdown(
        self, markdown: str, /, *, page: Page, config: MkDocsConfig, files: Files
    ) -> str:
        """Take out what the reader is not meant to see. mkdocs-jupyter has run before.

        Before the check lines go, the numerals that they explain are marked.
        """
        if not page.meta.get("description"):
            log.warning(f"'{page.file.src_uri}' has no description in its front matter")
        if page.file.src_uri.endswith(".py"):
            markdown = notebooks.strip_assets(markdown)
        text, path = page.file.content_string, str(page.file.abs_src_path)
        self.origins = self.ledger.origins(text, path)
        for fault in self.origins.faults:
            log.warning(fault)
        with self._naming(page):
            markdown = origins.mark(markdown, text, path, self.origins.each)
        return strip(markdown)

    def on_page_content(
        self, html: str, /, *, page: Page, config: MkDocsConfig, files: Files
    ) -> str:
        """Run the steps on a page's HTML."""
        soup = BeautifulSoup(html, "html.parser")
        with self._naming(page):
            inlining.inline(soup, page.url, files)
            for step in FIRST_STEPS:
                step(soup, self.language)
            if bare := placing.place(soup, self.origins.each):
                log.info(f"'{page.file.src_uri}' has {bare} numerals that readers cannot ask about")
            linking.link(soup, page.url, files, self.language)
            for step in LAST_STEPS:
                step(soup, self.language)
            if page.file.src_uri.endswith(".py"):
                downloads.link(soup, page.file, self.language)
            _plain_titles(page, soup)
        return soup.decode(formatter=PLAIN)

    def on_env(self, env: Environment, /, *, config: MkDocsConfig, files: Files) -> Environment:
        """Give the templates what the scripts say."""
        env.globals["spoken"] = components.spoken(self.language)
        return env

    def on_page_context(
        self, context: TemplateContext, /, *, page: Page, config: MkDocsConfig, nav: Navigation
    ) -> TemplateContext:
        """Give the templates the page's address in each language."""
        named = cast(dict[str, Any], context)
        named["editions"] = [
            {
                "code": language.code,
                "name": language.name,
                "link": language.link(page.url, self.language, context["base_url"]),
                "address": f"{root_of(config)}{language.folder}{page.url}",
                "locale": language.locale,
                "current": language == self.language,
            }
            for language in LANGUAGES
        ]
        named["parts"] = components.parts(page.content or "")
        named["card"] = {
            "address": f"{root_of(config)}{card.NAME}",
            "width": card.WIDTH,
            "height": card.HEIGHT,
            "alt": self.language.card,
        }
        named["words"] = components.words_of(self.language)
        return context

    def on_post_page(self, output: str, /, *, page: Page, config: MkDocsConfig) -> str:
        """Mark the Chinese of an English page."""
        return english.mark_chinese(output) if self.language == ENGLISH else output

    def on_post_template(
        self, output_content: str, /, *, template_name: str, config: MkDocsConfig
    ) -> str:
        """Leave to the root what speaks for both languages; empty output is not written."""
        alone = self.language == ENGLISH and template_name in ROOT_ONLY
        return "" if alone else output_content

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Draw the card, and build the other language."""
        if self.language == CHINESE:
            card.write(Path(config.site_dir))
            english.build(config)

    @contextmanager
    def _naming(self, page: Page) -> Iterator[None]:
        """Say of what page an error is."""
        try:
            yield
        except ValueError as error:
            raise PluginError(f"{self.language.folder}{page.file.src_uri}: {error}") from error


def _plain_titles(page: Page, soup: BeautifulSoup) -> None:
    """Write titles without formulas, and in the contents those of code as code."""
    page.title = mathml.plain(str(page.title))
    headings = soup.find_all(["h2", "h3"], id=True)
    code = {heading["id"]: heading.find("code", recursive=False) for heading in headings}
    entries: list[AnchorLink] = list(page.toc)
    for entry in entries:
        entry.title = mathml.plain(entry.title)
        name = code.get(entry.id)
        if name is not None and name.get_text() == entry.title:
            entry.title = f"<code>{entry.title}</code>"
        entries.extend(entry.children)
