"""Confirm that a claimed payment has arrived."""

from uuid import UUID

from scoring.core.problem import Problem
from tarokk_club.club.models import Payment
from tarokk_club.club.money.usecases.money_checks import (
    confirm,
    is_own,
    is_undone,
    is_waiting,
    may_settle,
)
from tarokk_club.club.writing.errors import ConflictError, ForbiddenError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def confirm_payment(*, club_id: UUID, form: Submission, payment_id: UUID) -> Payment:
    """The payment, which counts from now on; a second confirmation changes nothing.

    Raises ConflictError (it was taken back), Payment.DoesNotExist and what the unit of work raises;
    ForbiddenError for somebody who neither received it nor keeps the money.
    """
    content = {"do": "confirm", "payment": str(payment_id)}

    def change(write: ClubWrite) -> Payment:
        rows = Payment.objects.select_related("receiver")
        payment = rows.get(pk=payment_id, club_id=club_id)
        if not may_settle(write) and not is_own(form.by, payment.receiver):
            raise ForbiddenError(Right.SETTLE)
        if not is_waiting(payment):
            return payment
        if is_undone(payment):
            raise ConflictError([Problem("fact_undone", "")])
        confirm(payment, form.by)
        return payment

    def repeated(write: ClubWrite) -> Payment:
        rows = Payment.objects.select_related("receiver")
        payment = rows.get(pk=payment_id, club_id=club_id)
        if not may_settle(write) and not is_own(form.by, payment.receiver):
            raise ForbiddenError(Right.SETTLE)
        return payment

    return write_to_club(
        club_id,
        Command(form, Right.CLAIM, content),
        change,
        repeated=repeated,
    )
