"""Pages to record, confirm, deny and undo payments and fees."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponseBase, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _

from tarokk_club.club.models import Charge, Club, Payment, Player, Session
from tarokk_club.club.models.money import BORNE, KITTY, PartyKind, PaymentMethod, Purpose
from tarokk_club.club.money.forms import DenyForm, FeeForm, PaymentForm, UndoForm
from tarokk_club.club.money.queries.balances.balance_sums import sum_player_open_balances
from tarokk_club.club.money.queries.balances.club_balances import (
    find_players_on_day,
    format_amount_input,
    list_club_currencies,
)
from tarokk_club.club.money.queries.balances.own_money import require_visible_account
from tarokk_club.club.money.queries.money_rules import load_money_rules
from tarokk_club.club.money.queries.settlements.session_settlement import load_session_settlement
from tarokk_club.club.money.queries.settlements.unsettled_items import OpenFee, load_open_fees
from tarokk_club.club.money.usecases.charges import Fee, charge_players, undo_charge
from tarokk_club.club.money.usecases.payments import (
    NewPayment,
    confirm_payment,
    record_payment,
    undo_payment,
)
from tarokk_club.club.money.views.money_entries import render_money_entries
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.pages.loaders import MemberRequest, club_view
from tarokk_club.club.pages.responses import read_post, render_page, submit
from tarokk_club.club.people.queries.club_days import get_today
from tarokk_club.club.people.queries.clubs import list_active_players, list_all_players
from tarokk_club.club.values.ids import read_id
from tarokk_club.club.writing.permissions import Right

# Purposes of entries that only other pages record.
_ELSEWHERE = (*BORNE, Purpose.OPENING)
FEES = [choice for choice in Purpose.choices if choice[0] not in (Purpose.SETTLING, *_ELSEWHERE)]


@club_view(Right.SETTLE)
def add_payment(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Record a payment; the query string may fill in a session, a fee or a balance to clear."""
    session, fee = _find_session(request, club), _find_open_fee(request, club)
    form = _build_payment_form(request, club, session, fee)
    payment = submit(
        request,
        form,
        lambda submission: record_payment(
            club_id=club.id, form=submission, paid=_read_payment(form)
        ),
    )
    if payment:
        messages.success(request, _("The payment is recorded."))
        return redirect("club:facts", club.slug)
    context = {"club": club, "form": form, "session": session, "fee": fee}
    return render_page(request, "club/money/payment.html", context)


def _find_session(request: MemberRequest, club: Club) -> Session | None:
    """Return the club's session that the request names, if any."""
    parameters = request.POST if request.method == "POST" else request.GET
    pk = read_id(parameters.get("session"))
    if pk is None:
        return None
    return Session.objects.select_related("club").filter(pk=pk, club=club).first()


def _find_open_fee(request: MemberRequest, club: Club) -> OpenFee | None:
    """Return the open fee that the request names, if any."""
    parameters = request.POST if request.method == "POST" else request.GET
    wanted = parameters.get("charge", "")
    return next((fee for fee in load_open_fees(club.id) if str(fee.charge.pk) == wanted), None)


def _build_payment_form(
    request: MemberRequest, club: Club, session: Session | None, fee: OpenFee | None
) -> PaymentForm:
    initial: dict[str, Any] = {
        "date": get_today(club),
        "purpose": Purpose.SETTLING,
        "how": PaymentMethod.CASH,
        "receiver": PartyKind.KITTY,
    }
    if session and request.method == "GET":
        initial |= _build_payout_initial(session, request.GET.get("player", ""))
    elif fee:
        initial |= _build_fee_initial(fee)
    else:
        initial |= _build_clearing_initial(club, request.GET)
    parties = [(PartyKind.KITTY.value, _("The kitty")), *list_all_players(club.id)]
    purposes = [choice for choice in Purpose.choices if choice[0] not in _ELSEWHERE]
    form = PaymentForm(
        read_post(request),
        parties=[*parties, (PartyKind.OUTSIDE.value, PartyKind.OUTSIDE.label)],
        purposes=purposes,
        ways=PaymentMethod.choices,
        initial=initial,
    )
    form.offer_currencies(list_club_currencies(club))
    form.offer_kinds(load_money_rules(club.id).kinds.splitlines())
    return form


def _build_payout_initial(session: Session, player: str) -> dict[str, Any]:
    """Return the initial values of the form for a player who leaves an open session."""
    leaving = next(
        (row for row in load_session_settlement(session).leaving if str(row.player_id) == player),
        None,
    )
    if leaving is None:
        return {}
    parties = (leaving.till, player) if leaving.amount > 0 else (player, leaving.till)
    return {
        "payer": parties[0],
        "receiver": parties[1],
        "amount": format_amount_input(abs(leaving.amount), session.currency),
        "currency": session.currency,
        "session": session.id,
    }


def _build_fee_initial(fee: OpenFee) -> dict[str, Any]:
    """Return the initial values of the form for the open amount of a fee."""
    charge = fee.charge
    return {
        "charge": charge.pk,
        "payer": str(charge.player_id),
        "amount": format_amount_input(fee.left, charge.currency),
        "currency": charge.currency,
        "purpose": charge.purpose,
    }


def _build_clearing_initial(club: Club, query: QueryDict) -> dict[str, Any]:
    """Return the initial values of the form to clear a player's balance with the kitty."""
    pk, code = read_id(query.get("clear")), query.get("currency", "")
    player = Player.objects.filter(pk=pk, club=club).first() if pk else None
    if player is None or code not in list_club_currencies(club):
        return {}
    minor = sum_player_open_balances(player.pk).get(code, 0)
    if not minor:
        return {}
    account = str(player.pk)
    parties = (PartyKind.KITTY.value, account) if minor > 0 else (account, PartyKind.KITTY.value)
    return {
        "payer": parties[0],
        "receiver": parties[1],
        "amount": format_amount_input(abs(minor), code),
        "currency": code,
    }


