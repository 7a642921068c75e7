"""The personal content of a club's home page: open table, balance, rank and next evening."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from operator import attrgetter
from typing import Any
from uuid import UUID

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

from tarokk_club.club.calendar.queries.evenings import EveningRow, load_next_evening
from tarokk_club.club.home.queries.home_counts import HomeCounts
from tarokk_club.club.models import Balance, Club, Season, Session, User
from tarokk_club.club.models.tournaments import Tournament
from tarokk_club.club.money.queries.balances.balance_sums import sum_player_open_balances
from tarokk_club.club.money.queries.balances.own_money import may_see_all_money
from tarokk_club.club.money.queries.tasks.inbox import Inbox, find_sessions_to_confirm
from tarokk_club.club.money.queries.tasks.money_tasks import MoneyTasks, find_payments_to_make
from tarokk_club.club.names.player_names import load_names
from tarokk_club.club.pages.fragment_cache import get_or_compute
from tarokk_club.club.people.queries.club_days import get_today
from tarokk_club.club.seasons.fragments import compute_leaderboard_key
from tarokk_club.club.seasons.queries.final_tables import load_season_table
from tarokk_club.club.seasons.queries.leaderboard import Leader
from tarokk_club.club.seasons.queries.season_totals import Filters
from tarokk_club.club.session.queries.sessions.session_lists import FORGOTTEN_AFTER
from tarokk_club.club.values.season_rules import CountingRules
from tarokk_club.club.writing.permissions import Right
from tarokk_club.database.prepared import Parameter, PreparedQuery

# Number of leading players on the home page.
BEST = 3
# The time for which a past tournament without an open table stays on the home page.
TOURNAMENT_STAYS = timedelta(days=14)


@dataclass(frozen=True, slots=True)
class ReaderStanding:
    """The balance and rank of the reader.

    money: the open amount by currency, in minor units; positive if the reader receives it.
    place: the rank in the season; None if not ranked.
    ranked: the number of ranked players.
    """

    player_id: UUID
    money: Mapping[str, int]
    place: int | None
    ranked: int


@dataclass(frozen=True, slots=True)
class RankedPlayers:
    """The ranked players of a season.

    best: the leading players.
    places: the place of each player, by id.
    """

    rules: CountingRules | None
    best: tuple[Leader, ...]
    places: Mapping[str, int | None]


NOBODY_RANKED = RankedPlayers(None, (), {})


@dataclass(frozen=True, slots=True)
class SeasonLeaders:
    """The leading players of a season and the rules of its leaderboard.

    conceals: whether the scores are amounts of money that the reader may not see.
    """

    rules: CountingRules
    rows: tuple[Leader, ...]
    conceals: bool


@dataclass(frozen=True, slots=True)
class TournamentSummary:
    """A tournament in the list on the home page.

    tables: the number of tables.
    open: the number of open tables.
    """

    id: UUID
    name: str
    date: date
    tables: int
    open: int


@dataclass(frozen=True, slots=True)
class OwedAmount:
    """The debt of the reader in one currency, in minor units.

    now: the part that settlement plans ask for.
    """

    currency: str
    total: int
    now: int


@dataclass(frozen=True, slots=True)
class HomeContent:
    """The personal content of a club's home page.

    table: the latest open session in recent use, preferably one in which the reader plays.
    evening: the next evening of the calendar, with the reader's answer.
    plays: whether the reader is a player.
    """

    table: Session | None
    evening: EveningRow | None
    mine: ReaderStanding | None
    plays: bool
    best: SeasonLeaders | None
    tournaments: tuple[TournamentSummary, ...]
    inbox: Inbox

    @property
    def planned_debts(self) -> tuple[OwedAmount, ...]:
        """The reader's debts in each currency with a planned payment."""
        planned = self.inbox.money.to_pay
        debts = []
        for code, minor in self.mine.money.items() if self.mine else ():
            now = sum(transfer.amount for transfer in planned if transfer.currency == code)
            if minor < 0 and now:
                debts.append(OwedAmount(code, -minor, min(now, -minor)))
        return tuple(debts)

    @property
    def other_open_money(self) -> dict[str, int]:
        """The reader's open amounts in currencies without planned debts.

        Amounts are minor units; positive if the reader receives them.
        """
        owed = {debt.currency for debt in self.planned_debts}
        money = self.mine.money if self.mine else {}
        return {code: minor for code, minor in money.items() if code not in owed}


