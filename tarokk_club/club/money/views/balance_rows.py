"""The rows of figures that every page and print about money shares."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tarokk_club.club.money.queries.balance_figures import FIGURES, Figures, games_scored
from tarokk_club.club.money.queries.standing import Standing
from tarokk_club.club.money.queries.statements import AccountStatement
from tarokk_club.club.money.queries.transfer_plan import ShareRow
from tarokk_club.club.money.words import CLOSING


@dataclass(frozen=True, slots=True)
class BalanceRow:
    """A row of a table of figures.

    label: "" for an account with its `name`, None for the kitty.
    href: URL of the page that explains the figures; "" for none.
    played: points of each game that was played.
    cash: the sum as coins allow it; None where nothing is rounded.
    since: what was paid of the plan after it was made; None in a row without a plan.
    still: what is still open of the row; None in a table that does not show it.
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
class Balances:
    """A table of figures.

    games: games whose points have a column.
    is_rounded, is_part_paid: whether `cash` and `since` have a column.
    names: titles of the figures in order; the last one is their sum.
    altogether: sum of the column `still`; None in a table without that column.
    """

    rows: tuple[BalanceRow, ...]
    games: tuple[str, ...]
    currency: str
    is_rounded: bool
    is_part_paid: bool = False
    names: tuple[str, ...] = FIGURES
    altogether: int | None = None

    @property
    def sums(self) -> tuple[tuple[str, int], ...]:
        """Return the name and the sum of each figure over all rows; empty for a single row."""
        if len(self.rows) < 2:
            return ()
        columns = zip(*(row.figures.amounts for row in self.rows), strict=True)
        return tuple(zip(self.names, map(sum, columns), strict=True))

    @property
    def cash_sum(self) -> int:
        """Return the sum of the column `cash`."""
        return sum(row.cash or 0 for row in self.rows)

    @property
    def columns_before_still(self) -> int:
        """Return the number of columns before `still`, including the name of the row."""
        return 1 + bool(self.games) + len(self.names) + self.is_rounded + self.is_part_paid


def of_shares(
    shares: Iterable[ShareRow], currency: str, *, base: str = "", query: str = ""
) -> Balances:
    """Return the rows of all accounts in a settlement.

    base: URL below which each account has its page.
    """
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
            name=share.name,
        )
        for share in known
    )
    return Balances(rows, games, currency, rounded)


def of_season(statement: AccountStatement) -> Balances:
    """Return the figures of an account in a season; their sum is what is open at the end."""
    games = games_scored([statement.figures])
    row = BalanceRow(_("All of it"), "", statement.figures, _points(statement.figures, games))
    names = (*FIGURES[:-1], CLOSING)
    return Balances((row,), games, statement.currency, is_rounded=False, names=names)


def of_standing(standing: Standing, account: str, *, base: str) -> Balances:
    """Return what is still open of each settlement, and what is not settled yet.

    The column `still` adds up to what is open altogether: what is left of each plan, and the
        rest, whose carried-over figure holds what rounding and older plans left open.
    base: URL of the club's settlements.
    """
    games = games_scored([*(one.figures for one in standing.asked), standing.rest])
    rounded = any(one.figures.due != one.rounded for one in standing.asked)
    part_paid = any(one.left != one.rounded for one in standing.asked)
    rows = [
        BalanceRow(
            _("Settlement %(number)s") % {"number": one.number},
            f"{base}{one.id}/of/{account}/",
            one.figures,
            _points(one.figures, games),
            one.rounded if rounded else None,
            one.left - one.rounded if part_paid else None,
            one.left,
        )
        for one in standing.asked
    ]
    if not standing.rest.is_nothing:
        points = _points(standing.rest, games)
        label, due = _("Not settled yet"), standing.rest.due
        rows.append(BalanceRow(label, "", standing.rest, points, still=due))
    return Balances(
        tuple(rows),
        games,
        standing.currency,
        rounded,
        part_paid,
        altogether=standing.altogether,
    )


def _points(figures: Figures, games: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    return tuple((game, figures.points[game]) for game in games if game in figures.points)
