"""The state of a table between two hands: seats, dealer, pots and doubling.

The state is frozen; each event creates the next state.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias, TypeVar

from scoring.core.doubled_rounds import Doubling
from scoring.core.options import HouseRules

Under = TypeVar("Under", bound=HouseRules, covariant=True)

# In games with a notice, the dealer sits out if there are more players than this.
_ALL_PLAY = 4


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice to end the session.

    player: player who gave it.
    skiz: player who was dealt the skíz in the next hand, None while it is not recorded.
    dealers: players whose turn to deal has ended since the notice, in order.

    Source: scoring/RULEBOOK.md, section 7, "Skiz notice".
    """

    player: str
    skiz: str | None = None
    dealers: tuple[str, ...] = ()


def give_notice(notice: Notice | None, player: str, skiz: str | None) -> Notice:
    """Return the notice after `player` gave it, or the older notice with `skiz` added.

    A second notice does not restart the count.

    Source: scoring/RULEBOOK.md, section 7, "Skiz notice".
    """
    if notice is None:
        return Notice(player, skiz)
    return Notice(notice.player, skiz or notice.skiz, notice.dealers)


@dataclass(frozen=True, slots=True)
class TableOf(Generic[Under]):
    """The state of a table between two hands.

    rules: frozen house rules of the game.
    seats: players seated now, in playing order.
    dealer: dealer of the next hand.
    everyone: all players who have sat at the table, in order of arrival.
    pots: content in points by name of the pot, never negative.
    number: number of the next hand, from 1.
    founded: whether the first payments into the pots have been made.
    mayor: player who wears the mayor's hat.
    paid_by: player who already paid for this deal, if it is dealt again.

    Source: scoring/RULEBOOK.md, section 0.
    """

    rules: Under
    seats: tuple[str, ...]
    dealer: str
    everyone: tuple[str, ...]
    pots: Mapping[str, int] = field(default_factory=dict)
    doubling: Doubling = field(default_factory=Doubling)
    number: int = 1
    founded: bool = False
    mayor: str | None = None
    notice: Notice | None = None
    ended: bool = False
    paid_by: str | None = None

    @property
    def multiplier(self) -> int:
        """The multiplier of the next hand's payments, at least 1.

        Source: scoring/RULEBOOK.md, section 1, "Void hands".
        """
        return self.doubling.multiplier


if TYPE_CHECKING:
    # A table of any game; each game's own types check how it uses its rules.
    Table: TypeAlias = TableOf[Any]
else:
    # A class with slots cannot be instantiated through an alias with a type parameter.
    Table = TableOf


def order_seats_from(seats: tuple[str, ...], player: str) -> tuple[str, ...]:
    """Return the seats in playing order, starting with `player`, who must be seated.

    >>> order_seats_from(("A", "B", "C"), "B")
    ('B', 'C', 'A')

    Source: scoring/RULEBOOK.md, section 0.
    """
    place = seats.index(player)
    return seats[place:] + seats[:place]


def find_player_after(seats: tuple[str, ...], player: str) -> str:
    """Return the player seated after `player` in playing order.

    Source: scoring/RULEBOOK.md, section 0.
    """
    return seats[(seats.index(player) + 1) % len(seats)]


class TableChange(NamedTuple):
    """The changes that a hand makes to the table, besides the points.

    deal_passes: whether the next player deals.
    pots: content of each pot after the hand.
    doubling: doubled rounds left after the hand.
    mayor: player who lost the XXI; None if the hat does not move.
    paid_by: player who already paid, if the same deal is dealt again.

    Source: scoring/RULEBOOK.md, "Fine points".
    """

    deal_passes: bool
    pots: Mapping[str, int]
    doubling: Doubling
    mayor: str | None = None
    paid_by: str | None = None


def advance_table(table: Table, change: TableChange) -> Table:
    """Return the table for the next hand.

    Source: scoring/RULEBOOK.md, "Fine points".
    """
    notice = table.notice
    if notice is not None and change.deal_passes:
        notice = Notice(notice.player, notice.skiz, (*notice.dealers, table.dealer))
    return TableOf(
        rules=table.rules,
        seats=table.seats,
        dealer=find_player_after(table.seats, table.dealer) if change.deal_passes else table.dealer,
        everyone=table.everyone,
        pots=change.pots,
        doubling=change.doubling,
        number=table.number + 1,
        founded=True,
        mayor=change.mayor or table.mayor,
        notice=notice,
        paid_by=change.paid_by,
    )


def count_hands_left(table: Table) -> tuple[int, int] | None:
    """Return the fewest and most deals still to come after a notice, None without a notice.

    The two are equal once the holder of the skíz is recorded and still seated. They are (0, 0)
    once that player would deal for the second time.

    Source: scoring/RULEBOOK.md, section 7, "Skiz notice".
    """
    notice, size = table.notice, len(table.seats)
    if notice is None:
        return None
    skiz, dealt = notice.skiz, len(notice.dealers)
    if skiz is None or skiz not in table.seats:
        # With five, the dealer held no cards, so the skíz holder deals next hand at the earliest.
        fewest = size + (size > _ALL_PLAY)
        return (max(fewest - dealt, 0), max(2 * size - 1 - dealt, 0))
    distance = order_seats_from(table.seats, table.dealer).index(skiz)
    if skiz not in notice.dealers:
        return (distance + size, distance + size)
    again = (*notice.dealers, table.dealer).count(skiz) > 1
    remaining = 0 if again else distance
    return (remaining, remaining)
