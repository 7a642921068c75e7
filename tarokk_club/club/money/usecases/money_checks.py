"""What every write about money holds to: who may speak for whom, amounts, dates, parties."""

from datetime import date, datetime
from uuid import UUID

from django.utils import timezone

from scoring.core.problem import Problem
from scoring.ledger.currency import CURRENCIES
from tarokk_club.club.models import Charge, Club, Confirmation, Payment, Player, Session, User
from tarokk_club.club.people.queries.club_days import today
from tarokk_club.club.values.days import day_problems
from tarokk_club.club.writing.permissions import Right, may
from tarokk_club.club.writing.typed_text import read_text
from tarokk_club.club.writing.unit_of_work import ClubWrite

# More than anybody pays, less than a database can hold.
LARGEST = 10**12


def may_settle(write: ClubWrite) -> bool:
    """Whether the writer keeps the money of the club."""
    return write.form.by is None or may(write.roles, Right.SETTLE)


def is_own(user: User | None, player: Player | None) -> bool:
    """Whether the account plays as this player."""
    return bool(user and player and player.user_id == user.id)


def fact_problems(club: Club, *, currency: str, amount: int, day: date) -> list[Problem]:
    """What is wrong with the amount, its currency and its date."""
    problems = []
    if currency not in CURRENCIES:
        problems.append(Problem("currency_unknown", "currency"))
    if amount < 1:
        problems.append(Problem("amount_not_above_zero", "amount"))
    elif amount > LARGEST:
        problems.append(Problem("amount_too_large", "amount"))
    return [*problems, *day_problems(day, today=today(club))]


def party_problems(club: Club, players: list[tuple[str, UUID | None]]) -> list[Problem]:
    """Who of them is nobody of this club; players: each with its field."""
    ids = {player for _field, player in players if player}
    known = set(Player.objects.filter(club=club, pk__in=ids).values_list("pk", flat=True))
    strangers = [field for field, player in players if player and player not in known]
    return [Problem("no_such_party", field) for field in strangers]


def session_problems(club: Club, session_id: UUID | None) -> list[Problem]:
    """Whether the session is one of the club."""
    if session_id is None or Session.objects.filter(pk=session_id, club=club).exists():
        return []
    return [Problem("no_such_session", "session")]


def tidy_note(note: str, problems: list[Problem]) -> str:
    """The note as it is kept."""
    return read_text(note, problems, field="note")


def is_undone(fact: Charge | Payment) -> bool:
    """Whether a counter-entry took it back, or it is one."""
    return fact.reverses_id is not None or hasattr(fact, "reversed_by")


def is_waiting(payment: Payment) -> bool:
    """Whether it was claimed only."""
    return payment.claimed and not Confirmation.objects.filter(payment=payment).exists()


def confirm(payment: Payment, by: User | None, at: datetime | None = None) -> None:
    """From now on it counts, or from the moment `at`."""
    Confirmation.objects.create(payment=payment, made_by=by, made_at=at or timezone.now())
