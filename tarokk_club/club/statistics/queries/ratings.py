"""The ratings of a club: the hands from which they are computed, and the stored tables."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.db.models import CharField, Q, Sum, UUIDField

from scoring.games import GAMES
from tarokk_club.club.models import Club, Posting, RatingTable, Session
from tarokk_club.club.statistics.queries.dealt_hands import MOVES, read_dealt_hands
from tarokk_club.club.statistics.rating import (
    HandSides,
    Strength,
    Trail,
    build_hand_sides,
    estimate_strengths,
)
from tarokk_club.database.prepared import Parameter, PreparedQuery

# The most hands that a request rates, which takes half a second; `manage.py rate` has no limit.
ON_REQUEST = 10_000


@dataclass(frozen=True, slots=True)
class RatingState:
    """The current state of a game in a club, by which stale ratings are detected.

    version: sum of the versions of its sessions, which only grows.
    hands: number of hands in sessions that are not in the bin.
    """

    version: int
    hands: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingRow:
    """A row of the fair table.

    left, width, at: start, width and centre of the bar, in thousandths of the whole scale.
    """

    place: int
    player_id: str
    name: str
    strength: Strength
    left: int
    width: int
    at: int


@dataclass(frozen=True, slots=True)
class RatingList:
    """The ratings of a game, for the page.

    made_at: time at which they were computed, None if there are none.
    stale: whether a session has changed since then, or the ratings or their history are missing.
    """

    game: str
    rows: tuple[RatingRow, ...] = ()
    made_at: datetime | None = None
    stale: bool = False


def load_rating_states(club_id: UUID | None = None) -> dict[tuple[UUID, str], RatingState]:
    """Return the state of each game that has sessions, by club id and game, in one query.

    club_id: id of a club, None for all clubs.
    """
    rows = Session.objects.filter(club_id=club_id) if club_id else Session.objects.all()
    sums = rows.values_list("club_id", "game").annotate(
        version=Sum("version"), hands=Sum("hands_count", filter=Q(binned_at=None))
    )
    return {(club, game): RatingState(version, hands or 0) for club, game, version, hands in sums}


def find_stale_games() -> list[tuple[UUID, str]]:
    """Return the club id and game of every rating that is wanted but missing or stale."""
    wanted = Session.objects.filter(club__rates_players=True).values_list("club_id", flat=True)
    clubs = set(wanted.distinct())
    tables = RatingTable.objects.exclude(history=None).defer("rows", "history")
    versions = {(table.club_id, table.game): table.version for table in tables}
    return [
        key
        for key, state in load_rating_states().items()
        if key[0] in clubs and versions.get(key) != state.version
    ]


def is_stale(table: RatingTable | None, state: RatingState) -> bool:
    """Return whether the ratings are missing or out of date, or have no stored history."""
    return table is None or table.version != state.version or table.history is None


def compute_ratings(
    club_id: UUID, game: str, trails: dict[str, Trail] | None = None
) -> dict[str, Strength]:
    """Return the ratings computed from all current hands of a game, in one query.

    trails: dictionary to extend with the strength after each evening, by player; None for none.
    """
    return estimate_strengths(_iter_hand_sides(club_id, game), trails)


def serialize_trails(trails: Mapping[str, Trail]) -> dict[str, list[tuple[str, int]]]:
    """Return the trails in the form that the rating table stores."""
    return {
        player: [(day.isoformat(), skill) for day, skill in trail]
        for player, trail in trails.items()
    }


_HISTORY = PreparedQuery(
    lambda: RatingTable.objects.filter(
        club=Parameter("club", UUIDField()), game=Parameter("game", CharField())
    ).values_list("history", flat=True)
)
_RATING_TIMES = PreparedQuery(
    lambda: (
        RatingTable.objects.filter(club=Parameter("club", UUIDField()))
        .order_by("-made_at")
        .values_list("made_at", flat=True)[:1]
    )
)


def find_last_rating_time(club: Club) -> datetime | None:
    """Return the time of the latest ratings of a club, None if it has none."""
    last: datetime | None = _RATING_TIMES.first(club=club.pk)
    return last


def load_trail(club: Club, game: str, player_id: UUID) -> Trail:
    """Return the player's strength after each evening, as last computed, in at most one query.

    The trail is empty if the club rates no players, or none is stored.
    """
    if not club.rates_players:
        return []
    history = _HISTORY.first(club=club.pk, game=game)
    trail = (history or {}).get(str(player_id), ())
    return [(date.fromisoformat(day), skill) for day, skill in trail]


def _iter_hand_sides(club_id: UUID, game: str) -> Iterator[HandSides]:
    """Yield every hand that counts for the ratings, in the order of play."""
    rows = Posting.objects.filter(
        session__club_id=club_id,
        session__game=game,
        session__binned_at=None,
        kind__in=(*_list_measuring_endings(game), *MOVES),
    ).order_by("session__date", "session__created_at", "session_id", "position")
    for hand in read_dealt_hands(rows):
        yield build_hand_sides(hand.declaring, hand.net, hand.playing, day=hand.day)


def _list_measuring_endings(game: str) -> list[str]:
    """Return the endings of a hand that show which side played better."""
    return [outcome for outcome, ending in GAMES[game].info.endings.items() if ending.measures]


def serialize_strengths(strengths: Mapping[str, Strength]) -> list[dict[str, Any]]:
    """Return the ratings in the form that the rating table stores, in the given order."""
    return [
        {
            "player_id": player,
            "skill": strength.skill,
            "doubt": strength.doubt,
            "hands": strength.hands,
        }
        for player, strength in strengths.items()
    ]


def parse_strength(row: Mapping[str, Any]) -> Strength:
    """Return the strength in a stored row."""
    return Strength(row["skill"], row["doubt"], row["hands"])


def build_rating_list(
    table: RatingTable | None,
    state: RatingState,
    names: Mapping[str, str],
    *,
    guests: Collection[str] = (),
) -> RatingList:
    """Return the stored ratings with names and places; the list is empty if none are stored.

    names: name of each player, by id.
    guests: ids of players to leave out.
    """
    if table is None:
        return RatingList("", stale=True)
    ranked = [
        (row["player_id"], parse_strength(row))
        for row in table.rows
        if row["player_id"] not in guests
    ]
    low = min((strength.least for _player, strength in ranked), default=0)
    span = max((strength.most for _player, strength in ranked), default=1) - low or 1
    rows = tuple(
        RatingRow(
            place=place,
            player_id=player,
            name=names.get(player, player),
            strength=strength,
            left=(strength.least - low) * 1000 // span,
            width=strength.doubt * 2000 // span,
            at=(strength.skill - low) * 1000 // span,
        )
        for place, (player, strength) in enumerate(ranked, start=1)
    )
    return RatingList(table.game, rows, table.made_at, is_stale(table, state))
