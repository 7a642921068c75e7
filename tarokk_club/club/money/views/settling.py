"""Pages to preview, save, list, show and withdraw settlements."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponseBase, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tarokk_club.club.formatting.labels import label_game
from tarokk_club.club.formatting.numbers_and_dates import format_plain_date
from tarokk_club.club.models import Club, MoneyRules, Settlement
from tarokk_club.club.money.forms import ScopeForm, SettleForm, SettlementListForm
from tarokk_club.club.money.queries.balances.own_money import find_visible_accounts, limit_money
from tarokk_club.club.money.queries.bank.bank_transfers import build_transfer_slips
from tarokk_club.club.money.queries.settlements.paid_transfers import find_payments_of_submission
from tarokk_club.club.money.queries.settlements.proposed_settlement import (
    Proposal,
    build_proposal,
    build_scope_choices,
    choose_first_scope,
    load_settling_context,
)
from tarokk_club.club.money.queries.settlements.settlement import (
    load_settlement_page,
    load_settlement_rows,
)
from tarokk_club.club.money.queries.settlements.unsettled_items import (
    EVENING,
    OPEN,
    RANGE,
    SESSION,
    OpenItem,
    SettlingScope,
    load_unsettled_amounts,
)
from tarokk_club.club.money.usecases.settlements import SeenProposal, settle_up, withdraw_settlement
from tarokk_club.club.money.views.balance_rows import FigureTable, tabulate_shares
from tarokk_club.club.pages.files import find_decimal_separator
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.pages.htmx import render_page_or_fragment
from tarokk_club.club.pages.loaders import MemberRequest, club_view
from tarokk_club.club.pages.responses import read_post, render_page, submit
from tarokk_club.club.people.forms.lists import WORTH_A_SEARCH
from tarokk_club.club.writing.permissions import Right


@club_view(Right.SETTLE)
def add_settlement(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Choose the scope of a settlement, preview it, and save it."""
    unsettled = load_unsettled_amounts(club.id)
    query = request.POST if request.method == "POST" else request.GET
    before = load_settling_context(club.id)
    chosen = _build_scope_form(query, club, unsettled.items, before.rules)
    scope = _read_scope(chosen, unsettled.items) if chosen.is_valid() else None
    form = SettleForm(read_post(request), initial={"version": before.last})
    if scope and form.is_valid():
        seen = SeenProposal(scope=scope, digest=form.cleaned_data["seen"])
        settlement = submit(
            request,
            form,
            lambda submission: settle_up(club_id=club.id, form=submission, seen=seen),
        )
        if settlement:
            return redirect("club:settled", club.slug, settlement.id)
        # After a refusal, render the amounts as they are now.
        unsettled, before = load_unsettled_amounts(club.id), load_settling_context(club.id)
        form.renew(before.last)
    proposal = (
        build_proposal(club, scope, rules=before.rules, unsettled=unsettled) if scope else None
    )
    context = {
        "club": club,
        "chosen": chosen,
        "proposal": proposal,
        "balances": _tabulate_proposal(proposal, chosen, club) if proposal else None,
        "claims": before.claims,
        "form": form,
        "rights": request.rights,
    }
    return render_page(request, "club/money/settle.html", context)


def _tabulate_proposal(proposal: Proposal, chosen: ScopeForm, club: Club) -> FigureTable:
    """Return the table of a proposal's accounts, each with a link to its explanation."""
    base = reverse("club:settle", args=[club.slug])
    query = {field.html_name: field.value() for field in chosen if field.value()}
    return tabulate_shares(
        proposal.shares, proposal.scope.currency, base=base, query=f"?{urlencode(query)}"
    )


def build_proposal_from_query(query: QueryDict, club: Club) -> Proposal | None:
    """Return the proposed settlement for the scope in a query string; None for an invalid scope."""
    unsettled, before = load_unsettled_amounts(club.id), load_settling_context(club.id)
    chosen = _build_scope_form(query, club, unsettled.items, before.rules)
    if not chosen.is_valid():
        return None
    return build_proposal(
        club, _read_scope(chosen, unsettled.items), rules=before.rules, unsettled=unsettled
    )


