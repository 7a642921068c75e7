"""The payments of planned transfers: counted, claimed or denied."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from uuid import UUID, uuid5

from tarokk_club.club.models import Payment, Settlement, Transfer, WriteKey
from tarokk_club.club.models.money import NOT_COUNTER_ENTRY


@dataclass(frozen=True, slots=True)
class TransferPayments:
    """The payments of one transfer, oldest first.

    counted: payments that count.
    claimed: payments that await confirmation.
    denied: the newest denied claim; None if there is none or a later payment replaces it.
    """

    counted: tuple[Payment, ...] = ()
    claimed: tuple[Payment, ...] = ()
    denied: Payment | None = None

    @property
    def amount(self) -> int:
        """The amount paid, in minor units."""
        return sum(payment.amount for payment in self.counted)

    @property
    def has_payments(self) -> bool:
        """Whether there is any counted or claimed payment."""
        return bool(self.counted or self.claimed)


NOTHING = TransferPayments()


def load_transfer_payments(transfers: Iterable[Transfer]) -> dict[UUID, TransferPayments]:
    """Return the payments of the transfers by transfer id, in one query.

    Transfers without payments are left out.
    """
    ids = [transfer.id for transfer in transfers]
    rows = Payment.objects.filter(NOT_COUNTER_ENTRY, transfer__in=ids)
    payments: dict[UUID, list[Payment]] = {}
    for row in rows.select_related("confirmation", "reversed_by").order_by("made_at", "pk"):
        if row.transfer_id:
            payments.setdefault(row.transfer_id, []).append(row)
    return {transfer: _group_payments(mine) for transfer, mine in payments.items()}


def find_payments_of_submission(settlement: Settlement, act: UUID) -> list[Payment]:
    """Return the payments that one submission recorded or confirmed, without undone ones.

    act: the key of the submitted form.
    """
    rows = Payment.objects.filter(
        NOT_COUNTER_ENTRY, transfer__settlement=settlement, reversed_by=None
    ).select_related("confirmation")
    key = WriteKey.objects.filter(pk=act, club=settlement.club_id).first()
    if key is None:
        return []
    return [
        row
        for row in rows.order_by("transfer__place")
        if row.pk == uuid5(act, str(row.transfer_id))
        or (row.claimed and is_counted_payment(row) and row.confirmation.made_at == key.made_at)
    ]


def _group_payments(payments: list[Payment]) -> TransferPayments:
    live = [payment for payment in payments if not hasattr(payment, "reversed_by")]
    denied = next((payment for payment in reversed(payments) if is_denied(payment)), None)
    return TransferPayments(
        counted=tuple(payment for payment in live if is_counted_payment(payment)),
        claimed=tuple(payment for payment in live if not is_counted_payment(payment)),
        # A later claim or payment supersedes the denial.
        denied=denied
        if not any(denied and payment.made_at > denied.made_at for payment in live)
        else None,
    )


def iter_open_transfers(transfers: Iterable[Transfer]) -> Iterator[tuple[Transfer, int]]:
    """Yield the transfers that are not fully paid, each with its open amount."""
    transfer_list = list(transfers)
    paid = load_transfer_payments(transfer_list)
    for transfer in transfer_list:
        if left := transfer.amount - paid.get(transfer.id, NOTHING).amount:
            yield transfer, left


def is_counted_payment(payment: Payment) -> bool:
    """Return whether the payment counts; a claim counts once it is confirmed."""
    return not payment.claimed or hasattr(payment, "confirmation")


def is_denied(payment: Payment) -> bool:
    """Return whether the payment is an unconfirmed claim that another user has undone.

    payment: its `reversed_by` must be loaded.
    """
    counter = getattr(payment, "reversed_by", None)
    waited = payment.claimed and not hasattr(payment, "confirmation")
    return bool(waited and counter and counter.made_by_id != payment.made_by_id)
