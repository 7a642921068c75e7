"""Test parameters that run only in CI, except the first ones."""

from typing import Any

import pytest


def some_in_ci(many: int, *, but: int) -> list[Any]:
    """Return the numbers below `many`; those from `but` on run only in CI."""
    return [*range(but), *(pytest.param(one, marks=pytest.mark.ci) for one in range(but, many))]
