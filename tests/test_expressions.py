"""What may stand in a check line: nothing that states the value it should compute."""

import numpy as np
import pytest

from lndocs.site.expressions import Fact, Rounded, facts, same, split, values
from lndocs.site.rules import ExpressionError


def give(expression: str, **namespace: object) -> list[object]:
    (source,) = split(expression)
    return values(source, namespace)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("apple", [2, 4, 6, 8]),
        ("d", [4]),
        ("mean(apple)", [5.0]),
        ("center(apple) ** 2", [9.0, 1.0, 1.0, 9.0]),
        ("-center(apple)[0]", [3.0]),
        ("d - 1", [3]),
        ("d ** -1", [0.25]),
        ("standardize(constant, eps=1e-3)", [0.0, 0.0, 0.0, 0.0]),
        ("X[-1, 1:3]", [4, 6]),
        ("[d, n]", [4, 3]),
        ("abs(center(apple)[0])", [3.0]),
        ("len(tokens)", [3]),
        ("X.shape", [3, 4]),
        ("apple.mean()", [5.0]),
        ("[d - 1, n + 1]", [3, 4]),
        ("X[n - 1] - 1", [1, 3, 5, 7]),
        ("same(eat / apple)", [10.0]),
        ('fact(2016, "Ba et al.")', [Fact(2016, "Ba et al.")]),
        ("rounded(mean(apple) / n, 1)", [Rounded(5 / 3, 1)]),
    ],
)
def test_an_expression_computes_its_values(expression: str, expected: list[object]) -> None:
    assert give(expression, tokens=("我", "吃", "苹果")) == expected


@pytest.mark.parametrize(
    "expression",
    [
        "5",
        "-5",
        "5.0",
        '"5"',
        "True",
        "[5]",
        "[5, d]",
        "(1, 2)",
        "mean([5])",
        "mean([2, 4, 6, 8])",
        "X.size - 7",
        "X.size + 7",
        "d + 1 + 1",
        "d - 1 - 1",
        "d + True",
        "d * 2",
        "2 * d",
        "d / 0.8",
        "d ** 0",
        "d ** 3",
        "5 ** d",
        "0 * d + 5",
        'int("5")',
        "int(5)",
        "abs(-5)",
        "len([apple, 5])",
        'len("abcde")',
        "len(range(5))",
        "max(d, 5)",
        "sum([1, 2, 2])",
        "np.full(d, 5)",
        "np.full(shape=1, fill_value=5)",
        "np.float64(5)",
        "apple.clip(5, 5)",
        "5 if d else 5",
        "[5 for _ in apple]",
        "(lambda: 5)()",
        "{5}",
        "{d: 5}[d]",
        'f"{5}"',
        "d and 5",
        "d < 5",
        "fact([1, 2], 'source')",
        "fact(1.5, 'source')",
        "fact(True, 'source')",
        "fact(d, 'source')",
        "fact(5)",
        "fact(5, '')",
        "fact(5, source='x')",
        "np.r_[777]",
        "np.pi",
        'mean.__globals__["np"]',
        "d.__doc__",
        "_private",
        "apple[(lambda: 0)()]",
        "apple[[0, 5].index(5)]",
        "rounded(d, True)",
        "rounded(d, 99999999999999)",
        "rounded(5, 1)",
        "same([5, 5])",
    ],
)
def test_every_way_to_state_the_value_is_refused(expression: str) -> None:
    with pytest.raises(ExpressionError):
        give(expression, np=np)


@pytest.mark.parametrize("expression", ["mean", "EPS == EPS", "X > X", "None", "fact"])
def test_what_gives_no_number_is_refused(expression: str) -> None:
    with pytest.raises(ExpressionError):
        give(expression)


def test_an_expression_that_reads_only_functions_is_refused() -> None:
    with pytest.raises(ExpressionError, match="reads no value"):
        give("five()", five=lambda: 5)


@pytest.mark.parametrize("source", ["", " ", "mean(", "a b", "x = 5"])
def test_a_check_line_without_expressions_says_so(source: str) -> None:
    with pytest.raises(ExpressionError, match=r"expression"):
        split(source)


def test_builtins_are_out_of_reach() -> None:
    with pytest.raises(NameError):
        give("open(d)")


def test_the_pages_own_names_go_before_those_of_the_example() -> None:
    assert give("apple", apple=np.array([7])) == [7]


def test_same_gives_the_value_that_all_entries_share() -> None:
    assert same([10.0, 10.0 + 1e-12]) == 10
    with pytest.raises(ValueError, match=r"not all the same: \[10.0, 8.9\]"):
        same([10.0, 8.9])


def test_a_check_line_that_cannot_be_read_cites_nothing() -> None:
    assert list(facts("mean(")) == list(facts("fact(5)")) == list(facts("fact(d, 'x')")) == []


def test_facts_are_found_wherever_they_stand() -> None:
    assert list(facts('d, fact(2016, "Ba et al."), fact("1e-3", "Keras")')) == [
        Fact(2016, "Ba et al."),
        Fact("1e-3", "Keras"),
    ]
