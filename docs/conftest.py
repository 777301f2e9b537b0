"""Collect the examples and the check lines of every page and notebook below."""

from sybil import Document, Sybil

from lndocs.site.checks import parse

pytest_collect_file = Sybil(
    parsers=[parse],
    patterns=["zh/*.md", "en/*.md", "labs/*.py"],
    document_types={".py": Document},
).pytest()
