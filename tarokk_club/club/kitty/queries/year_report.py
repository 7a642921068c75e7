"""The annual report: the figures of a year with names, and changes since it was closed."""

from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from tarokk_club.club.kitty.queries.year_figures import (
    KindKey,
    YearFigures,
    compute_year_figures,
)
from tarokk_club.club.models import CashCount, ClosedYear, Club
from tarokk_club.club.models.chain import compute_fingerprint
from tarokk_club.club.models.money import PaymentMethod
from tarokk_club.club.names.collation import build_sort_key
from tarokk_club.club.names.player_names import load_names

ACCOUNT, INCOME, EXPENSE, PLAYER = "account", "income", "expense", "player"


@dataclass(frozen=True, slots=True)
class ChangedFigure:
    """A figure that has changed since the year was closed, in minor units.

    figure: ACCOUNT, INCOME, EXPENSE or PLAYER.
    key: the account, the purpose and kind, or the player's name.
    """

    figure: str
    key: str | KindKey
    before: int
    now: int

    @property
    def change(self) -> int:
        """The amount by which the figure has changed."""
        return self.now - self.before


@dataclass(frozen=True, slots=True)
class CurrencyReport:
    """The annual report in one currency.

    accounts: account of the kitty, opening balance and closing balance.
    debtors: name and debts by age, largest first.
    creditors: name and credit, largest first.
    count: the last count of the cash in the year, if any.
    """

    currency: str
    figures: YearFigures
    accounts: tuple[tuple[str, int, int], ...]
    debtors: tuple[tuple[str, tuple[int, ...]], ...]
    creditors: tuple[tuple[str, int], ...]
    differences: tuple[ChangedFigure, ...]
    count: CashCount | None

    @property
    def opening(self) -> int:
        """The money in the kitty at the beginning of the year."""
        return sum(self.figures.opening.values())

    @property
    def closing(self) -> int:
        """The money in the kitty at the end of the year."""
        return sum(self.figures.closing.values())

    @property
    def total_debt(self) -> int:
        """The sum of all debts."""
        return sum(self.figures.debts_by_age)

    @property
    def total_credit(self) -> int:
        """The sum of all credits."""
        return sum(self.figures.credits.values())


@dataclass(frozen=True, slots=True)
class YearReport:
    """The annual report of a year.

    fingerprint: fingerprint of the current figures.
    closed: the closing of the year; None while the year is open.
    """

    year: int
    fingerprint: str
    closed: ClosedYear | None
    currencies: tuple[CurrencyReport, ...]


def build_year_report(club: Club, year: int, closed: ClosedYear | None) -> YearReport:
    """Return the annual report, from the stored figures if the year is closed."""
    now = compute_year_figures(club, year)
    figures = now
    if closed:
        figures = {code: YearFigures.from_json(facts) for code, facts in closed.figures.items()}
    names = load_names(club.id)
    counts = _load_last_count_by_currency(club.id, year)
    empty = YearFigures({}, {}, {}, {}, {}, {})
    return YearReport(
        year,
        compute_fingerprint({code: year_figures.to_json() for code, year_figures in now.items()}),
        closed,
        tuple(
            _build_currency_report(
                code, year_figures, now.get(code, empty), names, counts.get(code)
            )
            for code, year_figures in figures.items()
        ),
    )


def _build_currency_report(
    code: str,
    figures: YearFigures,
    now: YearFigures,
    names: dict[str, str],
    count: CashCount | None,
) -> CurrencyReport:
    accounts = [
        str(method)
        for method in PaymentMethod
        if method in figures.opening or method in figures.closing
    ]
    debtors = [(names.get(player, "–"), parts) for player, parts in figures.debts.items()]
    creditors = [(names.get(player, "–"), minor) for player, minor in figures.credits.items()]
    return CurrencyReport(
        code,
        figures,
        tuple(
            (account, figures.opening.get(account, 0), figures.closing.get(account, 0))
            for account in accounts
        ),
        tuple(sorted(debtors, key=lambda row: (-sum(row[1]), build_sort_key(row[0])))),
        tuple(sorted(creditors, key=lambda row: (-row[1], build_sort_key(row[0])))),
        tuple(_find_differences(figures, now, names)),
        count,
    )


def _find_differences(
    before: YearFigures, now: YearFigures, names: dict[str, str]
) -> Iterator[ChangedFigure]:
    def compute_open_balance(figures: YearFigures, player: str) -> int:
        return figures.credits.get(player, 0) - sum(figures.debts.get(player, ()))

    for figure, old, new in (
        (ACCOUNT, before.closing, now.closing),
        (INCOME, before.income, now.income),
        (EXPENSE, before.expense, now.expense),
    ):
        for key in dict.fromkeys([*old, *new]):
            if old.get(key, 0) != new.get(key, 0):
                yield ChangedFigure(figure, key, old.get(key, 0), new.get(key, 0))
    players = dict.fromkeys([*before.debts, *before.credits, *now.debts, *now.credits])
    for player in players:
        old_balance = compute_open_balance(before, player)
        new_balance = compute_open_balance(now, player)
        if old_balance != new_balance:
            yield ChangedFigure(PLAYER, names.get(player, "–"), old_balance, new_balance)


def _load_last_count_by_currency(club_id: UUID, year: int) -> dict[str, CashCount]:
    """Return the last cash count of the year by currency."""
    rows = CashCount.objects.filter(club=club_id, date__year=year).order_by("date", "made_at")
    return {row.currency: row for row in rows.select_related("made_by")}
