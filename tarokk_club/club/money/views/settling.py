"""Settling up: what is settled is chosen and looked at, made once, then ticked off."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponseBase, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tarokk_club.club.base.answers import page, posted, submit
from tarokk_club.club.base.files import marks_wanted
from tarokk_club.club.base.forms import KeyForm
from tarokk_club.club.base.labels import game_label
from tarokk_club.club.base.loaders import MemberRequest, club_view
from tarokk_club.club.base.permissions import Right
from tarokk_club.club.models import Club, MoneyRules, Settlement
from tarokk_club.club.money.forms import ScopeForm, SettleForm
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
from tarokk_club.club.money.queries.settlement import settlement_page, settlement_rows
from tarokk_club.club.money.queries.transfer_plan import (
    before_settling,
    choices,
    first_scope,
    proposal_of,
)
from tarokk_club.club.money.usecases.pay_transfers import pay_transfers
from tarokk_club.club.money.usecases.settle_up import Wish, settle_up
from tarokk_club.club.money.usecases.withdraw_settlement import withdraw_settlement


@club_view(Right.SETTLE)
def settle(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Choose what is settled, see what it comes to, settle."""
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
        # What somebody else did meanwhile is on the page that comes back.
        found, before = unsettled_book(club.id), before_settling(club.id)
        form.renew(before.last)
    proposal = proposal_of(club, scope, rules=before.rules, found=found) if scope else None
    context = {"club": club, "chosen": chosen, "proposal": proposal, "claims": before.claims}
    return page(request, "club/money/settle.html", context | {"form": form})


def _scope_form(
    asked: QueryDict, club: Club, items: tuple[OpenItem, ...], rules: MoneyRules
) -> ScopeForm:
    """What was asked for, else what this club usually settles."""
    found = choices(club, items)
    data: dict[str, Any] | QueryDict = asked
    if "what" not in asked:
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
        evenings=[(day, date_format(day)) for day in found.evenings],
        sessions=[(one.id, _title(one)) for one in found.sessions],
        games=[("", _("All games")), *((game, game_label(game)) for game in found.games)],
        currencies=found.currencies,
    )
    return form


def _title(item: OpenItem) -> str:
    parts = [date_format(item.date), item.title, game_label(item.game)]
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
    """Every settlement, newest first."""
    context = {"club": club, "rows": settlement_rows(club.id), "rights": request.rights}
    return page(request, "club/money/settlements.html", context)


@club_view(Right.READ)
def settled(request: MemberRequest, club: Club, settlement_id: UUID) -> HttpResponseBase:
    """One settlement: who pays whom, what is paid, what was corrected since."""
    return _shown(request, club, settlement_id)


def _shown(
    request: MemberRequest, club: Club, settlement_id: UUID, form: KeyForm | None = None
) -> HttpResponseBase:
    rows = Settlement.objects.select_related("made_by", "withdrawn_by")
    settlement = get_object_or_404(rows, pk=settlement_id, club=club)
    shown = settlement_page(settlement, request.user.id)
    context = {
        "club": club,
        "settled": shown,
        "slips": settled_slips(club, shown),
        "form": form,
        "rights": request.rights,
        "marks": marks_wanted(request),
    }
    return page(request, "club/money/settled.html", context)


@club_view(post=Right.CLAIM)
def transfer_paid(
    request: MemberRequest, club: Club, settlement_id: UUID, transfer_id: UUID
) -> HttpResponseBase:
    """One planned transfer was paid."""
    return _paid(request, club, settlement_id, transfer_id)


@club_view(post=Right.SETTLE)
def settled_paid(request: MemberRequest, club: Club, settlement_id: UUID) -> HttpResponseBase:
    """All of them were."""
    return _paid(request, club, settlement_id)


def _paid(
    request: MemberRequest, club: Club, settlement_id: UUID, transfer_id: UUID | None = None
) -> HttpResponseBase:
    settlement = get_object_or_404(Settlement, pk=settlement_id, club=club)
    if transfer_id:
        get_object_or_404(settlement.transfers, pk=transfer_id)
    form = KeyForm(request.POST)
    done = submit(
        request,
        form,
        lambda submission: pay_transfers(
            club_id=club.id,
            form=submission,
            settlement_id=settlement_id,
            transfer_id=transfer_id,
        ),
    )
    if done:
        return redirect("club:settled", club.slug, settlement_id)
    return _shown(request, club, settlement_id, form)


@club_view(post=Right.SETTLE)
def settled_withdraw(request: MemberRequest, club: Club, settlement_id: UUID) -> HttpResponseBase:
    """Take a settlement back that nobody has paid yet."""
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
    return _shown(request, club, settlement_id, form)
