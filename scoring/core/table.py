"""The table between two hands.

Seats, dealer, pots, doubling. A frozen value; replay makes the next one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.core.doubling import Doubling


@dataclass(frozen=True, slots=True)
class Notice:
    """Notice to end the session.

    Who gave it, who was dealt the skiz in the next hand (None: not known yet).

    dealt: the skiz has dealt since; the last round is running.

    Source: S0, "Choice of seats, dealing and ending the session".
    """

    player: str
    skiz: str | None = None
    dealt: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """What the next hand needs to know.

    rules: the game's frozen house rules; seats: those sitting now, in playing order; dealer: of the
    next hand; everyone: all who ever sat, in order of arrival; pots: name to content in points,
    never negative; number: of the next hand, from 1; founded: the pots' first payments are made;
    mayor: wears the hat.

    Source: scoring/RULEBOOK.md, section 0.
    """

    rules: Any
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

    @property
    def multiplier(self) -> int:
        """What the next hand's payments are multiplied by, at least 1.

        Source: scoring/RULEBOOK.md, section 1, "Void hands".
        """
        return self.doubling.multiplier


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
    rounds after it; mayor: who lost the XXI, None leaves the hat where it is.

    Source: scoring/RULEBOOK.md, "Fine points".
    """

    deal_passes: bool
    pots: Mapping[str, int]
    doubling: Doubling
    mayor: str | None = None


def after_hand(table: Table, outcome: Outcome) -> Table:
    """The table for the next hand: dealer, number, pots, doubling, hat and notice moved on.

    Source: scoring/RULEBOOK.md, "Fine points".
    """
    notice = table.notice
    if notice is not None and outcome.deal_passes and notice.skiz == table.dealer:
        notice = Notice(notice.player, notice.skiz, dealt=True)
    return Table(
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
    )


def hands_left(table: Table) -> tuple[int, int] | None:
    """Fewest and most deals still to come after a notice, None without one.

    (0, 0) when the skiz would deal again.

    Source: S0, "Choice of seats, dealing and ending the session".
    """
    notice, size = table.notice, len(table.seats)
    if notice is None:
        return None
    if notice.skiz is None or notice.skiz not in table.seats:
        return (size, 2 * size - 1)
    away = order_from(table.seats, table.dealer).index(notice.skiz)
    total = away if notice.dealt else away + size
    return (total, total)
