"""The record of what the frameworks printed, one file with their versions: pages are held to it."""

import json
import re
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from lndocs import example

FILE = Path(__file__).parents[2] / "docs" / "recorded.json"

FRAMEWORKS = ("torch", "keras", "onnx")
"""What a block may import that only an environment of its own has: `make record` runs it there."""

_IMPORT = re.compile(rf"^>>> (?:import|from) (?:{'|'.join(FRAMEWORKS)})\b", re.M)


def needs(source: str) -> bool:
    """Tell whether a block of code imports one of the frameworks."""
    return bool(_IMPORT.search(source))


def outputs(sources: list[str]) -> list[str] | None:
    """Look up what the examples of a block printed, one text each.

    None when it was not recorded, or recorded with other vectors of the example sentence.
    """
    if load()["example"] != example.X.tolist():
        return None
    for block in load()["blocks"]:
        if block["sources"] == sources:
            found: list[str] = block["outputs"]
            return found
    return None


def versions() -> dict[str, str]:
    """Give the version of each framework that printed it; an empty text where there is none."""
    found = load().get("versions", {})  # a record may be older than this key
    return {name: str(found.get(name, "")) for name in FRAMEWORKS}


def frameworks() -> SimpleNamespace:
    """Give what was measured of each framework, as names: ``frameworks().keras.default``."""
    measured = json.dumps(load().get("frameworks", {}))
    found: SimpleNamespace = json.loads(measured, object_hook=lambda it: SimpleNamespace(**it))
    return found


@cache
def load() -> dict[str, Any]:
    """Read the record; an empty one where there is no file."""
    if not FILE.is_file():
        return {"versions": {}, "frameworks": {}, "example": [], "blocks": [], "edges": {}}
    record: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return record
