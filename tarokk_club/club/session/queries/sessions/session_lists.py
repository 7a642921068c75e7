"""Lists of a club's sessions, and the sessions on its first page."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import lru_cache, partial
from typing import Any
from uuid import UUID

from django.core.paginator import Page, Paginator
from django.db.models import (
    Count,
    DateField,
    DateTimeField,
    Exists,
    OuterRef,
    Q,
    QuerySet,
    UUIDField,
)
from django.utils import timezone

from tarokk_club.club.models import Balance, Club, Player, Season, Session
from tarokk_club.club.names.player_names import FAMILY_FIRST, Names, shorten_names
from tarokk_club.club.people.queries.club_days import get_today, load_season_of_day
from tarokk_club.club.session.queries.sessions.table_origins import TableOrigin, load_table_origins
from tarokk_club.database.prepared import Parameter, PreparedQuery, select_count

# The number of open sessions, and of closed ones, on a club's first page.
RECENT = 8
# The number of newest sessions whose players count as recent.
LATELY = 8

SESSIONS_A_PAGE = 30

# An open session of an earlier day counts as forgotten after this time without a hand.
FORGOTTEN_AFTER = timedelta(hours=12)


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A session in a list.

    forgotten: whether the session is open, from an earlier day, and without a hand for hours.
    totals: short name and points of each player, best first.
    origin: how a tournament table's result was typed in afterwards; None for other sessions.
    """

    id: UUID
    date: date
    table_name: str
    game: str
    hands: int
    last_hand_at: datetime | None
    closed: bool
    binned: bool
    forgotten: bool
    totals: tuple[tuple[str, int], ...]
    origin: TableOrigin | None = None

    @property
    def best_and_last(self) -> tuple[tuple[str, int], ...]:
        """The best and the last player, each with their points."""
        return (self.totals[0], self.totals[-1]) if len(self.totals) > 1 else self.totals


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionSearch:
    """The filters of a search for sessions.

    month: the first day of the month.
    """

    player: UUID | None = None
    game: str = ""
    month: date | None = None
    open_only: bool = False

    @property
    def condition(self) -> Q:
        """The filters as a query condition."""
        condition = Q(game=self.game) if self.game else Q()
        if self.open_only:
            condition &= Q(closed=False)
        if self.player:
            sat = Balance.objects.filter(session=OuterRef("pk"), player=self.player)
            condition &= Q(Exists(sat))
        if self.month:
            after = (self.month + timedelta(days=31)).replace(day=1)
            condition &= Q(date__gte=self.month, date__lt=after)
        return condition


@dataclass(frozen=True, slots=True)
class ClubPage:
    """The first page of a club.

    open: newest open sessions, including forgotten ones.
    has_more_open: whether the club has other open sessions.
    recent: last closed sessions.
    players: number of active players without guests.
    """

    open: tuple[SessionRow, ...]
    has_more_open: bool
    recent: tuple[SessionRow, ...]
    players: int
    season: Season | None


def load_club_page(club: Club, players: int | None = None) -> ClubPage:
    """Return the first page of a club, in at most five queries, without tables of tournaments.

    players: the number of active players without guests, if it is already counted.
    """
    found, recent = _OPEN.run(club=club.pk), _RECENT.run(club=club.pk)
    open_rows = found[:RECENT]
    totals = _load_totals([*open_rows, *recent])
    day = get_today(club)
    return ClubPage(
        open=_build_rows(open_rows, totals, day),
        has_more_open=len(found) > RECENT,
        recent=_build_rows(recent, totals, day),
        players=_ACTIVE_PLAYERS.first(club=club.pk) if players is None else players,
        season=load_season_of_day(club.id, day),
    )


def _query_sessions_outside_tournaments(*, closed: bool) -> QuerySet[Session]:
    """Return a query for a club's open or closed sessions, newest first.

    Sessions in the bin and tables of tournaments are left out.
    """
    rows = Session.objects.filter(
        club=Parameter("club", UUIDField()), binned_at=None, tournament_table=None, closed=closed
    )
    return rows.order_by("-date", "-created_at")


_ACTIVE_PLAYERS = PreparedQuery(
    lambda: select_count(
        Player.objects.filter(club=Parameter("club", UUIDField()), archived_at=None, guest=False)
    )
)
# One more than fit the page, to know whether there are others.
_OPEN = PreparedQuery(lambda: _query_sessions_outside_tournaments(closed=False)[: RECENT + 1])
_RECENT = PreparedQuery(lambda: _query_sessions_outside_tournaments(closed=True)[:RECENT])


def load_session_page(
    club: Club, number: str | None, wanted: SessionSearch | None = None
) -> tuple[Page[Session], tuple[SessionRow, ...]]:
    """Return a page of the sessions that match a search, newest first, and its rows.

    Sessions in the bin are left out.

    It takes three queries, and one more if there are tables of a tournament.

    number: the page number from the query string; an invalid number gives the nearest page.
    """
    unbinned = _query_sessions(club).filter(binned_at=None).order_by("-date", "-created_at")
    matching = unbinned.filter((wanted or SessionSearch()).condition)
    at = Paginator(matching, SESSIONS_A_PAGE).get_page(number)
    sessions = list(at.object_list)
    return at, _load_rows_with_origins(sessions, get_today(club))


def list_months_played(club: Club) -> tuple[date, ...]:
    """Return the first days of the months with a session not in the bin, newest first."""
    unbinned = Session.objects.filter(club=club, binned_at=None)
    return tuple(unbinned.dates("date", "month", order="DESC"))


