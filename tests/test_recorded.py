"""What the pages say that the frameworks printed: the record, and the frameworks themselves."""

import json
import re
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from sybil import Document

from lndocs import example
from lndocs.site import record, recorded
from lndocs.site.outcomes import outcomes, wrong

MISSING = [name for name in recorded.FRAMEWORKS if find_spec(name) is None]
needs_frameworks = pytest.mark.skipif(bool(MISSING), reason=f"not installed: {MISSING}")

ROOT = Path(__file__).parents[1]

BLOCK = ">>> import torch\n>>> torch.ones(2)\ntensor([1., 1.])\n"
PAGE = f"```pycon\n{BLOCK}```\n"


@pytest.fixture
def entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A record that holds one block."""
    file = tmp_path / "recorded.json"
    sources = ["import torch\n", "torch.ones(2)\n"]
    block = {"sources": sources, "outputs": ["", "tensor([1., 1.])\n"]}
    record = {"versions": {"torch": "2.0.0"}, "example": example.X.tolist(), "blocks": [block]}
    file.write_text(json.dumps(record), encoding="utf-8")
    monkeypatch.setattr(recorded, "FILE", file)
    recorded.load.cache_clear()
    yield
    recorded.load.cache_clear()


def messages(page: str) -> list[str]:
    return [text for outcome in outcomes(Document(page, "page.md")) for text in wrong(outcome)]


@pytest.mark.usefixtures("entry")
def test_a_block_is_held_against_the_record() -> None:
    assert messages(PAGE) == []
    (message,) = messages(PAGE.replace("1., 1.", "1., 2."))
    assert "tensor([1., 2.])" in message and "tensor([1., 1.])" in message


@pytest.mark.usefixtures("entry")
def test_a_record_of_another_example_is_red(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(example, "X", example.X + 1)
    assert all("make record" in message for message in messages(PAGE))
    assert messages(PAGE)


@pytest.mark.usefixtures("entry")
def test_a_block_that_was_not_recorded_is_red() -> None:
    changed = messages(PAGE.replace("ones(2)", "ones(3)"))
    assert len(changed) == 2 and all("make record" in message for message in changed)


@pytest.mark.parametrize("name", recorded.FRAMEWORKS)
def test_only_blocks_that_import_a_framework_are_recorded(name: str) -> None:
    assert recorded.needs(f">>> import {name}\n>>> {name}.ones(2)\n")
    assert recorded.needs(f">>> import numpy\n>>> from {name}.layers import LayerNorm\n")
    assert not recorded.needs(f">>> import numpy  # not {name}\n>>> print('import {name}')\n")
    assert not recorded.needs(f">>> import {name}like\n")


@pytest.mark.usefixtures("entry")
def test_the_version_of_each_framework_is_known_or_empty() -> None:
    assert recorded.versions() == {"torch": "2.0.0", "keras": "", "onnx": ""}


def test_the_record_names_the_version_of_each_framework_and_no_place_on_a_machine() -> None:
    assert recorded.load()["versions"].keys() == set(recorded.FRAMEWORKS)
    assert all(re.fullmatch(r"[\d.]+", version) for version in recorded.versions().values())
    text = recorded.FILE.read_text("utf-8")
    assert [place for place in (str(ROOT), sys.prefix, str(Path.home())) if place in text] == []
    assert not re.search(r"site-packages|[\w/]+\.py\b", text)


@pytest.mark.parametrize("stated", ["ZeroDivisionError: division by zero", "ValueError: other"])
def test_what_is_recorded_of_an_error_names_no_file(stated: str) -> None:
    traceback = "Traceback (most recent call last):\n    ...\n"
    (output,) = record.run(f">>> 1 / 0\n{traceback}{stated}\n")["outputs"]
    assert output == f"{traceback}ZeroDivisionError: division by zero\n"


def test_the_record_holds_the_blocks_of_the_pages_and_no_others() -> None:
    on_pages = [record.sources(block) for block in record.blocks()]
    assert on_pages
    assert [block["sources"] for block in recorded.load()["blocks"]] == on_pages


@needs_frameworks
@pytest.mark.torch
# Keras, when it turns a tensor of PyTorch into an array
@pytest.mark.filterwarnings("ignore:__array__ implementation:DeprecationWarning")
def test_the_frameworks_print_what_was_recorded() -> None:
    assert record.record() == recorded.load()
