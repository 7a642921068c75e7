"""The one exception to "pages with names are stored nowhere": what our own service worker keeps."""

from __future__ import annotations

from typing import TypeVar

from django.http import HttpResponseBase
from django.template.response import TemplateResponse

from tarokk_club.club.models import Session
from tarokk_club.club.pages.fragment_cache import cache_key, cached
from tarokk_club.club.session.queries.offline import closing_of, kept_until

# In seconds since 1970; without it the service worker keeps nothing.
KEEP_HEADER = "X-Offline-Until"
Kept = TypeVar("Kept", bound=HttpResponseBase)


def keep_offline(answer: Kept, session: Session) -> Kept:
    """Let the phone keep this page until a day after the session closes."""
    closed = None
    if session.closed:
        closed = cached(
            cache_key("closed", session.id, session.version), lambda: closing_of(session)
        )
    until = kept_until(session, closed)
    if until:
        moment = str(int(until.timestamp()))
        answer.headers[KEEP_HEADER] = moment
        if isinstance(answer, TemplateResponse) and not answer.is_rendered:
            # A page that was there before its worker cannot read its own head: it says so itself.
            answer.context_data = {**(answer.context_data or {}), "keep_until": moment}
    return answer
