"""Pages that show a club's balances or a player's account, or edit the rules of settling."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tarokk_club.club.models import Club, Player
from tarokk_club.club.models.money import PartyKind, WhenSettled
from tarokk_club.club.money.forms import MoneyRulesForm
from tarokk_club.club.money.iban import group_iban
from tarokk_club.club.money.queries.balances.account_balances import load_account_balances
from tarokk_club.club.money.queries.balances.club_balances import (
    format_amount_input,
    load_club_balances,
)
from tarokk_club.club.money.queries.balances.own_money import (
    find_visible_accounts,
    require_visible_account,
)
from tarokk_club.club.money.queries.balances.player_accounts import (
    list_account_currencies,
    load_account_lines,
)
from tarokk_club.club.money.queries.bank.bank_transfers import build_debt_slip
from tarokk_club.club.money.queries.entries.money_entries import load_open_claims
from tarokk_club.club.money.queries.money_rules import find_smallest_payment, load_money_rules
from tarokk_club.club.money.queries.settlements.settlement import load_settlement_rows
from tarokk_club.club.money.usecases.money_settings import MoneyRulesChoice, change_money_rules
from tarokk_club.club.money.views.balance_rows import tabulate_balance
from tarokk_club.club.pages.link_pages import build_absolute_url
from tarokk_club.club.pages.loaders import MemberRequest, club_view
from tarokk_club.club.pages.responses import read_post, render_page, submit
from tarokk_club.club.people.queries.clubs import list_all_players
from tarokk_club.club.writing.permissions import Right

# Settlements on the overview, and lines of an account before "all" is requested.
NEWEST, LINES = 3, 60


@club_view(Right.READ)
def show_money(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Show the open balances of the club."""
    visible = find_visible_accounts(club, request.user, request.rights)
    context = {
        "club": club,
        "balances": load_club_balances(club, request.user.id, visible=visible),
        "own_only": visible is not None,
        "claims": load_open_claims(club.id, visible),
        "settlements": load_settlement_rows(club.id, NEWEST, visible=visible),
        "me": request.user.id,
        "rights": request.rights,
    }
    return render_page(request, "club/money/money.html", context)


@club_view(Right.READ)
def show_player_account(request: MemberRequest, club: Club, player_id: UUID) -> HttpResponseBase:
    """Show a player's entries, newest first, with the balance after each."""
    rows = Player.objects.select_related("club", "user")
    player = get_object_or_404(rows, pk=player_id, club=club)
    require_visible_account(club, request.user, request.rights, player_id)
    whole, books, codes = "all" in request.GET, [], list_account_currencies(player)
    base = reverse("club:settlements", args=[club.slug])
    balances = {row.currency: row for row in load_account_balances(club.id, str(player_id), codes)}
    rules = load_money_rules(club.id)
    for code in codes:
        lines = load_account_lines(player, code)
        newest = lines[::-1] if whole else lines[: -LINES - 1 : -1]
        balance = lines[-1].balance
        slip = build_debt_slip(club, payer=player.name, minor=balance, currency=code)
        table = tabulate_balance(balances[code], str(player_id), base=base)
        # Debts below the smallest payment cannot be paid, so there is no reminder.
        is_payable = -balance >= find_smallest_payment(club, rules, code)
        books.append((balances[code], table, newest, len(lines) - len(newest), slip, is_payable))
    context = {
        "club": club,
        "player": player,
        "books": books,
        "rights": request.rights,
        # The reminder is in the language of the player.
        "speaks": (player.user and player.user.language) or club.language,
        "address": build_absolute_url(request, request.path),
        "is_mine": player.user_id == request.user.id,
    }
    return render_page(request, "club/money/account.html", context)


@club_view(Right.SETTLE)
def edit_money_rules(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Edit the rules by which the club settles."""
    form = _build_rules_form(request, club)
    saved = submit(
        request,
        form,
        lambda submission: change_money_rules(
            club_id=club.id, form=submission, choice=_read_rules(form)
        ),
    )
    if saved:
        messages.success(request, _("The club settles this way from now on."))
        return redirect("club:money", club.slug)
    return render_page(request, "club/money/rules.html", {"club": club, "form": form})


def _build_rules_form(request: MemberRequest, club: Club) -> MoneyRulesForm:
    rules = load_money_rules(club.id)
    step = format_amount_input(rules.cash_step, club.currency) if rules.cash_step else ""
    initial: dict[str, Any] = {
        "when": rules.when,
        "till": rules.hub,
        "cash_step": step,
        "own_only": rules.own_only,
        "beneficiary": rules.beneficiary,
        "iban": group_iban(rules.iban),
    }
    form = MoneyRulesForm(
        read_post(request),
        times=WhenSettled.choices,
        tills=[(PartyKind.KITTY.value, _("Everybody with the kitty")), *list_all_players(club.id)],
        initial=initial,
    )
    form.offer_currencies([club.currency])
    return form


def _read_rules(form: MoneyRulesForm) -> MoneyRulesChoice:
    data = form.cleaned_data
    step = data["cash_step"]
    return MoneyRulesChoice(
        when=WhenSettled(data["when"]),
        till=data["till"],
        cash_step=None if step == "" else step,
        own_only=data["own_only"],
        beneficiary=data.get("beneficiary", ""),
        iban=data.get("iban", ""),
    )