def _build_scope_form(
    query: QueryDict, club: Club, items: tuple[OpenItem, ...], rules: MoneyRules
) -> ScopeForm:
    """Return the scope form with the data of the query string, or with the club's usual scope."""
    offered = build_scope_choices(club, items)
    data: dict[str, Any] | QueryDict = query
    if "what" not in query:
        scope = choose_first_scope(club, rules, items)
        data = {
            "what": scope.what,
            "currency": scope.currency,
            "carry": "on",
            "evening": scope.first.isoformat() if scope.first else "",
            "session": str(scope.session_id or ""),
        }
    form = ScopeForm(data)
    form.offer_choices(
        kinds=[
            (EVENING, _("One evening")),
            (SESSION, _("One session")),
            (RANGE, _("Dates")),
            (OPEN, _("Everything open")),
        ],
        evenings=[(day, format_plain_date(day)) for day in offered.evenings],
        sessions=[(session.id, _label_session(session)) for session in offered.sessions],
        games=[("", _("All games")), *((game, label_game(game)) for game in offered.games)],
        currencies=offered.currencies,
    )
    return form


def _label_session(item: OpenItem) -> str:
    parts = [format_plain_date(item.date), item.title, label_game(item.game)]
    return " · ".join(part for part in parts if part)


def _read_scope(form: ScopeForm, items: tuple[OpenItem, ...]) -> SettlingScope:
    data = form.cleaned_data
    kind, session_id = data["what"], data["session"]
    first, last = (data["first"], data["last"]) if kind == RANGE else (None, None)
    if kind == EVENING:
        first = last = data["evening"]
    if kind == SESSION:
        first = last = next((item.date for item in items if item.id == session_id), None)
    return SettlingScope(
        what=kind,
        currency=data["currency"],
        carry=data["carry"],
        game=data["game"],
        first=first,
        last=last,
        session_id=session_id if kind == SESSION else None,
    )


@club_view(Right.READ)
def list_settlements(request: MemberRequest, club: Club) -> HttpResponseBase:
    """List the settlements that match the filter, newest first."""
    visible = find_visible_accounts(club, request.user, request.rights)
    rows, seek = load_settlement_rows(club.id, visible=visible), SettlementListForm(request.GET)
    seek.full_clean()
    context = {
        "club": club,
        "rows": [row for row in rows if seek.includes_state(row.state)],
        "shows_totals": visible is None,
        "seek": seek if len(rows) >= WORTH_A_SEARCH else None,
        "is_found": seek.is_filtered,
        "rights": request.rights,
    }
    return render_page_or_fragment(
        request, "club/money/settlements.html", "club/money/_settlements.html", context
    )


@club_view(Right.READ)
def show_settlement(request: MemberRequest, club: Club, settlement_id: UUID) -> HttpResponseBase:
    """Show a settlement with its transfers, payments and later corrections."""
    return render_settlement(request, club, settlement_id)


def render_settlement(
    request: MemberRequest, club: Club, settlement_id: UUID, form: KeyForm | None = None
) -> HttpResponseBase:
    """Render the page of a settlement.

    form: a refused form, to display its errors.
    """
    rows = Settlement.objects.select_related("made_by", "withdrawn_by")
    settlement = get_object_or_404(rows, pk=settlement_id, club=club)
    settled = load_settlement_page(settlement, request.user.id)
    visible = find_visible_accounts(club, request.user, request.rights)
    settled = limit_money(settled, visible)
    base, own_only = reverse("club:settled", args=[club.slug, settlement.id]), visible is not None
    context = {
        "club": club,
        "settled": settled,
        "balances": tabulate_shares(
            settled.shares, settlement.currency, base=base, own_only=own_only
        ),
        "own_only": own_only,
        "done": _find_done_submission(request, settlement),
        "slips": build_transfer_slips(club, settled),
        "form": form,
        "rights": request.rights,
        "marks": find_decimal_separator(request),
    }
    return render_page(request, "club/money/settled.html", context)


@club_view(post=Right.SETTLE)
def withdraw_saved_settlement(
    request: MemberRequest, club: Club, settlement_id: UUID
) -> HttpResponseBase:
    """Withdraw a settlement that has no payments yet."""
    get_object_or_404(Settlement, pk=settlement_id, club=club)
    form = KeyForm(request.POST)
    withdrawn = submit(
        request,
        form,
        lambda submission: withdraw_settlement(
            club_id=club.id, form=submission, settlement_id=settlement_id
        ),
    )
    if withdrawn:
        messages.success(request, _("The settlement is withdrawn and counts nowhere."))
        return redirect("club:money", club.slug)
    return render_settlement(request, club, settlement_id, form)


def _find_done_submission(
    request: MemberRequest, settlement: Settlement
) -> tuple[UUID, int] | None:
    """Return the submission in `?done=` and the number of its payments that can be undone.

    Return None if there are none, or if the user may not undo them.
    """
    try:
        act = UUID(request.GET.get("done", ""))
    except ValueError:
        return None
    payments = find_payments_of_submission(settlement, act)
    return (act, len(payments)) if payments and Right.SETTLE in request.rights else None
