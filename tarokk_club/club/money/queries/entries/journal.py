"""The journal of a club: every change of money or points, as entries that add up to zero.

The journal takes the club's point of view: debts of players and money in the kitty are assets,
charges and gifts are income, and the kitty's spending is an expense.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from uuid import UUID

from scoring.core.accounts import add_amounts
from tarokk_club.club.models import Balance, Charge, Payment, Player
from tarokk_club.club.models.money import BORNE, KITTY, OUTSIDE
from tarokk_club.club.money.queries.balances.balance_sums import (
    build_counted_condition,
    convert_points_to_minor,
)

# Accounts other than the players'; a player's account is the player's id.
CASH, POTS = "cash", "pots"
INCOME, EXPENSES = "income", "expenses"
# Order of entries of one day: winnings, then charges, then payments.
SESSION, FEE, PAYMENT = "session", "fee", "payment"
_ORDER = (SESSION, FEE, PAYMENT)


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """An entry of the journal.

    money: minor units by account, + owed to the club or held by it.
    points: points by account, positive if received.
    game: game of a session.
    title: title of a session, or one of the club's kinds of income and expense for a payment.
    purpose: purpose of a fee or payment, which also names the income or expense account.
    counter: whether it cancels another entry.
    """

    kind: str
    id: UUID
    day: date
    at: datetime
    currency: str = ""
    money: dict[str, int] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)
    game: str = ""
    title: str = ""
    purpose: str = ""
    note: str = ""
    counter: bool = False

    def iter_changes(self) -> Iterator[tuple[tuple[str, str], Mapping[str, int]]]:
        """Yield the changes by account, first of money and then of points.

        The first element of each pair is game and currency; one of these is empty.
        """
        if self.money:
            yield ("", self.currency), self.money
        if self.points:
            yield (self.game, ""), self.points


# (Game, currency), one of them empty, to account to sum.
Sums = dict[tuple[str, str], dict[str, int]]


@dataclass(frozen=True, slots=True)
class Journal:
    """The entries of a range of days.

    opening, closing: balances of players, kitty and pots, without income and expenses.
    first: the first day of the range; None if unbounded.
    players: pairs of id and name, in the order in which the players were added.
    """

    entries: tuple[JournalEntry, ...]
    opening: Sums
    closing: Sums
    first: date | None
    players: tuple[tuple[str, str], ...]


def load_journal(club_id: UUID, *, first: date | None = None, last: date | None = None) -> Journal:
    """Return the journal of a club for a range of days, in four queries.

    first, last: None if unbounded.
    """
    entries = [
        *_load_session_entries(club_id),
        *_load_fee_entries(club_id),
        *_load_payment_entries(club_id),
    ]
    entries.sort(key=lambda entry: (entry.day, _ORDER.index(entry.kind), entry.at, str(entry.id)))
    until_last = [entry for entry in entries if last is None or entry.day <= last]
    before = [entry for entry in until_last if first is not None and entry.day < first]
    players = Player.objects.filter(club=club_id).order_by("created_at", "pk")
    return Journal(
        entries=tuple(until_last[len(before) :]),
        opening=_sum_balances(before),
        closing=_sum_balances(until_last),
        first=first,
        players=tuple((str(pk), name) for pk, name in players.values_list("pk", "name")),
    )


def _sum_balances(entries: Iterable[JournalEntry]) -> Sums:
    sums: Sums = {}
    for entry in entries:
        for key, moved in entry.iter_changes():
            balances = {
                account: amount
                for account, amount in moved.items()
                if not _is_income_or_expense(account)
            }
            add_amounts(sums.setdefault(key, {}), balances)
    return sums


def _is_income_or_expense(account: str) -> bool:
    return account.startswith((INCOME, EXPENSES))


def _load_session_entries(club_id: UUID) -> Iterator[JournalEntry]:
    rows = Balance.objects.filter(session__club=club_id, session__binned_at=None)
    entries: dict[UUID, JournalEntry] = {}
    for row in rows.select_related("session").order_by("session__date", "player__created_at"):
        session, player = row.session, str(row.player_id)
        staked = session.currency if session.per_point else ""
        entry = entries.setdefault(
            session.id,
            JournalEntry(
                SESSION,
                session.id,
                session.date,
                session.created_at,
                currency=staked,
                game=session.game,
                title=session.table_name,
            ),
        )
        entry.points[player] = row.points
        if staked:
            entry.money[player] = -convert_points_to_minor(row.points, session.per_point, staked)
    for entry in entries.values():
        # Amounts that no player has are in the pots of an open table.
        for moved in (entry.points, entry.money):
            if in_pots := -sum(moved.values()):
                moved[POTS] = in_pots
    return iter(entries.values())


def _load_fee_entries(club_id: UUID) -> Iterator[JournalEntry]:
    for charge in Charge.objects.filter(club=club_id):
        yield JournalEntry(
            FEE,
            charge.id,
            charge.date,
            charge.made_at,
            currency=charge.currency,
            money={
                str(charge.player_id): -charge.minor,
                f"{_find_fee_side(charge)}:{charge.purpose}": charge.minor,
            },
            purpose=charge.purpose,
            note=charge.note,
            counter=charge.reverses_id is not None,
        )


def _find_fee_side(charge: Charge) -> str:
    """Return EXPENSES for a write-off or a prize, INCOME for other charges."""
    return EXPENSES if charge.purpose in BORNE else INCOME


def _load_payment_entries(club_id: UUID) -> Iterator[JournalEntry]:
    payments = Payment.objects.filter(build_counted_condition(), club=club_id)
    for payment in payments.select_related("receipt"):
        money: dict[str, int] = {}
        # A counter-entry reverses the direction of its payment.
        source, target = (EXPENSES, INCOME) if payment.reverses_id else (INCOME, EXPENSES)
        add_amounts(
            money, {_find_account(payment.source, f"{source}:{payment.purpose}"): -payment.amount}
        )
        add_amounts(
            money, {_find_account(payment.target, f"{target}:{payment.purpose}"): payment.amount}
        )
        yield JournalEntry(
            PAYMENT,
            payment.id,
            payment.date,
            payment.made_at,
            currency=payment.currency,
            money=money,
            title=payment.receipt.kind if hasattr(payment, "receipt") else "",
            purpose=payment.purpose,
            note=payment.note,
            counter=payment.reverses_id is not None,
        )


def _find_account(account: str, outside: str) -> str:
    """Return the journal account of one side of a payment.

    outside: the account to use for people outside the club.
    """
    if account == OUTSIDE:
        return outside
    return CASH if account == KITTY else account
