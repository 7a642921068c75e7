"""Payments between the two sides of one hand, collected line by line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from scoring.core.posting import Line
from scoring.games.romanian.sides import Sides


class About(NamedTuple):
    """What a payment is for, as the line of it tells: item and the hooks for statistics.

    Source: docs/adr/0018-scoring-core.md, "Every point explained".
    """

    item: str
    side: str
    by: str | None = None
    figure: str | None = None
    announced: bool | None = None
    kontra: int = 0


class Payments:
    """Adds lines to `lines`; total: what the declarer's side has won (+) or lost (-) a head.

    multiplier: of the hand, inside every line; solo: the solo column of the figures counts.

    Source: scoring/RULEBOOK.md, section 4, "Payment".
    """

    __slots__ = ("lines", "multiplier", "sides", "solo", "total")

    def __init__(self, lines: list[Line], sides: Sides, multiplier: int, *, solo: bool) -> None:
        self.lines = lines
        self.sides = sides
        self.multiplier = multiplier
        self.solo = solo
        self.total = 0

    def add(self, about: About, code: str, factors: list[int], values: Mapping[str, Any]) -> None:
        """Add one line; factors: the first + to the declarer's side, - to the others, the rest > 0.

        Source: scoring/RULEBOOK.md, section 4, "Payment".
        """
        amount = self.multiplier
        for factor in factors:
            amount *= factor
        self.total += amount
        item, side, by, figure, announced, kontra = about
        shown = [abs(factors[0]), *factors[1:], self.multiplier]
        points = {player: weight * amount for player, weight in self.sides.weights.items()}
        self.lines.append(
            Line(item, code, {**values, "sum": shown}, points, figure, announced, kontra, side, by)
        )
