"""Amounts of sessions, charges and payments that are not settled yet.

If a session was corrected after its settlement, only the difference is unsettled.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet, Sum

from scoring.core.accounts import add_amounts
from tarokk_club.club.models import Balance, Charge, Payment, SettlementPart
from tarokk_club.club.models.money import BORNE
from tarokk_club.club.money.queries.balances.balance_sums import (
    CurrencyBalances,
    build_counted_condition,
    convert_points_to_minor,
    find_account_or_kitty,
    sum_paid_by_plan,
)
from tarokk_club.club.money.queries.settlements.open_payments import (
    OpenPayment,
    OpenPayments,
    load_open_payments,
)

OPEN, EVENING, SESSION, RANGE = "open", "evening", "session", "range"


@dataclass(slots=True)
class OpenItem:
    """A session, charge or payment with an unsettled amount.

    session_id: the session of a charge or payment, or the session itself.
    date: day of the item; for a payment of a session or fee, the day of that.
    minor: the unsettled amount by account, positive if receivable.
    in_pots: the amount in the pots of an open table, which cannot be paid out yet.
    per_point: stake of a session, minor units.
    is_session_open: whether the session is still open.
    is_free: whether it is a payment that belongs to no session and no fee.
    """

    source: str
    id: UUID
    session_id: UUID | None
    date: date
    currency: str
    game: str = ""
    title: str = ""
    minor: dict[str, int] = field(default_factory=dict)
    in_pots: int = 0
    per_point: int = 0
    is_session_open: bool = False
    is_free: bool = False

    def add_amount(self, account: str, minor: int) -> None:
        """Add minor units to the unsettled amount of an account."""
        self.minor[account] = self.minor.get(account, 0) + minor

    @property
    def is_open(self) -> bool:
        """Whether any amount of the item is unsettled."""
        return any(self.minor.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlingScope:
    """The scope of a settlement in one currency.

    what: OPEN, EVENING, SESSION or RANGE.
    game: the only game to include; "" for all games.
    carry: whether to include the open amounts of earlier settlements.
    """

    what: str
    currency: str
    carry: bool
    game: str = ""
    first: date | None = None
    last: date | None = None
    session_id: UUID | None = None

    def covers(self, item: OpenItem) -> bool:
        """Return whether the item is in this scope.

        A free payment is in every scope of its currency that carries over open amounts.
        """
        if item.is_free:
            return self.carry and item.currency == self.currency
        if item.currency != self.currency or (self.game and item.game != self.game):
            return False
        if self.what == SESSION:
            return item.session_id == self.session_id
        after = self.first is None or self.first <= item.date
        return after and (self.last is None or item.date <= self.last)

    def to_json(self) -> dict[str, Any]:
        """Return the JSON value of a settlement's scope, without currency and `carry`."""
        return {
            "what": self.what,
            "game": self.game,
            "first": self.first.isoformat() if self.first else None,
            "last": self.last.isoformat() if self.last else None,
            "session": str(self.session_id) if self.session_id else None,
        }


@dataclass(frozen=True, slots=True)
class UnsettledAmounts:
    """The unsettled items of a club, oldest first, with the sums settled and paid.

    settled: sums of the settled amounts, by currency and account.
    paid: sums of the payments towards them, by currency and account.
    """

    items: tuple[OpenItem, ...]
    settled: CurrencyBalances
    paid: CurrencyBalances

    def sum_open_amounts(self, currency: str) -> dict[str, int]:
        """Return the open amounts of earlier settlements by account, without amounts of 0."""
        amounts = dict(self.settled.get(currency, {}))
        add_amounts(amounts, self.paid.get(currency, {}))
        return {account: minor for account, minor in amounts.items() if minor}


def load_unsettled_items(club_id: UUID) -> tuple[OpenItem, ...]:
    """Return the unsettled sessions, charges and payments of a club, oldest first."""
    return load_unsettled_amounts(club_id).items


def load_unsettled_amounts(club_id: UUID) -> UnsettledAmounts:
    """Return the unsettled items of a club with the sums settled and paid, in six queries."""
    items_by_key: dict[tuple[UUID, str], OpenItem] = {}
    _add_sessions(club_id, items_by_key)
    settled = _subtract_settled(club_id, items_by_key)
    charges = list(select_unsettled_charges(club_id))
    payments = load_open_payments(club_id, charges)
    items = [*items_by_key.values(), *_build_charge_items(charges), *_build_payment_items(payments)]
    open_items = sorted((item for item in items if item.is_open), key=lambda item: item.date)
    paid = sum_paid_by_plan(club_id)
    for payment in payments.before:
        add_amounts(paid.setdefault(payment.payment.currency, {}), _sum_moves(payment))
    return UnsettledAmounts(tuple(open_items), settled, paid)


