"""Settlements as pages to print, on A4 or A6."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse

from tarokk_club.club.models import Club, Session, Settlement
from tarokk_club.club.money.queries.balances.own_money import find_visible_accounts, limit_money
from tarokk_club.club.money.queries.bank.bank_transfers import build_transfer_slips
from tarokk_club.club.money.queries.settlements.session_settlement import load_session_settlement
from tarokk_club.club.money.queries.settlements.settlement import load_settlement_page
from tarokk_club.club.money.queries.settlements.settlement_print import (
    build_settlement_print,
    compute_session_fingerprint,
)
from tarokk_club.club.money.views.balance_rows import tabulate_shares
from tarokk_club.club.pages.link_pages import build_absolute_url
from tarokk_club.club.pages.loaders import MemberRequest, club_view, session_view
from tarokk_club.club.pages.responses import render_page
from tarokk_club.club.people.queries.club_days import get_today
from tarokk_club.club.writing.permissions import Right

# Paper sizes: a poster for the wall, and a card for the wallet.
SIZES = ("a4", "a6")


@club_view(Right.READ)
def show_settlement_print(
    request: MemberRequest, club: Club, settlement_id: UUID
) -> HttpResponseBase:
    """Show a printable settlement with space for signatures."""
    settlement = get_object_or_404(Settlement, pk=settlement_id, club=club)
    visible = find_visible_accounts(club, request.user, request.rights)
    settled = limit_money(load_settlement_page(settlement, request.user.id), visible)
    live = reverse("club:settled", args=[club.slug, settlement_id])
    slips = build_transfer_slips(club, settled)
    context = {
        "settled": settled,
        "balances": tabulate_shares(settled.shares, settlement.currency),
        "paper": build_settlement_print(settled),
        "slips": slips,
    }
    return _render_print(request, club, "club/money/papers/settled.html", live, context)


@session_view(Right.READ)
def show_session_settlement_print(request: MemberRequest, session: Session) -> HttpResponseBase:
    """Show a printable settlement of a session."""
    visible = find_visible_accounts(session.club, request.user, request.rights)
    settlement = limit_money(load_session_settlement(session), visible)
    live = reverse("club:settlement", args=[session.club.slug, session.id])
    context = {
        "session": session,
        "settlement": settlement,
        "names": [due.name for due in settlement.dues],
        "mark": compute_session_fingerprint(session, settlement),
    }
    return _render_print(request, session.club, "club/money/papers/session.html", live, context)


def _render_print(
    request: MemberRequest, club: Club, template: str, live: str, context: dict[str, Any]
) -> HttpResponseBase:
    """Render a printable page with a QR code that links to the page `live`."""
    requested = request.GET.get("paper", "")
    common = {
        "club": club,
        "sizes": SIZES,
        "size": requested if requested in SIZES else SIZES[0],
        "live": live,
        "address": build_absolute_url(request, live),
        "printed_on": get_today(club),
    }
    return render_page(request, template, common | context)
