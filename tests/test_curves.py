"""Curves: named where they end, told apart without color, and described by their own numbers."""

import re
from itertools import combinations

import numpy as np
import pytest

from lndocs.site.figures import Axis, curves
from lndocs.site.figures.curves import _LINE, _STYLES, _apart, _said

X = [1, 10, 100]
ACROSS, UP = Axis("layers", log=True), Axis("scale", log=True)


def drawn(lines, across=ACROSS, up=UP, lang="en"):
    return curves(X, lines, across, up, lang)


def texts(picture):
    return re.findall(r">([^<>]+)</text>", picture.svg())


def test_a_curve_is_described_by_its_own_numbers_in_the_language_of_the_page():
    lines = {"post": [1, 1, 1], "none": [2, 0.05, 4.2e9]}
    assert drawn(lines).alt == (
        "scale, over layers from 1 to 100. post: from 1 to 1. "
        "none: from 2 to 4.2 × 10⁹, between 0.05 and 4.2 × 10⁹ on the way."
    )
    assert drawn({"后归一化": [1, 2, 3]}, Axis("层数"), Axis("标准差"), "zh").alt == (
        "纵轴：标准差。横轴：层数，从 1 到 100。后归一化：从 1 到 3。"
    )


def test_names_and_marks_stand_in_the_drawing_as_text():
    shown = texts(drawn({"没有归一化": [1, 1e4, 1e9], "post-norm": [1, 1, 1]}))
    assert {"没有归一化", "post-norm", "layers", "scale", "10⁰", "10⁸"} <= {*shown}
    assert {"1", "10", "100"} <= {*shown}


def test_curves_differ_in_more_than_their_color():
    for one, other in combinations(_STYLES, 2):
        assert all(a != b for a, b in zip(one, other, strict=True))


def test_no_text_is_too_small_for_a_telephone():
    sizes = re.findall(r"font: (?:\w+ )*([\d.]+)px|font-size: ([\d.]+)px", drawn({"a": X}).svg())
    view = re.search(r'viewBox="0 0 ([\d.]+)', drawn({"a": X}).svg())
    on_telephone = (360 - 2 * 16) / float(view[1])
    assert sizes
    assert min(float(a or b) for a, b in sizes) * on_telephone >= 10.5


def test_names_that_would_overlap_move_apart_and_others_stay():
    assert _apart([0.0, 100.0]) == [0.0, 100.0]
    heights = _apart([50.0, 50.0, 51.0])
    assert np.diff(sorted(heights)).min() >= _LINE - 0.01
    assert np.mean(heights) == pytest.approx(np.mean([50, 50, 51]))


def test_a_curve_that_breaks_off_is_described_by_what_there_is():
    assert drawn({"a": [1, 2, np.nan]}).alt.endswith("a: from 1 to 2.")


@pytest.mark.parametrize(
    ("value", "words"),
    [(0, "0"), (-0.25, "−0.25"), (1234, "1200"), (65504, "6.6 × 10⁴"), (3.2e-9, "3.2 × 10⁻⁹")],
)
def test_a_value_is_said_with_two_digits(value, words):
    assert _said(value) == words


def test_the_drawing_is_the_same_bytes_each_time():
    assert drawn({"a": X}).svg() == drawn({"a": X}).svg()


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ({}, "1 to 3 curves, got 0"),
        (dict.fromkeys("abcd", X), "1 to 3 curves, got 4"),
        ({"a": [1, 2]}, r"'a' must have shape \(3,\), as x, got \(2,\)"),
        ({"a": [np.nan] * 3}, "'a' has no finite value"),
        ({"a": [1, 0, 1]}, "'a' goes to 0.0, and an axis in powers begins above 0"),
    ],
)
def test_what_cannot_be_drawn_is_refused_by_name(lines, message):
    with pytest.raises(ValueError, match=message):
        drawn(lines)
