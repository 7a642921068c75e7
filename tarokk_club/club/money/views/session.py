"""The page with the settlement of a session."""

from __future__ import annotations

from django.http import HttpResponseBase

from tarokk_club.club.models import Session
from tarokk_club.club.money.queries.balances.own_money import find_visible_accounts, limit_money
from tarokk_club.club.money.queries.settlements.session_settlement import load_session_settlement
from tarokk_club.club.names.player_names import load_names
from tarokk_club.club.pages.files import find_decimal_separator
from tarokk_club.club.pages.loaders import MemberRequest, session_view
from tarokk_club.club.pages.responses import render_page
from tarokk_club.club.session.queries.players.hats import find_hat_passing
from tarokk_club.club.writing.permissions import Right


@session_view(Right.READ)
def show_session_settlement(request: MemberRequest, session: Session) -> HttpResponseBase:
    """Show the players' points and amounts, and the transfers between them."""
    pays_out = Right.SETTLE in request.rights and session.per_point and not session.read_only_reason
    visible = find_visible_accounts(session.club, request.user, request.rights)
    settled = limit_money(load_session_settlement(session), visible)
    context = {
        "session": session,
        "club": session.club,
        "leaving": settled.leaving if pays_out else (),
        "settlement": settled,
        "hat": find_hat_passing(session, load_names(session.club_id)) if session.closed else None,
        "marks": find_decimal_separator(request),
        "rights": request.rights,
    }
    return render_page(request, "club/money/session/settlement.html", context)
