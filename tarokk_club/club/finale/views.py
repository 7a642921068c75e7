"""The page and the picture of a closed session's result."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpResponse, HttpResponseBase
from django.urls import reverse

from tarokk_club.club.finale.fragments import render_finale_picture
from tarokk_club.club.finale.queries import build_finale
from tarokk_club.club.finale.words import build_finale_text
from tarokk_club.club.models import Club, Session
from tarokk_club.club.money.queries.balances.own_money import find_visible_accounts, limit_money
from tarokk_club.club.money.queries.settlements.session_settlement import load_session_settlement
from tarokk_club.club.pages.loaders import MemberRequest, session_view
from tarokk_club.club.pages.responses import redirect_to_sheet, render_page
from tarokk_club.club.people.queries.players import load_names_for_guests
from tarokk_club.club.session.queries.sessions.session_lists import find_days_with_several_tables
from tarokk_club.club.sheet.queries.sheets import load_sheet
from tarokk_club.club.values.naming import Naming
from tarokk_club.club.writing.permissions import Right


@session_view(Right.READ)
def show_finale(request: MemberRequest, session: Session) -> HttpResponseBase:
    """Show the result and settlement of a closed session; redirect an open one to its sheet."""
    if not session.closed:
        return redirect_to_sheet(session)
    end = build_finale(load_sheet(session))
    visible_accounts = find_visible_accounts(session.club, request.user, request.rights)
    money = limit_money(load_session_settlement(session), visible_accounts)
    dues = {due.player_id: due for due in money.dues if due.minor is not None}
    naming = _read_naming(request, session.club)
    picture = reverse("club:finale_picture", args=[session.club.slug, session.id])
    context = {
        "session": session,
        "club": session.club,
        "finale": end,
        "rows": [(place, dues.get(place.player_id)) for place in end.places],
        "several": bool(find_days_with_several_tables(session.club, [session.date])),
        "settlement": money,
        "rights": request.rights,
        "naming": naming,
        "namings": Naming.choices,
        "picture": f"{picture}?{urlencode({'names': naming})}",
        "text": build_finale_text(session, end, load_names_for_guests(session.club, naming=naming)),
    }
    return render_page(request, "club/finale/finale.html", context)


@session_view(Right.READ)
def show_finale_picture(request: MemberRequest, session: Session) -> HttpResponseBase:
    """Return the result as a picture to share, without the names that players hide."""
    names = load_names_for_guests(session.club, naming=_read_naming(request, session.club))
    return HttpResponse(render_finale_picture(session, names), content_type="image/png")


def _read_naming(request: MemberRequest, club: Club) -> Naming:
    """Return the naming (initials or full names) in the query string, by default the club's."""
    chosen = request.GET.get("names", "")
    return Naming(chosen if chosen in Naming.values else club.guest_names)
