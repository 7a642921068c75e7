"""Tables of figures for the pages and prints about money."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tarokk_club.club.models.money import KITTY
from tarokk_club.club.money.queries.balances.account_balances import AccountBalance
from tarokk_club.club.money.queries.balances.balance_figures import (
    FIGURES,
    Figures,
    list_scored_games,
)
from tarokk_club.club.money.queries.balances.statements import AccountStatement
from tarokk_club.club.money.queries.settlements.proposed_settlement import ShareRow
from tarokk_club.club.money.words import CLOSING


@dataclass(frozen=True, slots=True)
class FigureTableRow:
    """A row of a table of figures.

    label: title of the row; "" for an account, because `name` is used instead.
    href: URL of the page that explains the figures; "" for none.
    played: pairs of game and points.
    cash: the rounded sum; None in a table without rounding.
    since: change of `cash` by payments since the settlement; None in a row without a plan, and if
        no row has such payments.
    still: the open amount; None in a table without that column.
    name: name of the player; None for the kitty.
    """

    label: str
    href: str
    figures: Figures
    played: tuple[tuple[str, int], ...]
    cash: int | None = None
    since: int | None = None
    still: int | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class FigureTable:
    """A table of figures.

    games: games that have points.
    is_rounded: whether the table has a column for `cash`.
    is_part_paid: whether the table has a column for `since`.
    names: names of the figures in order; the last is the sum of the others.
    altogether: sum of the column `still`; None in a table without that column.
    """

    rows: tuple[FigureTableRow, ...]
    games: tuple[str, ...]
    currency: str
    is_rounded: bool
    is_part_paid: bool = False
    names: tuple[str, ...] = FIGURES
    altogether: int | None = None

    @property
    def sums(self) -> tuple[tuple[str, int], ...]:
        """The name and the sum of each figure over all rows; empty for fewer than two rows."""
        if len(self.rows) < 2:
            return ()
        columns = zip(*(row.figures.amounts for row in self.rows), strict=True)
        return tuple(zip(self.names, map(sum, columns), strict=True))

    @property
    def cash_sum(self) -> int:
        """The sum of the column `cash`."""
        return sum(row.cash or 0 for row in self.rows)

    @property
    def columns_before_still(self) -> int:
        """The number of columns before `still`, including the row's title."""
        return 1 + bool(self.games) + len(self.names) + self.is_rounded + self.is_part_paid


def tabulate_shares(
    shares: Iterable[ShareRow],
    currency: str,
    *,
    base: str = "",
    query: str = "",
    own_only: bool = False,
) -> FigureTable:
    """Return a table with a row for each account of a settlement.

    base: URL below which each account has its page; "" for no links.
    query: query string of these links, with its question mark.
    own_only: whether the reader may see only their own money, and so not the kitty's page.
    """
    share_rows, closed = tuple(shares), KITTY if own_only else ""
    games = list_scored_games(share.figures for share in share_rows)
    rounded = any(share.exact != share.rounded for share in share_rows)
    rows = tuple(
        FigureTableRow(
            "",
            f"{base}of/{share.account}/{query}" if base and share.account != closed else "",
            share.figures,
            _list_points(share.figures, games),
            share.rounded if rounded else None,
            name=share.name,
        )
        for share in share_rows
    )
    return FigureTable(rows, games, currency, rounded)


def tabulate_season(statement: AccountStatement) -> FigureTable:
    """Return a table with an account's figures in a season; their sum is the closing balance."""
    games = list_scored_games([statement.figures])
    row = FigureTableRow(
        _("All of it"), "", statement.figures, _list_points(statement.figures, games)
    )
    names = (*FIGURES[:-1], CLOSING)
    return FigureTable((row,), games, statement.currency, is_rounded=False, names=names)


def tabulate_balance(balance: AccountBalance, account: str, *, base: str) -> FigureTable:
    """Return a table with a row for each open settlement and a row for the unsettled amount.

    base: URL of the club's settlements.
    """
    games = list_scored_games(
        [*(plan.figures for plan in balance.plans), balance.unsettled_figures]
    )
    rounded = any(plan.figures.due != plan.rounded for plan in balance.plans)
    part_paid = any(plan.left != plan.rounded for plan in balance.plans)
    rows = [
        FigureTableRow(
            _("Settlement %(number)s") % {"number": plan.number},
            f"{base}{plan.id}/of/{account}/",
            plan.figures,
            _list_points(plan.figures, games),
            plan.rounded if rounded else None,
            plan.left - plan.rounded if part_paid else None,
            plan.left,
        )
        for plan in balance.plans
    ]
    if not balance.unsettled_figures.is_all_zero:
        points = _list_points(balance.unsettled_figures, games)
        label, due = _("Not settled yet"), balance.unsettled_figures.due
        rows.append(FigureTableRow(label, "", balance.unsettled_figures, points, still=due))
    return FigureTable(
        tuple(rows),
        games,
        balance.currency,
        rounded,
        part_paid,
        altogether=balance.open_balance,
    )


def _list_points(figures: Figures, games: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    return tuple((game, figures.points[game]) for game in games if game in figures.points)
