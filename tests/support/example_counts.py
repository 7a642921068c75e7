"""The number of examples of a randomised test: all of them in `.ci/run`, else a third."""

import os
import random
from collections.abc import Sequence
from typing import TypeVar

ALL = os.environ.get("EXAMPLES") == "all"
SHARE = 3
T = TypeVar("T")


def count_examples(many: int) -> int:
    """Return the number of a test's examples that are tried."""
    return many if ALL else -(-many // SHARE)


def sample_cases(those: Sequence[T]) -> Sequence[T]:
    """Return the cases that are tried, drawn at random."""
    return those if ALL else random.sample(those, count_examples(len(those)))
