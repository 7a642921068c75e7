"""Pages to import a table of results: upload, column mapping, preview and import."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import uuid5

from django.contrib import messages
from django.http import HttpResponseBase, QueryDict
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.games import GAMES
from tarokk_club.club.formatting.sentences import render_problem
from tarokk_club.club.models import Club
from tarokk_club.club.pages.loaders import MemberRequest, add_merge_messages, club_view
from tarokk_club.club.pages.responses import is_confirmed, render_page
from tarokk_club.club.people.queries.club_days import get_today
from tarokk_club.club.people.queries.clubs import list_active_players
from tarokk_club.club.transfer.forms import TotalsFileForm, TotalsForm
from tarokk_club.club.transfer.totals import (
    RowError,
    TotalsSession,
    TotalsTable,
    build_totals_document,
    read_totals_table,
    split_into_sessions,
)
from tarokk_club.club.transfer.usecases.session_documents import (
    IncomingDocument,
    import_session,
    read_incoming_document,
    replace_merged_names,
)
from tarokk_club.club.writing.errors import ConflictError, KeyReusedError, RefusedError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.removed_players import find_merged_by_name
from tarokk_club.club.writing.unit_of_work import Submission

# The most sessions that a request may import, and the most table rows on the page.
MOST_SESSIONS, SAMPLE_ROWS = 200, 12


@dataclass(frozen=True, slots=True)
class ImportableSession:
    """A session of the table, and the document to import for it."""

    session: TotalsSession
    incoming: IncomingDocument

    @property
    def totals(self) -> list[tuple[str, int]]:
        """The name and the total points of each player."""
        return list(zip(self.session.names, self.session.totals, strict=True))


@club_view(Right.CORRECT)
def import_totals(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Upload a table of results, assign its columns, preview the sessions, and import them."""
    if request.method != "POST":
        return _render_upload(request, club, TotalsFileForm())
    if "table" in request.POST:
        return _preview_or_import(request, club)
    form = TotalsFileForm(request.POST, request.FILES)
    if not form.is_valid():
        return _render_upload(request, club, form, status=422)
    try:
        table = read_totals_table(form.cleaned_data["file"].read())
    except RefusedError as refused:
        for problem in refused.problems:
            form.add_error("file", render_problem(problem))
        return _render_upload(request, club, form, status=422)
    initial = {"table": table.text, "on": get_today(club)}
    form_with_columns = _build_form(club, table, initial=initial)
    add_merge_messages(request, form_with_columns.merged)
    return _render_preview(request, club, form_with_columns, table)


def _build_form(club: Club, table: TotalsTable, *sent: QueryDict, **options: Any) -> TotalsForm:
    merged = find_merged_by_name(club.id, table.titles)
    players = list_active_players(club)
    return TotalsForm(*sent, table=table, players=players, merged=merged, **options)


def _render_upload(
    request: MemberRequest, club: Club, form: TotalsFileForm, *, status: int = 200
) -> TemplateResponse:
    context = {"club": club, "form": form}
    return render_page(request, "club/transfer/totals.html", context, status=status)


def _preview_or_import(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Preview the sessions in a table with assigned columns, or import them if confirmed."""
    try:
        text = request.POST["table"].encode("utf-8", "surrogatepass")
        table = read_totals_table(text)
    except RefusedError:
        empty_form = TotalsFileForm({})
        empty_form.errors.clear()
        empty_form.add_error(None, _("The form came back incomplete; choose the file again."))
        return _render_upload(request, club, empty_form, status=422)
    form = _build_form(club, table, request.POST)
    importable = _read_sessions(form, club) if form.is_valid() else ()
    if form.errors:
        form.status = 422
    elif is_confirmed(request):
        return _import_sessions(request, club, form, importable)
    return _render_preview(request, club, form, table, importable)


def _read_sessions(form: TotalsForm, club: Club) -> tuple[ImportableSession, ...]:
    """Return the sessions in the table.

    If there are too many, or if a row is invalid, return none and add an error to the form.
    """
    game = GAMES[form.cleaned_data["game"]]
    line = _("Line %(number)s of the table")
    importable = []
    try:
        sessions = split_into_sessions(form.columns, form.read_plan())
        if len(sessions) > MOST_SESSIONS:
            values = {"highest": MOST_SESSIONS}
            form.add_error(None, _("Import at most %(highest)s sessions at a time.") % values)
            return ()
        for session in sessions:
            importable.append(
                _read_document(session, build_totals_document(session, game, "", line), club)
            )
    except RowError as refused:
        sentence = render_problem(refused.problems[0])
        text = _("Line %(number)s of the table: %(sentence)s")
        form.add_error(None, text % {"number": refused.row, "sentence": sentence})
        return ()
    return tuple(importable)


def _read_document(totals: TotalsSession, data: bytes, club: Club) -> ImportableSession:
    try:
        incoming = read_incoming_document(data, today=get_today(club))
        return ImportableSession(
            totals, replace_merged_names(club.id, incoming).require_importable()
        )
    except RefusedError as refused:
        raise RowError(totals.rows[0][0], refused.problems[0]) from refused


def _import_sessions(
    request: MemberRequest, club: Club, form: TotalsForm, importable: Sequence[ImportableSession]
) -> HttpResponseBase:
    """Import each session in a separate transaction, and skip copies of existing sessions."""
    imported = skipped = 0
    for place, session in enumerate(importable):
        key = uuid5(form.cleaned_data["key"], f"totals {place}")
        sent = Submission(key=key, by=request.user)
        try:
            import_session(club_id=club.id, form=sent, incoming=session.incoming, once=True)
        except (ConflictError, KeyReusedError):
            skipped += 1
        else:
            imported += 1
    if imported:
        text = ngettext(
            "%(count)s session has been imported.",
            "%(count)s sessions have been imported.",
            imported,
        )
        messages.success(request, text % {"count": imported})
    if skipped:
        text = ngettext(
            "%(count)s session was already in the club and was left alone.",
            "%(count)s sessions were already in the club and were left alone.",
            skipped,
        )
        messages.info(request, text % {"count": skipped})
    return redirect("club:session_list", club.slug)


def _render_preview(
    request: MemberRequest,
    club: Club,
    form: TotalsForm,
    table: TotalsTable,
    importable: Sequence[ImportableSession] = (),
) -> TemplateResponse:
    context = {
        "club": club,
        "form": form,
        "titles": table.titles,
        "rows": table.rows[:SAMPLE_ROWS],
        "more": max(len(table.rows) - SAMPLE_ROWS, 0),
        "taken": importable,
        "sum_row": form.find_sum_row_number() if importable else None,
    }
    return render_page(request, "club/transfer/totals_look.html", context)
