"""The figures of a club's calendar year: the kitty by account and kind, and debts by age.

The figures of a closed year are stored; later changes are reported as differences. Amounts are
minor units.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any
from uuid import UUID

from tarokk_club.club.kitty.queries.cash_book import (
    CashBook,
    list_cash_book_years,
    list_kitty_currencies,
    load_cash_book,
)
from tarokk_club.club.models import Charge, ClosedYear, Club, Session
from tarokk_club.club.models.chain import compute_fingerprint
from tarokk_club.club.money.queries.entries.journal import CASH, POTS, JournalEntry, load_journal

# Upper limits, in days, of the first two age groups of debts.
AGES = (90, 365)
# A purpose, and one of the club's kinds ("" for none).
KindKey = tuple[str, str]


@dataclass(frozen=True, slots=True)
class YearFigures:
    """The figures of a year in one currency.

    opening, closing: balances of the kitty by account.
    income, expense: sums by purpose and kind, without transfers between accounts.
    debts: debts of each player in three age groups: up to 90 days, up to a year, older.
    credits: amounts owed to players, by player; always above 0.
    """

    opening: dict[str, int]
    income: dict[KindKey, int]
    expense: dict[KindKey, int]
    closing: dict[str, int]
    debts: dict[str, tuple[int, ...]]
    credits: dict[str, int]

    def to_json(self) -> dict[str, Any]:
        """Return the figures as a JSON value."""
        return {
            "opening": self.opening,
            "income": [[*key, minor] for key, minor in sorted(self.income.items())],
            "expense": [[*key, minor] for key, minor in sorted(self.expense.items())],
            "closing": self.closing,
            "debts": {player: list(parts) for player, parts in sorted(self.debts.items())},
            "credits": dict(sorted(self.credits.items())),
        }

    @classmethod
    def from_json(cls, facts: Mapping[str, Any]) -> "YearFigures":
        """Return the figures from their JSON value."""
        return cls(
            dict(facts["opening"]),
            {(purpose, kind): minor for purpose, kind, minor in facts["income"]},
            {(purpose, kind): minor for purpose, kind, minor in facts["expense"]},
            dict(facts["closing"]),
            {player: tuple(parts) for player, parts in facts["debts"].items()},
            dict(facts["credits"]),
        )

    @property
    def amount_in(self) -> int:
        """The total income."""
        return sum(self.income.values())

    @property
    def amount_out(self) -> int:
        """The total expense."""
        return sum(self.expense.values())

    @property
    def debts_by_age(self) -> tuple[int, ...]:
        """The debts of all players by age group."""
        columns = zip(*self.debts.values(), strict=True)
        return tuple(map(sum, columns)) if self.debts else (0,) * (len(AGES) + 1)


def compute_year_figures(club: Club, year: int) -> dict[str, YearFigures]:
    """Return the current figures of a year by currency."""
    entries = load_journal(club.id, last=date(year, 12, 31)).entries
    codes = dict.fromkeys(list_kitty_currencies(club.id, club.currency))
    codes |= dict.fromkeys(entry.currency for entry in entries if entry.currency)
    return {code: _compute_figures(club, code, year, entries) for code in codes}


def compute_year_fingerprint(
    club_id: UUID, year: int, figures: Mapping[str, Any], before: str
) -> str:
    """Return the fingerprint of a closed year.

    figures: the figures in their stored form.
    before: fingerprint of the previous closed year; "" for none.
    """
    return compute_fingerprint(
        {"club": str(club_id), "year": year, "figures": figures, "before": before}
    )


def load_closed_years(club_id: UUID) -> dict[int, ClosedYear]:
    """Return the closed years of a club by year, newest first."""
    rows = ClosedYear.objects.filter(club=club_id).select_related("made_by").order_by("-year")
    return {row.year: row for row in rows}


def list_club_years(club_id: UUID, today: date) -> tuple[int, ...]:
    """Return the years with stakes, charges or kitty entries, newest first.

    The current year and closed years are always included.
    """
    staked = Session.objects.filter(club=club_id, binned_at=None).exclude(per_point="")
    days = [
        *staked.dates("date", "year"),
        *Charge.objects.filter(club=club_id).dates("date", "year"),
    ]
    return tuple(
        sorted({day.year for day in days} | {*list_cash_book_years(club_id, today)}, reverse=True)
    )


def find_year_to_close(years: Iterable[int], closed: Iterable[int], today: date) -> int | None:
    """Return the oldest past year after the last closed one; None if there is none."""
    last = max(closed, default=0)
    return min((year for year in years if last < year < today.year), default=None)


def _compute_figures(
    club: Club, currency: str, year: int, entries: tuple[JournalEntry, ...]
) -> YearFigures:
    book = load_cash_book(club.id, currency, year)
    income, expense = _sum_by_kind(book)
    owed = _compute_debts(entries, currency, date(year, 12, 31), {CASH, POTS})
    return YearFigures(
        {account: minor for account, minor in book.opening.items() if minor},
        income,
        expense,
        {account: minor for account, minor in book.closing.items() if minor},
        *owed,
    )


def _sum_by_kind(book: CashBook) -> tuple[dict[KindKey, int], dict[KindKey, int]]:
    """Return income and expense by purpose and kind; counter-entries are subtracted."""
    income: dict[KindKey, int] = {}
    expense: dict[KindKey, int] = {}
    for line in book.lines:
        if line.is_transfer:
            continue
        key = (line.purpose, line.kind)
        if (line.amount > 0) != line.counter:
            income[key] = income.get(key, 0) + line.amount
        else:
            expense[key] = expense.get(key, 0) - line.amount
    return income, expense


def _compute_debts(
    entries: tuple[JournalEntry, ...], currency: str, last: date, except_accounts: set[str]
) -> tuple[dict[str, tuple[int, ...]], dict[str, int]]:
    """Return the debts by age and the credits at the end of a day, by player.

    Payments settle the oldest debts first, so that the open amounts are the newest debts.

    entries: oldest first; positive amounts are owed to the club.
    except_accounts: accounts that do not belong to players.
    """
    moves: dict[str, list[tuple[date, int]]] = {}
    for entry in entries:
        for account, minor in entry.money.items() if entry.currency == currency else ():
            if account not in except_accounts and ":" not in account and minor:
                moves.setdefault(account, []).append((entry.day, minor))
    debts: dict[str, tuple[int, ...]] = {}
    credit: dict[str, int] = {}
    for player, rows in moves.items():
        balance = sum(minor for _day, minor in rows)
        if balance < 0:
            credit[player] = -balance
        elif balance > 0:
            debts[player] = _split_by_age(rows, balance, last)
    return debts, credit


def _split_by_age(rows: list[tuple[date, int]], balance: int, last: date) -> tuple[int, ...]:
    parts, remaining = [0] * (len(AGES) + 1), balance
    for day, minor in reversed(rows):
        if minor <= 0 or not remaining:
            continue
        part = min(minor, remaining)
        old = last - day
        parts[sum(old > timedelta(days=age) for age in AGES)] += part
        remaining -= part
    return tuple(parts)
