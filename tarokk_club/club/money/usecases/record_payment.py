"""Record a payment that happened."""

from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.models import Payment
from tarokk_club.club.models.money import How, Purpose, Side
from tarokk_club.club.money.queries.open_fees import open_fees
from tarokk_club.club.money.usecases.money_checks import (
    fact_problems,
    party_problems,
    session_problems,
    tidy_note,
)
from tarokk_club.club.writing.errors import RefusedError
from tarokk_club.club.writing.events import payments_marked
from tarokk_club.club.writing.idempotency import add_new
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentMade:
    """Who paid whom: an account is a player's id, the kitty or outside; amount: minor units.

    session_id: the table at which somebody was paid out, or paid, before its end; charge_id: the
    fee that is paid, in whole or in part.
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
    charge_id: UUID | None = None


def record_payment(*, club_id: UUID, form: Submission, paid: PaymentMade) -> Payment:
    """The payment, which counts at once; the form's key becomes the id.

    Raises RefusedError and what the unit of work raises.
    """
    content: dict[str, object] = {
        "do": "pay",
        "currency": paid.currency,
        "amount": paid.amount,
        "parties": [paid.payer, paid.receiver],
        "date": paid.date.isoformat(),
        "kind": [paid.purpose, paid.how],
        "session": str(paid.session_id or ""),
    }
    if paid.charge_id:
        content["charge"] = str(paid.charge_id)

    def change(write: ClubWrite) -> Payment:
        payment = _checked(write, paid)
        add_new(payment)
        payments_marked.send(None, payments=[payment], by=form.by)
        return payment

    return write_to_club(
        club_id,
        Command(form, Right.SETTLE, content),
        change,
        repeated=lambda write: Payment.objects.get(pk=form.key),
    )


def _checked(write: ClubWrite, paid: PaymentMade) -> Payment:
    problems = fact_problems(write.club, currency=paid.currency, amount=paid.amount, day=paid.date)
    payer_side, payer = _side(paid.payer)
    receiver_side, receiver = _side(paid.receiver)
    problems += party_problems(write.club, [("payer", payer), ("receiver", receiver)])
    problems += session_problems(write.club, paid.session_id)
    if paid.payer == paid.receiver:
        problems.append(Problem("pays_oneself", "receiver"))
    note = tidy_note(paid.note, problems)
    charge_id = None if problems else _fee(write, paid, problems)
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
        charge_id=charge_id,
        made_by=write.form.by,
        made_at=timezone.now(),
        payer_side=payer_side,
        payer_id=payer,
        receiver_side=receiver_side,
        receiver_id=receiver,
        how=paid.how,
    )


def _fee(write: ClubWrite, paid: PaymentMade, problems: list[Problem]) -> UUID | None:
    """The open fee that is paid: the one that was named, else the oldest of its kind."""
    if paid.receiver != Side.KITTY or paid.session_id:
        return None
    for one in open_fees(write.club.id):
        charge = one.charge
        if (str(charge.player_id), charge.currency) != (paid.payer, paid.currency):
            continue
        if paid.charge_id == charge.pk and paid.amount > one.left:
            problems.append(Problem("more_than_left", "amount"))
        named = paid.charge_id or (charge.pk if charge.purpose == paid.purpose else None)
        if named == charge.pk and paid.amount <= one.left:
            return charge.pk
    return None


def _side(account: str) -> tuple[Side, UUID | None]:
    if account in (Side.KITTY, Side.OUTSIDE):
        return Side(account), None
    return Side.PLAYER, UUID(account)
