"""Charge a fee: each of the players owes it to the kitty, or has paid it on the spot."""

from dataclasses import dataclass
from datetime import date
from uuid import UUID, uuid5

from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.models import Charge, Payment
from tarokk_club.club.models.money import How, Purpose, Side
from tarokk_club.club.money.usecases.money_checks import fact_problems, party_problems, tidy_note
from tarokk_club.club.writing.errors import RefusedError
from tarokk_club.club.writing.idempotency import add_new
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


@dataclass(frozen=True, slots=True, kw_only=True)
class Fee:
    """What each of the players owes, in minor units; paid: all of them have put it down in cash."""

    currency: str
    amount: int
    purpose: Purpose
    date: date
    players: tuple[UUID, ...]
    note: str = ""
    paid: bool = False


def charge_players(*, club_id: UUID, form: Submission, fee: Fee) -> tuple[Charge, ...]:
    """One charge for each player, and its payment where it was paid at once.

    The ids follow from the form's key. Raises RefusedError and what the unit of work raises.
    """
    content = {
        "do": "charge",
        "currency": fee.currency,
        "amount": fee.amount,
        "purpose": fee.purpose,
        "date": fee.date.isoformat(),
        "players": sorted(map(str, fee.players)),
        "paid": fee.paid,
    }

    def change(write: ClubWrite) -> tuple[Charge, ...]:
        ids = [uuid5(form.key, str(player)) for player in fee.players]
        common = _common(write, fee, _checked(write, fee))
        charges = tuple(
            Charge(id=pk, player_id=player, **common)
            for pk, player in zip(ids, fee.players, strict=True)
        )
        for charge in charges:
            add_new(charge)
        for charge in charges if fee.paid else ():
            add_new(_paid_at_once(form.key, charge, common))
        return charges

    def repeated(write: ClubWrite) -> tuple[Charge, ...]:
        ids = [uuid5(form.key, str(player)) for player in fee.players]
        return tuple(Charge.objects.filter(pk__in=ids))

    return write_to_club(
        club_id,
        Command(form, Right.SETTLE, content),
        change,
        repeated=repeated,
    )


def _checked(write: ClubWrite, fee: Fee) -> str:
    problems = fact_problems(write.club, currency=fee.currency, amount=fee.amount, day=fee.date)
    problems += party_problems(write.club, [("players", player) for player in fee.players])[:1]
    if not fee.players:
        problems.append(Problem("nobody_chosen", "players"))
    if fee.purpose == Purpose.SETTLING:
        problems.append(Problem("fee_kind_wrong", "purpose"))
    note = tidy_note(fee.note, problems)
    if problems:
        raise RefusedError(problems)
    return note


def _common(write: ClubWrite, fee: Fee, note: str) -> dict[str, object]:
    return {
        "club": write.club,
        "currency": fee.currency,
        "amount": fee.amount,
        "purpose": fee.purpose,
        "date": fee.date,
        "note": note,
        "made_by": write.form.by,
        "made_at": timezone.now(),
    }


def _paid_at_once(key: UUID, charge: Charge, common: dict[str, object]) -> Payment:
    return Payment(
        id=uuid5(key, f"paid {charge.player_id}"),
        charge=charge,
        payer_side=Side.PLAYER,
        payer_id=charge.player_id,
        receiver_side=Side.KITTY,
        how=How.CASH,
        **common,
    )
