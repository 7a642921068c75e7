"""The number of examples of a randomised test: a third outside CI, all of them in `.ci/run`."""

import os
import random
from collections.abc import Sequence
from typing import TypeVar

ALL = os.environ.get("EXAMPLES") == "all"
SHARE = 3
T = TypeVar("T")


def examples(many: int) -> int:
    """Return how many of a test's examples are tried."""
    return many if ALL else -(-many // SHARE)


def examples_of(those: Sequence[T]) -> Sequence[T]:
    """Return the cases that are tried, drawn at random."""
    return those if ALL else random.sample(those, examples(len(those)))
