"""The two sides of a hand, and the points of each player if each opponent pays 1."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from scoring.core.posting import DECLARER, OPPONENTS
from scoring.core.table import order_seats_from


class Sides(NamedTuple):
    """The two sides of a hand: the declarer's, declarer first, and the opponents in playing order.

    weights: points that each player receives (+) or pays (-) if each opponent pays 1.

    Source: scoring/RULEBOOK.md, section 0 and section 1, "Payment".
    """

    declarer: tuple[str, ...]
    opponents: tuple[str, ...]
    weights: Mapping[str, int]

    def find_side(self, player: str) -> str:
        """Return the side of `player`, who must sit at the table.

        Source: docs/reference/format.md, "Values".
        """
        return DECLARER if player in self.declarer else OPPONENTS

    def list_members(self, side: str) -> tuple[str, ...]:
        """Return the players of `side`, in the order in which odd points are shared out.

        Source: scoring/RULEBOOK.md, section 0.
        """
        return self.declarer if side == DECLARER else self.opponents


def find_opposing_side(side: str) -> str:
    """Return the other side. Source: docs/reference/format.md, "Values"."""
    return OPPONENTS if side == DECLARER else DECLARER


@lru_cache(maxsize=1024)
def split_into_sides(seats: tuple[str, ...], declarer: str, *, partner: str | None) -> Sides:
    """Return the sides of a hand; `declarer` plays with `partner`, or alone if None.

    >>> split_into_sides(("A", "B", "C"), "B", partner=None).weights
    {'B': 2, 'C': -1, 'A': -1}

    Cached, because a hand is checked and scored with the same sides.

    Source: scoring/RULEBOOK.md, section 4, "Payment".
    """
    order = order_seats_from(seats, declarer)
    ours = (declarer,) if partner is None else (declarer, partner)
    theirs = tuple(name for name in order[1:] if name != partner)
    share = len(theirs) // len(ours)
    return Sides(ours, theirs, {**dict.fromkeys(ours, share), **dict.fromkeys(theirs, -1)})
