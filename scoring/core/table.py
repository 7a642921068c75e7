"""The table between two hands.

Seats, dealer, pots, doubling. A frozen value; replay makes the next one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from scoring.core.doubling import Doubling
from scoring.core.options import HouseRules

Under = TypeVar("Under", bound=HouseRules, covariant=True)

# At the games that know a notice the dealer of more players than these sits out.
_ALL_PLAY = 4


@dataclass(frozen=True, slots=True)
class Notice:
    """Notice to end the session.

    player: who gave it; skiz: who was dealt the skiz in the next hand, None until it is told;
    dealers: those who have dealt since and passed the deal on, in order.

    Source: scoring/RULEBOOK.md, section 7, "Skiz notice".
    """

    player: str
    skiz: str | None = None
    dealers: tuple[str, ...] = ()


def told(notice: Notice | None, player: str, skiz: str | None) -> Notice:
    """The notice after `player` gave it; one that was given never starts again, but who held the
    skiz may still be told.

    Source: scoring/RULEBOOK.md, section 7, "Skiz notice".
    """
    if notice is None:
        return Notice(player, skiz)
    return Notice(notice.player, skiz or notice.skiz, notice.dealers)


@dataclass(frozen=True, slots=True)
class TableOf(Generic[Under]):
    """What the next hand needs to know.

    rules: the frozen house rules of its game; seats: those sitting now, in playing order; dealer:
    of the next hand; everyone: all who ever sat, in order of arrival; pots: name to content in
    points, never negative; number: of the next hand, from 1; founded: the pots' first payments are
    made; mayor: wears the hat; paid_by: who paid for this deal already, as it is dealt again.

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
        """What the next hand's payments are multiplied by, at least 1.

        Source: scoring/RULEBOOK.md, section 1, "Void hands".
        """
        return self.doubling.multiplier


if TYPE_CHECKING:
    # A table of whichever game; what a game does with its rules is checked by its own types.
    Table: TypeAlias = TableOf[Any]
else:
    # A class with slots cannot be made by way of an alias that names its parameter.
    Table = TableOf


def order_from(seats: tuple[str, ...], player: str) -> tuple[str, ...]:
    """The seats in playing order beginning with `player`, who must sit.

    >>> order_from(("A", "B", "C"), "B")
    ('B', 'C', 'A')

    Source: scoring/RULEBOOK.md, section 0.
    """
    place = seats.index(player)
    return seats[place:] + seats[:place]


def player_after(seats: tuple[str, ...], player: str) -> str:
    """Who sits after `player` in playing order.

    Source: scoring/RULEBOOK.md, section 0.
    """
    return seats[(seats.index(player) + 1) % len(seats)]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a hand changes at the table besides the points.

    deal_passes: the next player deals; pots: content of each pot after the hand; doubling: the
    rounds after it; mayor: who lost the XXI, None leaves the hat where it is; paid_by: who has paid
    for the deal that is dealt again.

    Source: scoring/RULEBOOK.md, "Fine points".
    """

    deal_passes: bool
    pots: Mapping[str, int]
    doubling: Doubling
    mayor: str | None = None
    paid_by: str | None = None


def after_hand(table: Table, outcome: Outcome) -> Table:
    """The table for the next hand: dealer, number, pots, doubling, hat and notice moved on.

    Source: scoring/RULEBOOK.md, "Fine points".
    """
    notice = table.notice
    if notice is not None and outcome.deal_passes:
        notice = Notice(notice.player, notice.skiz, (*notice.dealers, table.dealer))
    return TableOf(
        rules=table.rules,
        seats=table.seats,
        dealer=player_after(table.seats, table.dealer) if outcome.deal_passes else table.dealer,
        everyone=table.everyone,
        pots=outcome.pots,
        doubling=outcome.doubling,
        number=table.number + 1,
        founded=True,
        mayor=outcome.mayor or table.mayor,
        notice=notice,
        paid_by=outcome.paid_by,
    )


def hands_left(table: Table) -> tuple[int, int] | None:
    """Fewest and most deals still to come after a notice, None without one.

    A range until somebody tells who held the skiz, then one number; (0, 0) when that player would
    deal again, and ever after.

    Source: scoring/RULEBOOK.md, section 7, "Skiz notice".
    """
    notice, size = table.notice, len(table.seats)
    if notice is None:
        return None
    skiz, gone = notice.skiz, len(notice.dealers)
    if skiz is None or skiz not in table.seats:
        # Of five the sitting dealer held no cards: the next one to deal is a hand away at least.
        fewest = size + (size > _ALL_PLAY)
        return (max(fewest - gone, 0), max(2 * size - 1 - gone, 0))
    away = order_from(table.seats, table.dealer).index(skiz)
    if skiz not in notice.dealers:
        return (away + size, away + size)
    again = (*notice.dealers, table.dealer).count(skiz) > 1
    left = 0 if again else away
    return (left, left)
