"""The ratings of a club: from which hands they come, what is kept of them, whether they are old."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.db.models import Q, Sum

from scoring.games import GAMES
from tarokk_club.club.models import Booking, Club, RatingTable, Session
from tarokk_club.club.statistics.queries.dealt import MOVES, dealt_in
from tarokk_club.club.statistics.rating import (
    Meeting,
    Strength,
    Trail,
    meeting_of,
    strengths,
)

# A page waits for this many hands, about half a second; more are left to `manage.py rate`.
ON_REQUEST = 10_000


@dataclass(frozen=True, slots=True)
class RatingState:
    """The book of one game of a club. version: only grows; hands: outside the bin."""

    version: int
    hands: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Rated:
    """One row of the page; left, width, at: where its range lies, in thousandths of the widest."""

    place: int
    player_id: str
    name: str
    strength: Strength
    left: int
    width: int
    at: int


@dataclass(frozen=True, slots=True)
class FairTable:
    """The ratings of one game. stale: something was written since; made_at: None while there are
    none.
    """

    game: str
    rows: tuple[Rated, ...] = ()
    made_at: datetime | None = None
    stale: bool = False


def states_of(club_id: UUID | None = None) -> dict[tuple[UUID, str], RatingState]:
    """The state of every game that a club, or any, has played, in one query."""
    rows = Session.objects.filter(club_id=club_id) if club_id else Session.objects.all()
    sums = rows.values_list("club_id", "game").annotate(
        version=Sum("version"), hands=Sum("hands_count", filter=Q(binned_at=None))
    )
    return {(club, game): RatingState(version, hands or 0) for club, game, version, hands in sums}


def stale_games() -> list[tuple[UUID, str]]:
    """Club and game of all ratings that are wanted and not there as the book stands."""
    wanted = Session.objects.filter(club__rates_players=True).values_list("club_id", flat=True)
    clubs = set(wanted.distinct())
    tables = RatingTable.objects.exclude(history=None).defer("rows", "history")
    kept = {(one.club_id, one.game): one.version for one in tables}
    return [
        key
        for key, state in states_of().items()
        if key[0] in clubs and kept.get(key) != state.version
    ]


def is_stale(table: RatingTable | None, state: RatingState) -> bool:
    """Whether something was written since the ratings were worked out, or that was done by a
    program that kept no trails.
    """
    return table is None or table.version != state.version or table.history is None


def rate(club_id: UUID, game: str, trails: dict[str, Trail] | None = None) -> dict[str, Strength]:
    """The ratings as the book stands, in one query; trails: filled, by player."""
    return strengths(_meetings(club_id, game), trails)


def history_from(trails: Mapping[str, Trail]) -> dict[str, list[tuple[str, int]]]:
    """Trails as they are kept."""
    return {
        player: [(day.isoformat(), skill) for day, skill in trail]
        for player, trail in trails.items()
    }


def trail_of(club: Club, game: str, player_id: UUID) -> Trail:
    """How strong a player was after each own evening, as it was worked out last, in one query."""
    if not club.rates_players:
        return []
    kept = RatingTable.objects.filter(club=club, game=game).defer("rows").first()
    found = (kept.history or {}).get(str(player_id), ()) if kept else ()
    return [(date.fromisoformat(day), skill) for day, skill in found]


def _meetings(club_id: UUID, game: str) -> Iterator[Meeting]:
    """Every hand that measures, in the order in which they were played."""
    rows = Booking.objects.filter(
        session__club_id=club_id,
        session__game=game,
        session__binned_at=None,
        kind__in=(*_measuring(game), *MOVES),
    ).order_by("session__date", "session__created_at", "session_id", "position")
    for one in dealt_in(rows):
        yield meeting_of(one.declaring, one.net, one.playing, day=one.day)


def _measuring(game: str) -> list[str]:
    """The endings that tell who plays better; nobody is measured by a hand passed out."""
    return [outcome for outcome, ending in GAMES[game].lore.endings.items() if ending.measures]


def rows_from(found: Mapping[str, Strength]) -> list[dict[str, Any]]:
    """Ratings as they are kept, strongest first."""
    return [
        {"player_id": player, "skill": one.skill, "doubt": one.doubt, "hands": one.hands}
        for player, one in found.items()
    ]


def strength_in(row: Mapping[str, Any]) -> Strength:
    """A row that was kept."""
    return Strength(row["skill"], row["doubt"], row["hands"])


def fair_table(
    table: RatingTable | None, state: RatingState, names: Mapping[str, str]
) -> FairTable:
    """The kept ratings with names and places; names: by id."""
    if table is None:
        return FairTable("", stale=True)
    kept = [(row["player_id"], strength_in(row)) for row in table.rows]
    low = min((one.least for _player, one in kept), default=0)
    span = max((one.most for _player, one in kept), default=1) - low or 1
    rows = tuple(
        Rated(
            place=place,
            player_id=player,
            name=names.get(player, player),
            strength=one,
            left=(one.least - low) * 1000 // span,
            width=one.doubt * 2000 // span,
            at=(one.skill - low) * 1000 // span,
        )
        for place, (player, one) in enumerate(kept, start=1)
    )
    return FairTable(table.game, rows, table.made_at, is_stale(table, state))
