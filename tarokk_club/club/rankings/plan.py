"""The plan of a ranking: its name, rule and clubs."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any
from uuid import UUID

MOST_BEST = 99


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingPlan:
    """The values of the form for a ranking.

    best: number of tournaments that count for each player, 0 for all.
    scale: points of each place, as text like "25 18 15"; "" if the table points count.
    clubs: ids of the other clubs to invite.
    """

    name: str
    best: int
    scale: str
    clubs: Collection[UUID]

    def build_content(self) -> dict[str, Any]:
        """Return the plan as submitted fields, to recognise a repeated submission."""
        clubs = sorted(map(str, self.clubs))
        return {"name": self.name, "best": self.best, "scale": self.scale, "clubs": clubs}
