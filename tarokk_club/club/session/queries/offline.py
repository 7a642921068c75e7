"""How long a phone may keep the pages of a session for the hours without a network."""

from datetime import datetime, timedelta

from django.utils import timezone

from tarokk_club.club.models import Session
from tarokk_club.club.models.hands import Action

KEPT_FOR = timedelta(days=1)


def kept_until(session: Session, closed_at: datetime | None) -> datetime | None:
    """Until when: a day from now while the session is open, else a day after it was closed.

    None: not at all. An open session is looked at again and again; each look begins a new day, so
    that a phone which never comes back keeps the names for a day and no longer.
    """
    now = timezone.now()
    if session.binned_at:
        return None
    if not session.closed:
        return now + KEPT_FOR
    until = closed_at + KEPT_FOR if closed_at else now
    return until if until > now else None


def closing_of(session: Session) -> datetime | None:
    """When a closed session was closed, as far as anybody knows."""
    closings = session.changes.filter(action__in=(Action.CLOSE, Action.IMPORT)).order_by("-seq")
    return closings.values_list("at", flat=True).first() or session.last_hand_at