def load_home_content(
    club: Club,
    user: User,
    rights: Collection[Right],
    season: Season | None,
    counts: HomeCounts,
) -> HomeContent:
    """Return the personal content of a club's home page for this reader.

    counts: the club's counts; content with a count of 0 is not queried.
    """
    player = counts.player
    ranking = _load_ranking(club, season) if season else NOBODY_RANKED
    rules = ranking.rules
    conceals = rules is not None and rules.in_money and not may_see_all_money(club, rights)
    return HomeContent(
        table=_find_open_table(club, user) if counts.nav.tables else None,
        evening=load_next_evening(club, player) if counts.has_evenings else None,
        mine=_build_standing(player, ranking) if player else None,
        plays=player is not None,
        best=SeasonLeaders(rules, ranking.best, conceals) if rules and ranking.best else None,
        tournaments=_load_tournaments(club) if counts.has_tournaments else (),
        inbox=_load_inbox(club, user, counts),
    )


def _load_inbox(club: Club, user: User, counts: HomeCounts) -> Inbox:
    """Return the reader's inbox, from the counts where they suffice."""
    nav = counts.nav
    to_pay = find_payments_to_make(club, user) if nav.plans else ()
    sheets = find_sessions_to_confirm(club, user, counts.player) if counts.player else ()
    return Inbox(
        money=MoneyTasks(to_pay, nav.claims),
        sheets=sheets,
        objections=nav.objections,
        invitations=counts.invitations,
    )


def _find_open_table(club: Club, user: User) -> Session | None:
    since = timezone.now() - FORGOTTEN_AFTER
    tables: list[Session] = _OPEN_TABLES.run(
        club=club.pk, user=user.pk, since=since, day=get_today(club)
    )
    # Chosen here, because an order that begins with `own` would keep SQLite from the index of open
    # sessions: it would read all sessions of the club.
    return max(tables, key=attrgetter("own"), default=None)


def _select_open_tables() -> QuerySet[Session]:
    seat = Balance.objects.filter(session=OuterRef("pk"), player__user=_USER)
    since = Parameter("since", DateTimeField())
    touched = Q(last_hand_at__gt=since) | Q(created_at__gt=since)
    rows = Session.objects.filter(
        touched | Q(date__gte=_DAY), club=_CLUB, closed=False, binned_at=None
    )
    annotated = rows.only("table_name", "game", "hands_count").annotate(own=Exists(seat))
    return annotated.order_by("-date", "-created_at")


def _load_ranking(club: Club, season: Season) -> RankedPlayers:
    """Return the ranking of a season, from the cache if nothing has changed."""
    names = load_names(club.id)
    key = compute_leaderboard_key(club, season, names, reader=("home",))

    def compute_ranking() -> RankedPlayers:
        board = load_season_table(club, season, Filters(), names=names).board
        ranked = [row for row in board.rows if row.place]
        places = {row.player_id: row.place for row in ranked}
        return RankedPlayers(board.rules, tuple(ranked[:BEST]), places)

    return get_or_compute(key, compute_ranking)


def _build_standing(player_id: UUID, ranking: RankedPlayers) -> ReaderStanding:
    place = ranking.places.get(str(player_id))
    return ReaderStanding(
        player_id, sum_player_open_balances(player_id), place, len(ranking.places)
    )


def _load_tournaments(club: Club) -> tuple[TournamentSummary, ...]:
    rows = _TOURNAMENTS.run(club=club.pk, day=get_today(club) - TOURNAMENT_STAYS)
    return tuple(TournamentSummary(*row) for row in rows)


def _select_live_tournaments() -> QuerySet[Any, Any]:
    """Return tournaments with an open table or a recent date, as fields of `TournamentSummary`."""
    counts = Q(tables__session__binned_at=None)
    rows = Tournament.objects.filter(club=_CLUB).annotate(
        all=Count("tables", filter=counts),
        open=Count("tables", filter=counts & Q(tables__session__closed=False)),
    )
    live = rows.filter(Q(open__gt=0) | Q(date__gte=_DAY)).order_by("-date", "-made_at")
    return live.values_list("id", "name", "date", "all", "open")


_CLUB, _USER = Parameter("club", UUIDField()), Parameter("user", UUIDField())
_DAY = Parameter("day", DateField())
_OPEN_TABLES = PreparedQuery(_select_open_tables)
_TOURNAMENTS = PreparedQuery(_select_live_tournaments)
