"""Conflicting edits of one hand: both versions are shown, and nothing is lost."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tarokk_club.club.formatting.sentences import sentence_of
from tarokk_club.club.hand.queries.rivals import Rival, load_rival_versions, place_of_deleted
from tarokk_club.club.hand.views.entry_screen import CORRECT, Screen, render_entry_screen, screen_of
from tarokk_club.club.models import Entry
from tarokk_club.club.names.player_names import names_in
from tarokk_club.club.pages.loaders import MemberRequest
from tarokk_club.club.pages.responses import CONFLICT, page
from tarokk_club.club.session.usecases.events import restore_event
from tarokk_club.club.values.ids import read_id
from tarokk_club.club.writing.errors import KeyReusedError, RefusedError
from tarokk_club.club.writing.unit_of_work import Submission

# The button that restores a deleted hand, and the field of its submission key.
REVIVE, REVIVE_KEY = "revive", "revive_key"
_UNSEEN = ("csrfmiddlewaretoken", "confirm", "edit", "step", REVIVE, REVIVE_KEY)


def rival_on(request: MemberRequest, screen: Screen, *, since: int) -> Rival | None:
    """Return both versions if the hand on the screen was changed after version `since`; else
    None.
    """
    entry = _entry_of(screen)
    if entry is None or screen.mode != CORRECT:
        return None
    return load_rival_versions(entry, screen.place, screen.form(request.POST).raw(), since=since)


def entry_gone(request: MemberRequest, screen: Screen) -> HttpResponseBase:
    """Respond to a form whose entry was deleted: show both versions of a correction, else redirect
    to the hand's page.
    """
    entry = _entry_of(screen)
    if entry and screen.mode == CORRECT:
        return deleted_meanwhile(request, entry)
    messages.warning(request, sentence_of("entry_deleted"))
    return redirect(screen.route("hand", screen.at))


def deleted_meanwhile(request: MemberRequest, entry: Entry) -> HttpResponseBase:
    """Show the submitted values of a deleted hand and ask whether to restore it."""
    key = read_id(request.POST.get(REVIVE_KEY))
    if REVIVE in request.POST and key:
        try:
            form = Submission(key=key, by=request.user)
            restore_event(session_id=entry.session_id, form=form, entry_id=entry.id)
        except (RefusedError, KeyReusedError):
            messages.error(request, _("It cannot be brought back as the session stands now."))
        else:
            return _revived(request, entry)
    return _ask_to_revive(request, entry)


def _ask_to_revive(request: MemberRequest, entry: Entry) -> HttpResponseBase:
    session = entry.session
    screen = Screen(session, place_of_deleted(entry), CORRECT, entry.id)
    raw = screen.form(request.POST).raw()
    fields = [(name, value) for name, value in request.POST.items() if name not in _UNSEEN]
    context: dict[str, Any] = {
        "screen": screen,
        "session": session,
        "club": session.club,
        "rival": load_rival_versions(entry, screen.place, raw, since=0),
        "names": names_in(session.club_id),
        "fields": [*fields, (REVIVE_KEY, uuid4())],
    }
    return page(request, "club/hand/entry/deleted.html", context, status=CONFLICT)


def _revived(request: MemberRequest, entry: Entry) -> HttpResponseBase:
    """Show the form of a restored hand with the values that the user had entered."""
    entry.session.refresh_from_db(fields=["version", "hands_count", "closed"])
    screen = screen_of(entry.session, mode=CORRECT, at=entry.id)
    data = request.POST.copy()
    data["version"] = str(entry.session.version)
    form = screen.form(initial=data.dict())
    messages.success(request, _("The entry is back in its place."))
    return render_entry_screen(request, screen, form, raw=screen.form(data).raw())


def _entry_of(screen: Screen) -> Entry | None:
    if screen.at is None:
        return None
    return Entry.objects.select_related("session__club").filter(pk=screen.at).first()
