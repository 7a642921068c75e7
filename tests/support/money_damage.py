"""Damage to the money of a club, each for the check that must find it."""

from collections.abc import Callable
from datetime import timedelta
from uuid import UUID

from django.db.models import F

from support.club_factories import House, a_form, create_denes
from support.money_tables import charge_fee, paid, pay_all, played, settle_club
from tarokk_club.club.models import (
    Balance,
    Charge,
    Payment,
    PaymentConfirmation,
    Player,
    Session,
    Settlement,
    SettlementPart,
    Share,
    Transfer,
)
from tarokk_club.club.models.money import KITTY
from tarokk_club.club.money.usecases.payments import undo_payment


def money_book(house: House) -> None:
    """Create an evening that was charged, settled and paid, and a payment that was undone."""
    played(house, Anna=12, Béla=-7, Csaba=-5)
    charge_fee(house, 200, "Anna", "Béla")
    charge_fee(house, 100, "Csaba", paid=True)
    pay_all(house, settle_club(house))
    undone = paid(house, "Anna", KITTY, 75)
    undo_payment(club_id=house.club.id, form=a_form(house.anna), payment_id=undone.id)


def _elsewhere() -> UUID:
    return Player.objects.create(club=create_denes().clubs.get(), name="Denes").id


def _one_planned() -> Payment:
    found = Payment.objects.exclude(transfer=None).exclude(payer=None).exclude(receiver=None)
    return found.order_by("pk")[0]


def _pay_twice(_session: Session) -> None:
    payment = _one_planned()
    payment.pk = UUID(int=7)
    payment.save(force_insert=True)


def _confirm_what_was_not_claimed(_session: Session) -> None:
    payment = _one_planned()
    PaymentConfirmation.objects.create(payment=payment, made_at=payment.made_at)


def _one_more(session: Session) -> None:
    """Change a balance at a table of the money tests instead of the fixture's own session."""
    mine = Balance.objects.exclude(session=session).exclude(points=0)
    row = mine.filter(session__binned_at=None)[0]
    Balance.objects.filter(pk=row.pk).update(points=F("points") + 1)


MONEY: dict[str, Callable[[Session], object]] = {
    "fact_club": lambda _session: Charge.objects.update(player=_elsewhere()),
    "fact_currency": lambda _session: Charge.objects.update(currency="XXX"),
    "fact_day": lambda _session: Payment.objects.update(date=F("date") + timedelta(days=9)),
    "counter_entry": lambda _session: Payment.objects.exclude(reverses=None).update(amount=1),
    "claim_counted": _confirm_what_was_not_claimed,
    "transfer_paid_once": _pay_twice,
    "fee_payment": lambda _session: Payment.objects.exclude(charge=None).update(amount=10**6),
    "money_zero": _one_more,
    "settlement_number": lambda _session: Settlement.objects.update(number=5),
    "settlement_zero": lambda _session: Share.objects.filter(player__name="Anna").update(
        exact=F("exact") + 1
    ),
    "settlement_plan": lambda _session: Transfer.objects.update(amount=F("amount") + 5),
    "settlement_parts": lambda _session: SettlementPart.objects.exclude(charge=None).update(
        minor=1
    ),
    "part_source": lambda _session: SettlementPart.objects.exclude(charge=None).update(
        session=Session.objects.all()[0]
    ),
}
