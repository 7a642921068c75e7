"""Hands submitted after the session has changed: both versions are shown, and no input is lost."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from tarokk_club.club.hand.forms import HandForm
from tarokk_club.club.hand.usecases import drop_draft
from tarokk_club.club.hand.views.conflicts import entry_gone, rival_on
from tarokk_club.club.hand.views.entry_screen import (
    CONFIRM,
    NEW,
    Screen,
    render_entry_screen,
    screen_of,
)
from tarokk_club.club.hand.views.submit_hand import AGAIN, AGO, Late, Same
from tarokk_club.club.models.hands import Action
from tarokk_club.club.pages.loaders import MemberRequest
from tarokk_club.club.pages.responses import CONFLICT, page
from tarokk_club.club.session.queries.chronicle import DescribedLine, describe_history
from tarokk_club.club.session.queries.history import History, hand_history, session_history
from tarokk_club.club.session.titles import title_of_record
from tarokk_club.club.session.usecases.events import JUST_NOW
from tarokk_club.club.writing.errors import KeyReusedError, RefusedError, StaleDraftError

# Buttons on the pages that ask before anything is saved.
EDIT, DROP = "edit", "drop"


def late_hand(request: MemberRequest, screen: Screen, met: Late) -> HttpResponseBase:
    """Show what has changed in the session meanwhile, with the hand ready to be saved again.

    If others entered hands meanwhile, ask whether a complete new hand is one of those.
    """
    whole = session_history(screen.session)
    lines = [one for one in describe_history(whole) if one.line.seq > met.since]
    fresh = _again(screen)
    if fresh is None:
        return entry_gone(request, screen)
    hands = [one for one in lines if _is_new_hand(one)]
    if met.form and screen.mode == NEW and hands:
        asked = _which_hand(request, fresh, hands, whole)
        if asked:
            return asked
    carried = fresh.form(_carried(request, version=met.current))
    rival = rival_on(request, fresh, since=met.since)
    if rival:
        template, shown = (
            "club/hand/entry/_rival.html",
            {"rival": rival, "names": fresh.place.names},
        )
        return _conflict(request, fresh, carried, template=template, **shown)
    template = "club/hand/entry/_stale.html"
    return _conflict(request, fresh, carried, template=template, lines=lines, names=whole.names)


def same_hand(request: MemberRequest, screen: Screen, met: Same) -> HttpResponseBase:
    """Ask whether the hand repeats one with the same content that was saved a moment ago."""
    whole = session_history(screen.session)
    hands = [one for one in describe_history(whole) if _is_new_hand(one)]
    hands = [one for one in hands if one.line.entry_id == met.entry]
    asked = _which_hand(request, screen, hands, whole, same=True) if hands else None
    return asked or render_entry_screen(request, screen, met.form, raw=met.raw)


def reused_key(request: MemberRequest, screen: Screen, reused: KeyReusedError) -> HttpResponseBase:
    """Show both versions of a form whose key was already saved with other content."""
    first, fresh = reused.first, _again(screen) or screen
    entry = first.entry if first else None
    saved = hand_history(screen.session, entry).row if entry else None
    data = _carried(request, version=fresh.session.version)
    data["key"], data["revision"] = str(uuid4()), "0"
    shown = {"saved": saved, "names": fresh.place.names, "replaces": request.POST["key"]}
    template = "club/hand/entry/_reused.html"
    return _conflict(request, fresh, fresh.form(data), template=template, **shown)


def dropped(request: MemberRequest, screen: Screen) -> HttpResponseBase:
    """Discard the user's input and draft for a hand that is already saved."""
    form, draft = screen.form(request.POST), screen.draft_row
    if draft and draft.user_id == request.user.id and draft.key == form.chosen("key"):
        with suppress(StaleDraftError, RefusedError):
            drop_draft(
                session_id=screen.session.id, by=request.user, revision=form.chosen("revision") or 0
            )
    messages.success(request, _("Your entry was dropped; the book stays as it is."))
    return redirect(screen.back)


def _is_new_hand(line: DescribedLine) -> bool:
    record = line.line.after or {}
    stands = line.line.number is not None
    return line.line.action == Action.RECORD and record.get("type") == "hand" and stands


def _which_hand(
    request: MemberRequest,
    screen: Screen,
    hands: list[DescribedLine],
    whole: History,
    *,
    same: bool = False,
) -> HttpResponseBase | None:
    """Show hands that may be the same, and ask the user which is right.

    same: whether they have the same content; else others entered `hands` meanwhile.

    Return None when the hand is incomplete or no longer possible, as the form itself must then
    be shown.
    """
    form = screen.form(_carried(request, version=screen.session.version))
    raw = form.raw()
    outlook = screen.outlook(raw, form)
    if not outlook.complete or outlook.problems:
        return None
    unseen = ("csrfmiddlewaretoken", EDIT, DROP, AGAIN, AGO)
    fields = [(name, value) for name, value in form.data.items() if name not in unseen]
    context = {
        "screen": screen,
        "hands": hands,
        "last": hands[0].line,
        "same": same,
        "just_now": timezone.now() - hands[0].line.at <= JUST_NOW,
        "names": whole.names,
        "title": title_of_record(screen.session.played_game, raw, form.words),
        "note": raw.get("note", ""),
        "outlook": outlook,
        # The only button that saves confirms that it is another hand.
        "fields": [*fields, (AGAIN, "1")],
        "person": request.user,
    }
    return page(request, "club/hand/entry/which.html", context, status=CONFLICT)


def _conflict(
    request: MemberRequest, screen: Screen, form: HandForm, *, template: str, **context: Any
) -> HttpResponseBase:
    form.status = CONFLICT
    return render_entry_screen(request, screen, form, conflict_template=template, **context)


def _again(screen: Screen) -> Screen | None:
    """Return the screen for the present state of the session; None when its entry no longer
    exists.
    """
    session = screen.session
    session.refresh_from_db(fields=["version", "hands_count", "closed"])
    try:
        fresh = screen_of(session, mode=screen.mode, at=screen.at)
    except Http404:
        return None
    return replace(fresh, draft_row=None)


def _carried(request: HttpRequest, *, version: int) -> Any:
    """Return the submitted values with the present version of the session.

    The dealer and the user's approval are left out, as they belong to the earlier version.
    """
    data = request.POST.copy()
    data["version"] = str(version)
    for name in ("dealer", CONFIRM):
        data.pop(name, None)
    return data
