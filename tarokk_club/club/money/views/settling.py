"""Settle up: choose and preview what is settled, settle once, then mark payments."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponseBase, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tarokk_club.club.formatting.labels import game_label
from tarokk_club.club.formatting.numbers_and_dates import plain_date
from tarokk_club.club.models import Club, MoneyRules, Settlement
from tarokk_club.club.money.forms import ScopeForm, SettleForm, SettlementListForm
from tarokk_club.club.money.queries.bank import settled_slips
from tarokk_club.club.money.queries.open_balances import (
    EVENING,
    OPEN,
    RANGE,
    SESSION,
    OpenItem,
    SettlingScope,
    unsettled_book,
)
from tarokk_club.club.money.queries.own_money import accounts_seen, limit_money
from tarokk_club.club.money.queries.paid_transfers import payments_of_submission
from tarokk_club.club.money.queries.settlement import settlement_page, settlement_rows
from tarokk_club.club.money.queries.transfer_plan import (
    Proposal,
    before_settling,
    choices,
    first_scope,
    proposal_of,
)
from tarokk_club.club.money.usecases.settlements import Wish, settle_up, withdraw_settlement
from tarokk_club.club.money.views.balance_rows import Balances, of_shares
from tarokk_club.club.pages.files import decimal_separator
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.pages.htmx import render_page_or_fragment
from tarokk_club.club.pages.loaders import MemberRequest, club_view
from tarokk_club.club.pages.responses import page, posted, submit
from tarokk_club.club.people.forms.lists import WORTH_A_SEARCH
from tarokk_club.club.writing.permissions import Right


@club_view(Right.SETTLE)
def settle(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Choose what is settled, show the preview, settle."""
    found = unsettled_book(club.id)
    asked = request.POST if request.method == "POST" else request.GET
    before = before_settling(club.id)
    chosen = _scope_form(asked, club, found.items, before.rules)
    scope = _scope(chosen, found.items) if chosen.is_valid() else None
    form = SettleForm(posted(request), initial={"version": before.last})
    if scope and form.is_valid():
        wish = Wish(scope=scope, seen=form.cleaned_data["seen"])
        done = submit(
            request,
            form,
            lambda submission: settle_up(club_id=club.id, form=submission, wish=wish),
        )
        if done:
            return redirect("club:settled", club.slug, done.id)
        # The page that is rendered shows what others did in the meantime.
        found, before = unsettled_book(club.id), before_settling(club.id)
        form.renew(before.last)
    proposal = proposal_of(club, scope, rules=before.rules, unsettled=found) if scope else None
    context = {
        "club": club,
        "chosen": chosen,
        "proposal": proposal,
        "balances": _balances(proposal, chosen, club) if proposal else None,
        "claims": before.claims,
        "form": form,
        "rights": request.rights,
    }
    return page(request, "club/money/settle.html", context)


def _balances(proposal: Proposal, chosen: ScopeForm, club: Club) -> Balances:
    """Return the rows of all accounts, each linked to its explanation."""
    base = reverse("club:settle", args=[club.slug])
    asked = {field.html_name: field.value() for field in chosen if field.value()}
    return of_shares(
        proposal.shares, proposal.scope.currency, base=base, query=f"?{urlencode(asked)}"
    )


def read_proposal(query: QueryDict, club: Club) -> Proposal | None:
    """Return the settlement that a query string asks for, as it would be made now."""
    found, before = unsettled_book(club.id), before_settling(club.id)
    chosen = _scope_form(query, club, found.items, before.rules)
    if not chosen.is_valid():
        return None
    return proposal_of(club, _scope(chosen, found.items), rules=before.rules, unsettled=found)


def _scope_form(
    query: QueryDict, club: Club, items: tuple[OpenItem, ...], rules: MoneyRules
) -> ScopeForm:
    """Return the form of the query string, or else of what this club usually settles."""
    found = choices(club, items)
    data: dict[str, Any] | QueryDict = query
    if "what" not in query:
        scope = first_scope(club, rules, items)
        data = {
            "what": scope.what,
            "currency": scope.currency,
            "carry": "on",
            "evening": scope.first.isoformat() if scope.first else "",
            "session": str(scope.session_id or ""),
        }
    form = ScopeForm(data)
    form.offer(
        kinds=[
            (EVENING, _("One evening")),
            (SESSION, _("One session")),
            (RANGE, _("Dates")),
            (OPEN, _("Everything open")),
        ],
        evenings=[(day, plain_date(day)) for day in found.evenings],
        sessions=[(one.id, _title(one)) for one in found.sessions],
        games=[("", _("All games")), *((game, game_label(game)) for game in found.games)],
        currencies=found.currencies,
    )
    return form


