"""The scoreboard: a session on a tablet or a wall, to be read from afar and never touched."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponseBase

from tarokk_club.club.models import Session
from tarokk_club.club.permissions import Right
from tarokk_club.club.queries.columns import laid_out
from tarokk_club.club.queries.sheets import sheet as sheet_of
from tarokk_club.club.views.access import MemberRequest, session_view
from tarokk_club.club.views.answer import page
from tarokk_club.club.views.sessions import polled, sheet_tag

_READER = "board"


@session_view(Right.READ)
def board(request: MemberRequest, session: Session) -> HttpResponseBase:
    """Who has how many points and whose deal it is, as large as the screen allows."""
    return page(request, "club/sessions/board.html", _context(session))


@session_view(Right.READ)
def board_live(request: MemberRequest, session: Session) -> HttpResponseBase:
    """The part that changes, as on the sheet: 304 while nothing did."""
    tag = sheet_tag(session, _READER)
    return polled(request, tag, lambda: _context(session), template="club/sessions/_board.html")


def _context(session: Session) -> dict[str, Any]:
    tag = sheet_tag(session, _READER)
    whole = sheet_of(session)
    laid = laid_out(whole)
    last = next((row for row in laid.rows if row.row.number), None)
    moved = last.cells if last else (None,) * len(laid.columns)
    return {
        "session": session,
        "club": session.club,
        "sheet": whole,
        "laid": laid,
        # Who got up stands in no row here, but on the sheet.
        "rows": list(zip(whole.seats, moved, strict=False)),
        "last": last,
        "tag": tag,
    }
