"""Conflicting edits of one saved hand: the user sees both versions, and no input is lost.

Module entry_conflicts handles new hands submitted after the session has changed.
"""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tarokk_club.club.formatting.sentences import render_sentence
from tarokk_club.club.hand.queries.conflicting_versions import (
    RivalVersions,
    load_deleted_entry_position,
    load_rival_versions,
)
from tarokk_club.club.hand.views.entry_screen import (
    CORRECT,
    Screen,
    load_screen,
    render_entry_screen,
)
from tarokk_club.club.models import Entry
from tarokk_club.club.pages.loaders import MemberRequest
from tarokk_club.club.pages.responses import CONFLICT, render_page
from tarokk_club.club.session.usecases.events import restore_event
from tarokk_club.club.values.ids import read_id
from tarokk_club.club.writing.errors import KeyReusedError, RefusedError
from tarokk_club.club.writing.unit_of_work import Submission

# The button that restores a deleted hand, and the field of its submission key.
REVIVE, REVIVE_KEY = "revive", "revive_key"
_UNSEEN = ("csrfmiddlewaretoken", "confirm", "edit", "step", REVIVE, REVIVE_KEY)


def find_rival_versions(
    request: MemberRequest, screen: Screen, *, since: int
) -> RivalVersions | None:
    """Return both versions of a corrected hand; None if unchanged since version `since`.

    Return None for a new or inserted hand too.
    """
    entry = _load_entry(screen)
    if entry is None or screen.mode != CORRECT:
        return None
    return load_rival_versions(
        entry, screen.position, screen.build_form(request.POST).read_raw_event(), since=since
    )


def respond_to_missing_entry(request: MemberRequest, screen: Screen) -> HttpResponseBase:
    """Respond to a form whose entry no longer exists.

    If the form corrects a deleted hand, ask whether to restore it, or restore it if confirmed.
    Redirect any other form with a warning.
    """
    entry = _load_entry(screen)
    if entry and screen.mode == CORRECT:
        return respond_to_deleted_hand(request, entry)
    messages.warning(request, render_sentence("entry_deleted"))
    return redirect(screen.build_url("hand", screen.at))


def respond_to_deleted_hand(request: MemberRequest, entry: Entry) -> HttpResponseBase:
    """Restore the deleted hand that the user was correcting, if confirmed; otherwise ask."""
    key = read_id(request.POST.get(REVIVE_KEY))
    if REVIVE in request.POST and key:
        try:
            form = Submission(key=key, by=request.user)
            restore_event(session_id=entry.session_id, form=form, entry_id=entry.id)
        except (RefusedError, KeyReusedError):
            messages.error(request, _("It cannot be brought back as the session stands now."))
        else:
            return _render_restored_hand(request, entry)
    return _ask_to_restore(request, entry)


def load_deleted_entry_screen(entry: Entry) -> Screen:
    """Return the screen that corrects a deleted hand as if it were not deleted."""
    return Screen(entry.session, load_deleted_entry_position(entry), CORRECT, entry.id)


def _ask_to_restore(request: MemberRequest, entry: Entry) -> HttpResponseBase:
    session = entry.session
    screen = load_deleted_entry_screen(entry)
    raw = screen.build_form(request.POST).read_raw_event()
    fields = [(name, value) for name, value in request.POST.items() if name not in _UNSEEN]
    context: dict[str, Any] = {
        "screen": screen,
        "session": session,
        "club": session.club,
        "rival": load_rival_versions(entry, screen.position, raw, since=0),
        "names": screen.position.names,
        "fields": [*fields, (REVIVE_KEY, uuid4())],
    }
    return render_page(request, "club/hand/entry/deleted.html", context, status=CONFLICT)


def _render_restored_hand(request: MemberRequest, entry: Entry) -> HttpResponseBase:
    """Show the form of a restored hand with the values that the user had entered."""
    entry.session.refresh_from_db(fields=["version", "hands_count", "closed"])
    screen = load_screen(entry.session, mode=CORRECT, at=entry.id)
    data = request.POST.copy()
    data["version"] = str(entry.session.version)
    form = screen.build_form(initial=data.dict())
    messages.success(request, _("The entry is restored."))
    return render_entry_screen(request, screen, form, raw=screen.build_form(data).read_raw_event())


def _load_entry(screen: Screen) -> Entry | None:
    if screen.at is None:
        return None
    return Entry.objects.select_related("session__club").filter(pk=screen.at).first()
