"""The ratings of a club: the hands they are computed from, the stored rows, and whether they are
stale.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.db.models import Q, Sum

from scoring.games import GAMES
from tarokk_club.club.models import Booking, Club, RatingTable, Session
from tarokk_club.club.statistics.queries.dealt import MOVES, read_dealt_hands
from tarokk_club.club.statistics.rating import (
    Meeting,
    Strength,
    Trail,
    meeting_of,
    strengths,
)

# A request computes up to this many hands, in half a second; `manage.py rate` does more.
ON_REQUEST = 10_000


@dataclass(frozen=True, slots=True)
class RatingState:
    """The state of one game of a club's score book.

    version: sum of the session versions, which only grows.
    hands: number of hands in sessions outside the bin.
    """

    version: int
    hands: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Rated:
    """A row of the page of ratings.

    left, width, at: start, width and centre of the bar for the range, in thousandths of the
        whole scale.
    """

    place: int
    player_id: str
    name: str
    strength: Strength
    left: int
    width: int
    at: int


@dataclass(frozen=True, slots=True)
class FairTable:
    """The ratings of one game.

    made_at: None while there are no ratings.
    stale: whether anything was written since they were computed.
    """

    game: str
    rows: tuple[Rated, ...] = ()
    made_at: datetime | None = None
    stale: bool = False


def load_rating_states(club_id: UUID | None = None) -> dict[tuple[UUID, str], RatingState]:
    """Return the state of every game that was played, by club and game, in one query.

    club_id: None for all clubs.
    """
    rows = Session.objects.filter(club_id=club_id) if club_id else Session.objects.all()
    sums = rows.values_list("club_id", "game").annotate(
        version=Sum("version"), hands=Sum("hands_count", filter=Q(binned_at=None))
    )
    return {(club, game): RatingState(version, hands or 0) for club, game, version, hands in sums}


def stale_games() -> list[tuple[UUID, str]]:
    """Return the club and game of all wanted ratings that are missing or out of date."""
    wanted = Session.objects.filter(club__rates_players=True).values_list("club_id", flat=True)
    clubs = set(wanted.distinct())
    tables = RatingTable.objects.exclude(history=None).defer("rows", "history")
    kept = {(one.club_id, one.game): one.version for one in tables}
    return [
        key
        for key, state in load_rating_states().items()
        if key[0] in clubs and kept.get(key) != state.version
    ]


def is_stale(table: RatingTable | None, state: RatingState) -> bool:
    """Return whether the ratings are missing or out of date, or were computed by a version without
    trails.
    """
    return table is None or table.version != state.version or table.history is None


def rate(club_id: UUID, game: str, trails: dict[str, Trail] | None = None) -> dict[str, Strength]:
    """Return the ratings computed from all present hands, in one query.

    trails: filled in by player, if given.
    """
    return strengths(_meetings(club_id, game), trails)


def history_from(trails: Mapping[str, Trail]) -> dict[str, list[tuple[str, int]]]:
    """Return the trails in the form in which they are stored."""
    return {
        player: [(day.isoformat(), skill) for day, skill in trail]
        for player, trail in trails.items()
    }


def trail_of(club: Club, game: str, player_id: UUID) -> Trail:
    """Return the player's strength after each of their evenings, as last computed, in one query."""
    if not club.rates_players:
        return []
    kept = RatingTable.objects.filter(club=club, game=game).defer("rows").first()
    found = (kept.history or {}).get(str(player_id), ()) if kept else ()
    return [(date.fromisoformat(day), skill) for day, skill in found]


def _meetings(club_id: UUID, game: str) -> Iterator[Meeting]:
    """Yield every hand that counts for ratings, in the order of play."""
    rows = Booking.objects.filter(
        session__club_id=club_id,
        session__game=game,
        session__binned_at=None,
        kind__in=(*_measuring(game), *MOVES),
    ).order_by("session__date", "session__created_at", "session_id", "position")
    for one in read_dealt_hands(rows):
        yield meeting_of(one.declaring, one.net, one.playing, day=one.day)


def _measuring(game: str) -> list[str]:
    """Return the endings that show which player is better, so not a hand passed out."""
    return [outcome for outcome, ending in GAMES[game].lore.endings.items() if ending.measures]


def rows_from(strengths: Mapping[str, Strength]) -> list[dict[str, Any]]:
    """Return the ratings in the form in which they are stored, strongest first."""
    return [
        {"player_id": player, "skill": one.skill, "doubt": one.doubt, "hands": one.hands}
        for player, one in strengths.items()
    ]


def strength_in(row: Mapping[str, Any]) -> Strength:
    """Return the strength in a stored row."""
    return Strength(row["skill"], row["doubt"], row["hands"])


def fair_table(
    table: RatingTable | None,
    state: RatingState,
    names: Mapping[str, str],
    *,
    guests: Collection[str] = (),
) -> FairTable:
    """Return the stored ratings with names and places.

    names: by player id.
    guests: ids of players who are left out.
    """
    if table is None:
        return FairTable("", stale=True)
    kept = [
        (row["player_id"], strength_in(row)) for row in table.rows if row["player_id"] not in guests
    ]
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
