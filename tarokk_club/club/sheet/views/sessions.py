"""Sessions: their list, a new one, and the sheet that everybody follows."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse, HttpResponseBase
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _

from tarokk_club.club.confirmations.queries.confirmations import load_signing_if_needed
from tarokk_club.club.confirmations.queries.sheet_confirmation import build_sheet_confirmation
from tarokk_club.club.models import Session
from tarokk_club.club.names.player_names import names_in
from tarokk_club.club.pages.forms import VersionForm
from tarokk_club.club.pages.fragment_cache import lazy
from tarokk_club.club.pages.htmx import is_fragment_request
from tarokk_club.club.pages.loaders import MemberRequest, session_view
from tarokk_club.club.pages.polling import respond_to_poll
from tarokk_club.club.pages.responses import page, redirect_to_sheet, submit
from tarokk_club.club.session.queries.prescribed import deals_of, is_locked, is_played_out
from tarokk_club.club.session.queries.session_lists import neighbours
from tarokk_club.club.session.queries.table_origins import TableOrigin, table_origin
from tarokk_club.club.session.usecases.events import undo_last
from tarokk_club.club.session.views.offline_cache import keep_offline
from tarokk_club.club.sheet.fragments import (
    live_part_key,
    render_live_fragment,
    render_side_fragment,
    sheet_key,
    sheet_tag,
)
from tarokk_club.club.sheet.queries.sheet_layout import lay_out_sheet
from tarokk_club.club.sheet.queries.sheets import sheet as sheet_of
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import Saved


@session_view(Right.READ)
def sheet(request: MemberRequest, session: Session) -> HttpResponseBase:
    """Show the sheet of the session."""
    context = _sheet_context(request, session) | {"typed": _typed(session)}
    answer = page(request, "club/sheet/sheet.html", context)
    return keep_offline(answer, session)


@session_view(Right.READ)
def running(request: MemberRequest, session: Session) -> HttpResponseBase:
    """Show the running totals after each hand, as a chart and as a table."""
    laid = lay_out_sheet(sheet_of(session))
    context = {"session": session, "club": session.club, "running": laid.running}
    return page(request, "club/sheet/running.html", context)


@session_view(Right.READ)
def beside(request: MemberRequest, session: Session) -> HttpResponseBase:
    """Render the fragment of the sheet beside the entry screen; other requests redirect to the
    sheet.
    """
    if not is_fragment_request(request):
        return redirect_to_sheet(session)
    rules = reverse("club:session_rules", args=[session.club.slug, session.id])
    return HttpResponse(render_side_fragment(request, session, rules))


@session_view(Right.ENTER)
def undo(request: MemberRequest, session: Session) -> HttpResponseBase:
    """Undo the last entry."""
    if request.method != "POST":
        return redirect_to_sheet(session)
    form = VersionForm(request.POST)
    done = submit(
        request, form, lambda submission: undo_last(session_id=session.id, form=submission)
    )
    if done:
        messages.success(request, _taken_back(session, done))
        return redirect_to_sheet(session)
    session.refresh_from_db(fields=["version"])
    context = {**_sheet_context(request, session), "form": form}
    return page(request, "club/sheet/sheet.html", context)


def _typed(session: Session) -> str:
    """Return how the result of a tournament table was entered, or "" if it was entered at the
    table.

    Returns "" for any other session.
    """
    if not hasattr(session, "tournament_table"):
        return ""
    origin = table_origin(session.id)
    return "" if origin == TableOrigin.TABLE else str(origin.label)


def _taken_back(session: Session, done: Saved) -> str:
    """Return the notice after an undo, with a button that restores the entry.

    The button submits the form of the sheet that undoes, which has the current version.
    """
    href = reverse("club:restore", args=[session.club.slug, session.id, done.entry_id])
    told, way = _("The last entry is taken back."), _("Bring it back")
    if done.change.entry and done.change.entry.record["type"] == "hand":
        number = session.bookings.filter(number__isnull=False).count() + 1
        told = _("Hand %(number)s is taken back.") % {"number": number}
    button = '<button type="submit" class="undo" form="undo" formaction="{}">{}</button>'
    return format_html("<span>{}</span> " + button, told, href, way)


@session_view(Right.READ)
def live(request: MemberRequest, session: Session) -> HttpResponseBase:
    """Render the changing fragment of the sheet for polling; 304 while nothing has changed."""
    answer = respond_to_poll(
        request, _tag(request, session), lambda: _sheet_context(request, session)
    )
    return keep_offline(answer, session) if isinstance(answer, TemplateResponse) else answer


def _tag(request: MemberRequest, session: Session) -> str:
    """Return the ETag of the sheet as this member sees it."""
    reader = f"{','.join(sorted(request.rights))} {request.seat} {deals_of(session)}"
    return sheet_tag(session, reader)


def _closing_url(request: MemberRequest, session: Session) -> str:
    """Return the URL where this reader can close a table whose hands are all played, or ""."""
    if not is_played_out(session):
        return ""
    if is_locked(session) and Right.CORRECT not in request.rights:
        return ""
    door = "table_close" if Right.ENTER in request.rights else "seal"
    may = {Right.ENTER, Right.SPEAK} & request.rights
    return reverse(f"club:{door}", args=[session.club.slug, session.id]) if may else ""


def _sheet_context(request: MemberRequest, session: Session) -> dict[str, Any]:
    version, seat = {"version": session.version}, request.seat
    standing = build_sheet_confirmation(
        load_signing_if_needed(session, seat), request.user.id, seat
    )
    enters = Right.ENTER in request.rights and not session.closed and not session.binned_at
    sign = lazy(lambda: VersionForm(initial=version, auto_id=False))
    closes = _closing_url(request, session)
    rules = reverse("club:session_rules", args=[session.club.slug, session.id])
    mends = enters and Right.CORRECT in request.rights
    shared = {"standing": standing, "sign": sign, "may_enter": enters, "rules_href": rules}
    shared |= {"may_correct": mends, "close_href": closes, "played_out": is_played_out(session)}
    # A reader who is asked to confirm gets a form of their own, so nothing is cached.
    asked = standing.may_seal or standing.to_seal or closes
    names, reader = names_in(session.club_id), f"member {enters} {mends} {deals_of(session)}"
    kept = None if asked else live_part_key(session, names, reader)
    return {
        **shared,
        "session": session,
        "club": session.club,
        "draft": getattr(session, "draft", None),
        "live": render_live_fragment(request, session, shared, kept=kept, names=names),
        "beside": neighbours(session),
        "kept": sheet_key(session, sorted(request.rights), enters, deals_of(session)),
        "tag": _tag(request, session),
        "live_href": reverse("club:live", args=[session.club.slug, session.id]),
        "rights": request.rights,
        "undo": lazy(lambda: VersionForm(initial=version)),
    }
