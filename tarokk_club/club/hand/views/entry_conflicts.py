"""Hands submitted after the session has changed: the user decides, and no input is lost."""

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
from tarokk_club.club.hand.usecases import delete_draft
from tarokk_club.club.hand.views.conflicts import (
    find_rival_versions,
    respond_to_missing_entry,
)
from tarokk_club.club.hand.views.entry_screen import (
    CONFIRM,
    NEW,
    Screen,
    load_screen,
    render_entry_screen,
)
from tarokk_club.club.hand.views.submit_hand import AGAIN, AGO, RepeatedHand, StaleSubmission
from tarokk_club.club.models.hands import Action
from tarokk_club.club.pages.loaders import MemberRequest
from tarokk_club.club.pages.responses import CONFLICT, render_page
from tarokk_club.club.session.queries.history.history import (
    History,
    load_entry_history,
    load_session_history,
)
from tarokk_club.club.session.queries.history.history_texts import DescribedLine, describe_history
from tarokk_club.club.session.titles import format_record_title
from tarokk_club.club.session.usecases.events import JUST_NOW
from tarokk_club.club.writing.errors import KeyReusedError, RefusedError, StaleDraftError

# Buttons on the pages that ask before anything is saved.
EDIT, DROP = "edit", "drop"


def render_stale_hand(
    request: MemberRequest, screen: Screen, late: StaleSubmission
) -> HttpResponseBase:
    """Show the recent changes of the session above the hand, ready to be saved again.

    For a corrected hand that has changed, show both versions instead. If hands were entered since,
    first ask whether the new hand, if complete, is among them.
    """
    history = _load_history(screen)
    lines = [row for row in describe_history(history) if row.line.seq > late.since]
    fresh = _reload_screen(screen)
    if fresh is None:
        return respond_to_missing_entry(request, screen)
    hands = [row for row in lines if _is_new_hand(row)]
    if late.form and screen.mode == NEW and hands:
        question = _ask_which_hand(request, fresh, hands, history)
        if question:
            return question
    form = fresh.build_form(_copy_post_data(request, version=late.current))
    rival = find_rival_versions(request, fresh, since=late.since)
    if rival:
        template = "club/hand/entry/_rival.html"
        names = fresh.position.names
        return _render_conflict(request, fresh, form, template=template, rival=rival, names=names)
    template = "club/hand/entry/_stale.html"
    return _render_conflict(
        request, fresh, form, template=template, lines=lines, names=history.names
    )


def render_repeated_hand(
    request: MemberRequest, screen: Screen, repeat: RepeatedHand
) -> HttpResponseBase:
    """Ask whether the hand repeats the identical hand that was saved a moment ago."""
    history = _load_history(screen)
    hands = [row for row in describe_history(history) if _is_new_hand(row)]
    hands = [row for row in hands if row.line.entry_id == repeat.entry]
    question = _ask_which_hand(request, screen, hands, history, same=True) if hands else None
    return question or render_entry_screen(request, screen, repeat.form, raw=repeat.raw)


def render_reused_key(
    request: MemberRequest, screen: Screen, reused: KeyReusedError
) -> HttpResponseBase:
    """Show both versions of a form whose key was already saved with other content."""
    first, fresh = reused.first, _reload_screen(screen) or screen
    entry = first.entry if first else None
    saved = load_entry_history(screen.session, entry).row if entry else None
    data = _copy_post_data(request, version=fresh.session.version)
    data["key"], data["revision"] = str(uuid4()), "0"
    context = {"saved": saved, "names": fresh.position.names, "replaces": request.POST["key"]}
    template = "club/hand/entry/_reused.html"
    return _render_conflict(request, fresh, fresh.build_form(data), template=template, **context)


def discard_submitted_hand(request: MemberRequest, screen: Screen) -> HttpResponseBase:
    """Discard the submitted hand and the user's draft of it; redirect to the sheet."""
    form, draft = screen.build_form(request.POST), screen.draft_row
    if draft and draft.user_id == request.user.id and draft.key == form.get_chosen("key"):
        with suppress(StaleDraftError, RefusedError):
            delete_draft(
                session_id=screen.session.id,
                by=request.user,
                revision=form.get_chosen("revision") or 0,
            )
    messages.success(request, _("Your entry was dropped; the book stays as it is."))
    return redirect(screen.back_url)


def _load_history(screen: Screen) -> History:
    """Return the history of the session, with the short names that its entry page uses."""
    history, short = load_session_history(screen.session), screen.position.names
    # A player may have been added since the screen was loaded.
    added = {player: name for player, name in history.names.items() if player not in short}
    return replace(history, names={**short, **added})


def _is_new_hand(line: DescribedLine) -> bool:
    record = line.line.after or {}
    counts = line.line.number is not None
    return line.line.action == Action.RECORD and record.get("type") == "hand" and counts


def _ask_which_hand(
    request: MemberRequest,
    screen: Screen,
    hands: list[DescribedLine],
    history: History,
    *,
    same: bool = False,
) -> HttpResponseBase | None:
    """Ask the user whether the submitted hand is one of the recently saved `hands`.

    Return None if the hand is incomplete or no longer possible; the form must then be displayed.

    same: whether the contents are identical; if not, others entered `hands` in the meantime.
    """
    form = screen.build_form(_copy_post_data(request, version=screen.session.version))
    raw = form.read_raw_event()
    outlook = screen.build_preview(raw, form)
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
        "names": history.names,
        "title": format_record_title(screen.session.played_game, raw, form.words),
        "note": raw.get("note", ""),
        "outlook": outlook,
        # The page's only saving button confirms that this is a different hand.
        "fields": [*fields, (AGAIN, "1")],
        "person": request.user,
    }
    return render_page(request, "club/hand/entry/which.html", context, status=CONFLICT)


def _render_conflict(
    request: MemberRequest, screen: Screen, form: HandForm, *, template: str, **context: Any
) -> HttpResponseBase:
    form.status = CONFLICT
    return render_entry_screen(request, screen, form, conflict_template=template, **context)


def _reload_screen(screen: Screen) -> Screen | None:
    """Refresh the session and return its screen, without a draft; None if the entry was deleted."""
    session = screen.session
    session.refresh_from_db(fields=["version", "hands_count", "closed"])
    try:
        fresh = load_screen(session, mode=screen.mode, at=screen.at)
    except Http404:
        return None
    return replace(fresh, draft_row=None)


def _copy_post_data(request: HttpRequest, *, version: int) -> Any:
    """Return a copy of the submitted values with the present version of the session.

    The dealer and the confirmation are left out, as they belong to the earlier version.
    """
    data = request.POST.copy()
    data["version"] = str(version)
    for name in ("dealer", CONFIRM):
        data.pop(name, None)
    return data
