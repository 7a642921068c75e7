"""Charge fees to players, undo charges, and write off debts."""

from dataclasses import dataclass
from datetime import date
from uuid import UUID, uuid5

from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.models import Act, Charge, Payment, Player
from tarokk_club.club.models.money import NOT_COUNTER_ENTRY, PartyKind, PaymentMethod, Purpose
from tarokk_club.club.money.queries.balances.balance_sums import sum_player_open_balances
from tarokk_club.club.money.usecases.payments import (
    find_entry_day_problems,
    find_entry_problems,
    find_party_problems,
    normalise_note,
    read_undo_note,
    require_not_undone,
)
from tarokk_club.club.people.queries.club_days import get_today
from tarokk_club.club.writing.errors import RefusedError
from tarokk_club.club.writing.idempotency import insert_with_client_id
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def link_paid_fees(club_id: UUID) -> None:
    """Link each payment to the fee that was recorded with it, as migration 0032 does."""
    payments = Payment.objects.filter(
        NOT_COUNTER_ENTRY, club=club_id, transfer=None, session=None, charge=None
    )
    at_once = payments.filter(payer_side=PartyKind.PLAYER, receiver_side=PartyKind.KITTY)
    for payment in at_once.exclude(purpose=Purpose.SETTLING):
        fee = Charge.objects.filter(
            NOT_COUNTER_ENTRY,
            club=club_id,
            player=payment.payer_id,
            currency=payment.currency,
            amount=payment.amount,
            purpose=payment.purpose,
            date=payment.date,
            made_at=payment.made_at,
            payments=None,
        ).first()
        if fee:
            Payment.objects.filter(pk=payment.pk).update(charge=fee)
            Payment.objects.filter(reverses=payment.pk).update(charge=fee)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fee:
    """A fee to charge each of the players.

    amount: minor units for each player.
    paid: whether all of them have already paid it in cash.
    """

    currency: str
    amount: int
    purpose: Purpose
    date: date
    players: tuple[UUID, ...]
    note: str = ""
    paid: bool = False


