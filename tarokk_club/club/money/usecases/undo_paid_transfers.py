"""Take back at once what one tap marked as paid."""

from uuid import UUID, uuid5

from scoring.core.problem import Problem
from tarokk_club.club.models import Payment, Settlement
from tarokk_club.club.money.queries.paid_transfers import made_by_act
from tarokk_club.club.money.usecases.undo_payment import counter_of
from tarokk_club.club.people.queries.club_days import today
from tarokk_club.club.writing.errors import ConflictError
from tarokk_club.club.writing.idempotency import add_new
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def undo_paid_transfers(
    *, club_id: UUID, form: Submission, settlement_id: UUID, act: UUID
) -> tuple[Payment, ...]:
    """The counter-entries of all payments that the form with the key `act` made or confirmed.

    What was taken back one by one meanwhile stays so. Raises ConflictError (nothing of it stands),
    Settlement.DoesNotExist and what the unit of work raises.
    """
    content = {"do": "undo_paid", "settlement": str(settlement_id), "act": str(act)}

    def change(write: ClubWrite) -> tuple[Payment, ...]:
        settlement = Settlement.objects.get(pk=settlement_id, club_id=club_id)
        payments = made_by_act(settlement, act)
        ids = {uuid5(form.key, str(one.pk)): one for one in payments}
        if not payments:
            raise ConflictError([Problem("fact_undone", "")])
        made = [counter_of(one, pk, by=form.by, day=today(write.club)) for pk, one in ids.items()]
        for counter in made:
            add_new(counter)
        return tuple(made)

    def repeated(write: ClubWrite) -> tuple[Payment, ...]:
        settlement = Settlement.objects.get(pk=settlement_id, club_id=club_id)
        payments = made_by_act(settlement, act)
        ids = {uuid5(form.key, str(one.pk)): one for one in payments}
        return tuple(Payment.objects.filter(transfer__settlement=settlement, pk__in=ids))

    return write_to_club(
        club_id,
        Command(form, Right.SETTLE, content),
        change,
        repeated=repeated,
    )
