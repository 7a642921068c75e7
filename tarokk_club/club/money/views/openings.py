"""Pages to import balances from another app for shared expenses."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponseBase, QueryDict
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.ledger.currency import CURRENCIES
from tarokk_club.club.formatting.sentences import render_problem
from tarokk_club.club.models import Club, Payment
from tarokk_club.club.models.money import NOT_COUNTER_ENTRY, Purpose
from tarokk_club.club.money.opening_forms import ONE_PERSON, OpeningBalancesForm, OtherBookForm
from tarokk_club.club.money.other_books import OtherBook, read_other_book
from tarokk_club.club.money.usecases.openings import OpeningBalances, record_opening_balances
from tarokk_club.club.pages.loaders import MemberRequest, add_merge_messages, club_view
from tarokk_club.club.pages.responses import render_page, submit
from tarokk_club.club.people.queries.club_days import get_today
from tarokk_club.club.people.queries.clubs import list_all_players
from tarokk_club.club.tables.text_encoding import decode_text
from tarokk_club.club.writing.errors import RefusedError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.removed_players import find_merged_by_name


@club_view(Right.SETTLE)
def import_opening_balances(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Upload a file of another app, match its names to players, and record the balances."""
    codes = [club.currency, *sorted(set(CURRENCIES) - {club.currency})]
    if request.method != "POST":
        return _render_upload(request, club, OtherBookForm(codes=codes))
    if "table" in request.POST:
        return _record_named_balances(request, club, codes)
    form = OtherBookForm(request.POST, request.FILES, codes=codes)
    if not form.is_valid():
        return _render_upload(request, club, form, status=422)
    data, currency = form.cleaned_data["file"].read(), form.cleaned_data["currency"]
    try:
        book = read_other_book(data, currency=currency)
    except RefusedError as refused:
        for problem in refused.problems:
            form.add_error("file", render_problem(problem))
        return _render_upload(request, club, form, status=422)
    if not any(any(sums.values()) for sums in book.balances.values()):
        form.add_error("file", _("Nobody owes anything in this file."))
        return _render_upload(request, club, form, status=422)
    initial = {"table": decode_text(data) or "", "currency": currency, "date": get_today(club)}
    people_form = _build_openings_form(club, book, initial=initial)
    add_merge_messages(request, people_form.merged)
    return _render_people(request, club, people_form)


def _render_upload(
    request: MemberRequest, club: Club, form: OtherBookForm, *, status: int = 200
) -> TemplateResponse:
    return render_page(
        request, "club/money/openings.html", {"club": club, "form": form}, status=status
    )


def _build_openings_form(
    club: Club, book: OtherBook, *sent: QueryDict, **options: Any
) -> OpeningBalancesForm:
    names = {name for sums in book.balances.values() for name in sums}
    merged = find_merged_by_name(club.id, names)
    players = list_all_players(club.id)
    return OpeningBalancesForm(*sent, book=book, players=players, merged=merged, **options)


def _render_people(
    request: MemberRequest, club: Club, form: OpeningBalancesForm
) -> TemplateResponse:
    recorded = Payment.objects.filter(NOT_COUNTER_ENTRY, club=club, purpose=Purpose.OPENING)
    last = recorded.filter(reversed_by=None).order_by("-made_at").first()
    context = {"club": club, "form": form, "last": last}
    return render_page(request, "club/money/openings_look.html", context)


def _record_named_balances(
    request: MemberRequest, club: Club, codes: list[str]
) -> HttpResponseBase:
    whole_names = _split_names(request.POST.get("whole_names", ""))
    book = _read_submitted_book(request, codes, whole_names)
    if book is None:
        form = OtherBookForm({}, codes=codes)
        form.errors.clear()
        form.add_error(None, _("The form came back incomplete; choose the file again."))
        return _render_upload(request, club, form, status=422)
    people_form = _build_openings_form(club, book, request.POST, whole_names=whole_names)
    chosen = [
        name
        for field, name in people_form.comma_names.items()
        if request.POST.get(field) == ONE_PERSON
    ]
    if sorted(chosen) != sorted(whole_names):
        return _render_people_again(request, club, codes, chosen)
    recorded = submit(
        request,
        people_form,
        lambda submission: record_opening_balances(
            club_id=club.id,
            form=submission,
            openings=OpeningBalances(people_form.cleaned_data["date"], people_form.read_balances()),
        ),
    )
    if not recorded:
        return _render_people(request, club, people_form)
    text = ngettext("%(count)s debt is recorded.", "%(count)s debts are recorded.", len(recorded))
    messages.success(request, text % {"count": len(recorded)})
    return redirect("club:money", club.slug)


def _render_people_again(
    request: MemberRequest, club: Club, codes: list[str], whole_names: list[str]
) -> HttpResponseBase:
    """Read the file again and render the form for the names in it.

    Redirect to the upload if the file cannot be read.

    whole_names: names with a comma that the user has declared to be one person.
    """
    book = _read_submitted_book(request, codes, whole_names)
    if book is None:
        return redirect("club:openings", club.slug)
    initial = {field: request.POST.get(field, "") for field in ("table", "currency", "date")}
    return _render_people(
        request, club, _build_openings_form(club, book, initial=initial, whole_names=whole_names)
    )


def _split_names(text: str) -> list[str]:
    return [name for name in text.splitlines() if name.strip()]


def _read_submitted_book(
    request: MemberRequest, codes: list[str], whole_names: list[str]
) -> OtherBook | None:
    """Return the balances in the resubmitted file; None if it or its currency is invalid."""
    data = request.POST["table"].encode("utf-8", "surrogatepass")
    currency = request.POST.get("currency", "")
    try:
        book = read_other_book(data, currency=currency, whole_names=whole_names)
    except RefusedError:
        return None
    return book if currency in codes else None
