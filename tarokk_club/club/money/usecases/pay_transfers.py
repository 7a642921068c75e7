"""Mark planned transfers as paid: one tap each, a part of one, or all at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID, uuid5

from scoring.core.problem import Problem
from tarokk_club.club.models import Payment, Settlement, Transfer
from tarokk_club.club.models.money import How, Purpose, Side
from tarokk_club.club.money.queries.paid_transfers import NOTHING, PaidOf, paid_of
from tarokk_club.club.money.queries.settlement import is_over
from tarokk_club.club.money.usecases.money_checks import confirm, is_own, may_settle
from tarokk_club.club.people.queries.club_days import today
from tarokk_club.club.writing.errors import ConflictError, ForbiddenError, RefusedError
from tarokk_club.club.writing.events import payments_marked
from tarokk_club.club.writing.idempotency import add_new
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


@dataclass(frozen=True, slots=True, kw_only=True)
class Instalment:
    """How a transfer was paid. amount: minor units, None for all that is left of it; day: today
    where nothing is said.
    """

    amount: int | None = None
    day: date | None = None
    how: How = How.CASH


def pay_transfers(
    *,
    club_id: UUID,
    form: Submission,
    settlement_id: UUID,
    transfer_id: UUID | None = None,
    paid: Instalment | None = None,
) -> tuple[Payment, ...]:
    """The payments of one planned transfer, or of all that are open; nothing is paid twice.

    Who keeps the money says that it was paid, or the receiver; what the payer says is a claim until
    one of them confirms it. All at once leaves alone what somebody has called not received. Raises
    ConflictError (the plan holds no longer), RefusedError (more than is left),
    Transfer.DoesNotExist and what the unit of work raises; ForbiddenError for somebody else's
    transfer.
    """
    how = paid or Instalment()
    content: dict[str, object] = {
        "do": "paid",
        "settlement": str(settlement_id),
        "transfer": str(transfer_id or ""),
    }
    if how.amount is not None:
        content["amount"] = how.amount

    def change(write: ClubWrite) -> tuple[Payment, ...]:
        transfers = _wanted(write, settlement_id, transfer_id)
        known = paid_of(transfers)
        if is_over(transfers[0].settlement):
            raise ConflictError([Problem("plan_is_over", "")])
        act = _Act(write, how, how.day or today(write.club), write.at, one_by_one=bool(transfer_id))
        made = [one for each in transfers for one in act.pay(each, known.get(each.id, NOTHING))]
        new = [one for one in made if one.made_at == act.at]
        payments_marked.send(None, payments=new, by=form.by)
        return tuple(made)

    def repeated(write: ClubWrite) -> tuple[Payment, ...]:
        transfers = _wanted(write, settlement_id, transfer_id)
        known = paid_of(transfers)
        return tuple(one for each in known.values() for one in (*each.counted, *each.claimed))

    return write_to_club(
        club_id,
        Command(form, Right.CLAIM, content),
        change,
        repeated=repeated,
    )


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


@dataclass(frozen=True, slots=True)
class _Act:
    """One tap: who, how, when."""

    write: ClubWrite
    how: Instalment
    day: date
    at: datetime
    one_by_one: bool

    def pay(self, transfer: Transfer, known: PaidOf) -> tuple[Payment, ...]:
        """The payments of the transfer; what was claimed before is confirmed, the rest is paid."""
        by = self.write.form.by
        counts = may_settle(self.write) or is_own(by, transfer.receiver)
        if not counts and not is_own(by, transfer.payer):
            raise ForbiddenError(Right.SETTLE)
        if known.denied and not self.one_by_one:
            return ()
        claimed = known.claimed if self.how.amount is None else ()
        for one in claimed if counts else ():
            confirm(one, by, self.at)
        said = sum(one.amount for one in known.claimed)
        left = transfer.amount - known.amount - said
        amount = left if self.how.amount is None else self.how.amount
        if self.how.amount is not None and not 1 <= amount <= left:
            raise RefusedError([Problem("more_than_left", "amount")])
        if not amount:
            return (*known.counted, *known.claimed)
        payment = self._payment(transfer, amount, claimed=not counts)
        add_new(payment)
        return (*claimed, payment)

    def _payment(self, transfer: Transfer, amount: int, *, claimed: bool) -> Payment:
        settlement: Settlement = transfer.settlement
        return Payment(
            id=uuid5(self.write.form.key, str(transfer.id)),
            club=self.write.club,
            currency=settlement.currency,
            amount=amount,
            purpose=Purpose.SETTLING,
            date=self.day,
            made_by=self.write.form.by,
            made_at=self.at,
            payer_side=Side.PLAYER if transfer.payer_id else Side.KITTY,
            payer_id=transfer.payer_id,
            receiver_side=Side.PLAYER if transfer.receiver_id else Side.KITTY,
            receiver_id=transfer.receiver_id,
            how=self.how.how,
            transfer=transfer,
            claimed=claimed,
        )
