"""Mark planned transfers as paid: one tap each, or all at once."""

from collections.abc import Sequence
from datetime import date
from uuid import UUID, uuid5

from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.base.errors import ConflictError, ForbiddenError
from tarokk_club.club.base.permissions import Right
from tarokk_club.club.base.today import today
from tarokk_club.club.base.unit_of_work import (
    ClubWrite,
    Submission,
    add_new,
    club_unit_of_work,
    keep_key,
)
from tarokk_club.club.models import Payment, Settlement, Transfer
from tarokk_club.club.models.money import How, Purpose, Side
from tarokk_club.club.money.queries.settlement import is_over, live_payments
from tarokk_club.club.money.usecases.money_checks import confirm, is_own, is_waiting, may_settle


def pay_transfers(
    *,
    club_id: UUID,
    form: Submission,
    settlement_id: UUID,
    transfer_id: UUID | None = None,
    day: date | None = None,
) -> tuple[Payment, ...]:
    """The payments of one planned transfer, or of all that are open; each is made once.

    Who keeps the money says that it was paid, or the receiver; what the payer says is a claim until
    one of them confirms it. Raises ConflictError (the plan holds no longer), Transfer.DoesNotExist
    and what the unit of work raises; ForbiddenError for somebody else's transfer. day: when it was
    paid, today where nothing is said.
    """
    content = {
        "do": "paid",
        "settlement": str(settlement_id),
        "transfer": str(transfer_id or ""),
    }
    with club_unit_of_work(club_id, form=form, right=Right.CLAIM, content=content) as write:
        transfers = _wanted(write, settlement_id, transfer_id)
        paid = live_payments(transfers)
        if write.repeated:
            return tuple(paid.values())
        if is_over(transfers[0].settlement):
            raise ConflictError([Problem("plan_is_over", "")])
        when = day or today(write.club)
        made = [_pay(write, one, paid.get(one.id), day=when) for one in transfers]
        keep_key(write)
        return tuple(made)


def _wanted(write: ClubWrite, settlement_id: UUID, transfer_id: UUID | None) -> Sequence[Transfer]:
    rows = Transfer.objects.select_related("settlement", "payer", "receiver").order_by("place")
    mine = rows.filter(settlement=settlement_id, settlement__club=write.club)
    if transfer_id:
        return [mine.get(pk=transfer_id)]
    if not may_settle(write):
        raise ForbiddenError(Right.SETTLE)
    found = list(mine)
    if not found:
        raise Transfer.DoesNotExist
    return found


def _pay(write: ClubWrite, transfer: Transfer, before: Payment | None, *, day: date) -> Payment:
    """The payment of the transfer; one that was made before stays as it is, or is confirmed."""
    by = write.form.by
    counts = may_settle(write) or is_own(by, transfer.receiver)
    if not counts and not is_own(by, transfer.payer):
        raise ForbiddenError(Right.SETTLE)
    if before:
        if counts and is_waiting(before):
            confirm(before, by)
        return before
    payment = _payment(write, transfer, day=day, claimed=not counts)
    add_new(payment)
    return payment


def _payment(write: ClubWrite, transfer: Transfer, *, day: date, claimed: bool) -> Payment:
    settlement: Settlement = transfer.settlement
    return Payment(
        id=uuid5(write.form.key, str(transfer.id)),
        club=write.club,
        currency=settlement.currency,
        amount=transfer.amount,
        purpose=Purpose.SETTLING,
        date=day,
        made_by=write.form.by,
        made_at=timezone.now(),
        payer_side=Side.PLAYER if transfer.payer_id else Side.KITTY,
        payer_id=transfer.payer_id,
        receiver_side=Side.PLAYER if transfer.receiver_id else Side.KITTY,
        receiver_id=transfer.receiver_id,
        how=How.CASH,
        transfer=transfer,
        claimed=claimed,
    )