def charge_players(*, club_id: UUID, form: Submission, fee: Fee) -> tuple[Charge, ...]:
    """Record and return a charge for each player, and also record its payment if it is paid.

    The ids of charges and payments are derived from the form's key.

    Raise RefusedError and the errors of the unit of work.
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

    def save_charges(write: ClubWrite) -> tuple[Charge, ...]:
        ids = [uuid5(form.key, str(player)) for player in fee.players]
        common = _build_common_fields(write, fee, _check_fee_and_read_note(write, fee))
        charges = tuple(
            Charge(id=pk, player_id=player, **common)
            for pk, player in zip(ids, fee.players, strict=True)
        )
        for charge in charges:
            insert_with_client_id(charge)
        for charge in charges if fee.paid else ():
            insert_with_client_id(_build_payment(form.key, charge, common))
        return charges

    def load_charges(write: ClubWrite) -> tuple[Charge, ...]:
        ids = [uuid5(form.key, str(player)) for player in fee.players]
        return tuple(Charge.objects.filter(pk__in=ids))

    return write_to_club(
        club_id,
        Command(form, Right.SETTLE, content),
        save_charges,
        repeated=load_charges,
    )


def _check_fee_and_read_note(write: ClubWrite, fee: Fee) -> str:
    """Return the note of the fee in stored form; raise RefusedError if the fee is invalid."""
    problems = find_entry_problems(
        write.club, currency=fee.currency, amount=fee.amount, day=fee.date
    )
    problems += find_party_problems(write.club, [("players", player) for player in fee.players])[:1]
    if not fee.players:
        problems.append(Problem("nobody_chosen", "players"))
    if fee.purpose == Purpose.SETTLING:
        problems.append(Problem("fee_kind_wrong", "purpose"))
    note = normalise_note(fee.note, problems)
    if problems:
        raise RefusedError(problems)
    return note


def _build_common_fields(write: ClubWrite, fee: Fee, note: str) -> dict[str, object]:
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


def _build_payment(key: UUID, charge: Charge, common: dict[str, object]) -> Payment:
    return Payment(
        id=uuid5(key, f"paid {charge.player_id}"),
        charge=charge,
        payer_side=PartyKind.PLAYER,
        payer_id=charge.player_id,
        receiver_side=PartyKind.KITTY,
        how=PaymentMethod.CASH,
        **common,
    )


def undo_charge(*, club_id: UUID, form: Submission, charge_id: UUID) -> Charge:
    """Record the counter-entry that cancels a charge; the form's key becomes its id.

    Payments for the charge remain.

    Raise ConflictError if the charge was undone before, or is a counter-entry itself.
    Raise RefusedError, Charge.DoesNotExist and the errors of the unit of work.
    """
    content = {"do": "undo_charge", "charge": str(charge_id)}

    def save_counter_entry(write: ClubWrite) -> Charge:
        charge = Charge.objects.get(pk=charge_id, club_id=club_id)
        require_not_undone(charge)
        note = read_undo_note(form)
        counter = Charge(
            id=form.key,
            club=write.club,
            player_id=charge.player_id,
            currency=charge.currency,
            amount=charge.amount,
            purpose=charge.purpose,
            date=get_today(write.club),
            note=note,
            session_id=charge.session_id,
            reverses=charge,
            made_by=form.by,
            made_at=timezone.now(),
        )
        insert_with_client_id(counter)
        return counter

    return write_to_club(
        club_id,
        Command(form, Right.SETTLE, content),
        save_counter_entry,
        repeated=lambda write: Charge.objects.get(pk=form.key),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteOff:
    """A debt to write off.

    amount: minor units; None for the whole debt.
    day: today if not given.
    """

    player_id: UUID
    currency: str
    amount: int | None = None
    day: date | None = None


def write_off_debt(*, club_id: UUID, form: Submission, wanted: WriteOff) -> Charge:
    """Record an entry that reduces the player's debt; the form's key becomes its id.

    Raise RefusedError if there is no valid reason, the day is invalid, the player owes nothing, or
        the amount is not between 1 and the debt.
    Raise Player.DoesNotExist and the errors of the unit of work.
    """
    content = {
        "do": "write_off",
        "player": str(wanted.player_id),
        "currency": wanted.currency,
        "amount": wanted.amount,
    }
    if wanted.day is not None:
        content["date"] = wanted.day.isoformat()

    def save_write_off(write: ClubWrite) -> Charge:
        player = Player.objects.get(pk=wanted.player_id, club_id=club_id)
        owed = -sum_player_open_balances(player.pk).get(wanted.currency, 0)
        problems: list[Problem] = []
        note = normalise_note(form.reason, problems)
        if not note and not problems:
            problems.append(Problem("write_off_without_reason", "reason"))
        day = wanted.day or get_today(write.club)
        problems += find_entry_day_problems(write.club, day)
        amount = owed if wanted.amount is None else wanted.amount
        if owed <= 0:
            problems.append(Problem("nothing_owed", ""))
        elif amount < 1:
            problems.append(Problem("amount_not_above_zero", "amount"))
        elif amount > owed:
            problems.append(Problem("more_than_owed", "amount"))
        if problems:
            raise RefusedError(problems)
        entry = Charge(
            id=form.key,
            club=write.club,
            player=player,
            currency=wanted.currency,
            amount=amount,
            purpose=Purpose.WRITE_OFF,
            date=day,
            note=note,
            made_by=form.by,
            made_at=timezone.now(),
        )
        insert_with_client_id(entry)
        facts = {"player": str(player.pk)}
        write.log(Act.WRITTEN_OFF, facts)
        return entry

    return write_to_club(
        club_id,
        Command(form, Right.SETTLE, content),
        save_write_off,
        repeated=lambda write: Charge.objects.get(pk=form.key),
    )
