"""Withdraw a settlement that was made by mistake, as long as nobody has paid."""

from uuid import UUID

from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.models import Settlement
from tarokk_club.club.money.queries.paid_transfers import paid_of
from tarokk_club.club.writing.errors import ConflictError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def withdraw_settlement(*, club_id: UUID, form: Submission, settlement_id: UUID) -> Settlement:
    """The settlement, which counts no more; what it took in can be settled anew.

    Raises ConflictError (somebody has paid, or a later settlement builds on it),
    Settlement.DoesNotExist and what the unit of work raises.
    """
    content = {"do": "withdraw", "settlement": str(settlement_id)}

    def change(write: ClubWrite) -> Settlement:
        settlement = Settlement.objects.get(pk=settlement_id, club_id=club_id)
        if settlement.withdrawn_at:
            return settlement
        later = Settlement.objects.filter(
            club_id=club_id,
            currency=settlement.currency,
            number__gt=settlement.number,
            withdrawn_at=None,
        )
        if later.exists():
            raise ConflictError([Problem("settlement_not_last", "")])
        if any(one.is_any for one in paid_of(settlement.transfers.all()).values()):
            raise ConflictError([Problem("settlement_paid", "")])
        settlement.withdrawn_by, settlement.withdrawn_at = form.by, timezone.now()
        settlement.save(update_fields=["withdrawn_by", "withdrawn_at"])
        return settlement

    return write_to_club(
        club_id,
        Command(form, Right.SETTLE, content),
        change,
        repeated=lambda write: Settlement.objects.get(pk=settlement_id, club_id=club_id),
    )
