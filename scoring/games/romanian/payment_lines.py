"""Payments between the two sides of one hand, collected line by line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from scoring.core.posting import Line
from scoring.games.romanian.sides import Sides


class PaymentPurpose(NamedTuple):
    """The purpose of a payment: its item, and the fields of its line for statistics.

    Source: docs/adr/0018-scoring-core.md, "Every point explained".
    """

    item: str
    side: str
    by: str | None = None
    figure: str | None = None
    announced: bool | None = None
    kontra: int = 0


class Payments:
    """The payments of a hand, added to `lines`.

    total: points that each opponent has paid (+) or received (-).
    multiplier: multiplier of the hand, a factor of every line.
    solo: whether the solo column of the figures applies.

    Source: scoring/RULEBOOK.md, section 4, "Payment".
    """

    __slots__ = ("lines", "multiplier", "sides", "solo", "total")

    def __init__(self, lines: list[Line], sides: Sides, multiplier: int, *, solo: bool) -> None:
        self.lines = lines
        self.sides = sides
        self.multiplier = multiplier
        self.solo = solo
        self.total = 0

    def add(
        self, purpose: PaymentPurpose, code: str, factors: list[int], values: Mapping[str, Any]
    ) -> None:
        """Add a line worth the product of `factors` and the multiplier.

        factors: all above 0, but the first is negative if the opponents receive.

        Source: scoring/RULEBOOK.md, section 4, "Payment".
        """
        amount = self.multiplier
        for factor in factors:
            amount *= factor
        self.total += amount
        item, side, by, figure, announced, kontra = purpose
        shown_factors = [abs(factors[0]), *factors[1:], self.multiplier]
        points = {player: weight * amount for player, weight in self.sides.weights.items()}
        self.lines.append(
            Line(
                item,
                code,
                {**values, "sum": shown_factors},
                points,
                figure,
                announced,
                kontra,
                side,
                by,
            )
        )
