"""What a test needs and a machine may not have: a skip by name, or a failure where it must be."""

import os
from typing import Literal, NoReturn

import pytest

Need = Literal["BROWSER", "NETWORK"]


def unavailable(reason: str, need: Need = "BROWSER") -> NoReturn:
    """Skip, and say what is missing; fail where LNDOCS_REQUIRE_BROWSER or …_NETWORK is set."""
    if os.environ.get(f"LNDOCS_REQUIRE_{need}"):
        pytest.fail(reason)
    pytest.skip(reason)
