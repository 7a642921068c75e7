"""A bank's statement: what of it may be a planned payment, and the ones that are confirmed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core import signing
from django.http import HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tarokk_club.club.formatting.sentences import problem_sentence
from tarokk_club.club.models import Club, Transfer
from tarokk_club.club.models.money import How
from tarokk_club.club.money.bank_lines import read_bank_file
from tarokk_club.club.money.forms import BankFileForm
from tarokk_club.club.money.queries.bank_matches import Match, bank_matches
from tarokk_club.club.money.usecases.pay_transfers import Instalment, pay_transfers
from tarokk_club.club.pages.loaders import MemberRequest, club_view
from tarokk_club.club.pages.responses import page
from tarokk_club.club.writing.errors import KeyReusedError, RefusedError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import Submission

SALT, DAY = "bank statement", 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class MatchOffer:
    """A line of the statement; ticket: what its tick sends, "" where nothing can be booked."""

    match: Match
    ticket: str


@club_view(Right.SETTLE)
def bank_statement(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Choose the file, see what of it fits, confirm it line by line."""
    if request.method == "POST" and "read" in request.POST:
        return _booked(request, club)
    if request.method != "POST":
        return _chosen(request, club, BankFileForm())
    form = BankFileForm(request.POST, request.FILES)
    if not form.is_valid():
        return _chosen(request, club, form, status=422)
    try:
        matches = bank_matches(club, read_bank_file(form.cleaned_data["file"].read()))
    except RefusedError as refused:
        for problem in refused.problems:
            form.add_error("file", problem_sentence(problem))
        return _chosen(request, club, form, status=422)
    offers = [MatchOffer(one, _ticket(club, one)) for one in matches]
    context = {"club": club, "offers": offers, "any": any(one.ticket for one in offers)}
    return page(request, "club/money/bank_look.html", context)


def _chosen(
    request: MemberRequest, club: Club, form: BankFileForm, *, status: int = 200
) -> TemplateResponse:
    return page(request, "club/money/bank.html", {"club": club, "form": form}, status=status)


def _ticket(club: Club, match: Match) -> str:
    """What the tick books, signed: nobody books by it what the page did not show."""
    if match.transfer is None:
        return ""
    said = {
        "club": str(club.id),
        "key": str(match.key),
        "settlement": str(match.transfer.settlement_id),
        "transfer": str(match.transfer.pk),
        "amount": abs(match.line.minor),
        "day": match.line.day.isoformat(),
    }
    return signing.dumps(said, salt=SALT)


def _booked(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Every line that was ticked; what somebody else did meanwhile is said."""
    made = 0
    for ticket in request.POST.getlist("line"):
        try:
            said = signing.loads(ticket, salt=SALT, max_age=DAY)
        except signing.BadSignature:
            messages.error(request, _("A line came back incomplete; choose the file once more."))
            continue
        if said["club"] == str(club.id) and _pay(request, club, said):
            made += 1
    if made:
        text = ngettext(
            "%(count)s payment is in the book.", "%(count)s payments are in the book.", made
        )
        messages.success(request, text % {"count": made})
    return redirect("club:facts", club.slug)


def _pay(request: MemberRequest, club: Club, said: dict[str, Any]) -> bool:
    paid = Instalment(amount=said["amount"], day=date.fromisoformat(said["day"]), how=How.TRANSFER)
    try:
        pay_transfers(
            club_id=club.id,
            form=Submission(key=UUID(said["key"]), by=request.user),
            settlement_id=UUID(said["settlement"]),
            transfer_id=UUID(said["transfer"]),
            paid=paid,
        )
    except RefusedError as refused:
        messages.error(request, " ".join(problem_sentence(one) for one in refused.problems))
    except (KeyReusedError, Transfer.DoesNotExist):
        messages.error(request, _("A line was booked before in another way; it is left alone."))
    else:
        return True
    return False
