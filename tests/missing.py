"""What a test needs and a machine may not have: a skip by name, or a failure where it must be."""

import os
from typing import NoReturn

import pytest


def unavailable(reason: str) -> NoReturn:
    """Skip, and say what is missing; fail where LNDOCS_REQUIRE_BROWSER is set."""
    if os.environ.get("LNDOCS_REQUIRE_BROWSER"):
        pytest.fail(reason)
    pytest.skip(reason)
