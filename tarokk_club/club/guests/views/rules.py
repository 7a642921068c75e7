"""The rules of a table, for whoever was shown the session."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseBase

from tarokk_club.club.guests.views.guests import guest_view
from tarokk_club.club.models import GuestLink
from tarokk_club.club.pages.link_pages import gone
from tarokk_club.club.rules.views import _of, _told


@guest_view
def guest_rules(request: HttpRequest, link: GuestLink) -> HttpResponseBase:
    """The same for whoever was shown the session."""
    session = link.session
    if session is None:
        return gone(request)
    context = {"session": session, "club": link.club, "book": _of(session), "guest": link.token}
    return _told(request, {**context, "parent": "club/guests/_page.html"})
