"""Whether a numeral states a value."""

import pytest

from lndocs.site.agreement import agrees
from lndocs.site.expressions import Fact, Failure, Rounded

PI = 3.14159265358979


@pytest.mark.parametrize(
    ("numeral", "value"),
    [
        ("5", 5),
        ("5", 5.0),
        ("−3", -3.0),
        ("-3", -3),
        ("5.25", 5.25),
        ("0.1", 0.1),
        ("0.3", 0.1 + 0.2),
        ("2.236", 5**0.5),
        ("-1.342", -1.3416407864998738),
        ("0.999998", 0.999998000004),
        ("1.062", 1.0625),  # the exact tie goes to the even digit, as Python shows it
        ("0.000", -1e-9),
        ("1e-5", 1e-5),
        ("1.3e-6", 1.3416e-6),
        ("10^{-5}", 1e-5),
        ("0.27.0", "0.27.0"),
        ("2016", Fact(2016, "Ba et al.")),
        ("1e-3", Fact("1e-3", "Keras")),
        ("10^{-3}", Fact("1e-3", "Keras")),
        ("3.1", Rounded(PI, 1)),
        ("3", Rounded(PI, 0)),
        ("9007199254740993", 9007199254740993),
    ],
)
def test_a_numeral_agrees_with(numeral: str, value: object) -> None:
    assert agrees(numeral, value)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("numeral", "value"),
    [
        ("5", 5.25),
        ("5", 5.0001),
        ("5.2", 5.25),
        ("5.3", 5.25),
        ("3.14", PI),
        ("3.141", PI),
        ("3.143", PI),
        ("1.063", 1.0625),
        ("5", -5),
        ("−5", 5),
        ("0", 1e-12),
        ("-0", 0.0),
        ("−0.000", -1e-9),
        ("1e-5", 2e-5),
        ("1.4e-6", 1.3416e-6),
        ("10^{-5}", 1.4e-5),
        ("10^{-4}", 1e-5),
        ("0.27.0", 0.27),
        ("0.27.0", "0.27.1"),
        ("5", "5.0"),
        ("5", float("nan")),
        ("5", float("inf")),
        ("2017", Fact(2016, "Ba et al.")),
        ("0.001", Fact("1e-3", "Keras")),
        ("3.14", Rounded(PI, 1)),
        ("3.2", Rounded(PI, 1)),
        ("9007199254740992", 9007199254740993),
        ("5", Failure("ValueError: no")),
    ],
)
def test_a_numeral_does_not_agree_with(numeral: str, value: object) -> None:
    assert not agrees(numeral, value)  # type: ignore[arg-type]
