"""How many numerals the guard checks a second, and its time beside doctest's on the same pages."""

import contextlib
import doctest
import io
import os
from pathlib import Path
from statistics import median
from time import perf_counter

from sybil import Document

from lndocs.site.examples import FLAGS
from lndocs.site.outcomes import outcomes, wrong
from lndocs.site.stretches import Code, Stretch, read

ROOT = Path(__file__).parents[1]
RUNS = 5


def guard(pages: dict[str, str]) -> None:
    """Run all examples and check lines of the pages."""
    for path, text in pages.items():
        for outcome in outcomes(Document(text, path)):
            assert not list(wrong(outcome)), path


def plain(pages: dict[str, str]) -> None:
    """Run the examples alone, with the doctest module."""
    parser = doctest.DocTestParser()
    runner = doctest.DocTestRunner(verbose=False, optionflags=FLAGS | doctest.NORMALIZE_WHITESPACE)
    for path, text in pages.items():
        namespace: dict[str, object] = {}
        for part in read(text).parts:
            if isinstance(part, Code) and part.language == "pycon" and "torch" not in part.source:
                test = parser.get_doctest(part.source, namespace, path, path, 0)
                with contextlib.redirect_stdout(io.StringIO()):
                    runner.run(test, clear_globs=False)
                namespace = test.globs
    assert runner.failures == 0


def main() -> None:
    """Print the table."""
    os.chdir(ROOT)
    pages = {str(path): path.read_text("utf-8") for path in sorted(ROOT.glob("docs/*/*.md"))}
    parts = [part for text in pages.values() for part in read(text).parts]
    numerals = sum(len(part.numerals) for part in parts if isinstance(part, Stretch))
    taken: dict[str, list[float]] = {"guard": [], "doctest": []}
    for _ in range(RUNS):
        for name, run in (("guard", guard), ("doctest", plain)):
            begun = perf_counter()
            run(pages)
            taken[name].append(perf_counter() - begun)
    own, other = median(taken["guard"]), median(taken["doctest"])
    print("guard: all examples, commands and check lines of all pages; medians, in seconds")
    rate = f"{numerals / own:,.0f} numerals a second"
    print(f"{len(pages)} pages, {numerals} numerals: {own:.3f}, {rate}")
    print(f"plain doctest of their examples: {other:.3f}; guard / doctest {own / other:.2f}")


if __name__ == "__main__":
    main()