def _add_sessions(club_id: UUID, items: dict[tuple[UUID, str], OpenItem]) -> None:
    balances = Balance.objects.filter(session__club=club_id, session__binned_at=None)
    rows = balances.exclude(session__per_point="").values_list(
        "session_id",
        "session__date",
        "session__currency",
        "session__game",
        "session__table_name",
        "session__closed",
        "session__per_point",
        "player_id",
        "points",
    )
    for pk, day, currency, game, title, closed, per_point, player, points in rows:
        existing = items.get((pk, currency))
        item = existing or OpenItem("session", pk, pk, day, currency, game, title)
        items[pk, currency] = item
        item.per_point = convert_points_to_minor(1, per_point, currency)
        item.is_session_open = not closed
        minor = points * item.per_point
        item.add_amount(str(player), minor)
        item.in_pots -= minor


def _subtract_settled(club_id: UUID, items: dict[tuple[UUID, str], OpenItem]) -> CurrencyBalances:
    """Return the sums of all settled amounts, and subtract those of sessions from the items.

    If a settled session has no item, for example because it is in the bin, an item is added.
    """
    settled: CurrencyBalances = {}
    parts = SettlementPart.objects.filter(settlement__club=club_id, settlement__withdrawn_at=None)
    rows = parts.order_by().values_list(
        "session_id",
        "session__date",
        "settlement__currency",
        "session__game",
        "session__table_name",
        "player_id",
    )
    for pk, day, currency, game, title, player, minor in rows.annotate(Sum("minor")):
        add_amounts(settled.setdefault(currency, {}), {find_account_or_kitty(player): minor})
        # A charge is always settled completely, so it never reappears.
        if pk is None:
            continue
        existing = items.get((pk, currency))
        item = existing or OpenItem("session", pk, pk, day, currency, game, title)
        items[pk, currency] = item
        item.add_amount(find_account_or_kitty(player), -minor)
    return settled


def select_unsettled_charges(club_id: UUID) -> QuerySet[Charge]:
    """Return a query for the unsettled charges of a club, in the order of entry."""
    parts = SettlementPart.objects.filter(charge=OuterRef("pk"), settlement__withdrawn_at=None)
    rows = Charge.objects.filter(~Exists(parts), club=club_id)
    return rows.select_related("reverses", "reversed_by").order_by("made_at", "pk")


def _build_charge_items(charges: Iterable[Charge]) -> Iterator[OpenItem]:
    open_ids = {charge.pk for charge in charges}
    for charge in charges:
        # The counter-entry of an open fee has the date of that fee.
        first = charge.reverses if charge.reverses_id in open_ids else None
        day = first.date if isinstance(first, Charge) else charge.date
        item = OpenItem("charge", charge.pk, charge.session_id, day, charge.currency)
        item.add_amount(str(charge.player_id), charge.minor)
        item.add_amount(find_account_or_kitty(None), -charge.minor)
        yield item


def select_unsettled_session_payments() -> QuerySet[Payment]:
    """Return a query for the unsettled payments of all sessions, in all clubs."""
    parts = SettlementPart.objects.filter(payment=OuterRef("pk"), settlement__withdrawn_at=None)
    rows = Payment.objects.filter(build_counted_condition(), ~Exists(parts), transfer=None)
    return rows.exclude(session=None)


def _build_payment_items(payments: OpenPayments) -> Iterator[OpenItem]:
    """Yield an item for each payment except those in `before`.

    A payment of a session or fee gets the date of that.
    """
    for open_payment in (*payments.at_tables, *payments.of_fees, *payments.free):
        payment, charge = open_payment.payment, open_payment.charge
        session = payment.session
        item = OpenItem("payment", payment.pk, None, payment.date, payment.currency)
        if session:
            item.session_id, item.date, item.game = session.pk, session.date, session.game
        elif charge:
            item.session_id, item.date = charge.session_id, charge.date
        else:
            item.is_free = True
        item.minor = _sum_moves(open_payment)
        yield item


def _sum_moves(payment: OpenPayment) -> dict[str, int]:
    sums: dict[str, int] = {}
    for account, minor in payment.balance_changes:
        add_amounts(sums, {account: minor})
    return sums


@dataclass(frozen=True, slots=True)
class OpenFee:
    """A fee that is not fully paid.

    left: the open amount in minor units, above 0.
    """

    charge: Charge
    left: int


def load_open_fees(club_id: UUID) -> tuple[OpenFee, ...]:
    """Return the open fees of a club, oldest first, in three queries."""
    charges = list(select_unsettled_charges(club_id))
    paid: Counter[UUID] = Counter()
    for fee in load_open_payments(club_id, charges).of_fees:
        if fee.charge:
            paid[fee.charge.pk] += -fee.left if fee.payment.reverses_id else fee.left
    owed = [
        OpenFee(charge, charge.amount - paid[charge.pk]) for charge in charges if _is_owed(charge)
    ]
    owed.sort(key=lambda fee: (fee.charge.date, fee.charge.made_at, str(fee.charge.pk)))
    return tuple(fee for fee in owed if fee.left > 0)


def _is_owed(charge: Charge) -> bool:
    undone = charge.reverses_id or hasattr(charge, "reversed_by")
    return not undone and charge.purpose not in BORNE
