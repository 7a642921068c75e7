"""The scoreboard of a session for members and guests, and the session's rules for guests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse

from tarokk_club.club.guests.views.guests import compute_guest_sheet_etag, guest_poll, guest_view
from tarokk_club.club.models import GuestLink, Session
from tarokk_club.club.pages.link_pages import render_link_gone
from tarokk_club.club.pages.loaders import MemberRequest, session_view
from tarokk_club.club.pages.polling import respond_to_poll
from tarokk_club.club.pages.responses import render_page
from tarokk_club.club.people.queries.players import load_names_for_guests
from tarokk_club.club.rules.views import build_session_rulebook, render_rules
from tarokk_club.club.sheet.fragments import compute_sheet_etag
from tarokk_club.club.sheet.queries.sheet_layout import lay_out_sheet
from tarokk_club.club.sheet.queries.sheets import load_sheet
from tarokk_club.club.writing.permissions import Right

PAGE, PART = "club/guests/board.html", "club/guests/_board.html"
_READER = "board"
# The number of latest hands that are described beside the totals.
LAST_HANDS = 4


@session_view(Right.READ)
def show_scoreboard(request: MemberRequest, session: Session) -> HttpResponseBase:
    """Show the scoreboard of a session to members."""
    inside = [session.club.slug, session.id]
    frame = {
        "parent": "base.html",
        "live_href": reverse("club:board_live", args=inside),
        "sheet_href": reverse("club:sheet", args=inside),
        "tag": compute_sheet_etag(session, _READER),
    }
    return render_page(request, PAGE, _build_context(session) | frame)


@session_view(Right.READ)
def poll_scoreboard(request: MemberRequest, session: Session) -> HttpResponseBase:
    """Return the scoreboard's polled fragment; 304 if nothing has changed."""
    return respond_to_poll(
        request,
        compute_sheet_etag(session, _READER),
        lambda: _build_context(session),
        template=PART,
    )


@guest_view
def show_guest_scoreboard(request: HttpRequest, link: GuestLink) -> HttpResponseBase:
    """Show the scoreboard of a session behind a guest link."""
    session = link.session
    if session is None:
        return render_link_gone(request)
    names = load_names_for_guests(link.club)
    frame = {
        "parent": "club/guests/_page.html",
        "guest": True,
        "live_href": reverse("club:guest_board_live", args=[link.token]),
        "sheet_href": reverse("club:guest", args=[link.token]),
        "tag": compute_guest_sheet_etag(link, session, names, _READER),
    }
    return render_page(request, PAGE, _build_context(session, names) | frame)


@guest_poll
def poll_guest_scoreboard(request: HttpRequest, link: GuestLink) -> HttpResponseBase:
    """Return the guest scoreboard's polled fragment; 304 if nothing has changed."""
    session = link.session
    if session is None:
        return render_link_gone(request)
    names = load_names_for_guests(link.club)
    tag = compute_guest_sheet_etag(link, session, names, _READER)
    return respond_to_poll(
        request, tag, lambda: _build_context(session, names) | {"guest": True}, template=PART
    )


def _build_context(session: Session, names: Mapping[str, str] | None = None) -> dict[str, Any]:
    sheet = load_sheet(session, names=names)
    layout = lay_out_sheet(sheet)
    played = [row for row in layout.rows if row.row.number]
    last = played[0] if played else None
    cells = last.cells if last else (None,) * len(layout.columns)
    return {
        "session": session,
        "club": session.club,
        "sheet": sheet,
        "laid": layout,
        # Players who have left are on a line below.
        "rows": list(zip(sheet.seats, cells, strict=False)),
        "last": last,
        "before": played[1:LAST_HANDS],
    }


@guest_view
def show_guest_rules(request: HttpRequest, link: GuestLink) -> HttpResponseBase:
    """Show the rules of the session behind a guest link."""
    session = link.session
    if session is None:
        return render_link_gone(request)
    context = {
        "session": session,
        "club": link.club,
        "book": build_session_rulebook(session),
        "guest": link.token,
    }
    return render_rules(request, {**context, "parent": "club/guests/_page.html"})
