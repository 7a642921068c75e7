"""Sessions: their list, a new one, and the sheet that everybody follows."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse, HttpResponseBase
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _

from tarokk_club.club.confirmations.queries.confirmations import signing_for
from tarokk_club.club.confirmations.queries.sheet_confirmation import confirmation_of
from tarokk_club.club.models import Session
from tarokk_club.club.names.player_names import names_in
from tarokk_club.club.pages.forms import VersionForm
from tarokk_club.club.pages.fragment_cache import lazy
from tarokk_club.club.pages.htmx import asks_part
from tarokk_club.club.pages.loaders import MemberRequest, session_view
from tarokk_club.club.pages.polling import polled
from tarokk_club.club.pages.responses import page, submit, to_sheet
from tarokk_club.club.session.queries.prescribed import deals_of, is_locked, is_played_out
from tarokk_club.club.session.queries.session_lists import neighbours
from tarokk_club.club.session.queries.table_origins import TableOrigin, table_origin
from tarokk_club.club.session.usecases.events import undo_last
from tarokk_club.club.session.views.offline_cache import keep_offline
from tarokk_club.club.sheet.fragments import beside_of, live_of, live_part_key, sheet_key, sheet_tag
from tarokk_club.club.sheet.queries.sheet_layout import laid_out
from tarokk_club.club.sheet.queries.sheets import sheet as sheet_of
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import Saved


@session_view(Right.READ)
def sheet(request: MemberRequest, session: Session) -> HttpResponseBase:
    """The page of the evening."""
    context = _sheet_context(request, session) | {"typed": _typed(session)}
    answer = page(request, "club/sheet/sheet.html", context)
    return keep_offline(answer, session)


@session_view(Right.READ)
def running(request: MemberRequest, session: Session) -> HttpResponseBase:
    """What everybody had after each hand: the curve of the evening, and the same as a table."""
    laid = laid_out(sheet_of(session))
    context = {"session": session, "club": session.club, "running": laid.running}
    return page(request, "club/sheet/running.html", context)


@session_view(Right.READ)
def beside(request: MemberRequest, session: Session) -> HttpResponseBase:
    """The part of the sheet that stands beside the entry on a desk; by itself it is the sheet."""
    if not asks_part(request):
        return to_sheet(session)
    rules = reverse("club:session_rules", args=[session.club.slug, session.id])
    return HttpResponse(beside_of(request, session, rules))


@session_view(Right.ENTER)
def undo(request: MemberRequest, session: Session) -> HttpResponseBase:
    """Take back what was entered last."""
    if request.method != "POST":
        return to_sheet(session)
    form = VersionForm(request.POST)
    done = submit(
        request, form, lambda submission: undo_last(session_id=session.id, form=submission)
    )
    if done:
        messages.success(request, _taken_back(session, done))
        return to_sheet(session)
    session.refresh_from_db(fields=["version"])
    context = {**_sheet_context(request, session), "form": form}
    return page(request, "club/sheet/sheet.html", context)


def _typed(session: Session) -> str:
    """How the result of a table of a tournament came, where that was not at the table."""
    if not hasattr(session, "tournament_table"):
        return ""
    origin = table_origin(session.id)
    return "" if origin == TableOrigin.TABLE else str(origin.label)


def _taken_back(session: Session, done: Saved) -> str:
    href = reverse("club:hand", args=[session.club.slug, session.id, done.entry_id])
    told, way = _("The last entry is taken back."), _("Bring it back")
    if done.change.entry and done.change.entry.record["type"] == "hand":
        number = session.bookings.filter(number__isnull=False).count() + 1
        told = _("Hand %(number)s is taken back.") % {"number": number}
    return format_html('{} <a href="{}">{}</a>', told, href, way)


@session_view(Right.READ)
def live(request: MemberRequest, session: Session) -> HttpResponseBase:
    """The part of the sheet that changes, for phones that wait: 304 while nothing did."""
    answer = polled(request, _tag(request, session), lambda: _sheet_context(request, session))
    return keep_offline(answer, session) if isinstance(answer, TemplateResponse) else answer


def _tag(request: MemberRequest, session: Session) -> str:
    """The tag of the sheet as this member sees it."""
    reader = f"{','.join(sorted(request.rights))} {request.seat} {deals_of(session)}"
    return sheet_tag(session, reader)


def _closes(request: MemberRequest, session: Session) -> str:
    """Where this reader closes a table whose hands are played; "" where there is no such thing."""
    if not is_played_out(session):
        return ""
    if is_locked(session) and Right.CORRECT not in request.rights:
        return ""
    door = "table_close" if Right.ENTER in request.rights else "seal"
    may = {Right.ENTER, Right.SPEAK} & request.rights
    return reverse(f"club:{door}", args=[session.club.slug, session.id]) if may else ""


def _sheet_context(request: MemberRequest, session: Session) -> dict[str, Any]:
    version, seat = {"version": session.version}, request.seat
    standing = confirmation_of(signing_for(session, seat), request.user.id, seat)
    enters = Right.ENTER in request.rights and not session.closed and not session.binned_at
    sign = lazy(lambda: VersionForm(initial=version, auto_id=False))
    closes = _closes(request, session)
    rules = reverse("club:session_rules", args=[session.club.slug, session.id])
    mends = enters and Right.CORRECT in request.rights
    shared = {"standing": standing, "sign": sign, "may_enter": enters, "rules_href": rules}
    shared |= {"may_correct": mends, "close_href": closes, "played_out": is_played_out(session)}
    # Whoever is asked to confirm something gets a form of their own.
    asked = standing.may_seal or standing.to_seal or closes
    names, reader = names_in(session.club_id), f"member {enters} {mends} {deals_of(session)}"
    kept = None if asked else live_part_key(session, names, reader)
    return {
        **shared,
        "session": session,
        "club": session.club,
        "draft": getattr(session, "draft", None),
        "live": live_of(request, session, shared, kept=kept, names=names),
        "beside": neighbours(session),
        "kept": sheet_key(session, sorted(request.rights), enters, deals_of(session)),
        "tag": _tag(request, session),
        "live_href": reverse("club:live", args=[session.club.slug, session.id]),
        "rights": request.rights,
        "undo": lazy(lambda: VersionForm(initial=version)),
    }
