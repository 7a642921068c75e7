"""Pages with the list of payments and fees, its filters, and the details of an entry."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpResponseBase
from django.utils.translation import gettext as _

from tarokk_club.club.models import Club
from tarokk_club.club.models.money import Purpose
from tarokk_club.club.money.forms import MoneyEntryFilterForm
from tarokk_club.club.money.queries.balances.own_money import find_visible_accounts
from tarokk_club.club.money.queries.entries.money_entries import (
    FEES,
    PAYMENTS,
    MoneyEntryQuery,
    load_money_entries,
    load_money_entry,
)
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.pages.htmx import render_page_or_fragment
from tarokk_club.club.pages.loaders import MemberRequest, club_view
from tarokk_club.club.pages.responses import render_page
from tarokk_club.club.people.queries.clubs import list_all_players
from tarokk_club.club.writing.permissions import Right


@club_view(Right.READ)
def list_money_entries(request: MemberRequest, club: Club) -> HttpResponseBase:
    """List the payments and fees that match the filter, newest first."""
    return render_money_entries(request, club)


@club_view(Right.READ)
def show_money_entry(request: MemberRequest, club: Club, fact_id: UUID) -> HttpResponseBase:
    """Show a payment or fee with all its details."""
    visible = find_visible_accounts(club, request.user, request.rights)
    row = load_money_entry(club.id, fact_id, visible=visible)
    if row is None:
        raise Http404
    context = {"club": club, "row": row, "me": request.user.id, "rights": request.rights}
    return render_page(request, "club/money/fact.html", context)


def render_money_entries(
    request: MemberRequest, club: Club, form: KeyForm | None = None
) -> HttpResponseBase:
    """Render the list of payments and fees.

    form: a refused form, to display its errors.
    """
    chosen = MoneyEntryFilterForm(request.GET)
    kinds = [(FEES, _("Fees")), (PAYMENTS, _("Payments")), *Purpose.choices]
    visible = find_visible_accounts(club, request.user, request.rights)
    players = [
        player for player in list_all_players(club.id) if visible is None or player[0] in visible
    ]
    chosen.offer_choices(players=players, kinds=kinds)
    wanted = _read_filter(chosen, visible)
    context = {
        "club": club,
        "facts": load_money_entries(club.id, before=request.GET.get("before", ""), wanted=wanted),
        "chosen": chosen,
        "is_filtered": wanted.has_filters,
        "asked": _build_filter_query(request),
        "form": form,
        "own_only": visible is not None,
        "me": request.user.id,
        "rights": request.rights,
    }
    return render_page_or_fragment(
        request, "club/money/facts.html", "club/money/_found.html", context
    )


def _read_filter(chosen: MoneyEntryFilterForm, visible: frozenset[str] | None) -> MoneyEntryQuery:
    if not chosen.is_valid():
        return MoneyEntryQuery(visible=visible)
    data = chosen.cleaned_data
    return MoneyEntryQuery(
        player=UUID(data["player"]) if data["player"] else None,
        kind=data["kind"],
        first=data["first"],
        last=data["last"],
        open_only=data["open_only"],
        visible=visible,
    )


def _build_filter_query(request: MemberRequest) -> str:
    """Return the query string of the filter, without the cursor of the page."""
    query = request.GET.copy()
    query.pop("before", None)
    return query.urlencode()
