"""Figures are legible on a telephone, in either scheme: size, contrast, and room for every word."""

import pytest
from faults import illegible
from visits import Visit

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("scheme", ["default", "slate"])
def test_figures_are_legible_on_a_telephone(visit: Visit, scheme: str) -> None:
    assert illegible(visit, 390, scheme) == []


def test_figures_are_legible_in_a_wide_window(visit: Visit) -> None:
    assert illegible(visit, 1280) == []