def _title(item: OpenItem) -> str:
    parts = [plain_date(item.date), item.title, game_label(item.game)]
    return " · ".join(part for part in parts if part)


def _scope(form: ScopeForm, items: tuple[OpenItem, ...]) -> SettlingScope:
    data = form.cleaned_data
    what, session_id = data["what"], data["session"]
    first, last = (data["first"], data["last"]) if what == RANGE else (None, None)
    if what == EVENING:
        first = last = data["evening"]
    if what == SESSION:
        first = last = next((one.date for one in items if one.id == session_id), None)
    return SettlingScope(
        what=what,
        currency=data["currency"],
        carry=data["carry"],
        game=data["game"],
        first=first,
        last=last,
        session_id=session_id if what == SESSION else None,
    )


@club_view(Right.READ)
def settlements(request: MemberRequest, club: Club) -> HttpResponseBase:
    """List every settlement, newest first."""
    seen = accounts_seen(club, request.user, request.rights)
    rows, seek = settlement_rows(club.id, seen=seen), SettlementListForm(request.GET)
    seek.full_clean()
    context = {
        "club": club,
        "rows": [row for row in rows if seek.wants(row.state)],
        "shows_totals": seen is None,
        "seek": seek if len(rows) >= WORTH_A_SEARCH else None,
        "is_found": seek.is_filtered,
        "rights": request.rights,
    }
    return render_page_or_fragment(
        request, "club/money/settlements.html", "club/money/_settlements.html", context
    )


@club_view(Right.READ)
def settled(request: MemberRequest, club: Club, settlement_id: UUID) -> HttpResponseBase:
    """Show a settlement: who pays whom, what is paid, and what was corrected since."""
    return render_settlement(request, club, settlement_id)


def render_settlement(
    request: MemberRequest, club: Club, settlement_id: UUID, form: KeyForm | None = None
) -> HttpResponseBase:
    """Render the page of a settlement, with a form that was refused, if any."""
    rows = Settlement.objects.select_related("made_by", "withdrawn_by")
    settlement = get_object_or_404(rows, pk=settlement_id, club=club)
    shown = settlement_page(settlement, request.user.id)
    seen = accounts_seen(club, request.user, request.rights)
    shown = limit_money(shown, seen)
    base = reverse("club:settled", args=[club.slug, settlement.id])
    context = {
        "club": club,
        "settled": shown,
        "balances": of_shares(shown.shares, settlement.currency, base=base),
        "own_only": seen is not None,
        "done": _done(request, settlement),
        "slips": settled_slips(club, shown),
        "form": form,
        "rights": request.rights,
        "marks": decimal_separator(request),
    }
    return page(request, "club/money/settled.html", context)


@club_view(post=Right.SETTLE)
def settled_withdraw(request: MemberRequest, club: Club, settlement_id: UUID) -> HttpResponseBase:
    """Withdraw a settlement that has no payments yet."""
    get_object_or_404(Settlement, pk=settlement_id, club=club)
    form = KeyForm(request.POST)
    done = submit(
        request,
        form,
        lambda submission: withdraw_settlement(
            club_id=club.id, form=submission, settlement_id=settlement_id
        ),
    )
    if done:
        messages.success(request, _("The settlement is withdrawn and counts nowhere."))
        return redirect("club:money", club.slug)
    return render_settlement(request, club, settlement_id, form)


def _done(request: MemberRequest, settlement: Settlement) -> tuple[UUID, int] | None:
    """Return the submission that has just marked transfers as paid, and how many of them are still
    valid.
    """
    try:
        act = UUID(request.GET.get("done", ""))
    except ValueError:
        return None
    made = payments_of_submission(settlement, act)
    return (act, len(made)) if made and Right.SETTLE in request.rights else None
