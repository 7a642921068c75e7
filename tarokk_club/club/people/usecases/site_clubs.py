"""Use cases by which the site's operator suspends, resumes, limits or removes a club.

They restrict the members but not the operator, and change no records.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.utils import timezone

from tarokk_club.club.models import Act, AuditLine, Club, User
from tarokk_club.club.people.queries.club_days import get_today
from tarokk_club.database.write_lock import write_lock
from tarokk_club.http.logs import log_security_event

# For this long a removed club can still be restored.
REMOVAL_WAIT_DAYS = 30


@dataclass(frozen=True, slots=True)
class Decision:
    """The club of a decision and the operator who takes it.

    slug: the slug of the club.
    by: None for the command line.
    """

    slug: str
    by: User | None = None


def suspend_club(decision: Decision) -> Club:
    """Make the club read-only for its members, and return it.

    Raise Club.DoesNotExist.
    """
    return _save_decision(decision, Act.CLUB_SUSPENDED, {"suspended_at": timezone.now()})


def resume_club(decision: Decision) -> Club:
    """Let members write again, cancel a scheduled removal, and return the club.

    Raise Club.DoesNotExist.
    """
    return _save_decision(decision, Act.CLUB_RESUMED, {"suspended_at": None, "removal_on": None})


def schedule_club_removal(decision: Decision) -> Club:
    """Suspend the club, schedule its removal after the waiting period, and return it.

    Raise Club.DoesNotExist.
    """
    club = Club.objects.get(slug=decision.slug)
    day = club.removal_on or get_today(club) + timedelta(days=REMOVAL_WAIT_DAYS)
    values = {"suspended_at": club.suspended_at or timezone.now(), "removal_on": day}
    return _save_decision(decision, Act.CLUB_TO_GO, values, {"on": day.isoformat()})


def limit_club(decision: Decision, most_hands: int | None) -> Club:
    """Set the limit on the club's number of hands (None for no limit), and return the club.

    Raise Club.DoesNotExist.
    """
    return _save_decision(decision, Act.CLUB_LIMITED, {"most_hands": most_hands})


def _save_decision(
    decision: Decision, act: Act, values: Mapping[str, Any], facts: Mapping[str, Any] | None = None
) -> Club:
    """Save the values, log the decision, and return the club.

    values: the new values, by field of the club.
    facts: the details for the club's log.
    """
    with write_lock():
        club = Club.objects.select_for_update(no_key=True).get(slug=decision.slug)
        for name, value in values.items():
            setattr(club, name, value)
        club.save(update_fields=list(values))
        AuditLine.write(club.id, act, by=decision.by, facts=facts)
        log_security_event(act.value, club=club.id)
    return club


def find_clubs_to_remove(day: date) -> list[Club]:
    """Return the clubs whose removal is due on this day or earlier."""
    return list(Club.objects.filter(removal_on__lte=day))
