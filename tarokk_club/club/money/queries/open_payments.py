"""Payments that no settlement has taken in yet, and what each of them belongs to.

A payment at an open table goes with its table, that of a fee with its fee, whatever is settled
when; what belongs to neither is settled with all that was open from before.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import F, Max, Q, Sum
from django.db.models.functions import Coalesce

from tarokk_club.club.models import Charge, Payment, Settlement
from tarokk_club.club.models.money import KITTY, Purpose, Side
from tarokk_club.club.money.queries.money_book import counting, open_account

# What a payment may be for without being about what was played.
FEES = frozenset({Purpose.TABLE, Purpose.DUES, Purpose.FINE, Purpose.ENTRY})


@dataclass(frozen=True, slots=True)
class OpenPayment:
    """A payment, or what is left of it; left: above 0, minor units.

    charge: the open fee that it pays, None for another payment.
    """

    payment: Payment
    left: int
    charge: Charge | None = None

    @property
    def moves(self) -> Iterator[tuple[str, int]]:
        """What it changes of what each still gets."""
        yield open_account(self.payment.payer_id), self.left
        yield open_account(self.payment.receiver_id), -self.left


@dataclass(frozen=True, slots=True)
class OpenPayments:
    """at_tables: of a table each; of_fees: of a fee each; free: of neither; before: what the last
    settlement knew of already, and carried over.
    """

    at_tables: tuple[OpenPayment, ...]
    of_fees: tuple[OpenPayment, ...]
    free: tuple[OpenPayment, ...]
    before: tuple[OpenPayment, ...]


def open_payments(club_id: UUID, charges: Iterable[Charge]) -> OpenPayments:
    """The payments of a club that no settlement took in, in two queries.

    charges: the fees that none took in either.
    """
    known = {one.pk: one for one in charges}
    carried = _carried_until(club_id)
    at_tables, of_fees, before, rest = [], [], [], []
    for payment in _rows(club_id):
        one = OpenPayment(payment, payment.amount - payment.taken)  # type: ignore[attr-defined]
        until = carried.get(payment.currency)
        if payment.session_id:
            at_tables.append(one)
        elif payment.charge_id in known:
            of_fees.append(OpenPayment(payment, one.left, known[payment.charge_id]))
        elif until and payment.made_at < until:
            before.append(one)
        else:
            rest.append(one)
    matched, free = _matched(rest, known.values(), of_fees)
    return OpenPayments(tuple(at_tables), (*of_fees, *matched), tuple(free), tuple(before))


def _rows(club_id: UUID) -> Iterable[Payment]:
    """Those that change what anybody gets: what the kitty pays for the club does not."""
    of_a_player = Q(payer_side=Side.PLAYER) | Q(receiver_side=Side.PLAYER)
    live = Q(settled_parts__settlement__withdrawn_at=None, settled_parts__minor__gt=0)
    taken = Coalesce(Sum("settled_parts__minor", filter=live), 0)
    rows = Payment.objects.filter(counting(), of_a_player, club=club_id, transfer=None)
    left = rows.annotate(taken=taken).filter(amount__gt=F("taken"))
    return left.select_related("session", "reversed_by").order_by("date", "made_at", "pk")


def _carried_until(club_id: UUID) -> Mapping[str, datetime]:
    """When the last settlement was made that carried over all that was open, by currency."""
    rows = Settlement.objects.filter(club=club_id, carried=True, withdrawn_at=None)
    return dict(rows.values_list("currency").annotate(Max("made_at")).order_by())


def _matched(
    payments: Iterable[OpenPayment], charges: Iterable[Charge], of_fees: Iterable[OpenPayment]
) -> tuple[list[OpenPayment], list[OpenPayment]]:
    """The payments with the fees of their kind that the player owes, oldest first; the rest."""
    paid: dict[UUID, int] = defaultdict(int)
    for one in of_fees:
        if one.charge:
            paid[one.charge.pk] += -one.left if one.payment.reverses_id else one.left
    owed = defaultdict(list)
    for charge in sorted(charges, key=lambda one: (one.date, one.made_at, str(one.pk))):
        whole = not (charge.reverses_id or hasattr(charge, "reversed_by"))
        if whole and charge.purpose in FEES:
            owed[charge.player_id, charge.currency, charge.purpose].append(charge)
    found: list[OpenPayment] = []
    free: list[OpenPayment] = []
    for one in payments:
        payer, left = one.payment.payer_id, one.left
        if payer is None or not _is_of_fees(one.payment):
            free.append(one)
            continue
        for charge in owed[payer, one.payment.currency, one.payment.purpose]:
            part = min(left, charge.amount - paid[charge.pk])
            if part > 0:
                found.append(OpenPayment(one.payment, part, charge))
                paid[charge.pk] += part
                left -= part
        if left:
            free.append(OpenPayment(one.payment, left))
    return found, free


def _is_of_fees(payment: Payment) -> bool:
    """Whether it may pay a fee that it does not name."""
    whole = not (payment.charge_id or payment.reverses_id or hasattr(payment, "reversed_by"))
    return whole and payment.target == KITTY and payment.purpose in FEES
