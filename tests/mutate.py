"""Change every digit of every page to both of its neighbors; each change must turn a test red.

``make mutate`` runs it. Which digits there are is read here by a few plain rules, on purpose not by
the scanner of the guard: what the scanner overlooks must survive and be seen. A numeral must be
caught by its page's own examples and check lines. What is no numeral (an exponent, a subscript, a
list's number, an id) must be caught by the comparison of the two languages.
"""

import doctest
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from sybil import Document

from lndocs.site.checks import parse
from lndocs.site.examples import Command
from lndocs.site.outcomes import outcomes, wrong
from lndocs.site.parity import Outliner, Section, differences, pairs
from lndocs.site.stretches import Stretch

ROOT = Path(__file__).parents[1]

# What is left alone: its digits are not the page's.
LEFT_ALONE = re.compile(
    r"\A---\n.*?\n---\n"  # front matter
    r"|^# ---\n(?:# [^\n]*\n)*?# ---\n"  # and that of a notebook
    r"|<!-- *=.*?-->"  # check lines
    r"|\]\((?=[^)\s]*[a-z./#])[^)\s]*"  # link targets
    r"|<[a-z]+:[^>\s]*>"
    r"|^[ >]*\[[^\]\n^]+\]: *\S+"
    r"""|\b(?!alt=|title=|aria-label=|of=)[a-z-]+="[^"\n]*\"""",  # attributes
    re.S | re.M,
)
CODE = re.compile(r"^[ >]*```(?:pycon|console)\b.*?^[ >]*```", re.S | re.M)
TYPED = re.compile(r"^[ >]*(?:>>>|\.\.\.|\$ )[^\n]*", re.M)


def digits(text: str, *, notebook: bool) -> Iterator[int]:
    """Find the digits that a reader sees or a browser counts by."""
    hidden = CODE.sub(lambda fence: TYPED.sub(_without_digits, fence[0]), text)
    hidden = LEFT_ALONE.sub(_without_digits, hidden)
    if notebook:  # prose is what stands in comments
        hidden = re.sub(r"(?m)^(?!#).*", lambda match: " " * len(match[0]), hidden)
    return (match.start() for match in re.finditer(r"[0-9]", hidden))


def _without_digits(match: re.Match[str]) -> str:
    return re.sub(r"[0-9]", " ", match[0])


def mutants(text: str, place: int) -> Iterator[str]:
    """Change one digit to the one before it and the one after it; 9 is a neighbor of 0."""
    for step in (-1, 1):
        yield text[:place] + str((int(text[place]) + step) % 10) + text[place + 1 :]


class Judge:
    """Tells whether a page's own examples and check lines would be red for a changed text.

    The page is run once. A change that leaves code and expressions as they are cannot alter what
    they give, so only the comparison is done again; any other change runs the page anew.
    """

    def __init__(self, text: str, path: str) -> None:
        self.path = path
        self.record = list(outcomes(Document(text, path)))
        self.sources = [_source(outcome.example.parsed) for outcome in self.record]

    def is_red(self, text: str) -> bool:
        document = Document(text, self.path)
        regions = sorted(parse(document), key=lambda region: region.start)
        if [_source(region.parsed) for region in regions] != self.sources:
            return any(map(wrong, outcomes(Document(text, self.path))))
        return any(
            wrong(outcome, region.parsed)
            for outcome, region in zip(self.record, regions, strict=True)
        )


def _source(parsed: object) -> object:
    """Give the part of a region that is run."""
    match parsed:
        case Stretch():
            return parsed.source
        case doctest.Example() | Command():
            return parsed.source
    return parsed


def main() -> int:
    """Print the counts by kind, and name each survivor; return 1 if there is one."""
    counts: Counter[str] = Counter()
    survivors = []
    outliner = Outliner(ROOT / "mkdocs.yml")
    for name, *paths in pairs(ROOT / "docs"):
        notebook = name.endswith(".py")
        texts = [path.read_text(encoding="utf-8") for path in paths]
        outlines = [outliner.outline(text, notebook=notebook) for text in texts]
        for side, (path, text) in enumerate(zip(paths, texts, strict=True)):
            judge = Judge(text, str(path))
            other: list[Section] = outlines[1 - side]
            for place in digits(text, notebook=notebook):
                for mutant in mutants(text, place):
                    if judge.is_red(mutant):
                        counts["numerals, red on their own page"] += 1
                    elif any(differences(outliner.outline(mutant, notebook=notebook), other)):
                        counts["structure, red in parity"] += 1
                    else:
                        line = text.count("\n", 0, place) + 1
                        column = place - text.rfind("\n", 0, place)
                        shown = mutant[max(place - 20, 0) : place + 20].replace("\n", "⏎")
                        survivors.append(f"{path.relative_to(ROOT)}:{line}:{column}: …{shown}…")
        print(f"{name}: {counts.total()} mutants so far, {len(survivors)} survive", flush=True)
    for kind, count in sorted(counts.items()):
        print(f"{count} {kind}")
    print(f"{len(survivors)} survive")
    for survivor in survivors:
        print(survivor)
    if not counts:
        print("no digit was found: the rules of this file are wrong")
    return 1 if survivors or not counts else 0


if __name__ == "__main__":
    sys.exit(main())
