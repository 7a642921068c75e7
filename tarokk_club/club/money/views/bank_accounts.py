"""The page of a player's own bank account, used for payments between players."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tarokk_club.club.models import Club
from tarokk_club.club.money.forms import BankAccountForm
from tarokk_club.club.money.iban import group_iban
from tarokk_club.club.money.queries.balances.statements import find_player_of_user
from tarokk_club.club.money.usecases.money_settings import BankAccount, set_bank_account
from tarokk_club.club.pages.loaders import MemberRequest, club_view
from tarokk_club.club.pages.responses import read_post, read_submission, render_page, try_write
from tarokk_club.club.writing.permissions import Right


@club_view(Right.CLAIM, post=Right.CLAIM)
def edit_own_bank_account(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Add, change or remove the user's bank account."""
    player = find_player_of_user(club.id, request.user.id)
    if player is None:
        messages.info(request, _("No player of this club is linked to your account."))
        return redirect("club:money", club.slug)
    initial = {"holder": player.account_holder, "iban": group_iban(player.iban)}
    form = BankAccountForm(read_post(request), initial=initial)
    if request.method == "POST" and form.is_valid():
        carried, data = read_submission(form, request.user), form.cleaned_data
        account = BankAccount(holder=data["holder"], iban=data["iban"])
        saved = try_write(
            form,
            lambda: set_bank_account(
                club_id=club.id, form=carried, player_id=player.id, account=account
            ),
        )
        if saved:
            messages.success(request, _("Your bank account is saved."))
            return redirect("club:account", club.slug, player.id)
    return render_page(request, "club/money/bank_account.html", {"club": club, "form": form})
