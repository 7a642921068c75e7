"""Payments that are not settled yet, with their session or fee.

A payment is settled together with its session or fee. A payment without either is settled with
the amounts that are carried over.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import F, Max, Q, Sum
from django.db.models.functions import Coalesce

from tarokk_club.club.models import Charge, Payment, Settlement
from tarokk_club.club.models.money import KITTY, PartyKind, Purpose
from tarokk_club.club.money.queries.balances.balance_sums import (
    build_counted_condition,
    find_account_or_kitty,
)

# Purposes of payments for fees.
FEES = frozenset({Purpose.TABLE, Purpose.DUES, Purpose.FINE, Purpose.ENTRY})


@dataclass(frozen=True, slots=True)
class OpenPayment:
    """A payment with its unsettled amount.

    left: minor units, above 0.
    charge: the open fee that the payment goes towards; None for other payments.
    """

    payment: Payment
    left: int
    charge: Charge | None = None

    @property
    def balance_changes(self) -> Iterator[tuple[str, int]]:
        """The changes to open balances, as pairs of account and minor units."""
        yield find_account_or_kitty(self.payment.payer_id), self.left
        yield find_account_or_kitty(self.payment.receiver_id), -self.left


@dataclass(frozen=True, slots=True)
class OpenPayments:
    """The unsettled payments of a club, in four groups.

    at_tables: payments that belong to a session.
    of_fees: payments, or parts of them, for an open fee, linked to it or matched by purpose.
    free: all other payments, and remainders of payments for fees.
    before: payments for neither a session nor a linked open fee, entered before the last
        settlement in their currency that carried over all open amounts.
    """

    at_tables: tuple[OpenPayment, ...]
    of_fees: tuple[OpenPayment, ...]
    free: tuple[OpenPayment, ...]
    before: tuple[OpenPayment, ...]


def load_open_payments(club_id: UUID, charges: Iterable[Charge]) -> OpenPayments:
    """Return the unsettled payments of a club, in two queries.

    charges: the unsettled fees of the club.
    """
    charges_by_id = {charge.pk: charge for charge in charges}
    carried = _find_carry_times(club_id)
    at_tables, of_fees, before, unassigned = [], [], [], []
    for payment in _load_unsettled_payments(club_id):
        open_payment = OpenPayment(payment, payment.amount - payment.taken)  # type: ignore[attr-defined]
        until = carried.get(payment.currency)
        if payment.session_id:
            at_tables.append(open_payment)
        elif payment.charge_id in charges_by_id:
            of_fees.append(
                OpenPayment(payment, open_payment.left, charges_by_id[payment.charge_id])
            )
        elif until and payment.made_at < until:
            before.append(open_payment)
        else:
            unassigned.append(open_payment)
    matched, free = _match_fees(unassigned, charges_by_id.values(), of_fees)
    return OpenPayments(tuple(at_tables), (*of_fees, *matched), tuple(free), tuple(before))


def _load_unsettled_payments(club_id: UUID) -> Iterable[Payment]:
    """Return the unsettled payments from or to a player, each with its settled amount `taken`."""
    of_a_player = Q(payer_side=PartyKind.PLAYER) | Q(receiver_side=PartyKind.PLAYER)
    live = Q(settlement_parts__settlement__withdrawn_at=None, settlement_parts__minor__gt=0)
    taken = Coalesce(Sum("settlement_parts__minor", filter=live), 0)
    rows = Payment.objects.filter(
        build_counted_condition(), of_a_player, club=club_id, transfer=None
    )
    open_payments = rows.annotate(taken=taken).filter(amount__gt=F("taken"))
    return open_payments.select_related("session", "reversed_by").order_by("date", "made_at", "pk")


def _find_carry_times(club_id: UUID) -> Mapping[str, datetime]:
    """Return the time of the last settlement that carried over all open amounts, by currency."""
    rows = Settlement.objects.filter(club=club_id, carried=True, withdrawn_at=None)
    return dict(rows.values_list("currency").annotate(Max("made_at")).order_by())


def _match_fees(
    payments: Iterable[OpenPayment], charges: Iterable[Charge], of_fees: Iterable[OpenPayment]
) -> tuple[list[OpenPayment], list[OpenPayment]]:
    """Assign payments to the payers' oldest open fees of the same purpose.

    Return the assigned payments, and the other payments or their remainders.
    of_fees: payments that already belong to a fee.
    """
    paid: dict[UUID, int] = defaultdict(int)
    for fee in of_fees:
        if fee.charge:
            paid[fee.charge.pk] += -fee.left if fee.payment.reverses_id else fee.left
    owed = defaultdict(list)
    for charge in sorted(charges, key=lambda charge: (charge.date, charge.made_at, str(charge.pk))):
        is_fee = not (charge.reverses_id or hasattr(charge, "reversed_by"))
        if is_fee and charge.purpose in FEES:
            owed[charge.player_id, charge.currency, charge.purpose].append(charge)
    matched: list[OpenPayment] = []
    free: list[OpenPayment] = []
    for payment in payments:
        payer, remaining = payment.payment.payer_id, payment.left
        if payer is None or not _may_cover_fee(payment.payment):
            free.append(payment)
            continue
        for charge in owed[payer, payment.payment.currency, payment.payment.purpose]:
            part = min(remaining, charge.amount - paid[charge.pk])
            if part > 0:
                matched.append(OpenPayment(payment.payment, part, charge))
                paid[charge.pk] += part
                remaining -= part
        if remaining:
            free.append(OpenPayment(payment.payment, remaining))
    return matched, free


def _may_cover_fee(payment: Payment) -> bool:
    """Return whether the payment may be assigned to a fee."""
    is_unlinked = not (payment.charge_id or payment.reverses_id or hasattr(payment, "reversed_by"))
    return is_unlinked and payment.target == KITTY and payment.purpose in FEES
