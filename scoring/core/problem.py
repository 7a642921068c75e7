"""Faults in a record or document."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

# A refusal repeats at most this many characters of the input.
LONGEST_ECHO = 80
# Keys of values that the scorer wrote itself, so they are never cut.
_OWN_WORDS = frozenset({"allowed", "example"})


def cut_to_limit(text: str) -> str:
    """Return the text, cut to the length that a refusal may repeat.

    >>> cut_to_limit("Anna"), len(cut_to_limit("x" * 500))
    ('Anna', 80)

    Source: docs/reference/format.md, "What score answers".
    """
    return text if len(text) <= LONGEST_ECHO else text[: LONGEST_ECHO - 1] + "…"


@dataclass(frozen=True, slots=True)
class Problem:
    """A fault in a record or document.

    The field, and texts that the scorer did not write, are cut by `cut_to_limit`.

    code: key of its sentence.
    field: key of the event or document; inside lists and mappings a dotted path
        ("announced.1.kontra").
    values: named values of the sentence.

    Source: docs/adr/0018-scoring-core.md, "Faults are values".
    """

    code: str
    field: str
    values: Mapping[str, Any] = dataclasses.field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "field", cut_to_limit(self.field))
        if any(_is_long(key, value) for key, value in self.values.items()):
            clipped = {
                key: cut_to_limit(value) if _is_long(key, value) else value
                for key, value in self.values.items()
            }
            object.__setattr__(self, "values", clipped)


def _is_long(key: str, value: Any) -> bool:
    return isinstance(value, str) and len(value) > LONGEST_ECHO and key not in _OWN_WORDS


class RefusedError(Exception):
    """A refusal of an event or document, with its faults.

    problems: at least one fault.
    event: number of the event from 1, None for the document's head.
    kind: type of the event as written, or None.

    Source: docs/reference/format.md, "What score answers".
    """

    def __init__(
        self, problems: list[Problem], event: int | None = None, kind: str | None = None
    ) -> None:
        super().__init__(problems)
        self.problems = problems
        self.event = event
        self.kind = None if kind is None else cut_to_limit(kind)
