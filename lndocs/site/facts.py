"""Facts: every number on the pages that is cited and not computed, in one list."""

from collections.abc import Iterator
from pathlib import Path

from lndocs.site.expressions import facts
from lndocs.site.stretches import Stretch, read

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "facts.txt"


def pages() -> Iterator[Path]:
    """Yield every file that the guard reads: the README, the pages and the notebooks."""
    yield ROOT / "README.md"
    for folder in ("zh", "en"):
        yield from sorted((ROOT / "docs" / folder).rglob("*.md"))
        yield from sorted((ROOT / "docs" / folder).rglob("*.py"))


def listing() -> str:
    """Write one line for each fact: its page, its value, its source."""
    lines = []
    for path in pages():
        page = read(path.read_text(encoding="utf-8"), notebook=path.suffix == ".py")
        sources = [part.source for part in page.parts if isinstance(part, Stretch)]
        found = {(str(fact.value), fact.source) for source in sources for fact in facts(source)}
        lines += [f"{path.relative_to(ROOT)}\t{value}\t{source}" for value, source in sorted(found)]
    return "".join(f"{line}\n" for line in lines)
