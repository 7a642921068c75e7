"""The rows of the one equation of money, as every page and paper about money shows them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tarokk_club.club.money.queries.balance_figures import FIGURES, Figures, games_scored
from tarokk_club.club.money.queries.standing import Standing
from tarokk_club.club.money.queries.statements import AccountStatement
from tarokk_club.club.money.queries.transfer_plan import ShareRow


@dataclass(frozen=True, slots=True)
class BalanceRow:
    """One row.

    label: what it is called, "" for an account with its `name`, None for the kitty; href: of the
    page that tells what its figures are made of, "" for none; played: the points of each game that
    was played; cash: what can be paid of it, None where nothing is rounded.
    """

    label: str
    href: str
    figures: Figures
    played: tuple[tuple[str, int], ...]
    cash: int | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Balances:
    """A table of them; games: whose points stand in it; is_rounded: cash has a column."""

    rows: tuple[BalanceRow, ...]
    games: tuple[str, ...]
    currency: str
    is_rounded: bool
    names: tuple[str, ...] = FIGURES


def of_shares(
    shares: Iterable[ShareRow], currency: str, *, base: str = "", query: str = ""
) -> Balances:
    """Everybody's row in a settlement; base: the address below which each account has its page."""
    known = tuple(shares)
    games = games_scored(share.figures for share in known)
    rounded = any(share.exact != share.rounded for share in known)
    rows = tuple(
        BalanceRow(
            "",
            f"{base}of/{share.account}/{query}" if base else "",
            share.figures,
            _points(share.figures, games),
            share.rounded if rounded else None,
            share.name,
        )
        for share in known
    )
    return Balances(rows, games, currency, rounded)


def of_season(statement: AccountStatement) -> Balances:
    """What a season of an account comes to."""
    games = games_scored([statement.figures])
    row = BalanceRow(_("All of it"), "", statement.figures, _points(statement.figures, games))
    return Balances((row,), games, statement.currency, is_rounded=False)


def of_standing(standing: Standing, account: str, *, base: str) -> Balances:
    """What somebody is asked for by each settlement, and what is not settled yet.

    base: the address of the club's settlements.
    """
    games = games_scored([*(one.figures for one in standing.asked), standing.rest])
    rounded = any(one.figures.due != one.rounded for one in standing.asked)
    rows = [
        BalanceRow(
            _("Settlement %(number)s") % {"number": one.number},
            f"{base}{one.id}/of/{account}/",
            one.figures,
            _points(one.figures, games),
            one.rounded if rounded else None,
        )
        for one in standing.asked
    ]
    if not standing.rest.is_nothing:
        points = _points(standing.rest, games)
        rows.append(BalanceRow(_("Not settled yet"), "", standing.rest, points))
    return Balances(tuple(rows), games, standing.currency, rounded)


def _points(figures: Figures, games: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    return tuple((game, figures.points[game]) for game in games if game in figures.points)
