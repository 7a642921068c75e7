"""Paper sheets: print a session or an empty sheet, and type in a completed sheet."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _

from tarokk_club.club.formatting.labels import GAME_NAMES
from tarokk_club.club.models import Club, Session
from tarokk_club.club.pages.loaders import (
    MemberRequest,
    add_merge_messages,
    club_view,
    session_view,
)
from tarokk_club.club.pages.responses import (
    is_confirmed,
    read_post,
    redirect_to_sheet,
    render_page,
    submit,
)
from tarokk_club.club.paper.forms import USUAL_ROWS, BlankSheetForm, PaperForm
from tarokk_club.club.paper.queries.paper_reading import (
    PaperReading,
    list_nicknames,
    read_paper_sheet,
)
from tarokk_club.club.paper.queries.papers import (
    build_blank_sheet,
    build_print_sheet,
    list_club_figure_words,
    list_shorthand_examples,
    list_shorthand_words,
)
from tarokk_club.club.paper.usecases import record_paper_sheet
from tarokk_club.club.session.queries.sessions.same_sessions import find_session_with_sheet
from tarokk_club.club.writing.permissions import Right


@session_view(Right.READ)
def show_session_paper(request: MemberRequest, session: Session) -> HttpResponseBase:
    """Show the session as a paper sheet."""
    path = reverse("club:sheet", args=[session.club.slug, session.id])
    context = {
        "session": session,
        "club": session.club,
        "paper": build_print_sheet(session),
        "address": request.build_absolute_uri(path),
    }
    return render_page(request, "club/paper/sheet.html", context)


@club_view(Right.READ)
def show_blank_sheet(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Show an empty printable sheet."""
    last = club.last_choice
    usual = {
        "game": last.get("game", next(iter(GAME_NAMES))),
        "seats": len(last.get("players", ())) or 4,
        "rows": USUAL_ROWS,
    }
    form = BlankSheetForm({**usual, **request.GET.dict()})
    context: dict[str, Any] = {"club": club, "form": form}
    if form.is_valid():
        context["game"] = form.cleaned_data["game"]
        context["paper"] = build_blank_sheet(club, **form.cleaned_data)
    return render_page(request, "club/paper/blank.html", context)


@session_view(Right.CORRECT)
def enter_paper_sheet(request: MemberRequest, session: Session) -> HttpResponseBase:
    """Check a typed paper sheet line by line; save it once it is valid and confirmed."""
    form = PaperForm(read_post(request), initial={"version": session.version})
    if request.method != "POST" or not form.is_valid():
        return _render_entry_page(request, session, form)
    lines = form.cleaned_data["lines"]
    if is_confirmed(request):
        once = not form.cleaned_data["again"]
        saved = submit(
            request,
            form,
            lambda submission: record_paper_sheet(
                session_id=session.id, form=submission, lines=lines, once=once
            ),
        )
        if saved:
            messages.success(request, _("The sheet is saved."))
            return redirect_to_sheet(session)
    reading = read_paper_sheet(session, lines)
    if reading.is_valid and not form.errors:
        form.status = 200
    return _render_entry_page(request, session, form, reading)


def _render_entry_page(
    request: MemberRequest,
    session: Session,
    form: PaperForm,
    reading: PaperReading | None = None,
) -> HttpResponseBase:
    add_merge_messages(request, reading.merged if reading else {})
    context = {
        "session": session,
        "club": session.club,
        "form": form,
        "reading": reading,
        "copy": find_session_with_sheet(session, reading.raws)
        if reading and reading.is_valid
        else None,
        "short_names": list_nicknames(session),
        "shorthand_lines": list_shorthand_examples(session.game),
        "shorthand_words": (*list_shorthand_words(session.game), *list_club_figure_words(session)),
    }
    return render_page(request, "club/paper/entry.html", context)
