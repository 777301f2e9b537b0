"""Run the blocks of the pages that import a framework, and write down what they print.

``python -m lndocs.site.record``, where the frameworks are installed, writes the record anew.
"""

import json
import os
from collections.abc import Iterator
from importlib import metadata
from typing import Any

from sybil import Document, Example
from sybil.evaluators.doctest import DocTestEvaluator
from sybil.parsers.abstract.doctest import DocTestStringParser

from lndocs import example
from lndocs.site import edges, facts, frameworks, recorded
from lndocs.site.examples import got
from lndocs.site.stretches import Code, read


def blocks() -> Iterator[str]:
    """Find every block of the pages that needs a framework; what both languages share, once."""
    seen = set()
    for path in facts.pages():
        for part in read(path.read_text("utf-8"), notebook=path.suffix == ".py").parts:
            if isinstance(part, Code) and recorded.needs(part.source) and part.source not in seen:
                seen.add(part.source)
                yield part.source


def sources(block: str) -> list[str]:
    """Give the examples of a block, without their outputs."""
    return [example.parsed.source for example in _examples(block)]


def run(block: str) -> dict[str, list[str]]:
    """Run a block in a namespace of its own; give its examples and what each printed."""
    os.environ.update(frameworks.SETTINGS)
    return {"sources": sources(block), "outputs": [got(example) for example in _examples(block)]}


def _examples(block: str) -> Iterator[Example]:
    document = Document(block, "block")
    for region in DocTestStringParser(DocTestEvaluator())(block, "block"):
        document.add(region)
    return document.examples()


def versions() -> dict[str, str]:
    """Give the versions that are installed, without what tells one build from another."""
    return {name: metadata.version(name).partition("+")[0] for name in recorded.FRAMEWORKS}


def record() -> dict[str, Any]:
    """Run all blocks and all inputs of the page about edges; the record as it should be."""
    return {
        "versions": versions(),
        "frameworks": frameworks.measured(),
        "example": example.X.tolist(),
        "blocks": [run(source) for source in blocks()],
        "edges": edges.record(),
    }


if __name__ == "__main__":
    text = json.dumps(record(), ensure_ascii=False, indent=2)
    recorded.FILE.write_text(f"{text}\n", encoding="utf-8")
    print(f"wrote {recorded.FILE}")
