"""Let the payments of an older archive know the fees that they paid on the spot."""

from uuid import UUID

from tarokk_club.club.models import Charge, Payment
from tarokk_club.club.models.money import Purpose, Side


def link_paid_fees(club_id: UUID) -> None:
    """Both were entered in the very moment; migration 0032 does the same to the book itself."""
    payments = Payment.objects.filter(
        club=club_id, transfer=None, session=None, reverses=None, charge=None
    )
    at_once = payments.filter(payer_side=Side.PLAYER, receiver_side=Side.KITTY)
    for payment in at_once.exclude(purpose=Purpose.SETTLING):
        fee = Charge.objects.filter(
            club=club_id,
            player=payment.payer_id,
            currency=payment.currency,
            amount=payment.amount,
            purpose=payment.purpose,
            date=payment.date,
            made_at=payment.made_at,
            reverses=None,
            payments=None,
        ).first()
        if fee:
            Payment.objects.filter(pk=payment.pk).update(charge=fee)
            Payment.objects.filter(reverses=payment.pk).update(charge=fee)
