"""What the search leaves out: blocks of code, which would make up half of its index.

The text around them says what they do, in words that readers would search for.
"""

from bs4 import BeautifulSoup

from lndocs.site.language import Language


def leave_out(soup: BeautifulSoup, language: Language) -> None:
    """Mark each block of code for Material's search."""
    for block in soup.find_all("pre"):
        block["data-search-exclude"] = ""
