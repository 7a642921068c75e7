"""Write off players' debts."""

from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.models import Act, Charge, Player
from tarokk_club.club.models.money import Purpose
from tarokk_club.club.money.queries.balance_sums import sum_open_money
from tarokk_club.club.money.usecases.payments import find_entry_day_problems, tidy_note
from tarokk_club.club.people.queries.club_days import get_today
from tarokk_club.club.writing.errors import RefusedError
from tarokk_club.club.writing.idempotency import add_new
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


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

    Raise RefusedError if there is no reason, or if the player owes less than the amount.
    Raise Player.DoesNotExist and the errors of the unit of work.
    """
    content = {
        "do": "write_off",
        "player": str(wanted.player_id),
        "currency": wanted.currency,
        "amount": wanted.amount,
    }

    def save_write_off(write: ClubWrite) -> Charge:
        player = Player.objects.get(pk=wanted.player_id, club_id=club_id)
        owed = -sum_open_money(player.pk).get(wanted.currency, 0)
        problems: list[Problem] = []
        note = tidy_note(form.reason, problems)
        if not note and not problems:
            problems.append(Problem("write_off_without_reason", "reason"))
        day = wanted.day or get_today(write.club)
        problems += find_entry_day_problems(write.club, day)
        amount = owed if wanted.amount is None else wanted.amount
        if owed <= 0:
            problems.append(Problem("nothing_owed", ""))
        elif not 1 <= amount <= owed:
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
        add_new(entry)
        facts = {"player": str(player.pk)}
        write.log(Act.WRITTEN_OFF, facts)
        return entry

    return write_to_club(
        club_id,
        Command(form, Right.SETTLE, content),
        save_write_off,
        repeated=lambda write: Charge.objects.get(pk=form.key),
    )
