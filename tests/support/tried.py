"""How many examples a test of random ones tries: a third in `test`, which draws others each time
it runs, and all of them in `.ci/run`.
"""

import os
import random
from collections.abc import Sequence
from typing import TypeVar

ALL = os.environ.get("EXAMPLES") == "all"
SHARE = 3
T = TypeVar("T")


def examples(many: int) -> int:
    """So many of the examples that a test asks for."""
    return many if ALL else -(-many // SHARE)


def examples_of(those: Sequence[T]) -> Sequence[T]:
    """So many of those that a test could try."""
    return those if ALL else random.sample(those, examples(len(those)))
