"""Take a payment back by a counter-entry."""

from datetime import date
from uuid import UUID

from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.models import Act, Payment, User
from tarokk_club.club.money.usecases.money_checks import (
    is_own,
    is_undone,
    is_waiting,
    may_settle,
    tidy_note,
)
from tarokk_club.club.people.queries.club_days import today
from tarokk_club.club.writing.errors import ConflictError, ForbiddenError, RefusedError
from tarokk_club.club.writing.events import payment_denied
from tarokk_club.club.writing.idempotency import add_new
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def undo_payment(*, club_id: UUID, form: Submission, payment_id: UUID) -> Payment:
    """The counter-entry, with the parties the other way round; the form's key becomes its id.

    A claim that nobody confirmed can be taken back by its maker, and denied by the receiver or by
    whoever keeps the money, who must say why. Raises ConflictError (it was taken back before),
    RefusedError, Payment.DoesNotExist and what the unit of work raises.
    """
    content = {"do": "undo_payment", "payment": str(payment_id)}

    def change(write: ClubWrite) -> Payment:
        rows = Payment.objects.select_related("payer", "receiver")
        payment = rows.get(pk=payment_id, club_id=club_id)
        waiting = is_waiting(payment)
        mine = is_own(form.by, payment.payer) or is_own(form.by, payment.receiver)
        if not may_settle(write) and not (waiting and mine):
            raise ForbiddenError(Right.SETTLE)
        if is_undone(payment):
            raise ConflictError([Problem("fact_undone", "")])
        denied = waiting and payment.made_by != form.by
        note = _reason(form, needed=denied)
        counter = counter_of(payment, form.key, by=form.by, day=today(write.club), note=note)
        # What never counted is not taken away either.
        counter.claimed = waiting
        add_new(counter)
        if denied:
            facts = {"payment": str(payment.id)}
            write.log(Act.PAYMENT_DENIED, facts)
            payment_denied.send(None, payment=payment, by=form.by)
        return counter

    return write_to_club(
        club_id,
        Command(form, Right.CLAIM, content),
        change,
        repeated=lambda write: Payment.objects.get(pk=form.key),
    )


def _reason(form: Submission, *, needed: bool) -> str:
    problems: list[Problem] = []
    note = tidy_note(form.reason, problems)
    if needed and not note:
        problems.append(Problem("denied_without_reason", "reason"))
    if problems:
        raise RefusedError(problems)
    return note


def counter_of(
    payment: Payment, key: UUID, *, by: User | None, day: date, note: str = ""
) -> Payment:
    """The mirror image of a payment, not yet saved."""
    return Payment(
        id=key,
        club_id=payment.club_id,
        currency=payment.currency,
        amount=payment.amount,
        purpose=payment.purpose,
        date=day,
        note=note,
        session_id=payment.session_id,
        reverses=payment,
        made_by=by,
        made_at=timezone.now(),
        payer_side=payment.receiver_side,
        payer_id=payment.receiver_id,
        receiver_side=payment.payer_side,
        receiver_id=payment.payer_id,
        how=payment.how,
        transfer_id=payment.transfer_id,
        charge_id=payment.charge_id,
    )
