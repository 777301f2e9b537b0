"""The two languages of the site: their names, addresses, and the words that the build adds."""

import posixpath
from dataclasses import dataclass

from mkdocs.config.defaults import MkDocsConfig


@dataclass(frozen=True)
class Language:
    """One language of the site.

    Attributes
    ----------
    code : str
        For ``lang`` attributes and for ``theme.language`` of the configuration.
    name : str
        What the language switch says.
    folder : str
        Where its pages lie under the site's root, with a slash at the end, or nothing.
    formula, table, output : str
        Names of the boxes that scroll, for those who hear the page.
    locale : str
        For those who show a link to a page elsewhere.
    card : str
        What the picture beside such a link shows.
    short : str
        For the names of files.
    download : (str, str, str)
        Offers a lab's notebook: the words before the link, the link's, and those after it.
    install : str
        What the first code cell of such a notebook does.
    """

    code: str
    name: str
    folder: str
    formula: str
    table: str
    output: str
    locale: str
    card: str
    short: str
    download: tuple[str, str, str]
    install: str

    def link(self, page_url: str, seen_from: "Language", base_url: str) -> str:
        """Write the relative link to a page in this language.

        Parameters
        ----------
        page_url : str
            The page's address under its language's folder; both languages have the same.
        seen_from : Language
            The language of the page that links.
        base_url : str
            The way from that page up to its language's folder.

        Returns
        -------
        str

        Examples
        --------
        >>> ENGLISH.link("add/", CHINESE, ".."), CHINESE.link("add/", ENGLISH, "..")
        ('../en/add/', '../../add/')
        >>> ENGLISH.link("", CHINESE, "."), CHINESE.link("", ENGLISH, ".")
        ('en/', '../')
        """
        up = "../" * seen_from.folder.count("/")
        path = posixpath.normpath(f"{base_url}/{up}{self.folder}{page_url}")
        return path + "/" if page_url.endswith("/") or not page_url else path


CHINESE = Language(
    code="zh-Hans",
    name="中文",
    folder="",
    formula="公式",
    table="表格",
    output="输出",
    locale="zh_CN",
    card="LayerNorm 的公式，归一化之后的四个数，画成均值上下的四个点",
    short="zh",
    download=("想自己动手改？", "下载这个笔记本", "，用 Jupyter 打开；第一格代码会装好要用的包。"),
    install="从网站安装 lndocs 和它画图要用的 matplotlib",
)
ENGLISH = Language(
    code="en",
    name="English",
    folder="en/",
    formula="Formula",
    table="Table",
    output="Output",
    locale="en_US",
    card="The formula of LayerNorm, and four normalized numbers as dots below and above their mean",
    short="en",
    download=(
        "To change things and run them, ",
        "download this notebook",
        " and open it in Jupyter; its first code cell installs what it needs.",
    ),
    install="Installs lndocs from the site, and matplotlib, which draws its figures",
)
LANGUAGES = (CHINESE, ENGLISH)


def language_of(config: MkDocsConfig) -> Language:
    """Tell which language a configuration builds."""
    code = config.theme["language"]
    return next(language for language in LANGUAGES if language.code == code)


def root_of(config: MkDocsConfig) -> str:
    """Give the absolute address of the site's root, whichever language is built."""
    return (config.site_url or "/").removesuffix(language_of(config).folder)
