"""Offline caching of session pages; a browser may store no other pages with names."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TypeVar

from django.http import HttpResponseBase
from django.template.response import TemplateResponse
from django.utils import timezone

from tarokk_club.club.models import Session
from tarokk_club.club.models.hands import Action
from tarokk_club.club.pages.fragment_cache import build_cache_key, get_or_compute

OFFLINE_PERIOD = timedelta(days=1)


def compute_cache_expiry(session: Session, closed_at: datetime | None) -> datetime | None:
    """Return the expiry of a cached page: a day from now, or a day after the session was closed.

    Return None if the page must not be cached.
    """
    now = timezone.now()
    if session.binned_at:
        return None
    if not session.closed:
        return now + OFFLINE_PERIOD
    until = closed_at + OFFLINE_PERIOD if closed_at else now
    return until if until > now else None


def find_closing_time(session: Session) -> datetime | None:
    """Return the time at which a session was last closed or imported, else that of its last hand.

    Return None if neither is known.
    """
    closings = session.changes.filter(action__in=(Action.CLOSE, Action.IMPORT)).order_by("-seq")
    return closings.values_list("at", flat=True).first() or session.last_hand_at


# In seconds since 1970; without it the service worker caches nothing.
OFFLINE_UNTIL_HEADER = "X-Offline-Until"
AnyResponse = TypeVar("AnyResponse", bound=HttpResponseBase)


def allow_offline_copy(answer: AnyResponse, session: Session) -> AnyResponse:
    """Add the time until which a browser may store the page, if it may; return the page."""
    closed = None
    if session.closed:
        closed = get_or_compute(
            build_cache_key("closed", session.id, session.version),
            lambda: find_closing_time(session),
        )
    until = compute_cache_expiry(session, closed)
    if until:
        moment = str(int(until.timestamp()))
        answer.headers[OFFLINE_UNTIL_HEADER] = moment
        if isinstance(answer, TemplateResponse) and not answer.is_rendered:
            # A page loaded before its worker cannot read its headers, so embed the value too.
            answer.context_data = {**(answer.context_data or {}), "offline_until": moment}
    return answer
