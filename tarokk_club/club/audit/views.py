"""The log page of a club: security-relevant actions and their users."""

from __future__ import annotations

from django.http import HttpResponseBase

from tarokk_club.club.audit.queries.logbook import log_page
from tarokk_club.club.audit.usecases import note_reading
from tarokk_club.club.audit.words import log_sentence
from tarokk_club.club.models import Club
from tarokk_club.club.pages.loaders import MemberRequest, club_view
from tarokk_club.club.pages.responses import page
from tarokk_club.club.writing.permissions import Right

LONGEST_NUMBER = 18


@club_view(Right.MEMBERS)
def log(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Render a page of the log, newest lines first, and record that it was read."""
    note_reading(club_id=club.id, by=request.user)
    before = request.GET.get("before", "")
    known = before.isascii() and before.isdecimal() and len(before) <= LONGEST_NUMBER
    found = log_page(club.id, before=int(before) if known else None)
    lines = [(line, log_sentence(line)) for line in found.lines]
    return page(
        request, "club/audit/log.html", {"club": club, "lines": lines, "older": found.older}
    )
