"""The choices of an owner about a ranking."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any
from uuid import UUID

MOST_BEST = 99


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingPlan:
    """The content of the form for a ranking.

    best: how many tournaments of a player count; 0 for all.
    scale: the points of each place, as people write them; "" for the table points.
    clubs: ids of the other clubs that are asked to take part.
    """

    name: str
    best: int
    scale: str
    clubs: Collection[UUID]

    def content(self) -> dict[str, Any]:
        """Return the content that identifies a repetition."""
        clubs = sorted(map(str, self.clubs))
        return {"name": self.name, "best": self.best, "scale": self.scale, "clubs": clubs}
