"""A player's account over a season: what was open before, every line, what was open at the end."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from tarokk_club.club.models import Player, Season
from tarokk_club.club.money.queries.balance_figures import Figures
from tarokk_club.club.money.queries.player_accounts import (
    FEE,
    PAYMENT,
    SESSION,
    AccountLine,
    account_currencies,
    account_lines,
)

# What a line of an account is, as the source of a figure.
_SOURCES = {SESSION: "session", FEE: "charge", PAYMENT: "payment"}


@dataclass(frozen=True, slots=True)
class AccountStatement:
    """One currency. opening, closing: minor units, + the player still gets; figures: of the season,
    what was open before being carried over.
    """

    currency: str
    opening: int
    lines: tuple[AccountLine, ...]
    closing: int
    figures: Figures


def statements(player: Player, season: Season | None) -> tuple[AccountStatement, ...]:
    """The account in each currency that anything was booked in; without a season all of it."""
    first = season.starts if season else date.min
    last = season.ends if season else None
    return tuple(
        _statement(code, account_lines(player, code), first=first, last=last)
        for code in account_currencies(player)
    )


def _statement(
    currency: str, whole: tuple[AccountLine, ...], *, first: date, last: date | None
) -> AccountStatement:
    before = [line for line in whole if line.date < first]
    lines = tuple(line for line in whole[len(before) :] if last is None or line.date <= last)
    opening = before[-1].balance if before else 0
    figures = Figures(carried=opening)
    for line in lines:
        figures = figures.plus(_SOURCES[line.kind], line.minor)
        if line.kind == SESSION:
            figures = figures.scored(line.game, line.points)
    return AccountStatement(currency, opening, lines, figures.due, figures)


def seasons_of(club_id: UUID) -> tuple[Season, ...]:
    """The seasons of a club, newest first."""
    return tuple(Season.objects.filter(club=club_id).order_by("-starts", "-id"))


def season_asked(seasons: Sequence[Season], wish: str, day: date) -> Season | None:
    """The season with that id, else the one that runs, else the newest; None without any."""
    running = [one for one in seasons if one.starts <= day and (not one.ends or day <= one.ends)]
    found = [one for one in seasons if str(one.id) == wish]
    return next(iter([*found, *running, *seasons]), None)


def plays_as(club_id: UUID, user_id: UUID) -> Player | None:
    """The player of the club that an account is."""
    rows = Player.objects.select_related("club").filter(club=club_id, user=user_id)
    return rows.order_by("created_at", "pk").first()
