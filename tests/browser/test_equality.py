"""The components compute and write what lndocs does: every bit, every digit."""

import os
from typing import TYPE_CHECKING

import numpy as np
import pytest
from equality import EVERYTHING, ROW, SUBJECTS, Subject, compare, differences, report, values
from visits import opened

from lndocs import center

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

pytestmark = pytest.mark.browser

# `make equal` compares EVERYTHING.
INPUTS = EVERYTHING if os.environ.get("LNDOCS_COMPARE_ALL") else 2_000


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.name)
def test_the_browser_computes_and_writes_what_lndocs_does(
    chromium: "Browser", address: str, subject: Subject
) -> None:
    with opened(chromium) as page:
        page.goto(address)
        count = compare(page, address, subject, INPUTS)
    print("\n" + report(subject, count))
    assert count.inputs == INPUTS
    assert list(differences(count)) == []


def test_a_sum_in_another_order_is_noticed(chromium: "Browser", address: str) -> None:
    naive = Subject(
        "a naive sum",
        lambda random: random.normal(size=8),
        "return [given.reduce((total, value) => total + value)];",
        lambda row: [np.sum(row)],
    )
    with opened(chromium) as page:
        page.goto(address)
        count = compare(page, address, naive, 200)
    assert 0 < len(count.bits) < 200


def test_a_mean_that_is_subtracted_once_from_rows_far_from_0_is_noticed(
    chromium: "Browser", address: str
) -> None:
    naive = Subject(
        "one subtraction",
        lambda random: values(random, 7),
        "const mean = lndocs.mean(given); return given.map((value) => value - mean);",
        lambda row: [center(row)],
    )
    with opened(chromium) as page:
        page.goto(address)
        count = compare(page, address, naive, 1_000)
    assert 0 < len(count.bits) < 200


def test_a_tie_that_is_rounded_up_is_noticed(chromium: "Browser", address: str) -> None:
    def rounding_up(route: "Route") -> None:
        text = route.fetch().text()
        assert "tie && " in text
        route.fulfill(body=text.replace("tie && ", "false && "), content_type="text/javascript")

    with opened(chromium) as page:
        page.route("**/display.js", rounding_up)
        page.goto(address)
        count = compare(page, address, ROW, 400)
    assert count.bits == []
    assert 0 < len(count.digits) < 400
