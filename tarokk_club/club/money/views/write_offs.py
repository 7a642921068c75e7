"""The page to write off a player's debt."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from tarokk_club.club.models import Club, Player
from tarokk_club.club.money.forms import WriteOffForm
from tarokk_club.club.money.queries.balances.account_balances import sum_open_plans
from tarokk_club.club.money.queries.balances.balance_sums import sum_player_open_balances
from tarokk_club.club.money.queries.balances.club_balances import format_amount_input
from tarokk_club.club.money.usecases.charges import WriteOff, write_off_debt
from tarokk_club.club.pages.loaders import MemberRequest, club_view
from tarokk_club.club.pages.responses import read_post, read_submission, render_page, try_write
from tarokk_club.club.people.queries.club_days import get_today
from tarokk_club.club.writing.permissions import Right


@club_view(Right.SETTLE)
def write_off_player_debt(request: MemberRequest, club: Club, player_id: UUID) -> HttpResponseBase:
    """Write off a player's debt or a part of it, with a reason."""
    player = get_object_or_404(Player, pk=player_id, club=club)
    debts = {
        code: -minor for code, minor in sum_player_open_balances(player.pk).items() if minor < 0
    }
    first = next(iter(debts), club.currency)
    code = request.GET.get("currency", "")
    code = code if code in debts else first
    initial = {
        "amount": format_amount_input(debts[code], code) if code in debts else "",
        "currency": code,
        "date": get_today(club),
    }
    form = WriteOffForm(read_post(request), initial=initial)
    form.offer_currencies([code, *(debt for debt in debts if debt != code)])
    if request.method == "POST" and form.is_valid():
        carried, data = read_submission(form, request.user), form.cleaned_data
        wanted = WriteOff(
            player_id=player.pk,
            currency=data["currency"],
            amount=data["amount"],
            day=data["date"],
        )
        written_off = try_write(
            form, lambda: write_off_debt(club_id=club.id, form=carried, wanted=wanted)
        )
        if written_off:
            messages.success(request, _("The debt is written off."))
            if sum_open_plans(club.id)[data["currency"]].get(str(player.pk), 0) < 0:
                messages.info(
                    request, _("The plan still asks for it, until you settle up once more.")
                )
            return redirect("club:account", club.slug, player.pk)
    context = {"club": club, "player": player, "debts": debts, "form": form}
    return render_page(request, "club/money/write_off.html", context)
