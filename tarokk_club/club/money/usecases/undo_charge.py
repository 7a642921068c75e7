"""Take a charge back by a counter-entry."""

from uuid import UUID

from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.models import Charge
from tarokk_club.club.money.usecases.money_checks import is_undone, tidy_note
from tarokk_club.club.people.queries.club_days import today
from tarokk_club.club.writing.errors import ConflictError, RefusedError
from tarokk_club.club.writing.idempotency import add_new
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def undo_charge(*, club_id: UUID, form: Submission, charge_id: UUID) -> Charge:
    """The counter-entry, by which the player owes it no more; the form's key becomes its id.

    What was paid for it stays paid. Raises ConflictError (it was taken back before), RefusedError,
    Charge.DoesNotExist and what the unit of work raises.
    """
    content = {"do": "undo_charge", "charge": str(charge_id)}

    def change(write: ClubWrite) -> Charge:
        charge = Charge.objects.get(pk=charge_id, club_id=club_id)
        if is_undone(charge):
            raise ConflictError([Problem("fact_undone", "")])
        problems: list[Problem] = []
        note = tidy_note(form.reason, problems)
        if problems:
            raise RefusedError(problems)
        counter = Charge(
            id=form.key,
            club=write.club,
            player_id=charge.player_id,
            currency=charge.currency,
            amount=charge.amount,
            purpose=charge.purpose,
            date=today(write.club),
            note=note,
            session_id=charge.session_id,
            reverses=charge,
            made_by=form.by,
            made_at=timezone.now(),
        )
        add_new(counter)
        return counter

    return write_to_club(
        club_id,
        Command(form, Right.SETTLE, content),
        change,
        repeated=lambda write: Charge.objects.get(pk=form.key),
    )
