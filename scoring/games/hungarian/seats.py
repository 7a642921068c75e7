"""The players of a hand, the player who sits out, and the two sides."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from scoring.core.posting import DECLARER, OPPONENTS
from scoring.core.table import Table, order_seats_from
from scoring.games.hungarian.tables import PLAYING


def find_player_sitting_out(table: Table) -> str | None:
    """Return the dealer if five players sit at the table, else None.

    Source: scoring/RULEBOOK.md, section 1.
    """
    return table.dealer if len(table.seats) > PLAYING else None


def list_speaking_order(table: Table) -> tuple[str, ...]:
    """Return the players of the next hand, from the player after the dealer.

    Source: scoring/RULEBOOK.md, section 1.
    """
    order = order_seats_from(table.seats, table.dealer)
    return order[1:] if len(order) > PLAYING else (*order[1:], order[0])


class Sides(NamedTuple):
    """The two sides of a hand.

    ours: declarer, then partner.
    theirs: opponents in playing order from the declarer.

    Source: scoring/RULEBOOK.md, section 1, "Payment", and section 0, "Split".
    """

    ours: tuple[str, ...]
    theirs: tuple[str, ...]

    def find_side(self, player: str) -> str:
        """Return the side of `player`, who must be playing: DECLARER or OPPONENTS.

        Source: scoring/RULEBOOK.md, section 1.
        """
        return DECLARER if player in self.ours else OPPONENTS

    def compute_points(self, amount: int) -> dict[str, int]:
        """Return the points if each opponent pays `amount` to the declarer's side.

        amount: below 0 if the opponents receive.

        >>> Sides(("A",), ("B", "C", "D")).compute_points(2)
        {'A': 6, 'B': -2, 'C': -2, 'D': -2}
        >>> Sides(("A", "C"), ("B", "D")).compute_points(-2)
        {'A': -2, 'C': -2, 'B': 2, 'D': 2}

        Source: scoring/RULEBOOK.md, section 1, "Payment".
        """
        if len(self.ours) == 2:
            points = {self.ours[0]: amount, self.ours[1]: amount}
        else:
            points = {self.ours[0]: amount * len(self.theirs)}
        for player in self.theirs:
            points[player] = -amount
        return points


def split_into_sides(table: Table, declarer: str, partner: str | None) -> Sides:
    """Return the sides of the next hand; `declarer` plays with `partner`, or alone if None.

    Source: scoring/RULEBOOK.md, section 1; "Fine points", splits among opponents.
    """
    return _split_seats(table.seats, find_player_sitting_out(table), declarer, partner)


@lru_cache(maxsize=1024)
def _split_seats(
    seats: tuple[str, ...], out: str | None, declarer: str, partner: str | None
) -> Sides:
    # Cached, because a hand is checked and scored with the same sides.
    order = order_seats_from(seats, declarer)
    theirs = tuple([name for name in order[1:] if name != partner and name != out])
    return Sides((declarer,) if partner is None else (declarer, partner), theirs)


def order_side_from(table: Table, sides: Sides, player: str) -> tuple[str, ...]:
    """Return the side of `player`, starting with that player, in playing order.

    Source: scoring/RULEBOOK.md, section 0, "Split".
    """
    members = sides.ours if player in sides.ours else sides.theirs
    return tuple(name for name in order_seats_from(table.seats, player) if name in members)
