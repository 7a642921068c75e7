"""Account statements of players for a season."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db.models import QuerySet, UUIDField

from tarokk_club.club.models import Player, Season
from tarokk_club.club.money.queries.balances.balance_figures import Figures
from tarokk_club.club.money.queries.balances.player_accounts import (
    FEE,
    PAYMENT,
    SESSION,
    AccountLine,
    list_account_currencies,
    load_account_lines,
)
from tarokk_club.database.prepared import Parameter, PreparedQuery

# The source of a figure, by kind of account line.
_SOURCES = {SESSION: "session", FEE: "charge", PAYMENT: "payment"}


@dataclass(frozen=True, slots=True)
class AccountStatement:
    """The account statement in one currency.

    opening, closing: minor units, positive if receivable by the player.
    figures: figures of the season, with the opening balance as the carried amount.
    """

    currency: str
    opening: int
    lines: tuple[AccountLine, ...]
    closing: int
    figures: Figures


def load_account_statements(player: Player, season: Season | None) -> tuple[AccountStatement, ...]:
    """Return a player's account statement in each currency.

    season: None for all time.
    """
    first = season.starts if season else date.min
    last = season.ends if season else None
    return tuple(
        _build_account_statement(code, load_account_lines(player, code), first=first, last=last)
        for code in list_account_currencies(player)
    )


def _build_account_statement(
    currency: str, whole: tuple[AccountLine, ...], *, first: date, last: date | None
) -> AccountStatement:
    before = [line for line in whole if line.date < first]
    lines = tuple(line for line in whole[len(before) :] if last is None or line.date <= last)
    opening = before[-1].balance if before else 0
    figures = Figures(carried=opening)
    for line in lines:
        figures = figures.with_amount(_SOURCES[line.kind], line.minor)
        if line.kind == SESSION:
            figures = figures.with_points(line.game, line.points)
    return AccountStatement(currency, opening, lines, figures.due, figures)


def list_club_seasons(club_id: UUID) -> tuple[Season, ...]:
    """Return the seasons of a club, newest first."""
    return tuple(Season.objects.filter(club=club_id).order_by("-starts", "-id"))


def choose_season(seasons: Sequence[Season], requested_id: str, day: date) -> Season | None:
    """Return the requested season, else the current one, else the newest, if there is any."""
    running = [
        season
        for season in seasons
        if season.starts <= day and (not season.ends or day <= season.ends)
    ]
    requested = [season for season in seasons if str(season.id) == requested_id]
    return next(iter([*requested, *running, *seasons]), None)


def find_player_of_user(club_id: UUID, user_id: UUID) -> Player | None:
    """Return the club's first player linked to the user account; None if there is none."""
    player: Player | None = _OF_USER.first(club=club_id, user=user_id)
    return player


def _select_player_of_user() -> QuerySet[Player]:
    club, user = Parameter("club", UUIDField()), Parameter("user", UUIDField())
    rows = Player.objects.select_related("club").filter(club=club, user=user)
    return rows.order_by("created_at", "pk")[:1]


_OF_USER = PreparedQuery(_select_player_of_user)
