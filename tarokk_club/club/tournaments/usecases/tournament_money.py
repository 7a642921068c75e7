"""Record the entry fees and prizes of a tournament."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from uuid import UUID, uuid5

from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.models import Charge, Payment, Tournament, TournamentCharge
from tarokk_club.club.models.money import PartyKind, PaymentMethod, Purpose
from tarokk_club.club.money.usecases.payments import find_entry_problems, find_party_problems
from tarokk_club.club.tournaments.queries.tournament_money import load_charged_player_ids
from tarokk_club.club.tournaments.usecases.tournaments import lock_tournament
from tarokk_club.club.writing.errors import RefusedError
from tarokk_club.club.writing.idempotency import insert_with_client_id
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentMoney:
    """The fees and prizes to record, in minor units of the currency.

    fee: amount that each player owes, 0 for none.
    players: ids of the players who owe the fee.
    prizes: amount of each prize, by player id.
    in_cash: whether all fees and prizes were already paid in cash.
    """

    currency: str
    day: date
    fee: int = 0
    players: tuple[UUID, ...] = ()
    prizes: Mapping[UUID, int]
    in_cash: bool = False

    def iter_charges(self) -> Iterator[tuple[Purpose, UUID, int]]:
        """Yield the purpose, player id and amount of each charge."""
        for player in self.players if self.fee else ():
            yield Purpose.ENTRY, player, self.fee
        for player, amount in self.prizes.items():
            yield Purpose.PRIZE, player, amount


def record_tournament_money(
    *, club_id: UUID, form: Submission, tournament_id: UUID, money: TournamentMoney
) -> tuple[Charge, ...]:
    """Create a charge for each fee and prize, with a payment if in cash, and return the charges.

    The ids of the charges are derived from the form's key.

    Raise RefusedError if there is nothing to record, a value is not valid, or a fee is charged
        already.
    Raise Tournament.DoesNotExist, and the errors of the unit of work.
    """
    content = {
        "do": "book_tournament",
        "tournament": str(tournament_id),
        "currency": money.currency,
        "date": money.day.isoformat(),
        "facts": sorted(
            [purpose, str(player), amount] for purpose, player, amount in money.iter_charges()
        ),
        "in_cash": money.in_cash,
    }

    def save_charges(write: ClubWrite) -> tuple[Charge, ...]:
        tournament = lock_tournament(write, tournament_id)
        _require_valid_money(write, tournament, money)
        charges = tuple(
            _build_charge(write, tournament, money, entry) for entry in money.iter_charges()
        )
        for charge in charges:
            insert_with_client_id(charge)
            TournamentCharge.objects.create(tournament=tournament, charge=charge)
            if money.in_cash:
                insert_with_client_id(_build_cash_payment(write, charge))
        return charges

    def load_recorded_charges(write: ClubWrite) -> tuple[Charge, ...]:
        ids = [
            uuid5(form.key, f"{purpose} {player}") for purpose, player, _ in money.iter_charges()
        ]
        return tuple(Charge.objects.filter(pk__in=ids))

    return write_to_club(
        club_id,
        Command(form, Right.SETTLE, content),
        save_charges,
        repeated=load_recorded_charges,
    )


def _require_valid_money(write: ClubWrite, tournament: Tournament, money: TournamentMoney) -> None:
    charges = list(money.iter_charges())
    problems = [] if charges else [Problem("nobody_chosen", "")]
    for _purpose, _player, amount in charges:
        new_problems = find_entry_problems(
            write.club, currency=money.currency, amount=amount, day=money.day
        )
        problems += [problem for problem in new_problems if problem not in problems]
    problems += find_party_problems(
        write.club, [("players", player) for _purpose, player, _amount in charges]
    )[:1]
    if money.fee and load_charged_player_ids(tournament) & set(money.players):
        problems.append(Problem("entry_charged", "players"))
    if problems:
        raise RefusedError(problems)


def _build_charge(
    write: ClubWrite,
    tournament: Tournament,
    money: TournamentMoney,
    entry: tuple[Purpose, UUID, int],
) -> Charge:
    purpose, player, amount = entry
    return Charge(
        id=uuid5(write.form.key, f"{purpose} {player}"),
        club=write.club,
        player_id=player,
        currency=money.currency,
        amount=amount,
        purpose=purpose,
        date=money.day,
        note=tournament.name,
        made_by=write.form.by,
        made_at=timezone.now(),
    )


def _build_cash_payment(write: ClubWrite, charge: Charge) -> Payment:
    """Return the unsaved payment of a fee to the kitty, or of a prize from it."""
    is_fee = charge.purpose == Purpose.ENTRY
    player, kitty = (PartyKind.PLAYER, charge.player_id), (PartyKind.KITTY, None)
    payer, receiver = (player, kitty) if is_fee else (kitty, player)
    return Payment(
        id=uuid5(write.form.key, f"paid {charge.pk}"),
        club=write.club,
        charge=charge if is_fee else None,
        currency=charge.currency,
        amount=charge.amount,
        purpose=charge.purpose,
        date=charge.date,
        note=charge.note,
        payer_side=payer[0],
        payer_id=payer[1],
        receiver_side=receiver[0],
        receiver_id=receiver[1],
        how=PaymentMethod.CASH,
        made_by=write.form.by,
        made_at=charge.made_at,
    )
