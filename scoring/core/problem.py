"""Faults in a record or document, as values."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault: key of its sentence, the field it belongs to, the named values of the sentence.

    field is a key of the event or document; inside lists and mappings a dotted path
    ("announced.1.kontra").

    Source: docs/adr/0018-scoring-core.md, "Faults are values".
    """

    code: str
    field: str
    values: Mapping[str, Any] = dataclasses.field(default_factory=dict)


class RefusedError(Exception):
    """Carries the faults of one event or document out of a function that has no other answer.

    problems: at least one; event: number of the event from 1, or None for the document's head;
    kind: the event's type as written, or None.

    Source: docs/reference/format.md, "What score answers".
    """

    def __init__(
        self, problems: list[Problem], event: int | None = None, kind: str | None = None
    ) -> None:
        super().__init__(problems)
        self.problems = problems
        self.event = event
        self.kind = kind
