"""On a telephone nothing sticks out: what is wide scrolls in a box of its own."""

import pytest
from faults import narrow
from visits import Visit

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("width", [360, 390])
def test_nothing_is_wider_than_a_telephone(visit: Visit, width: int) -> None:
    assert narrow(visit, width) == []
