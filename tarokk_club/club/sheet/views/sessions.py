"""Views of a session's sheet: the page, its live fragment, its running totals, and undo."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse, HttpResponseBase
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _

from tarokk_club.club.confirmations.queries.confirmations import load_confirmations_if_needed
from tarokk_club.club.confirmations.queries.sheet_confirmation import build_sheet_confirmation
from tarokk_club.club.models import Session
from tarokk_club.club.names.player_names import load_names
from tarokk_club.club.pages.forms import VersionForm
from tarokk_club.club.pages.fragment_cache import make_lazy
from tarokk_club.club.pages.htmx import is_fragment_request
from tarokk_club.club.pages.loaders import MemberRequest, session_view
from tarokk_club.club.pages.polling import respond_to_poll
from tarokk_club.club.pages.responses import redirect_to_sheet, render_page, submit
from tarokk_club.club.session.offline_pages import allow_offline_copy
from tarokk_club.club.session.queries.sessions.final_results import has_final_round_result
from tarokk_club.club.session.queries.sessions.prescribed_hands import (
    count_prescribed_hands,
    is_played_out,
)
from tarokk_club.club.session.queries.sessions.session_lists import find_neighbouring_sessions
from tarokk_club.club.session.queries.sessions.table_origins import TableOrigin, load_table_origin
from tarokk_club.club.session.usecases.events import undo_last_entry
from tarokk_club.club.sheet.fragments import (
    compute_live_fragment_key,
    compute_sheet_etag,
    compute_sheet_page_key,
    render_live_fragment,
    render_side_fragment,
)
from tarokk_club.club.sheet.queries.sheet_layout import lay_out_sheet
from tarokk_club.club.sheet.queries.sheets import load_sheet
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import Saved


@session_view(Right.READ)
def show_sheet(request: MemberRequest, session: Session) -> HttpResponseBase:
    """Show the sheet of the session."""
    context = _build_sheet_context(request, session) | {"typed": _describe_origin(session)}
    answer = render_page(request, "club/sheet/sheet.html", context)
    return allow_offline_copy(answer, session)


@session_view(Right.READ)
def show_running_totals(request: MemberRequest, session: Session) -> HttpResponseBase:
    """Show the running totals after each hand, as a chart and as a table.

    A fragment request gets only the chart, to show beside the sheet.
    """
    laid = lay_out_sheet(load_sheet(session))
    context = {"session": session, "club": session.club, "running": laid.running}
    part = "_curve" if is_fragment_request(request) else "running"
    return render_page(request, f"club/sheet/{part}.html", context)


@session_view(Right.READ)
def show_sheet_beside_entry(request: MemberRequest, session: Session) -> HttpResponseBase:
    """Render the part of the sheet beside the entry screen; redirect a request without htmx."""
    if not is_fragment_request(request):
        return redirect_to_sheet(session)
    rules = reverse("club:session_rules", args=[session.club.slug, session.id])
    return HttpResponse(render_side_fragment(request, session, rules))


@session_view(Right.ENTER)
def undo_entry(request: MemberRequest, session: Session) -> HttpResponseBase:
    """Undo the last entry."""
    if request.method != "POST":
        return redirect_to_sheet(session)
    form = VersionForm(request.POST)
    done = submit(
        request, form, lambda submission: undo_last_entry(session_id=session.id, form=submission)
    )
    if done:
        messages.success(request, _format_undo_message(session, done))
        return redirect_to_sheet(session)
    session.refresh_from_db(fields=["version"])
    context = {**_build_sheet_context(request, session), "form": form}
    return render_page(request, "club/sheet/sheet.html", context)


def _describe_origin(session: Session) -> str:
    """Return the label of a tournament result that was typed in later; "" for other sessions."""
    if not hasattr(session, "tournament_table"):
        return ""
    origin = load_table_origin(session.id)
    return "" if origin == TableOrigin.TABLE else str(origin.label)


def _format_undo_message(session: Session, done: Saved) -> str:
    """Return the message after an undo, with a button that restores the entry.

    The button submits the undo form of the sheet, which contains the current version.
    """
    href = reverse("club:restore", args=[session.club.slug, session.id, done.entry_id])
    sentence, way = _("The last entry is undone."), _("Bring it back")
    if done.change.entry and done.change.entry.record["type"] == "hand":
        number = session.postings.filter(number__isnull=False).count() + 1
        sentence = _("Hand %(number)s is undone.") % {"number": number}
    button = '<button type="submit" class="undo" form="undo" formaction="{}">{}</button>'
    return format_html("<span>{}</span> " + button, sentence, href, way)


@session_view(Right.READ)
def poll_live_sheet(request: MemberRequest, session: Session) -> HttpResponseBase:
    """Render the changing fragment of the sheet for polling; respond with 304 if unchanged."""
    answer = respond_to_poll(
        request, _compute_etag(request, session), lambda: _build_sheet_context(request, session)
    )
    return allow_offline_copy(answer, session) if isinstance(answer, TemplateResponse) else answer


def _compute_etag(request: MemberRequest, session: Session) -> str:
    """Return the ETag of the sheet as this member sees it."""
    reader = f"{','.join(sorted(request.rights))} {request.seat} {count_prescribed_hands(session)}"
    if session.club.suspended_at:
        reader += " suspended"
    return compute_sheet_etag(session, reader)


def _find_closing_url(request: MemberRequest, session: Session) -> str:
    """Return the URL at which this reader closes the table or confirms the session.

    Return "" if hands are missing or the reader may do neither.
    """
    if not is_played_out(session):
        return ""
    if has_final_round_result(session) and Right.CORRECT not in request.rights:
        return ""
    route = "table_close" if Right.ENTER in request.rights else "seal"
    may = {Right.ENTER, Right.SPEAK} & request.rights
    return reverse(f"club:{route}", args=[session.club.slug, session.id]) if may else ""


def _build_sheet_context(request: MemberRequest, session: Session) -> dict[str, Any]:
    version, seat = {"version": session.version}, request.seat
    standing = build_sheet_confirmation(
        load_confirmations_if_needed(session, seat), request.user.id, seat
    )
    may_enter = Right.ENTER in request.rights and not session.read_only_reason
    sign = make_lazy(lambda: VersionForm(initial=version, auto_id=False))
    closes = _find_closing_url(request, session)
    rules = reverse("club:session_rules", args=[session.club.slug, session.id])
    may_correct = may_enter and Right.CORRECT in request.rights
    shared = {"standing": standing, "sign": sign, "may_enter": may_enter, "rules_href": rules}
    shared |= {
        "may_correct": may_correct,
        "close_href": closes,
        "played_out": is_played_out(session),
    }
    # A reader who can confirm gets a personal form, so nothing is cached.
    is_personal = standing.may_confirm or standing.hands_to_confirm or closes
    names = load_names(session.club_id)
    reader = f"member {may_enter} {may_correct} {count_prescribed_hands(session)}"
    fragment_key = None if is_personal else compute_live_fragment_key(session, names, reader)
    return {
        **shared,
        "session": session,
        "club": session.club,
        "draft": getattr(session, "draft", None),
        "live": render_live_fragment(request, session, shared, cache_key=fragment_key, names=names),
        "beside": find_neighbouring_sessions(session),
        "fragment_key": compute_sheet_page_key(
            session, sorted(request.rights), may_enter, count_prescribed_hands(session)
        ),
        "tag": _compute_etag(request, session),
        "live_href": reverse("club:live", args=[session.club.slug, session.id]),
        "rights": request.rights,
        "undo": make_lazy(lambda: VersionForm(initial=version)),
    }
