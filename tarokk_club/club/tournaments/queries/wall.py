"""What a projector shows of a tournament: where everybody sits, or the prizes one by one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from tarokk_club.club.names.collation import collation_key
from tarokk_club.club.tournaments.queries.results import Result
from tarokk_club.club.tournaments.queries.tournaments import TournamentStanding

# So many names stand on a wall at once, in letters that are read from the last table.
NAMES_AT_ONCE = 64
# No tournament has more parts or places than this, whatever an address asks for.
MOST = 999


class Show(StrEnum):
    """What of a tournament; ALL: its tables and its order."""

    ALL = ""
    SEATS = "seats"
    PRIZES = "prizes"


@dataclass(frozen=True, slots=True)
class Asked:
    """What an address asks for. part: of the names, from 1; given: how many places have been
    called, from the last one on.
    """

    show: Show = Show.ALL
    part: int = 1
    given: int = 0

    @property
    def mark(self) -> str:
        """What tells one such page from another."""
        return f"{self.show} {self.part} {self.given}"


@dataclass(frozen=True, slots=True)
class WallSeat:
    """Somebody with table and seat, both counted from 1; None for who sits out."""

    name: str
    table: int | None
    seat: int | None


@dataclass(frozen=True, slots=True)
class SeatList:
    """A part of all names in their order; parts: how many there are."""

    rows: tuple[WallSeat, ...]
    part: int
    parts: int

    @property
    def following(self) -> int:
        """The part that comes next; after the last one the first."""
        return self.part % self.parts + 1


@dataclass(frozen=True, slots=True)
class PrizeGiving:
    """called: the places that have been called, the best one first, each with all who share it;
    following: the place that comes next, None after the first one.
    """

    called: tuple[tuple[int, tuple[Result, ...]], ...]
    following: int | None

    @property
    def given(self) -> int:
        """How many places have been called."""
        return len(self.called)


def wall_asked(query: Mapping[str, str]) -> Asked:
    """What an address asks for; what it should not ask for is nothing."""
    wanted = query.get("show", "")
    show = Show(wanted) if wanted in set(Show) else Show.ALL
    return Asked(show, max(_number(query.get("part", "")), 1), _number(query.get("given", "")))


def _number(text: str) -> int:
    return min(int(text), MOST) if text.isascii() and text.isdecimal() and len(text) < 4 else 0


def seat_list(standing: TournamentStanding, part: int) -> SeatList:
    """Where everybody sits in the round that is played."""
    now = standing.now
    seated = [
        WallSeat(one.name, table.number, one.seat)
        for table in (now.tables if now else ())
        for one in table.seats
    ]
    out = [WallSeat(name, None, None) for name in (now.out if now else ())]
    rows = sorted([*seated, *out], key=lambda one: (collation_key(one.name), one.table or 0))
    parts = max(-(-len(rows) // NAMES_AT_ONCE), 1)
    # As long as each other, so that the last one is no page of two names.
    size = -(-len(rows) // parts)
    part = min(part, parts)
    return SeatList(tuple(rows[(part - 1) * size : part * size]), part, parts)


def prize_giving(standing: TournamentStanding, given: int) -> PrizeGiving | None:
    """The places from the last one on; None as long as the tournament is played."""
    if not standing.final:
        return None
    shared = [
        (place, tuple(rows)) for place, rows in groupby(standing.results, lambda row: row.place)
    ]
    given = min(given, len(shared))
    left = len(shared) - given
    return PrizeGiving(tuple(shared[left:]), shared[left - 1][0] if left else None)
