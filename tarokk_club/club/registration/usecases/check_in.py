"""Use cases of the check-in on the day of the tournament, and of the entry fees."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from uuid import UUID

from scoring.core.problem import Problem
from tarokk_club.club.models import Entrant, Payment, Tournament
from tarokk_club.club.models.money import PartyKind, PaymentMethod, Purpose
from tarokk_club.club.money.usecases.payments import NewPayment, record_payment
from tarokk_club.club.people.queries.club_days import get_today
from tarokk_club.club.registration.queries.check_in import EntryFee, FeeState, load_entry_fee
from tarokk_club.club.tournaments.usecases.tournament_money import (
    TournamentMoney,
    record_tournament_money,
)
from tarokk_club.club.tournaments.usecases.tournaments import write_to_tournament
from tarokk_club.club.writing.errors import ConflictError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission


def switch_check_in(
    *, club_id: UUID, form: Submission, tournament_id: UUID, on: bool
) -> Tournament:
    """Set whether the draw includes only checked-in entrants, and return the tournament.

    Raise Tournament.DoesNotExist, and the errors of the unit of work.
    """

    def set_check_in(_write: ClubWrite, tournament: Tournament) -> None:
        tournament.check_in = on

    return _write_without_log(
        club_id, form, tournament_id, {"do": "switch_check_in", "on": on}, set_check_in
    )


def check_in(
    *, club_id: UUID, form: Submission, tournament_id: UUID, player_id: UUID, arrived: bool
) -> Tournament:
    """Record that an entrant has arrived, or undo that record, and return the tournament.

    Raise ConflictError if the player does not take part any more.
    Raise Tournament.DoesNotExist, and the errors of the unit of work.
    """
    content = {"do": "check_in", "player": str(player_id), "here": arrived}

    def record_arrival(write: ClubWrite, tournament: Tournament) -> None:
        entrant = _require_entrant(tournament, player_id)
        if (entrant.arrived_at is not None) != arrived:
            entrant.arrived_at = write.at if arrived else None
            entrant.save(update_fields=["arrived_at"])

    return _write_without_log(club_id, form, tournament_id, content, record_arrival)


def check_in_everybody(*, club_id: UUID, form: Submission, tournament_id: UUID) -> Tournament:
    """Record that all entrants have arrived, and return the tournament.

    Raise Tournament.DoesNotExist, and the errors of the unit of work.
    """

    def record_all_arrivals(write: ClubWrite, tournament: Tournament) -> None:
        missing = tournament.entrants.filter(gone=False, arrived_at=None)
        missing.update(arrived_at=write.at)

    return _write_without_log(
        club_id, form, tournament_id, {"do": "check_everybody_in"}, record_all_arrivals
    )


def switch_reduced_fee(
    *, club_id: UUID, form: Submission, tournament_id: UUID, player_id: UUID, reduced: bool
) -> Tournament:
    """Set whether an entrant pays the reduced fee, and return the tournament.

    Raise ConflictError if the player does not take part any more.
    Raise Tournament.DoesNotExist, and the errors of the unit of work.
    """
    content = {"do": "choose_reduced", "player": str(player_id), "reduced": reduced}

    def set_reduced(_write: ClubWrite, tournament: Tournament) -> None:
        entrant = _require_entrant(tournament, player_id)
        entrant.reduced = reduced
        entrant.save(update_fields=["reduced"])

    return _write_without_log(club_id, form, tournament_id, content, set_reduced)


def _require_entrant(tournament: Tournament, player_id: UUID) -> Entrant:
    entrant = tournament.entrants.filter(player=player_id, gone=False).first()
    if entrant is None:
        raise ConflictError([Problem("entrant_gone", "")])
    return entrant


def _write_without_log(
    club_id: UUID,
    form: Submission,
    tournament_id: UUID,
    content: dict[str, Any],
    change: Callable[[ClubWrite, Tournament], None],
) -> Tournament:
    """Apply a change to the locked tournament, without a log entry, and return the tournament.

    Of the tournament's own fields, only `check_in` and `version` are saved.
    """

    def save_without_log(write: ClubWrite, tournament: Tournament) -> None:
        change(write, tournament)
        tournament.version += 1
        tournament.save(update_fields=["check_in", "version"])

    command = Command(form, Right.CORRECT, {"tournament": str(tournament_id), **content})
    return write_to_tournament(
        command, save_without_log, club_id=club_id, tournament_id=tournament_id
    )


def take_entry_fee(*, form: Submission, tournament: Tournament, player_id: UUID) -> Tournament:
    """Record the entry fee of an entrant as paid in cash, and return the tournament.

    The fee is charged first, unless the charge is recorded already. Without a fee, nothing changes.

    Raise ConflictError if the player does not take part any more.
    Raise RefusedError if the fee is paid already, and the errors of the unit of work.
    """
    fee = load_entry_fee(_require_entrant(tournament, player_id))
    # A repeated submission finds its payment, although the fee is no longer open.
    before = Payment.objects.filter(pk=form.key, club=tournament.club_id).first()
    if fee.state == FeeState.OPEN or before:
        amount = before.amount if before else fee.amount
        paid = _build_payment(tournament, player_id, replace(fee, amount=amount))
        record_payment(club_id=tournament.club_id, form=form, paid=paid)
    elif fee.state != FeeState.NONE:
        money = TournamentMoney(
            currency=fee.currency,
            day=get_today(tournament.club),
            fee=fee.amount,
            players=(player_id,),
            prizes={},
            in_cash=True,
        )
        record_tournament_money(
            club_id=tournament.club_id, form=form, tournament_id=tournament.id, money=money
        )
    return tournament


def _build_payment(tournament: Tournament, player_id: UUID, fee: EntryFee) -> NewPayment:
    return NewPayment(
        currency=fee.currency,
        amount=fee.amount,
        payer=str(player_id),
        receiver=PartyKind.KITTY.value,
        date=get_today(tournament.club),
        purpose=Purpose.ENTRY,
        how=PaymentMethod.CASH,
        charge_id=fee.charge_id,
    )
