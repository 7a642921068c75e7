"""The season and game of a page of statistics, the stored counts, and runs of hands won or lost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Case, Exists, ExpressionWrapper, F, OuterRef, QuerySet, UUIDField, When

from scoring.core.own_figures import OWN_PREFIX
from scoring.games import GAMES
from tarokk_club.club.models import Balance, Club, Season, Tally
from tarokk_club.club.people.queries.club_days import get_today
from tarokk_club.database.prepared import Parameter, PreparedQuery
from tarokk_club.database.prepared_rows import SharedJson

ALL = "all"


class CountedSession(NamedTuple):
    """The stored counts of a session; the fields are in the order of `_FIELDS`.

    facts: counts by player, figure and kind of trophy, as stored in the Tally.
    rules: rules of the session, as stored.
    """

    session: UUID
    day: date
    game: str
    table: str
    hands: int
    facts: dict[str, Any]
    rules: dict[str, Any]

    def find_figure_term(self, key: str) -> str:
        """Return the term of a figure of this game.

        For a figure that the club defined, the term contains the figure's name, so that sessions
        with different keys for it are counted together.
        """
        if not key.startswith(OWN_PREFIX):
            return GAMES[self.game].figures[key]
        names = {
            OWN_PREFIX + figure["key"]: figure["name"]
            for figure in self.rules.get("own_figures") or ()
        }
        return OWN_PREFIX + str(names.get(key, key.removeprefix(OWN_PREFIX)))

    def find_bid_term(self, key: str) -> str:
        """Return the term of a bid of this game, or the key itself if the game has no bidding."""
        bidding = GAMES[self.game].info.bidding
        return bidding.terms[key] if bidding else key


_FIELDS = (
    *("session_id", "session__date", "session__game", "session__table_name"),
    *("session__hands_count", "facts"),
    # As a whole, because SQLite would parse the rules of each session to extract the figures.
    ExpressionWrapper(F("session__rules"), output_field=SharedJson()),
)
# The facts of a session in which the player of the page did not play.
_NO_FACTS: dict[str, Any] = {"players": {}}


@dataclass(frozen=True, slots=True)
class Span:
    """The season and game chosen for a page of statistics.

    season: chosen season, None for all seasons.
    seasons: seasons to choose from, newest first.
    game: key of the chosen game, "" for the most played one.
    """

    season: Season | None
    seasons: tuple[Season, ...]
    game: str = ""


@dataclass(frozen=True, slots=True)
class HandLink:
    """A reference to a hand, for a link.

    number: number of the hand in the session.
    points: points of the player in the hand, 0 for a link without points.
    """

    session: UUID
    entry: str
    number: int
    day: date
    points: int = 0


_SEASONS = PreparedQuery(
    lambda: Season.objects.filter(club=Parameter("club", UUIDField())).order_by("-starts", "-id")
)


def resolve_span(club: Club, *, season: str, game: str) -> Span:
    """Return the season and game that the query string requests, in one query.

    season: id of the season, or ALL; for any other text, the latest season that has begun is used,
        or the latest of all if none has.
    """
    seasons = tuple(_SEASONS.run(club=club.pk))
    if season == ALL or not seasons:
        return Span(None, seasons, game)
    chosen = next((option for option in seasons if str(option.pk) == season), None)
    begun = (season for season in seasons if season.starts <= get_today(club))
    return Span(chosen or next(begun, seasons[0]), seasons, game)


def _select_counted_sessions(
    scope: Mapping[str, Parameter], fields: Sequence[Any] = _FIELDS
) -> QuerySet[Tally, tuple[Any, ...]]:
    rows = Tally.objects.filter(session__binned_at=None, session__hands_count__gt=0, **scope)
    ordered = rows.order_by("session__date", "session__created_at", "session_id")
    return ordered.values_list(*fields)


def _select_sessions_for_player(scope: Mapping[str, Parameter]) -> QuerySet[Tally, tuple[Any, ...]]:
    """Return the query for counted sessions, with facts only for sessions of the player.

    Facts are large, and most sessions are those of other players.
    """
    player = Parameter("player", UUIDField())
    played = Exists(Balance.objects.filter(session=OuterRef("session"), player=player))
    facts = Case(When(played, then="facts"), output_field=SharedJson())
    fields = [facts if field == "facts" else field for field in _FIELDS]
    return _select_counted_sessions(scope, fields)


_CLUB = {"session__club": Parameter("club", UUIDField())}
# Without the club, as SQLite would then search all its sessions instead of those of the season.
_SEASON = {"session__season": Parameter("season", UUIDField())}
_OF_CLUB = PreparedQuery(lambda: _select_counted_sessions(_CLUB))
_OF_SEASON = PreparedQuery(lambda: _select_counted_sessions(_SEASON))
_OF_CLUB_FOR_PLAYER = PreparedQuery(lambda: _select_sessions_for_player(_CLUB))
_OF_SEASON_FOR_PLAYER = PreparedQuery(lambda: _select_sessions_for_player(_SEASON))


def load_counted_sessions(club: Club, season: Season | None) -> list[CountedSession]:
    """Return the counts of every session with hands, oldest first, in one query.

    season: a season of this club; None for all sessions.
    """
    rows = _OF_SEASON.run(season=season.pk) if season else _OF_CLUB.run(club=club.pk)
    return [CountedSession(*row) for row in rows]


def load_counted_sessions_for_player(
    club: Club, season: Season | None, player: UUID
) -> list[CountedSession]:
    """Return the counts of every session with hands, oldest first, in one query.

    season: a season of this club; None for all sessions.
    player: id of the player; sessions without this player have no facts.
    """
    rows = (
        _OF_SEASON_FOR_PLAYER.run(season=season.pk, player=player)
        if season
        else _OF_CLUB_FOR_PLAYER.run(club=club.pk, player=player)
    )
    sheets = map(CountedSession._make, rows)
    return [sheet if sheet.facts else sheet._replace(facts=_NO_FACTS) for sheet in sheets]


def find_last_hat_day(club: Club, span: Span) -> date:
    """Return the last day that counts for the hat: the end of a past season, else today."""
    ends = span.season.ends if span.season else None
    return min(day for day in (ends, get_today(club)) if day)


def rank_played_games(sheets: Iterable[CountedSession], player: str = "") -> list[str]:
    """Return the games of these sessions, most played first.

    player: id of a player whose hands are compared first, "" to compare only all hands.
    """
    hands: dict[str, tuple[int, int]] = {}
    for sheet in sheets:
        played = len(read_signs(sheet, player)) if player else 0
        before = hands.get(sheet.game, (0, 0))
        hands[sheet.game] = (before[0] + played, before[1] + sheet.hands)
    return sorted(hands, key=lambda game: ([-number for number in hands[game]], game))


def read_signs(sheet: CountedSession, player: str) -> str:
    """Return one sign for each hand in which the player held cards."""
    facts = sheet.facts["players"].get(player)
    return str(facts["run"]) if facts else ""


def build_hand_link(sheet: CountedSession, values: Sequence[Any]) -> HandLink:
    """Return a reference to a hand.

    values: points, entry id and number of the hand, as stored in the counts.
    """
    points, entry, number = values
    return HandLink(sheet.session, entry, number, sheet.day, points)