def _read_payment(form: PaymentForm) -> NewPayment:
    data = form.cleaned_data
    return NewPayment(
        currency=data["currency"],
        amount=data["amount"],
        payer=data["payer"],
        receiver=data["receiver"],
        date=data["date"],
        purpose=Purpose(data["purpose"]),
        how=PaymentMethod(data["how"]),
        note=data["note"],
        session_id=data["session"],
        charge_id=data["charge"],
        kind=data.get("kind", ""),
        overdraw=data["overdraw"],
    )


@club_view(post=Right.CLAIM)
def confirm_claimed_payment(
    request: MemberRequest, club: Club, payment_id: UUID
) -> HttpResponseBase:
    """Confirm that a claimed payment has arrived."""
    get_object_or_404(Payment, pk=payment_id, club=club)
    form = KeyForm(request.POST)
    confirmed = submit(
        request,
        form,
        lambda submission: confirm_payment(club_id=club.id, form=submission, payment_id=payment_id),
    )
    if confirmed is None:
        return render_money_entries(request, club, form)
    messages.success(request, _("The payment is confirmed."))
    return _redirect_to_payment(club, confirmed)


@club_view(post=Right.CLAIM)
def undo_recorded_payment(request: MemberRequest, club: Club, payment_id: UUID) -> HttpResponseBase:
    """Undo a payment by a counter-entry."""
    get_object_or_404(Payment, pk=payment_id, club=club)
    form = UndoForm(request.POST)
    undone = submit(
        request,
        form,
        lambda submission: undo_payment(club_id=club.id, form=submission, payment_id=payment_id),
    )
    if undone is None:
        return render_money_entries(request, club, form)
    messages.success(request, _("The payment is undone by a counter-entry."))
    return _redirect_to_payment(club, undone)


@club_view(Right.CLAIM, post=Right.CLAIM)
def deny_payment(request: MemberRequest, club: Club, payment_id: UUID) -> HttpResponseBase:
    """Deny a claimed payment, with a reason."""
    rows = Payment.objects.select_related("payer", "receiver", "transfer")
    payment = get_object_or_404(rows, pk=payment_id, club=club)
    # Everybody may see the kitty, but not the payments of others to it.
    account = payment.receiver_id or payment.payer_id or KITTY
    require_visible_account(club, request.user, request.rights, account)
    form = DenyForm(read_post(request))
    undone = submit(
        request,
        form,
        lambda submission: undo_payment(club_id=club.id, form=submission, payment_id=payment_id),
    )
    if undone:
        messages.success(request, _("It is recorded that the payment has not arrived."))
        return _redirect_to_payment(club, undone)
    context = {
        "club": club,
        "payment": payment,
        "form": form,
        "back": _build_payment_url(club, payment),
    }
    return render_page(request, "club/money/deny.html", context)


def _redirect_to_payment(club: Club, payment: Payment) -> HttpResponseBase:
    """Redirect to the settlement of the payment, or else to the list of payments."""
    return redirect(_build_payment_url(club, payment))


def _build_payment_url(club: Club, payment: Payment) -> str:
    if payment.transfer:
        return reverse("club:settled", args=[club.slug, payment.transfer.settlement_id])
    return reverse("club:facts", args=[club.slug])


@club_view(Right.SETTLE)
def add_fee(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Charge players a fee; if the query string names an evening, preselect its players."""
    form = _build_fee_form(request, club)
    if submit(
        request,
        form,
        lambda submission: charge_players(club_id=club.id, form=submission, fee=_read_fee(form)),
    ):
        messages.success(request, _("The fee is recorded."))
        return redirect("club:facts", club.slug)
    context = {"club": club, "form": form, "rights": request.rights}
    return render_page(request, "club/money/fee.html", context)


def _build_fee_form(request: MemberRequest, club: Club) -> FeeForm:
    evening = _read_day(request.GET.get("evening", ""))
    present = find_players_on_day(club.id, evening) if evening else frozenset()
    active = list_active_players(club)
    active_ids = {player for player, _name in active}
    guests = [pair for pair in list_all_players(club.id) if pair[0] in present - active_ids]
    chosen = present if evening else active_ids
    form = FeeForm(
        read_post(request),
        players=[*active, *guests] if request.method == "GET" else list_all_players(club.id),
        everybody=active_ids,
        purposes=FEES,
        initial={
            "date": evening or get_today(club),
            "purpose": Purpose.TABLE if evening else Purpose.DUES,
            "players": sorted(chosen),
        },
    )
    form.offer_currencies(list_club_currencies(club))
    return form


def _read_day(text: str) -> date | None:
    try:
        return parse_date(text)
    except ValueError:
        return None


def _read_fee(form: FeeForm) -> Fee:
    data = form.cleaned_data
    return Fee(
        currency=data["currency"],
        amount=data["amount"],
        purpose=Purpose(data["purpose"]),
        date=data["date"],
        players=form.read_players(),
        note=data["note"],
        paid=data["paid"],
    )


@club_view(post=Right.SETTLE)
def undo_fee(request: MemberRequest, club: Club, charge_id: UUID) -> HttpResponseBase:
    """Cancel a fee by a counter-entry."""
    get_object_or_404(Charge, pk=charge_id, club=club)
    form = UndoForm(request.POST)
    undone = submit(
        request,
        form,
        lambda submission: undo_charge(club_id=club.id, form=submission, charge_id=charge_id),
    )
    if undone is None:
        return render_money_entries(request, club, form)
    messages.success(request, _("The fee is undone by a counter-entry."))
    return redirect("club:facts", club.slug)
