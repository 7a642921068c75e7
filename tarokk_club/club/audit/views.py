"""The log page of a club: security-relevant actions and their users."""

from __future__ import annotations

from django.http import HttpResponseBase

from tarokk_club.club.audit.queries.logbook import load_log_page
from tarokk_club.club.audit.words import describe_log_line
from tarokk_club.club.models import Club
from tarokk_club.club.pages.loaders import MemberRequest, club_view
from tarokk_club.club.pages.responses import render_page
from tarokk_club.club.writing.log import record_log_reading
from tarokk_club.club.writing.permissions import Right

LONGEST_NUMBER = 18


@club_view(Right.MEMBERS)
def show_log(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Render a page of the log, newest lines first, and record that it was read."""
    record_log_reading(club_id=club.id, by=request.user)
    before = request.GET.get("before", "")
    is_valid = before.isascii() and before.isdecimal() and len(before) <= LONGEST_NUMBER
    log_page = load_log_page(club.id, before=int(before) if is_valid else None)
    lines = [(line, describe_log_line(line)) for line in log_page.lines]
    return render_page(
        request, "club/audit/log.html", {"club": club, "lines": lines, "older": log_page.older}
    )
