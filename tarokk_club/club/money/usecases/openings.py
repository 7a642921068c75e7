"""Record balances imported from another app."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from uuid import UUID, uuid5

from django.utils import timezone

from scoring.core.problem import Problem
from scoring.ledger.fewest_transfers import plan_transfers
from tarokk_club.club.models import Payment
from tarokk_club.club.models.money import PartyKind, PaymentMethod, Purpose
from tarokk_club.club.money.usecases.payments import find_entry_problems, find_party_problems
from tarokk_club.club.writing.errors import RefusedError
from tarokk_club.club.writing.idempotency import insert_with_client_id
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


@dataclass(frozen=True, slots=True)
class OpeningBalances:
    """Balances imported from another app.

    day: the day of the balances.
    sums: by currency and player, minor units, positive if receivable.
    """

    day: date
    sums: Mapping[str, Mapping[UUID, int]]


def record_opening_balances(
    *, club_id: UUID, form: Submission, openings: OpeningBalances
) -> tuple[Payment, ...]:
    """Record and return payments between players that add up to these balances.

    Each payment is from the creditor to the debtor, and can be undone like any payment.

    Raise RefusedError and the errors of the unit of work.
    """
    content = {
        "do": "take_openings",
        "date": openings.day.isoformat(),
        "sums": {
            code: {str(player): minor for player, minor in sorted(sums.items())}
            for code, sums in sorted(openings.sums.items())
        },
    }

    def save_payments(write: ClubWrite) -> tuple[Payment, ...]:
        payments = tuple(_plan_payments(write, openings))
        _require_valid_openings(write, openings, payments)
        for payment in payments:
            insert_with_client_id(payment)
        return payments

    def load_payments(write: ClubWrite) -> tuple[Payment, ...]:
        payments = tuple(_plan_payments(write, openings))
        return tuple(Payment.objects.filter(pk__in=[payment.pk for payment in payments]))

    return write_to_club(
        club_id,
        Command(form, Right.SETTLE, content),
        save_payments,
        repeated=load_payments,
    )


def _plan_payments(write: ClubWrite, openings: OpeningBalances) -> Iterator[Payment]:
    for code, sums in sorted(openings.sums.items()):
        if sum(sums.values()):
            raise RefusedError([Problem("not_zero", "", {"total": sum(sums.values())})])
        named = {str(player): minor for player, minor in sums.items() if minor}
        for place, transfer in enumerate(plan_transfers(named)):
            yield Payment(
                id=uuid5(write.form.key, f"opening {code} {place}"),
                club=write.club,
                currency=code,
                amount=transfer.amount,
                purpose=Purpose.OPENING,
                date=openings.day,
                made_by=write.form.by,
                made_at=timezone.now(),
                payer_side=PartyKind.PLAYER,
                payer_id=UUID(transfer.receiver),
                receiver_side=PartyKind.PLAYER,
                receiver_id=UUID(transfer.payer),
                how=PaymentMethod.OTHER,
            )


def _require_valid_openings(
    write: ClubWrite, openings: OpeningBalances, payments: tuple[Payment, ...]
) -> None:
    problems = [] if payments else [Problem("nobody_chosen", "")]
    for payment in payments:
        more = find_entry_problems(
            write.club, currency=payment.currency, amount=payment.amount, day=openings.day
        )
        problems += [problem for problem in more if problem not in problems]
    players = {player for sums in openings.sums.values() for player in sums}
    problems += find_party_problems(write.club, [("", player) for player in players])[:1]
    if problems:
        raise RefusedError(problems)