def load_sessions_of_day(club: Club, day: date) -> tuple[SessionRow, ...]:
    """Return the sessions of a day in the order of their start, without those in the bin.

    It takes two queries, and one more if there are tables of a tournament.
    """
    sessions = list(_query_sessions(club).filter(date=day, binned_at=None).order_by("created_at"))
    return _load_rows_with_origins(sessions, get_today(club))


def list_recent_players(club: Club) -> frozenset[str]:
    """Return the ids of players seated at the start of recent sessions that are not in the bin."""
    newest = club.sessions.filter(binned_at=None).order_by("-date")[:LATELY]
    return frozenset(player for seats in newest.values_list("seats", flat=True) for player in seats)


def find_days_with_several_tables(club: Club, days: Collection[date]) -> frozenset[date]:
    """Return the days with more than one table of the club, in one query."""
    unbinned = Session.objects.filter(club=club, binned_at=None, date__in=set(days))
    counted = unbinned.order_by().values("date").annotate(tables=Count("pk"))
    return frozenset(counted.filter(tables__gt=1).values_list("date", flat=True))


def has_session_on_day(club: Club, day: date) -> bool:
    """Return whether the club has a session on that day that is not in the bin."""
    return Session.objects.filter(club=club, date=day, binned_at=None).exists()


def find_neighbouring_sessions(session: Session) -> tuple[Session | None, Session | None]:
    """Return the club's previous and next session in two queries, ignoring sessions in the bin.

    Only their dates and table names are loaded.
    """
    place = {"club": session.club_id, "date": session.date, "began": session.created_at}
    return _BEFORE.first(**place), _AFTER.first(**place)


def _query_nearest_session(order: str) -> QuerySet[Session]:
    """Return a query for the first session after a moment, or the last before it.

    order: "" for after, "-" for before.
    """
    way = "lt" if order else "gt"
    day, began = Parameter("date", DateField()), Parameter("began", DateTimeField())
    beside = Q(**{f"date__{way}": day}) | Q(**{f"created_at__{way}": began})
    # Bound the date separately as well, so that the database can use its index.
    unbinned = Session.objects.filter(
        club=Parameter("club", UUIDField()), binned_at=None, **{f"date__{way}e": day}
    )
    nearest = unbinned.filter(beside).order_by(f"{order}date", f"{order}created_at")[:1]
    return nearest.only("date", "table_name")


_BEFORE = PreparedQuery(partial(_query_nearest_session, "-"))
_AFTER = PreparedQuery(partial(_query_nearest_session, ""))


def load_binned_rows(club: Club) -> tuple[SessionRow, ...]:
    """Return the rows of the sessions in the bin, newest first.

    It takes two queries, and one more if there are tables of a tournament.
    """
    binned = _query_sessions(club).exclude(binned_at=None)
    sessions = list(binned.order_by("-date", "-created_at"))
    return _load_rows_with_origins(sessions, get_today(club))


@lru_cache(maxsize=SESSIONS_A_PAGE)
def _prepare_totals_query(number: int) -> PreparedQuery:
    """Return the query for the totals of this number of sessions."""
    sessions: list[Any] = [Parameter(f"session_{place}", UUIDField()) for place in range(number)]
    return PreparedQuery(
        lambda: Balance.objects.filter(session__id__in=sessions).values_list(
            "session_id",
            "player_id",
            "points",
            "player__name",
            "player__short_name",
            "player__club__language",
        )
    )


def _load_totals(sessions: list[Session]) -> dict[UUID, list[tuple[str, int]]]:
    points: dict[UUID, dict[str, int]] = {session.id: {} for session in sessions}
    names: dict[str, str] = {}
    short: dict[str, str] = {}
    languages: set[str] = set()
    ids = {f"session_{place}": session_id for place, session_id in enumerate(points)}
    rows = _prepare_totals_query(len(ids)).run(**ids) if ids else ()
    for session_id, player_id, won, name, chosen, language in rows:
        points[session_id][str(player_id)] = won
        names[str(player_id)] = name
        short |= {str(player_id): chosen} if chosen else {}
        languages.add(language)
    all_names = Names(names, short, family_first=bool(languages & FAMILY_FIRST))
    called = {session: shorten_names(all_names, sorted(seats)) for session, seats in points.items()}
    return {
        session: [(called[session][player], won) for player, won in seats.items()]
        for session, seats in points.items()
    }


def _query_sessions(club: Club) -> QuerySet[Session]:
    return Session.objects.filter(club=club).select_related("tournament_table")


def _load_rows_with_origins(sessions: list[Session], day: date) -> tuple[SessionRow, ...]:
    """Return the rows of sessions that were loaded with their tournament tables."""
    of_tournaments = [row.id for row in sessions if hasattr(row, "tournament_table")]
    origins = load_table_origins(of_tournaments) if of_tournaments else {}
    rows = _build_rows(sessions, _load_totals(sessions), day)
    return tuple(replace(row, origin=origins.get(row.id)) for row in rows)


def _build_rows(
    sessions: list[Session], totals: Mapping[UUID, list[tuple[str, int]]], day: date
) -> tuple[SessionRow, ...]:
    return tuple(_build_row(session, totals[session.id], day) for session in sessions)


def _build_row(session: Session, totals: list[tuple[str, int]], day: date) -> SessionRow:
    touched = session.last_hand_at or session.created_at
    quiet = timezone.now() - touched > FORGOTTEN_AFTER
    return SessionRow(
        id=session.id,
        date=session.date,
        table_name=session.table_name,
        game=session.game,
        hands=session.hands_count,
        last_hand_at=session.last_hand_at,
        closed=session.closed,
        binned=session.binned_at is not None,
        forgotten=not session.closed and session.date < day and quiet,
        totals=tuple(sorted(totals, key=lambda total: (-total[1], total[0]))),
    )
