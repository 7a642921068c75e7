"""Pages that explain an account's figures by sessions, fees and payments."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse

from tarokk_club.club.models import Club, Settlement
from tarokk_club.club.money.queries.balances.balance_lines import (
    explain_open_figures,
    explain_settled_figures,
)
from tarokk_club.club.money.queries.balances.own_money import require_explainable_account
from tarokk_club.club.money.queries.settlements.proposed_settlement import ShareRow
from tarokk_club.club.money.queries.settlements.settlement import load_settlement_page
from tarokk_club.club.money.views.settling import build_proposal_from_query
from tarokk_club.club.money.words import describe_scope
from tarokk_club.club.pages.loaders import MemberRequest, club_view
from tarokk_club.club.pages.responses import render_page
from tarokk_club.club.writing.permissions import Right


@club_view(Right.READ)
def explain_settled_account(
    request: MemberRequest, club: Club, settlement_id: UUID, account: str
) -> HttpResponseBase:
    """Show the figures of an account in a settlement."""
    require_explainable_account(club, request.user, request.rights, account)
    settlement = get_object_or_404(Settlement, pk=settlement_id, club=club)
    share = _find_share_or_404(load_settlement_page(settlement, request.user.id).shares, account)
    context = {
        "explained": explain_settled_figures(settlement, account, share.figures),
        "about": describe_scope(settlement.scope),
        "back": reverse("club:settled", args=[club.slug, settlement.id]),
        "currency": settlement.currency,
        "step": settlement.step,
    }
    return _render_balance(request, club, share, context)


@club_view(Right.SETTLE)
def explain_proposed_account(request: MemberRequest, club: Club, account: str) -> HttpResponseBase:
    """Show the figures of an account in a proposed settlement."""
    proposal = build_proposal_from_query(request.GET, club)
    if proposal is None:
        raise Http404
    share, scope = _find_share_or_404(proposal.shares, account), proposal.scope
    context = {
        "explained": explain_open_figures(
            club.id, scope.currency, account, share.figures, proposal.items
        ),
        "about": describe_scope(scope.to_json()),
        "back": f"{reverse('club:settle', args=[club.slug])}?{request.GET.urlencode()}",
        "currency": scope.currency,
        "step": proposal.step,
    }
    return _render_balance(request, club, share, context)


def _find_share_or_404(shares: tuple[ShareRow, ...], account: str) -> ShareRow:
    share_row = next((share for share in shares if share.account == account), None)
    if share_row is None:
        raise Http404
    return share_row


def _render_balance(
    request: MemberRequest, club: Club, share: ShareRow, context: dict[str, Any]
) -> HttpResponseBase:
    common = {"club": club, "name": share.name, "cash": share.rounded}
    return render_page(request, "club/money/balance.html", context | common)
