"""The hand calculation as text, in Chinese or in English."""

import math
from collections.abc import Iterator
from typing import Literal

from lndocs.forms import Form, decimal, forms, given, row, total
from lndocs.show import DECIMALS
from lndocs.walkthrough import Walkthrough
from lndocs.words import WORDS, Words

Language = Literal["zh", "en"]


def transcript(steps: Walkthrough, lang: Language, decimals: int = DECIMALS) -> str:
    """Write the whole calculation.

    Parameters
    ----------
    steps : Walkthrough
    lang : "zh" or "en"
    decimals : int
        How many decimals a value gets that is no integer.

    Returns
    -------
    str
        Lines, the last one ended.

    Examples
    --------
    >>> from lndocs.walkthrough import walkthrough
    >>> print(transcript(walkthrough([2, 4, 6, 8]), "en").split("Standard")[0], end="")
    Given
      x = [2, 4, 6, 8]
      ε = 0
    Mean
      μ = (2 + 4 + 6 + 8) / 4 = 20 / 4 = 5
    Minus the mean
      x − μ = [−3, −1, 1, 3]
    Variance: the mean of the squared differences
      (x − μ)² = [9, 1, 1, 9]
      σ² = (9 + 1 + 1 + 9) / 4 = 20 / 4 = 5
    """
    return "\n".join(_Writer(steps, WORDS[lang], decimals).lines()) + "\n"


class _Writer:
    """Writes one step after the other."""

    def __init__(self, steps: Walkthrough, words: Words, decimals: int) -> None:
        self.steps = steps
        self.words = words
        self.decimals = decimals
        self.root = "√(σ² + ε)" if steps.eps else "σ"

    def lines(self) -> Iterator[str]:
        words, steps = self.words, self.steps
        yield words.given
        yield from self._given()
        yield words.mean
        yield self._quotient("μ", Form("=", [*map(given, steps.x)]), "sum", "mean")
        yield words.differences
        yield from self._row("x − μ", "differences")
        yield words.variance
        yield from self._row("(x − μ)²", "squares")
        yield self._quotient("σ²", self._forms("squares")[0], "sum of squares", "variance")
        yield words.root if steps.eps else words.std
        yield self._root()
        yield words.divided_by_root if steps.eps else words.divided
        yield from self._row("x̂", "standardized", f"(x − μ) / {self.root}")
        yield from self._why_nan()
        yield from self._output()
        yield words.statistics
        yield from self._statistics()
        remarks = list(self._remarks())
        yield from ["", *remarks] if remarks else []

    def _given(self) -> Iterator[str]:
        for symbol, values in (
            ("x", self.steps.x),
            ("γ", self.steps.gamma),
            ("β", self.steps.beta),
        ):
            if values is not None:
                yield f"  {symbol} = {row([*map(given, values)], 6)}"
        yield f"  ε = {given(self.steps.eps)}"

    def _quotient(self, symbol: str, terms: Form, sum_name: str, name: str) -> str:
        """Write a mean: (2 + 4 + 6 + 8) / 4 = 20 / 4 = 5."""
        count = len(self.steps.x)
        added = total(terms.entries)
        parts = [terms.sign, f"({added}) / {count}" if count > 1 else f"{added} / {count}"]
        summed = self._forms(sum_name)[0]
        if count > 1 and not set("./") & set(summed.entries[0]):
            parts += [summed.sign, f"{summed.entries[0]} / {count}"]
        return f"  {symbol} {' '.join(parts)} {self._scalar(name)}"

    def _root(self) -> str:
        """Write σ = √500 = 10√5 ≈ 22.361."""
        inside, own = self._forms("variance")[0], self._scalar("std")
        square = inside.entries[0]
        if self.steps.eps:
            return f"  {self.root} {inside.sign} √({square} + {given(self.steps.eps)}) {own}"
        shown = f"√({square})" if "/" in square else f"√{square}"
        step = f"{inside.sign} {shown} "
        return f"  σ {'' if own.startswith(step) else step}{own}"

    def _row(self, symbol: str, name: str, formula: str = "") -> Iterator[str]:
        """Write a row in each of its forms, one below the other, after its formula."""
        indent = 2 + len(symbol.replace("\u0302", "")) + 3
        lines = [f"{form.sign} {row(form.entries, indent)}" for form in self._forms(name)]
        first, *rest = [f"= {formula}", *lines] if formula else lines
        yield f"  {symbol} {first}"
        for line in rest:
            yield " " * (indent - 2) + line

    def _output(self) -> Iterator[str]:
        gamma, beta = self.steps.gamma, self.steps.beta
        if gamma is not None and beta is not None:
            yield self.words.scale_and_shift
            yield from self._row("y", "output", "γ ⊙ x̂ + β")
        elif gamma is not None:
            yield self.words.scale
            yield from self._row("y", "output", "γ ⊙ x̂")
        elif beta is not None:
            yield self.words.shift
            yield from self._row("y", "output", "x̂ + β")

    def _statistics(self) -> Iterator[str]:
        names = [("x", ""), ("x̂", "standardized ")]
        if any(step.name == "output" for step in self.steps.steps):
            names.append(("y", "output "))
        for symbol, name in names:
            mean, variance = self._scalar(name + "mean"), self._scalar(name + "variance")
            if name.startswith("standardized") and self.steps.eps:
                variance = f"= σ² / (σ² + ε) {variance}"
            line = self.words.mean_and_variance.format(mean=mean, variance=variance)
            yield f"  {symbol}  {line}"

    def _why_nan(self) -> Iterator[str]:
        steps = self.steps
        if not any(map(math.isnan, steps["standardized"].values)):
            return
        if steps.constant:
            yield f"  {self.words.equal}"
        elif math.isfinite(steps["variance"].values[0]):
            yield f"  {self.words.too_close}"
        else:
            yield f"  {self.words.too_large}"

    def _remarks(self) -> Iterator[str]:
        if not self.steps.eps:
            yield self.words.equal_with_eps if self.steps.constant else self.words.no_eps
        hidden = [
            abs(value) for step in self.steps.steps for value in step.values if self._hides(value)
        ]
        if hidden:
            more = math.ceil(-math.log10(min(hidden))) + 2
            yield self.words.hidden.format(decimals=self.decimals, more=more)

    def _hides(self, value: float) -> bool:
        """Tell whether a value's decimals are all 0, though it is no rounding error."""
        return abs(value) > 1e-12 and not decimal(value, self.decimals).strip("−0.")

    def _scalar(self, name: str) -> str:
        return " ".join(f"{form.sign} {form.entries[0]}" for form in self._forms(name))

    def _forms(self, name: str) -> list[Form]:
        return forms(self.steps[name], self.decimals)
