"""The projector pages of a tournament: the seats of all players, or the prizes one by one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from tarokk_club.club.names.collation import collation_key
from tarokk_club.club.tournaments.queries.results import Result
from tarokk_club.club.tournaments.queries.tournaments import TournamentStanding

# The number of names on a page that can be read from the last table.
NAMES_AT_ONCE = 64
# An upper limit for parts and places in the query string.
MOST = 999


class Show(StrEnum):
    """What a projector page shows; ALL is the tables and the order."""

    ALL = ""
    SEATS = "seats"
    PRIZES = "prizes"


@dataclass(frozen=True, slots=True)
class WallQuery:
    """The content that the query string asks for.

    part: page of the list of names, from 1.
    given: number of places that have been announced, from the last place up.
    """

    show: Show = Show.ALL
    part: int = 1
    given: int = 0

    @property
    def mark(self) -> str:
        """A key that distinguishes this page from others."""
        return f"{self.show} {self.part} {self.given}"


@dataclass(frozen=True, slots=True)
class WallSeat:
    """A player with table and seat.

    table, seat: numbers from 1, None if the player sits out.
    """

    name: str
    table: int | None
    seat: int | None


@dataclass(frozen=True, slots=True)
class SeatList:
    """A page of the list of all names.

    parts: number of pages.
    """

    rows: tuple[WallSeat, ...]
    part: int
    parts: int

    @property
    def following(self) -> int:
        """The next page; after the last comes the first."""
        return self.part % self.parts + 1


@dataclass(frozen=True, slots=True)
class PrizeGiving:
    """The places announced so far.

    called: announced places, best first, each with all players who share it.
    following: the place to announce next, None after the first place.
    """

    called: tuple[tuple[int, tuple[Result, ...]], ...]
    following: int | None

    @property
    def given(self) -> int:
        """The number of places announced."""
        return len(self.called)


def read_wall_query(query: Mapping[str, str]) -> WallQuery:
    """Return the content that the query string asks for; invalid values are ignored."""
    wanted = query.get("show", "")
    show = Show(wanted) if wanted in set(Show) else Show.ALL
    return WallQuery(show, max(_number(query.get("part", "")), 1), _number(query.get("given", "")))


def _number(text: str) -> int:
    return min(int(text), MOST) if text.isascii() and text.isdecimal() and len(text) < 4 else 0


def seat_list(standing: TournamentStanding, part: int) -> SeatList:
    """Return a page of the seats in the present round, sorted by name."""
    now = standing.now
    seated = [
        WallSeat(one.name, table.number, one.seat)
        for table in (now.tables if now else ())
        for one in table.seats
    ]
    out = [WallSeat(name, None, None) for name in (now.out if now else ())]
    rows = sorted([*seated, *out], key=lambda one: (collation_key(one.name), one.table or 0))
    parts = max(-(-len(rows) // NAMES_AT_ONCE), 1)
    # Pages of equal length, so that the last one does not have only two names.
    size = -(-len(rows) // parts)
    part = min(part, parts)
    return SeatList(tuple(rows[(part - 1) * size : part * size]), part, parts)


def prize_giving(standing: TournamentStanding, given: int) -> PrizeGiving | None:
    """Return the announced places from the last one up, None until the tournament is over."""
    if not standing.final:
        return None
    shared = [
        (place, tuple(rows)) for place, rows in groupby(standing.results, lambda row: row.place)
    ]
    given = min(given, len(shared))
    left = len(shared) - given
    return PrizeGiving(tuple(shared[left:]), shared[left - 1][0] if left else None)
