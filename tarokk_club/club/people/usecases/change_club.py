"""Change the name, language, time zone or currency of a club."""

from dataclasses import asdict, dataclass
from uuid import UUID
from zoneinfo import available_timezones

from django.conf import settings

from scoring.core.problem import Problem
from scoring.ledger.currency import CURRENCIES
from tarokk_club.club.models import Act, Club, MoneyRules
from tarokk_club.club.people.queries.booked_money import is_money_booked
from tarokk_club.club.writing.errors import RefusedError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.typed_text import read_name
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubFacts:
    """How a club is from now on; its address stays."""

    name: str
    language: str
    time_zone: str
    currency: str


def change_club(*, club_id: UUID, form: Submission, facts: ClubFacts) -> Club:
    """The club as it is then; the log tells what was changed, not into what.

    Raises RefusedError and what the unit of work raises.
    """
    content = {"do": "change_club", **asdict(facts)}

    def change(write: ClubWrite) -> Club:
        club = write.club
        problems: list[Problem] = []
        told = {**asdict(facts), "name": read_name(facts.name, problems)}
        problems += _problems(club, facts)
        if problems:
            raise RefusedError(problems)
        changed = [name for name, value in told.items() if getattr(club, name) != value]
        for name in changed:
            setattr(club, name, told[name])
        club.save(update_fields=changed)
        if "currency" in changed:
            # The smallest payment was told in coins that the club no longer has.
            MoneyRules.objects.filter(club=club).update(cash_step=None)
        if changed:
            write.log(Act.CLUB_CHANGED, {"what": changed})
        return club

    return write_to_club(
        club_id,
        Command(form, Right.CLUB, content),
        change,
        repeated=lambda write: write.club,
    )


def _problems(club: Club, facts: ClubFacts) -> list[Problem]:
    found = []
    if facts.language not in dict(settings.LANGUAGES):
        found.append(Problem("language_unknown", "language"))
    if facts.time_zone not in available_timezones():
        found.append(Problem("time_zone_unknown", "time_zone"))
    if facts.currency not in CURRENCIES:
        found.append(Problem("currency_unknown", "currency"))
    elif facts.currency != club.currency and is_money_booked(club):
        found.append(Problem("currency_booked", "currency"))
    return found
