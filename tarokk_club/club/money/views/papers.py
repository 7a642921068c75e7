"""Settlements to print, as a poster or pocket-sized; the browser makes the print or PDF."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse

from tarokk_club.club.models import Club, Session, Settlement
from tarokk_club.club.money.queries.bank import settled_slips
from tarokk_club.club.money.queries.own_money import accounts_seen, limit_money
from tarokk_club.club.money.queries.session_settlement import session_settlement as settlement_of
from tarokk_club.club.money.queries.settlement import settlement_page
from tarokk_club.club.money.queries.settlement_papers import session_mark
from tarokk_club.club.money.queries.settlement_papers import settled_paper as paper_of
from tarokk_club.club.money.views.balance_rows import of_shares
from tarokk_club.club.pages.link_pages import absolute_url
from tarokk_club.club.pages.loaders import MemberRequest, club_view, session_view
from tarokk_club.club.pages.responses import page
from tarokk_club.club.people.queries.club_days import today
from tarokk_club.club.writing.permissions import Right

# The first size is for the wall, the second for the wallet.
SIZES = ("a4", "a6")


@club_view(Right.READ)
def settled_paper(request: MemberRequest, club: Club, settlement_id: UUID) -> HttpResponseBase:
    """Print a settlement, with room for signatures."""
    settlement = get_object_or_404(Settlement, pk=settlement_id, club=club)
    seen = accounts_seen(club, request.user, request.rights)
    settled = limit_money(settlement_page(settlement, request.user.id), seen)
    live = reverse("club:settled", args=[club.slug, settlement_id])
    slips = settled_slips(club, settled)
    context = {
        "settled": settled,
        "balances": of_shares(settled.shares, settlement.currency),
        "paper": paper_of(settled),
        "slips": slips,
    }
    return _printed(request, club, "club/money/papers/settled.html", live, context)


@session_view(Right.READ)
def settlement_paper(request: MemberRequest, session: Session) -> HttpResponseBase:
    """Print the result of a session, and who pays whom."""
    seen = accounts_seen(session.club, request.user, request.rights)
    found = limit_money(settlement_of(session), seen)
    live = reverse("club:settlement", args=[session.club.slug, session.id])
    context = {
        "session": session,
        "settlement": found,
        "names": [due.name for due in found.dues],
        "mark": session_mark(session, found),
    }
    return _printed(request, session.club, "club/money/papers/session.html", live, context)


def _printed(
    request: MemberRequest, club: Club, template: str, live: str, context: dict[str, Any]
) -> HttpResponseBase:
    """Render a page for the printer; its QR code leads to the live page."""
    wish = request.GET.get("paper", "")
    common = {
        "club": club,
        "sizes": SIZES,
        "size": wish if wish in SIZES else SIZES[0],
        "live": live,
        "address": absolute_url(request, live),
        "printed_on": today(club),
    }
    return page(request, template, common | context)
