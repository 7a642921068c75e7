"""The scoreboard: a session on a tablet or a wall, read from a distance and without controls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse

from tarokk_club.club.guests.views.guests import guest_poll, guest_tag, guest_view
from tarokk_club.club.models import GuestLink, Session
from tarokk_club.club.pages.link_pages import gone
from tarokk_club.club.pages.loaders import MemberRequest, session_view
from tarokk_club.club.pages.polling import polled
from tarokk_club.club.pages.responses import page
from tarokk_club.club.people.queries.players import guest_names
from tarokk_club.club.rules.views import _render_rules, build_session_rulebook
from tarokk_club.club.sheet.fragments import compute_sheet_etag
from tarokk_club.club.sheet.queries.sheet_layout import lay_out_sheet
from tarokk_club.club.sheet.queries.sheets import load_sheet
from tarokk_club.club.writing.permissions import Right

PAGE, PART = "club/guests/board.html", "club/guests/_board.html"
_READER = "board"
# The number of hands described in words beside the totals.
LASTLY = 4


@session_view(Right.READ)
def board(request: MemberRequest, session: Session) -> HttpResponseBase:
    """Show the points and the dealer, as large as the screen allows."""
    inside = [session.club.slug, session.id]
    around = {
        "parent": "base.html",
        "live_href": reverse("club:board_live", args=inside),
        "sheet_href": reverse("club:sheet", args=inside),
        "tag": compute_sheet_etag(session, _READER),
    }
    return page(request, PAGE, _context(session) | around)


@session_view(Right.READ)
def board_live(request: MemberRequest, session: Session) -> HttpResponseBase:
    """Return the part that changes; 304 while it did not."""
    return polled(
        request, compute_sheet_etag(session, _READER), lambda: _context(session), template=PART
    )


@guest_view
def guest_board(request: HttpRequest, link: GuestLink) -> HttpResponseBase:
    """Show the scoreboard behind a guest link, so that the club's tablet needs no account."""
    session = link.session
    if session is None:
        return gone(request)
    names = guest_names(link.club)
    around = {
        "parent": "club/guests/_page.html",
        "guest": True,
        "live_href": reverse("club:guest_board_live", args=[link.token]),
        "sheet_href": reverse("club:guest", args=[link.token]),
        "tag": guest_tag(link, session, names, _READER),
    }
    return page(request, PAGE, _context(session, names) | around)


@guest_poll
def guest_board_live(request: HttpRequest, link: GuestLink) -> HttpResponseBase:
    """Return the part of the guests' scoreboard that changes; 304 while it did not."""
    session = link.session
    if session is None:
        return gone(request)
    names = guest_names(link.club)
    tag = guest_tag(link, session, names, _READER)
    return polled(request, tag, lambda: _context(session, names) | {"guest": True}, template=PART)


def _context(session: Session, names: Mapping[str, str] | None = None) -> dict[str, Any]:
    whole = load_sheet(session, names=names)
    laid = lay_out_sheet(whole)
    played = [row for row in laid.rows if row.row.number]
    last = played[0] if played else None
    moved = last.cells if last else (None,) * len(laid.columns)
    return {
        "session": session,
        "club": session.club,
        "sheet": whole,
        "laid": laid,
        # Players who have left do not change any more, and are in one line below.
        "rows": list(zip(whole.seats, moved, strict=False)),
        "last": last,
        "before": played[1:LASTLY],
    }


@guest_view
def guest_rules(request: HttpRequest, link: GuestLink) -> HttpResponseBase:
    """Show the rules of a session behind a guest link."""
    session = link.session
    if session is None:
        return gone(request)
    context = {
        "session": session,
        "club": link.club,
        "book": build_session_rulebook(session),
        "guest": link.token,
    }
    return _render_rules(request, {**context, "parent": "club/guests/_page.html"})
