"""Lines of a scored event: the points that accounts receive for one item, and the reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from scoring.core.table import Table

DECLARER = "declarer"
OPPONENTS = "opponents"


class Line(NamedTuple):
    """An explained item of a scored event.

    item: what is paid for, such as "game", "trull" or "foundation".
    code: key of its sentence.
    values: named values of that sentence: JSON scalars, or a list of factors under "sum".
    points: points by account, + receives; they add up to 0.
    figure: one of the game's `figures`, None if there is none, as for a deal or a fine.
    announced: whether the figure was announced, None if that does not apply.
    kontra: steps of kontra that multiply it.
    side: side that won the game, or that announced, made or tried the figure.
    by: player concerned, such as the declarer or the player who announced the figure.

    The fields from `figure` on are for statistics.

    Source: docs/reference/format.md, "What score answers"; docs/adr/0018-scoring-core.md, "Every
    point explained".
    """

    item: str
    code: str
    values: Mapping[str, Any]
    points: Mapping[str, int]
    figure: str | None = None
    announced: bool | None = None
    kontra: int = 0
    side: str | None = None
    by: str | None = None


class UnbalancedError(Exception):
    """A line whose points do not add up to zero: a bug in the program, not a fault of the record.

    Source: docs/adr/0018-scoring-core.md, "Zero sum".
    """


@dataclass(frozen=True, slots=True)
class Scored:
    """The lines of a scored event and the table after it.

    Raise UnbalancedError unless every line adds up to zero.

    Source: docs/adr/0018-scoring-core.md, "Zero sum".
    """

    lines: Sequence[Line]
    after: Table

    def __post_init__(self) -> None:
        for line in self.lines:
            if sum(line.points.values()):
                raise UnbalancedError(f"{line.item}: {dict(line.points)} does not add up to zero")


def sum_points(lines: Sequence[Line]) -> dict[str, int]:
    """Return the sum of the points in `lines` for each account (+ receives).

    >>> sum_points([Line("a", "a", {}, {"A": 1, "B": -1}), Line("b", "b", {}, {"A": 2, "B": -2})])
    {'A': 3, 'B': -3}

    Source: docs/reference/format.md, "What score answers".
    """
    totals: dict[str, int] = {}
    for line in lines:
        for account, amount in line.points.items():
            totals[account] = totals.get(account, 0) + amount
    return totals


def compute_kontra_factor(steps: int) -> int:
    """Return the factor of this many steps of kontra; each step doubles the points.

    >>> [compute_kontra_factor(steps) for steps in range(4)]
    [1, 2, 4, 8]

    Source: scoring/RULEBOOK.md, section 1, "pask-kontra", and section 4, "rom-game".
    """
    return 1 << steps
