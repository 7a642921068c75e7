"""The cash book: all money into and out of the kitty, with the balance after each line.

Amounts are minor units, positive for money received. A transfer between two accounts has two lines.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from uuid import UUID

from tarokk_club.club.models import CashCount, ClosedYear, KittyTransfer, Payment
from tarokk_club.club.models.money import PartyKind, PaymentMethod, build_kitty_condition
from tarokk_club.club.money.queries.balances.balance_sums import build_counted_condition
from tarokk_club.club.money.queries.entries.kitty_accounts import sum_kitty_accounts

ACCOUNTS = tuple(str(method) for method in PaymentMethod)


@dataclass(frozen=True, slots=True)
class CashBookLine:
    """A line of the cash book.

    number: number of the receipt; None for an entry that an older version saved without one.
    account: cash, bank transfer or another way of payment.
    amount: minor units, + for money received, - for money paid out.
    balance: balance of the book's accounts after the line.
    party: name of the paying or receiving player; None if there is no player.
    purpose: "" for a transfer between accounts.
    kind: one of the club's own kinds; "" for none.
    counter: whether the line reverses another line.
    undone: whether another line reverses it.
    """

    entry_id: UUID
    number: int | None
    day: date
    at: datetime
    account: str
    amount: int
    party: str | None = None
    purpose: str = ""
    kind: str = ""
    note: str = ""
    counter: bool = False
    undone: bool = False
    balance: int = 0

    @property
    def amount_in(self) -> int:
        """The amount received; 0 for a payment out."""
        return max(self.amount, 0)

    @property
    def amount_out(self) -> int:
        """The amount paid out, as a positive number; 0 for money received."""
        return max(-self.amount, 0)

    @property
    def is_transfer(self) -> bool:
        """Whether the line moves money between the kitty's accounts."""
        return not self.purpose


@dataclass(frozen=True, slots=True)
class CashBook:
    """The cash book of a year in one currency.

    account: the account of the book; "" for all accounts.
    opening, closing: balances by account.
    difference: change of the opening balance since the previous year was closed; 0 for none.
    """

    currency: str
    year: int
    account: str
    opening: dict[str, int]
    lines: tuple[CashBookLine, ...]
    closing: dict[str, int] = field(default_factory=dict)
    difference: int = 0

    @property
    def opening_balance(self) -> int:
        """The opening balance, without changes since the previous year was closed."""
        return sum(self.opening.values()) - self.difference

    @property
    def closing_balance(self) -> int:
        """The balance after the last line."""
        return sum(self.closing.values())

    @property
    def amount_in(self) -> int:
        """The total income; transfers count only in the book of a single account."""
        return sum(line.amount_in for line in self._select_summed_lines())

    @property
    def amount_out(self) -> int:
        """The total expense; transfers count only in the book of a single account."""
        return sum(line.amount_out for line in self._select_summed_lines())

    def _select_summed_lines(self) -> Iterator[CashBookLine]:
        return (line for line in self.lines if self.account or not line.is_transfer)


def load_cash_book(club_id: UUID, currency: str, year: int, *, account: str = "") -> CashBook:
    """Return the cash book of a year.

    account: a value of PaymentMethod; "" for all.
    """
    accounts = [account] if account else list(ACCOUNTS)
    first, last = date(year, 1, 1), date(year, 12, 31)
    held = sum_kitty_accounts(club_id, until=first - timedelta(days=1)).get(currency, {})
    opening = {name: held.get(name, 0) for name in accounts}
    rows = [
        *_load_payment_lines(club_id, currency, first, last),
        *_load_transfer_lines(club_id, currency, first, last),
    ]
    rows = [row for row in rows if row.account in accounts]
    rows.sort(key=lambda row: (row.day, row.at, row.number or 0, row.amount))
    lines, closing, balance = [], dict(opening), sum(opening.values())
    for row in rows:
        balance += row.amount
        closing[row.account] += row.amount
        lines.append(replace(row, balance=balance))
    recorded = _find_previous_closing(club_id, currency, year, accounts)
    difference = 0 if recorded is None else sum(opening.values()) - recorded
    return CashBook(currency, year, account, opening, tuple(lines), closing, difference)


def _find_previous_closing(
    club_id: UUID, currency: str, year: int, accounts: Iterable[str]
) -> int | None:
    """Return the recorded closing balance of the previous year; None if it is not closed."""
    before = ClosedYear.objects.filter(club=club_id, year=year - 1).first()
    if before is None:
        return None
    closing: dict[str, int] = before.figures.get(currency, {}).get("closing", {})
    return sum(closing.get(account, 0) for account in accounts)


def _load_payment_lines(
    club_id: UUID, currency: str, first: date, last: date
) -> Iterator[CashBookLine]:
    rows = Payment.objects.filter(
        build_kitty_condition(), build_counted_condition(), club=club_id, currency=currency
    )
    rows = rows.filter(date__range=(first, last))
    for row in rows.select_related("payer", "receiver", "receipt", "reversed_by"):
        into = row.receiver_side == PartyKind.KITTY
        other_party = row.payer if into else row.receiver
        receipt = getattr(row, "receipt", None)
        yield CashBookLine(
            row.id,
            receipt.number if receipt else None,
            row.date,
            row.made_at,
            row.how,
            row.amount if into else -row.amount,
            party=other_party.name if other_party else None,
            purpose=row.purpose,
            kind=receipt.kind if receipt else "",
            note=row.note,
            counter=row.reverses_id is not None,
            undone=hasattr(row, "reversed_by"),
        )


def _load_transfer_lines(
    club_id: UUID, currency: str, first: date, last: date
) -> Iterator[CashBookLine]:
    rows = KittyTransfer.objects.filter(club=club_id, currency=currency)
    rows = rows.filter(date__range=(first, last))
    for row in rows.select_related("receipt", "reversed_by"):
        for account, amount in ((row.source, -row.amount), (row.target, row.amount)):
            yield CashBookLine(
                row.id,
                row.receipt.number,
                row.date,
                row.made_at,
                account,
                amount,
                note=row.note,
                counter=row.reverses_id is not None,
                undone=hasattr(row, "reversed_by"),
            )


def list_cash_book_years(club_id: UUID, today: date) -> tuple[int, ...]:
    """Return the current year, the closed years and the years with entries, newest first."""
    paid = Payment.objects.filter(build_kitty_condition(), club=club_id).dates("date", "year")
    moved = KittyTransfer.objects.filter(club=club_id).dates("date", "year")
    open_years = {day.year for day in [*paid, *moved]} | {today.year}
    closed = ClosedYear.objects.filter(club=club_id).values_list("year", flat=True)
    return tuple(sorted(open_years | set(closed), reverse=True))


def list_kitty_currencies(club_id: UUID, club_currency: str) -> tuple[str, ...]:
    """Return the club's own currency, then the other currencies of the kitty."""
    other_codes = sum_kitty_accounts(club_id).keys() - {club_currency}
    return (club_currency, *sorted(other_codes))


def load_last_cash_counts(club_id: UUID, most: int = 5) -> tuple[CashCount, ...]:
    """Return the latest cash counts, at most `most`, newest first."""
    rows = CashCount.objects.filter(club=club_id).select_related("made_by")
    return tuple(rows.order_by("-made_at", "-pk")[:most])
