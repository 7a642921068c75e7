"""The annual report: the figures of a year with names, and how they differ since it was closed."""

from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from tarokk_club.club.kitty.queries.year_figures import (
    KindKey,
    YearFigures,
    year_figures,
)
from tarokk_club.club.models import CashCount, ClosedYear, Club
from tarokk_club.club.models.chain import fingerprint
from tarokk_club.club.models.money import How
from tarokk_club.club.names.collation import collation_key
from tarokk_club.club.names.player_names import names_in

ACCOUNT, INCOME, EXPENSE, PLAYER = "account", "income", "expense", "player"


@dataclass(frozen=True, slots=True)
class Difference:
    """A figure that is no longer as it was when the year was closed, in minor units.

    what: ACCOUNT, INCOME, EXPENSE or PLAYER.
    key: the account, the purpose and kind, or the player's name.
    """

    what: str
    key: str | KindKey
    before: int
    now: int

    @property
    def change(self) -> int:
        """What was added since."""
        return self.now - self.before


@dataclass(frozen=True, slots=True)
class CurrencyReport:
    """The report in one currency.

    debtors: name and debts by age, the largest first.
    creditors: name and credit, the largest first.
    count: the last count of the cash in the year.
    """

    currency: str
    figures: YearFigures
    accounts: tuple[tuple[str, int, int], ...]
    debtors: tuple[tuple[str, tuple[int, ...]], ...]
    creditors: tuple[tuple[str, int], ...]
    differences: tuple[Difference, ...]
    count: CashCount | None

    @property
    def opening(self) -> int:
        """The money in the kitty at the beginning."""
        return sum(self.figures.opening.values())

    @property
    def closing(self) -> int:
        """The money in the kitty at the end."""
        return sum(self.figures.closing.values())

    @property
    def owed(self) -> int:
        """What all debtors owe."""
        return sum(self.figures.debts_by_age)

    @property
    def still_to_get(self) -> int:
        """What all creditors still get."""
        return sum(self.figures.credits.values())


@dataclass(frozen=True, slots=True)
class YearReport:
    """The annual report of a year.

    mark: fingerprint of the figures as they are now.
    closed: None while the year is open.
    """

    year: int
    mark: str
    closed: ClosedYear | None
    currencies: tuple[CurrencyReport, ...]


def year_report(club: Club, year: int, closed: ClosedYear | None) -> YearReport:
    """Return the report of a year, by the figures that were kept if it is closed."""
    now = year_figures(club, year)
    figures = now
    if closed:
        figures = {code: YearFigures.of(facts) for code, facts in closed.figures.items()}
    names = names_in(club.id)
    counts = _counts(club.id, year)
    empty = YearFigures({}, {}, {}, {}, {}, {})
    return YearReport(
        year,
        fingerprint({code: one.facts() for code, one in now.items()}),
        closed,
        tuple(
            _in_currency(code, one, now.get(code, empty), names, counts.get(code))
            for code, one in figures.items()
        ),
    )


def _in_currency(
    code: str,
    figures: YearFigures,
    now: YearFigures,
    names: dict[str, str],
    count: CashCount | None,
) -> CurrencyReport:
    accounts = [str(one) for one in How if one in figures.opening or one in figures.closing]
    debtors = [(names.get(one, "–"), parts) for one, parts in figures.debts.items()]
    creditors = [(names.get(one, "–"), minor) for one, minor in figures.credits.items()]
    return CurrencyReport(
        code,
        figures,
        tuple((one, figures.opening.get(one, 0), figures.closing.get(one, 0)) for one in accounts),
        tuple(sorted(debtors, key=lambda row: (-sum(row[1]), collation_key(row[0])))),
        tuple(sorted(creditors, key=lambda row: (-row[1], collation_key(row[0])))),
        tuple(_differences(figures, now, names)),
        count,
    )


def _differences(
    before: YearFigures, now: YearFigures, names: dict[str, str]
) -> Iterator[Difference]:
    def open_of(figures: YearFigures, player: str) -> int:
        return figures.credits.get(player, 0) - sum(figures.debts.get(player, ()))

    for what, old, new in (
        (ACCOUNT, before.closing, now.closing),
        (INCOME, before.income, now.income),
        (EXPENSE, before.expense, now.expense),
    ):
        for key in dict.fromkeys([*old, *new]):
            if old.get(key, 0) != new.get(key, 0):
                yield Difference(what, key, old.get(key, 0), new.get(key, 0))
    players = dict.fromkeys([*before.debts, *before.credits, *now.debts, *now.credits])
    for player in players:
        was, is_now = open_of(before, player), open_of(now, player)
        if was != is_now:
            yield Difference(PLAYER, names.get(player, "–"), was, is_now)


def _counts(club_id: UUID, year: int) -> dict[str, CashCount]:
    """Return the last count of the year by currency."""
    rows = CashCount.objects.filter(club=club_id, date__year=year).order_by("date", "made_at")
    return {one.currency: one for one in rows.select_related("made_by")}
