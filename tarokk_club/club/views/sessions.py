"""Sessions: their list, a new one, and the sheet that everybody follows."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tarokk_club.club.base.answers import attempt, page, sent, to_sheet
from tarokk_club.club.base.forms import VersionForm
from tarokk_club.club.base.fragment_cache import kept_mark, lazy, live_of, sheet_mark
from tarokk_club.club.base.labels import GAME_NAMES
from tarokk_club.club.base.loaders import MemberRequest, club_view, session_view
from tarokk_club.club.base.permissions import Right
from tarokk_club.club.base.player_names import names_in
from tarokk_club.club.base.today import today
from tarokk_club.club.base.unit_of_work import Saved
from tarokk_club.club.confirmations.queries.confirmations import confirmation_of, signing_for
from tarokk_club.club.hand.forms import ENTRY_GAMES
from tarokk_club.club.models import Club, Session
from tarokk_club.club.people.queries.clubs import active_players
from tarokk_club.club.session.forms.session_head import SEAT, HeadForm, changed_rules, draw_seats
from tarokk_club.club.session.queries.session_lists import binned_rows, session_pages
from tarokk_club.club.session.usecases.start_session import start_session
from tarokk_club.club.session.usecases.undo_last import undo_last
from tarokk_club.club.session.views.offline_cache import keep_offline


def offered_games() -> list[tuple[str, Any]]:
    """The games whose hands can be entered, by name."""
    return [(key, GAME_NAMES[key]) for key in ENTRY_GAMES]


@club_view(Right.READ)
def session_list(request: MemberRequest, club: Club) -> HttpResponseBase:
    """The sessions of the club, a page at a time; those in the bin below the newest."""
    at, rows = session_pages(club, request.GET.get("page"))
    context = {
        "club": club,
        "rights": request.rights,
        "at": at,
        "rows": rows,
        "binned": () if at.has_previous() else binned_rows(club),
    }
    return page(request, "club/session/list.html", context)


@club_view(Right.CORRECT)
def session_new(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Start a session; the buttons that only change the form show it again."""
    listed: dict[str, Any] = {"players": active_players(club), "games": offered_games()}
    if request.method != "POST":
        form = HeadForm(initial=_remembered(club, listed["players"]), **listed)
        return page(request, "club/session/new.html", {"club": club, "form": form})
    form = HeadForm(request.POST, **listed)
    do = request.POST.get("do", "")
    if do in {"draw", "game", "preset"}:
        again = HeadForm(initial=_changed(form, do, listed["players"]), **listed)
        return page(request, "club/session/new.html", {"club": club, "form": again})
    if form.is_valid():
        carried, head = sent(form, request.user), form.cleaned_data["head"]
        session = attempt(form, lambda: start_session(club_id=club.id, form=carried, head=head))
        if session:
            return redirect("club:sheet", club.slug, session.id)
    return page(request, "club/session/new.html", {"club": club, "form": form})


def _remembered(club: Club, players: tuple[tuple[str, str], ...]) -> dict[str, Any]:
    """What the club chose last time, where it still fits."""
    last = club.last_choice
    found: dict[str, Any] = {
        "key": uuid.uuid4(),
        "version": 0,
        "date": today(club),
        "currency": club.currency,
        "dealer": "1",
        "game": last.get("game"),
    }
    if last:
        found |= HeadForm.remembered(last)
    known = {player for player, _name in players}
    sat = [player for player in last.get("players", ()) if player in known]
    return found | {SEAT + player: str(place) for place, player in enumerate(sat, start=1)}


def _changed(form: HeadForm, do: str, players: tuple[tuple[str, str], ...]) -> dict[str, Any]:
    typed = form.as_typed()
    if do == "draw":
        return draw_seats(typed, players)
    return changed_rules(typed, do)


@session_view(Right.READ)
def sheet(request: MemberRequest, session: Session) -> HttpResponseBase:
    """The page of the evening."""
    answer = page(request, "club/sessions/sheet.html", _sheet_context(request, session))
    return keep_offline(answer, session)


