"""The personal part of the club's home page: open table, own balance and rank, calendar."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from uuid import UUID

from django.db.models import Count, Exists, OuterRef, Q
from django.utils import timezone

from tarokk_club.club.calendar.queries.evenings import EveningRow, load_next_evening
from tarokk_club.club.models import Balance, Club, Player, Season, Session, User
from tarokk_club.club.models.tournaments import Tournament
from tarokk_club.club.money.queries.inbox import Inbox, load_inbox
from tarokk_club.club.money.queries.money_book import sum_open_money
from tarokk_club.club.money.queries.own_money import may_see_all_money
from tarokk_club.club.money.queries.statements import find_player_of_user
from tarokk_club.club.names.player_names import names_in
from tarokk_club.club.pages.fragment_cache import cached
from tarokk_club.club.people.queries.club_days import today
from tarokk_club.club.seasons.fragments import compute_leaderboard_key
from tarokk_club.club.seasons.queries.final_tables import load_season_table
from tarokk_club.club.seasons.queries.leaderboard import Leader
from tarokk_club.club.seasons.queries.season_totals import Filters
from tarokk_club.club.session.queries.session_lists import FORGOTTEN_AFTER
from tarokk_club.club.values.counting import Counted
from tarokk_club.club.writing.permissions import Right

# Number of leading players on the home page.
BEST = 3
# How long a tournament without an open table stays on the home page.
CUP_STAYS = timedelta(days=14)


@dataclass(frozen=True, slots=True)
class ReaderStanding:
    """The reader as a player.

    money: open amount by currency, minor units, + receives.
    place: rank in the season; None if not ranked.
    ranked: the number of ranked players.
    """

    player_id: UUID
    money: Mapping[str, int]
    place: int | None
    ranked: int


@dataclass(frozen=True, slots=True)
class Best:
    """The leading players of a season, with the rules of its leaderboard.

    conceals: what counted is money that the reader may not see.
    """

    rules: Counted
    rows: tuple[Leader, ...]
    conceals: bool


@dataclass(frozen=True, slots=True)
class TournamentSummary:
    """A tournament in one line.

    tables: the number of tables.
    open: how many of them are open.
    """

    id: UUID
    name: str
    date: date
    tables: int
    open: int


@dataclass(frozen=True, slots=True)
class OwedNow:
    """What the reader owes in one currency, minor units.

    now: how much of it the plans ask for now.
    """

    currency: str
    total: int
    now: int


@dataclass(frozen=True, slots=True)
class AtHome:
    """The content around the lists of the club's home page.

    table: the open session to link to, preferably one in which the reader plays.
    evening: the next evening of the calendar, with the reader's answer.
    plays: whether the reader is a player.
    """

    table: Session | None
    evening: EveningRow | None
    mine: ReaderStanding | None
    plays: bool
    best: Best | None
    cups: tuple[TournamentSummary, ...]
    inbox: Inbox

    @property
    def owed_now(self) -> tuple[OwedNow, ...]:
        """Return what the reader owes in each currency in which a plan asks for some of it."""
        planned = self.inbox.money.to_pay
        found = []
        for code, minor in self.mine.money.items() if self.mine else ():
            now = sum(one.amount for one in planned if one.currency == code)
            if minor < 0 and now:
                found.append(OwedNow(code, -minor, min(now, -minor)))
        return tuple(found)

    @property
    def further_money(self) -> dict[str, int]:
        """Return the reader's other open amounts by currency, minor units, + receives."""
        owed = {one.currency for one in self.owed_now}
        money = self.mine.money if self.mine else {}
        return {code: minor for code, minor in money.items() if code not in owed}


def at_home(club: Club, user: User, rights: Collection[Right], season: Season | None) -> AtHome:
    """Return the content around the lists of the club's home page."""
    player = find_player_of_user(club.id, user.pk)
    rules, leaders = _leaders(club, season) if season else (None, ())
    conceals = rules is not None and rules.in_money and not may_see_all_money(club, rights)
    return AtHome(
        table=_table(club, user),
        evening=load_next_evening(club, player.pk if player else None),
        mine=_mine(player, leaders) if player else None,
        plays=player is not None,
        best=Best(rules, leaders[:BEST], conceals) if rules and leaders else None,
        cups=_cups(club),
        inbox=load_inbox(club, user, rights, player),
    )


def _table(club: Club, user: User) -> Session | None:
    seat = Balance.objects.filter(session=OuterRef("pk"), player__user=user)
    since = timezone.now() - FORGOTTEN_AFTER
    touched = Q(last_hand_at__gt=since) | Q(created_at__gt=since)
    rows = Session.objects.filter(
        touched | Q(date__gte=today(club)), club=club, closed=False, binned_at=None
    )
    rows = rows.annotate(own=Exists(seat)).order_by("-own", "-date", "-created_at")
    return rows.first()


def _leaders(club: Club, season: Season) -> tuple[Counted, tuple[Leader, ...]]:
    """Return the ranked players, best first, with the rules; recomputed only after a hand."""
    names = names_in(club.id)
    key = compute_leaderboard_key(club, season, names, reader=("home",))

    def ranked() -> tuple[Counted, tuple[Leader, ...]]:
        board = load_season_table(club, season, Filters(), names=names).board
        return board.rules, tuple(row for row in board.rows if row.place)

    return cached(key, ranked)


def _mine(player: Player, leaders: tuple[Leader, ...]) -> ReaderStanding:
    places = {row.player_id: row.place for row in leaders}
    place = places.get(str(player.id))
    return ReaderStanding(player.id, sum_open_money(player.id), place, len(leaders))


def _cups(club: Club) -> tuple[TournamentSummary, ...]:
    counts = Q(tables__session__binned_at=None)
    rows = Tournament.objects.filter(club=club).annotate(
        all=Count("tables", filter=counts),
        open=Count("tables", filter=counts & Q(tables__session__closed=False)),
    )
    live = Q(open__gt=0) | Q(date__gte=today(club) - CUP_STAYS)
    found = rows.filter(live).order_by("-date", "-made_at")
    return tuple(TournamentSummary(one.id, one.name, one.date, one.all, one.open) for one in found)
