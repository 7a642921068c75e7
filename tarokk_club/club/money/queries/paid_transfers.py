"""What of planned transfers is paid, in whole or in part, what is only claimed, what was denied."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from uuid import UUID, uuid5

from tarokk_club.club.models import Payment, Settlement, Transfer, WriteKey


@dataclass(frozen=True, slots=True)
class PaidOf:
    """The payments of one transfer, oldest first: what counts, what is claimed, what was denied.

    denied: the newest claim of which the receiver or the treasurer said that it has not arrived.
    """

    counted: tuple[Payment, ...] = ()
    claimed: tuple[Payment, ...] = ()
    denied: Payment | None = None

    @property
    def amount(self) -> int:
        """What has been paid of it, in minor units."""
        return sum(one.amount for one in self.counted)

    @property
    def is_any(self) -> bool:
        """Whether anybody has paid, or says so."""
        return bool(self.counted or self.claimed)


NOTHING = PaidOf()


def paid_of(transfers: Iterable[Transfer]) -> dict[UUID, PaidOf]:
    """What stands of each transfer that anybody paid or claimed to have paid, in one query."""
    ids = [one.id for one in transfers]
    rows = Payment.objects.filter(transfer__in=ids, reverses=None)
    payments: dict[UUID, list[Payment]] = {}
    for one in rows.select_related("confirmation", "reversed_by").order_by("made_at", "pk"):
        if one.transfer_id:
            payments.setdefault(one.transfer_id, []).append(one)
    return {transfer: _sorted(mine) for transfer, mine in payments.items()}


def made_by_act(settlement: Settlement, act: UUID) -> list[Payment]:
    """What one tap marked as paid or confirmed, as far as it stands; act: the key of its form."""
    rows = Payment.objects.filter(
        transfer__settlement=settlement, reverses=None, reversed_by=None
    ).select_related("confirmation")
    key = WriteKey.objects.filter(pk=act, club=settlement.club_id).first()
    if key is None:
        return []
    return [
        one
        for one in rows.order_by("transfer__place")
        if one.pk == uuid5(act, str(one.transfer_id))
        or (one.claimed and counts(one) and one.confirmation.made_at == key.made_at)
    ]


def _sorted(payments: list[Payment]) -> PaidOf:
    live = [one for one in payments if not hasattr(one, "reversed_by")]
    denied = next((one for one in reversed(payments) if is_denied(one)), None)
    return PaidOf(
        counted=tuple(one for one in live if counts(one)),
        claimed=tuple(one for one in live if not counts(one)),
        # A claim or a payment that came later answers it.
        denied=denied if not any(denied and one.made_at > denied.made_at for one in live) else None,
    )


def left_of(transfers: Iterable[Transfer]) -> Iterator[tuple[Transfer, int]]:
    """The transfers that are still to be paid, each with what is left of it."""
    known = list(transfers)
    paid = paid_of(known)
    for one in known:
        if left := one.amount - paid.get(one.id, NOTHING).amount:
            yield one, left


def counts(payment: Payment) -> bool:
    """Whether it counts: a claim does from its confirmation on."""
    return not payment.claimed or hasattr(payment, "confirmation")


def is_denied(payment: Payment) -> bool:
    """Whether a claim was taken back by another than who made it: it has not arrived.

    `reversed_by` must be known.
    """
    counter = getattr(payment, "reversed_by", None)
    waited = payment.claimed and not hasattr(payment, "confirmation")
    return bool(waited and counter and counter.made_by_id != payment.made_by_id)
