"""Record a payment that happened."""

from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.base.errors import RefusedError
from tarokk_club.club.base.permissions import Right
from tarokk_club.club.base.unit_of_work import (
    ClubWrite,
    Submission,
    add_new,
    club_unit_of_work,
    keep_key,
)
from tarokk_club.club.models import Payment
from tarokk_club.club.models.money import How, Purpose, Side
from tarokk_club.club.money.usecases.money_checks import (
    fact_problems,
    party_problems,
    session_problems,
    tidy_note,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentMade:
    """Who paid whom: an account is a player's id, the kitty or outside; amount: minor units.

    session_id: the table at which somebody was paid out, or paid, before its end.
    """

    currency: str
    amount: int
    payer: str
    receiver: str
    date: date
    purpose: Purpose = Purpose.SETTLING
    how: How = How.CASH
    note: str = ""
    session_id: UUID | None = None


def record_payment(*, club_id: UUID, form: Submission, paid: PaymentMade) -> Payment:
    """The payment, which counts at once; the form's key becomes the id.

    Raises RefusedError and what the unit of work raises.
    """
    content = {
        "do": "pay",
        "currency": paid.currency,
        "amount": paid.amount,
        "parties": [paid.payer, paid.receiver],
        "date": paid.date.isoformat(),
        "kind": [paid.purpose, paid.how],
        "session": str(paid.session_id or ""),
    }
    with club_unit_of_work(club_id, form=form, right=Right.SETTLE, content=content) as write:
        if write.repeated:
            return Payment.objects.get(pk=form.key)
        payment = _checked(write, paid)
        add_new(payment)
        keep_key(write)
        return payment


def _checked(write: ClubWrite, paid: PaymentMade) -> Payment:
    problems = fact_problems(write.club, currency=paid.currency, amount=paid.amount, day=paid.date)
    payer_side, payer = _side(paid.payer)
    receiver_side, receiver = _side(paid.receiver)
    problems += party_problems(write.club, [("payer", payer), ("receiver", receiver)])
    problems += session_problems(write.club, paid.session_id)
    if paid.payer == paid.receiver:
        problems.append(Problem("pays_oneself", "receiver"))
    note = tidy_note(paid.note, problems)
    if problems:
        raise RefusedError(problems)
    return Payment(
        id=write.form.key,
        club=write.club,
        currency=paid.currency,
        amount=paid.amount,
        purpose=paid.purpose,
        date=paid.date,
        note=note,
        session_id=paid.session_id,
        made_by=write.form.by,
        made_at=timezone.now(),
        payer_side=payer_side,
        payer_id=payer,
        receiver_side=receiver_side,
        receiver_id=receiver,
        how=paid.how,
    )


def _side(account: str) -> tuple[Side, UUID | None]:
    if account in (Side.KITTY, Side.OUTSIDE):
        return Side(account), None
    return Side.PLAYER, UUID(account)