@session_view(Right.ENTER)
def undo(request: MemberRequest, session: Session) -> HttpResponseBase:
    """Take back what was entered last."""
    if request.method != "POST":
        return to_sheet(session)
    form = VersionForm(request.POST)
    if form.is_valid():
        carried = sent(form, request.user)
        done = attempt(form, lambda: undo_last(session_id=session.id, form=carried))
        if done:
            messages.success(request, _taken_back(session, done))
            return to_sheet(session)
    session.refresh_from_db(fields=["version"])
    context = {**_sheet_context(request, session), "form": form}
    return page(request, "club/sessions/sheet.html", context)


def _taken_back(session: Session, done: Saved) -> str:
    href = reverse("club:hand", args=[session.club.slug, session.id, done.entry_id])
    told, way = _("The last entry is taken back."), _("Look at it")
    return format_html('{} <a href="{}">{}</a>', told, href, way)


@session_view(Right.READ)
def live(request: MemberRequest, session: Session) -> HttpResponseBase:
    """The part of the sheet that changes, for phones that wait: 304 while nothing did."""
    answer = polled(request, _tag(request, session), lambda: _sheet_context(request, session))
    return keep_offline(answer, session) if isinstance(answer, TemplateResponse) else answer


def polled(
    request: HttpRequest,
    tag: str,
    context: Callable[[], dict[str, Any]],
    *,
    template: str = "club/sessions/_live.html",
) -> HttpResponseBase:
    """The changing part of a page, or nothing where the phone shows it as it is."""
    # A proxy that packs the answer calls the tag weak.
    if request.headers.get("If-None-Match", "").removeprefix("W/") == tag:
        return HttpResponse(status=304, headers={"ETag": tag})
    answer = TemplateResponse(request, template, context())
    answer["ETag"] = tag
    return answer


def _tag(request: MemberRequest, session: Session) -> str:
    """The tag of the sheet as this member sees it."""
    reader = f"{','.join(sorted(request.rights))} {request.seat}"
    return sheet_tag(session, reader)


def sheet_tag(session: Session, reader: str) -> str:
    """Changes with the session, its draft and who holds it, what is said about it, the language,
    the build, what the reader may see, and when a name goes out of the book.
    """
    draft = getattr(session, "draft", None)
    version = session.version
    revision = f"{draft.key} {draft.revision} {draft.user_id}" if draft else ""
    said = f"{session.statements_count} {session.club.seal_hands} {session.club.erased}"
    facts = f"{version} {revision} {said} {get_language()} {reader} {settings.BUILD}"
    return f'"{hashlib.sha256(facts.encode()).hexdigest()[:20]}"'


def _sheet_context(request: MemberRequest, session: Session) -> dict[str, Any]:
    version, seat = {"version": session.version}, request.seat
    standing = confirmation_of(signing_for(session, seat), request.user.id, seat)
    enters = Right.ENTER in request.rights and not session.closed and not session.binned_at
    sign = lazy(lambda: VersionForm(initial=version, auto_id=False))
    rules = reverse("club:session_rules", args=[session.club.slug, session.id])
    mends = enters and Right.CORRECT in request.rights
    shared = {"standing": standing, "sign": sign, "may_enter": enters, "rules_href": rules}
    shared["may_correct"] = mends
    # Who is asked to confirm something gets a form of the own.
    asked = standing.may_seal or standing.to_seal
    names, reader = names_in(session.club_id), f"member {enters} {mends}"
    kept = None if asked else kept_mark(session, names, reader)
    return {
        **shared,
        "session": session,
        "club": session.club,
        "draft": getattr(session, "draft", None),
        "live": live_of(request, session, shared, kept=kept, names=names),
        "kept": sheet_mark(session, sorted(request.rights), enters),
        "tag": _tag(request, session),
        "rights": request.rights,
        "undo": lazy(lambda: VersionForm(initial=version)),
    }
