"""What the operator of a site decides about a club: to suspend it, limit it or remove it.

These decisions bind the members and not the operator; none of them changes a record.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.utils import timezone

from tarokk_club.club.models import Act, AuditLine, Club, User
from tarokk_club.club.people.queries.club_days import today
from tarokk_club.club.values.waiting import WAIT_DAYS
from tarokk_club.database.write_lock import write_lock
from tarokk_club.http.logs import note_security


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision about a club, and the account of the operator; None for the command line."""

    slug: str
    by: User | None = None


def suspend_club(decision: Decision) -> Club:
    """Let nobody write in the club any more; reading and exporting go on.

    Raise Club.DoesNotExist.
    """
    return _decide(decision, Act.CLUB_SUSPENDED, {"suspended_at": timezone.now()})


def resume_club(decision: Decision) -> Club:
    """Let members write again, and keep a club that was to be removed.

    Raise Club.DoesNotExist.
    """
    return _decide(decision, Act.CLUB_RESUMED, {"suspended_at": None, "removal_on": None})


def order_removal(decision: Decision) -> Club:
    """Suspend the club and have it removed after the waiting time; `resume_club` keeps it.

    Raise Club.DoesNotExist.
    """
    club = Club.objects.get(slug=decision.slug)
    day = club.removal_on or today(club) + timedelta(days=WAIT_DAYS)
    values = {"suspended_at": club.suspended_at or timezone.now(), "removal_on": day}
    return _decide(decision, Act.CLUB_TO_GO, values, {"on": day.isoformat()})


def limit_club(decision: Decision, most_hands: int | None) -> Club:
    """Set how many hands the club may have; None for any number.

    Raise Club.DoesNotExist.
    """
    return _decide(decision, Act.CLUB_LIMITED, {"most_hands": most_hands})


def _decide(
    decision: Decision, act: Act, values: Mapping[str, Any], facts: Mapping[str, Any] | None = None
) -> Club:
    """Save the values and write the decision to the club's log and to the security log."""
    with write_lock():
        club = Club.objects.select_for_update(no_key=True).get(slug=decision.slug)
        for name, value in values.items():
            setattr(club, name, value)
        club.save(update_fields=list(values))
        AuditLine.write(club.id, act, by=decision.by, facts=facts)
        note_security(act.value, club=club.id)
    return club


def due_clubs(day: date) -> list[Club]:
    """Return the clubs whose waiting time is over on this day."""
    return list(Club.objects.filter(removal_on__lte=day))
