"""Of what is tried with many numbers, the first ones in `test` and the others in CI."""

from typing import Any

import pytest


def some_in_ci(many: int, *, but: int) -> list[Any]:
    """The numbers up to so many; after the first ones they are for .ci/run alone."""
    return [*range(but), *(pytest.param(one, marks=pytest.mark.ci) for one in range(but, many))]
