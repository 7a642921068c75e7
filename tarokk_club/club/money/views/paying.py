"""Pages to mark planned transfers as paid, in full or in part, and to undo that."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tarokk_club.club.models import Club, Settlement
from tarokk_club.club.models.money import PaymentMethod
from tarokk_club.club.money.forms import AllPaidForm, InstalmentForm
from tarokk_club.club.money.queries.balances.club_balances import format_amount_input
from tarokk_club.club.money.queries.settlements.settlement import (
    CLAIMED,
    PAID,
    WAITS,
    load_settlement_page,
)
from tarokk_club.club.money.usecases.settlements import (
    Instalment,
    pay_transfers,
    undo_paid_transfers,
)
from tarokk_club.club.money.views.settling import render_settlement
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.pages.loaders import MemberRequest, club_view
from tarokk_club.club.pages.responses import read_post, read_submission, render_page, try_write
from tarokk_club.club.people.queries.club_days import get_today
from tarokk_club.club.writing.permissions import Right


@club_view(post=Right.CLAIM)
def mark_transfer_paid(
    request: MemberRequest, club: Club, settlement_id: UUID, transfer_id: UUID
) -> HttpResponseBase:
    """Mark the rest of a planned transfer as paid."""
    settlement = get_object_or_404(Settlement, pk=settlement_id, club=club)
    get_object_or_404(settlement.transfers, pk=transfer_id)
    form = KeyForm(request.POST)
    if form.is_valid():
        carried = read_submission(form, request.user)
        paid = try_write(
            form,
            lambda: pay_transfers(
                club_id=club.id,
                form=carried,
                settlement_id=settlement_id,
                transfer_id=transfer_id,
            ),
        )
        if paid:
            return redirect("club:settled", club.slug, settlement_id)
    return render_settlement(request, club, settlement_id, form)


@club_view(Right.SETTLE)
def pay_transfer_part(
    request: MemberRequest, club: Club, settlement_id: UUID, transfer_id: UUID
) -> HttpResponseBase:
    """Record a payment for a planned transfer, with an amount, a day and a way of payment."""
    settlement = get_object_or_404(Settlement, pk=settlement_id, club=club)
    get_object_or_404(settlement.transfers, pk=transfer_id)
    settled = load_settlement_page(settlement, request.user.id)
    row = next(transfer for transfer in settled.transfers if transfer.id == transfer_id)
    code = settlement.currency
    initial = {
        "amount": format_amount_input(row.left, code),
        "date": get_today(club),
        "how": PaymentMethod.CASH,
    }
    form = InstalmentForm(read_post(request), ways=PaymentMethod.choices, initial=initial)
    form.offer_currencies([code])
    if request.method == "POST" and form.is_valid():
        carried, data = read_submission(form, request.user), form.cleaned_data
        paid = Instalment(amount=data["amount"], day=data["date"], how=PaymentMethod(data["how"]))
        payments = try_write(
            form,
            lambda: pay_transfers(
                club_id=club.id,
                form=carried,
                settlement_id=settlement_id,
                transfer_id=transfer_id,
                paid=paid,
            ),
        )
        if payments:
            messages.success(request, _("The payment is recorded."))
            return redirect("club:settled", club.slug, settlement_id)
    context = {"club": club, "settlement": settlement, "row": row, "form": form}
    return render_page(request, "club/money/part.html", context)


@club_view(Right.SETTLE)
def mark_settlement_paid(
    request: MemberRequest, club: Club, settlement_id: UUID
) -> HttpResponseBase:
    """Show all open transfers of a settlement, and mark them as paid."""
    settlement = get_object_or_404(Settlement, pk=settlement_id, club=club)
    initial = {"date": get_today(club), "how": PaymentMethod.CASH}
    form = AllPaidForm(read_post(request), ways=PaymentMethod.choices, initial=initial)
    if request.method == "POST" and form.is_valid():
        carried, data = read_submission(form, request.user), form.cleaned_data
        paid = Instalment(day=data["date"], how=PaymentMethod(data["how"]))
        payments = try_write(
            form,
            lambda: pay_transfers(
                club_id=club.id, form=carried, settlement_id=settlement_id, paid=paid
            ),
        )
        if payments is not None:
            # With ?done= the page displays the number of payments and a button to undo them.
            page_of = reverse("club:settled", args=[club.slug, settlement_id])
            return redirect(f"{page_of}?done={carried.key}")
    return render_page(
        request, "club/money/all_paid.html", _build_context(request, club, settlement, form)
    )


def _build_context(
    request: MemberRequest, club: Club, settlement: Settlement, form: KeyForm
) -> dict[str, Any]:
    """Return the context of the page: transfers to mark as paid, to skip, and already paid."""
    settled = load_settlement_page(settlement, request.user.id)
    waiting = [row for row in settled.transfers if row.state in (WAITS, CLAIMED)]
    marked = [row for row in waiting if not row.denied]
    return {
        "club": club,
        "settlement": settlement,
        "form": form,
        "marked": marked,
        "total": sum(row.left for row in marked),
        "denied": [row for row in waiting if row.denied],
        "paid": [row for row in settled.transfers if row.state == PAID],
        "currency": settlement.currency,
    }


@club_view(post=Right.SETTLE)
def undo_settlement_payments(
    request: MemberRequest, club: Club, settlement_id: UUID, act: UUID
) -> HttpResponseBase:
    """Undo all payments that one submission of `mark_settlement_paid` recorded or confirmed."""
    get_object_or_404(Settlement, pk=settlement_id, club=club)
    form = KeyForm(request.POST)
    if form.is_valid():
        carried = read_submission(form, request.user)
        undone = try_write(
            form,
            lambda: undo_paid_transfers(
                club_id=club.id, form=carried, settlement_id=settlement_id, act=act
            ),
        )
        if undone:
            text = ngettext(
                "%(count)s payment is undone by a counter-entry.",
                "%(count)s payments are undone by counter-entries.",
                len(undone),
            )
            messages.success(request, text % {"count": len(undone)})
            return redirect("club:settled", club.slug, settlement_id)
    return render_settlement(request, club, settlement_id, form)
