"""One entry of a session: its lines, its versions, taking it away and back."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tarokk_club.club.forms.base import ReasonForm, VersionForm
from tarokk_club.club.forms.events import NoteForm
from tarokk_club.club.models import Entry, Session
from tarokk_club.club.permissions import Right
from tarokk_club.club.queries.columns import laid_entry
from tarokk_club.club.queries.effects import laid_effect
from tarokk_club.club.queries.history import hand as hand_of
from tarokk_club.club.queries.history import history as history_of
from tarokk_club.club.queries.previews import preview_deletion
from tarokk_club.club.usecases.correct_event import correct_event
from tarokk_club.club.usecases.delete_event import delete_event
from tarokk_club.club.usecases.restore_event import restore_event
from tarokk_club.club.usecases.undo_last import undo_last
from tarokk_club.club.views.access import MemberRequest, entry_view, session_view
from tarokk_club.club.views.answer import attempt, page, sent, to_sheet


@entry_view(Right.READ)
def hand(request: MemberRequest, entry: Entry) -> HttpResponseBase:
    """The page of one entry, with every version it had."""
    session = entry.session
    context = {
        "session": session,
        "club": session.club,
        "entry": entry,
        "hand": laid_entry(session, hand_of(session, entry)),
        "rights": request.rights,
        "open": not session.closed and not session.binned_at,
        "form": VersionForm(initial={"version": session.version}),
        "note": NoteForm(initial={"version": session.version, "note": entry.note}),
    }
    return page(request, "club/hands/hand.html", context)


@entry_view(Right.CORRECT)
def delete(request: MemberRequest, entry: Entry) -> HttpResponseBase:
    """Delete an entry, after a look at what follows from it."""
    session = entry.session
    if entry.deleted:
        return redirect("club:hand", session.club.slug, session.id, entry.id)
    form = ReasonForm(request.POST or None, initial={"version": session.version})
    if request.method == "POST" and form.is_valid():
        carried = sent(form, request.user)
        done = attempt(
            form,
            lambda: delete_event(session_id=session.id, form=carried, entry_id=entry.id),
        )
        if done:
            messages.success(request, _("The entry is deleted; it can be brought back."))
            return to_sheet(session)
    effect = laid_effect(preview_deletion(session, entry.id))
    context = {
        "session": session,
        "club": session.club,
        "entry": entry,
        "form": form,
        "effect": effect,
    }
    return page(request, "club/hands/delete.html", context)


@entry_view(Right.ENTER)
def restore(request: MemberRequest, entry: Entry) -> HttpResponseBase:
    """Bring a deleted entry back to its place."""
    session = entry.session
    form = VersionForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        carried = sent(form, request.user)
        done = attempt(
            form,
            lambda: restore_event(session_id=session.id, form=carried, entry_id=entry.id),
        )
        if done:
            messages.success(request, _("The entry is back in its place."))
            return to_sheet(session)
    return _told(request, session, form, entry=entry)


@session_view(Right.ENTER)
def undo(request: MemberRequest, session: Session) -> HttpResponseBase:
    """Take back what was entered last."""
    form = VersionForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        carried = sent(form, request.user)
        done = attempt(form, lambda: undo_last(session_id=session.id, form=carried))
        if done:
            messages.success(request, _("The last entry is taken back."))
            return redirect("club:hand", session.club.slug, session.id, done.entry_id)
    return _told(request, session, form)


@entry_view(Right.CORRECT)
def note(request: MemberRequest, entry: Entry) -> HttpResponseBase:
    """Write a note to an entry; nothing else of it changes."""
    session = entry.session
    form = NoteForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        carried = sent(form, request.user)
        raw = {**entry.record, "note": form.cleaned_data["note"] or None}
        attempt(
            form,
            lambda: correct_event(session_id=session.id, form=carried, entry_id=entry.id, raw=raw),
        )
    return _told(request, session, form, entry=entry)


def _told(
    request: MemberRequest, session: Session, form: VersionForm, entry: Entry | None = None
) -> HttpResponseBase:
    """Back to where the button was, with a sentence about what was wrong."""
    for faults in form.errors.values():
        for fault in faults:
            messages.warning(request, str(fault))
    if entry:
        return redirect("club:hand", session.club.slug, session.id, entry.id)
    return to_sheet(session)


@session_view(Right.READ)
def history(request: MemberRequest, session: Session) -> HttpResponseBase:
    """Who changed what, when and why, and what it moved."""
    whole = history_of(session)
    context = {"session": session, "club": session.club, "history": whole}
    return page(request, "club/hands/history.html", context)
