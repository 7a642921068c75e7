"""Pages on which the organiser chooses a table of people, reviews it, and enters the people."""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tarokk_club.club.formatting.sentences import render_problem
from tarokk_club.club.models import Tournament
from tarokk_club.club.pages.loaders import MemberRequest, tournament_view
from tarokk_club.club.pages.responses import render_page, submit
from tarokk_club.club.registration.entrant_import import read_entrants
from tarokk_club.club.registration.forms import EntrantsFileForm, EntrantsImportForm
from tarokk_club.club.registration.imported_people import ImportedPerson, match_people
from tarokk_club.club.registration.queries.registrations import (
    is_key_used,
    load_players_and_entrants,
)
from tarokk_club.club.registration.usecases.registrations import import_entrants
from tarokk_club.club.tables.text_encoding import decode_text
from tarokk_club.club.values.ids import read_id
from tarokk_club.club.writing.errors import RefusedError
from tarokk_club.club.writing.permissions import Right


@tournament_view(Right.CORRECT)
def import_entrants_table(request: MemberRequest, tournament: Tournament) -> HttpResponseBase:
    """Read a table of people, ask about unclear names, and enter the people."""
    if "table" in request.POST:
        return _import_people(request, tournament)
    if request.method != "POST":
        return _render_file_form(request, tournament, EntrantsFileForm())
    form = EntrantsFileForm(request.POST, request.FILES)
    if not form.is_valid():
        return _render_file_form(request, tournament, form, status=422)
    file = form.cleaned_data["file"]
    text = decode_text(file.read()) if file else form.cleaned_data["pasted"]
    try:
        people = _read_people(tournament, text or "", {})
    except RefusedError as refused:
        for problem in refused.problems:
            form.add_error("file" if file else "pasted", render_problem(problem))
        return _render_file_form(request, tournament, form, status=422)
    review_form = EntrantsImportForm(people=people, initial={"table": text})
    return _render_review(request, tournament, review_form)


def _read_people(
    tournament: Tournament, text: str, submitted: Mapping[str, str]
) -> tuple[ImportedPerson, ...]:
    """Return the people of the table.

    submitted: fields of the review form, which may have names for new guests.
    """
    listed = read_entrants(text)
    names = {number: submitted.get(f"name_{number}", "") for number in range(len(listed))}
    players, entered = load_players_and_entrants(tournament)
    return match_people(listed, players, entered, names)


def _import_people(request: MemberRequest, tournament: Tournament) -> HttpResponseBase:
    if is_key_used(tournament.club_id, read_id(request.POST.get("key", ""))):
        # A repeated submission would find that everybody already takes part.
        return redirect("club:tournament", tournament.club.slug, tournament.id)
    try:
        people = _read_people(tournament, request.POST["table"], request.POST)
    except RefusedError:
        empty_form = EntrantsFileForm({})
        empty_form.errors.clear()
        empty_form.add_error(None, _("The form came back incomplete; choose the file again."))
        return _render_file_form(request, tournament, empty_form, status=422)
    form = EntrantsImportForm(request.POST, people=people)
    if submit(
        request,
        form,
        lambda submission: import_entrants(
            club_id=tournament.club_id,
            form=submission,
            tournament_id=tournament.id,
            people=form.read_people(),
        ),
    ):
        count = len(form.read_people())
        text = ngettext("%(count)s player is entered.", "%(count)s players are entered.", count)
        messages.success(request, text % {"count": count})
        return redirect("club:tournament", tournament.club.slug, tournament.id)
    return _render_review(request, tournament, form)


def _render_file_form(
    request: MemberRequest, tournament: Tournament, form: EntrantsFileForm, *, status: int = 200
) -> HttpResponseBase:
    context = {"club": tournament.club, "tournament": tournament, "form": form}
    return render_page(request, "club/registration/import.html", context, status=status)


def _render_review(
    request: MemberRequest, tournament: Tournament, form: EntrantsImportForm
) -> HttpResponseBase:
    context = {"club": tournament.club, "tournament": tournament, "form": form}
    context["unclear"] = sum(person.needs_choice for person in form.people)
    return render_page(request, "club/registration/import_look.html", context)
