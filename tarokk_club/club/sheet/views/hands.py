"""Pages to show, delete and restore an entry and edit its note, and the history of a session."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tarokk_club.club.confirmations.queries.confirmation_texts import (
    build_confirmation_texts,
    merge_confirmations_into_history,
)
from tarokk_club.club.confirmations.queries.confirmations import load_confirmations_if_needed
from tarokk_club.club.confirmations.queries.sheet_confirmation import build_sheet_confirmation
from tarokk_club.club.hand.forms.events import NoteForm
from tarokk_club.club.models import Entry, Session
from tarokk_club.club.pages.forms import KeyForm, ReasonForm, VersionForm
from tarokk_club.club.pages.loaders import MemberRequest, entry_view, session_view
from tarokk_club.club.pages.responses import read_post, redirect_to_sheet, render_page, submit
from tarokk_club.club.session.queries.history.history import load_entry_history
from tarokk_club.club.session.queries.history.history import load_session_history as build_history
from tarokk_club.club.session.queries.replay.change_preview import build_change_preview
from tarokk_club.club.session.queries.replay.change_replay import (
    preview_deletion,
    preview_restoration,
)
from tarokk_club.club.session.queries.rows.row_layout import lay_out_entry
from tarokk_club.club.session.queries.sessions.final_results import has_final_round_result
from tarokk_club.club.session.usecases.events import correct_event, delete_event, restore_event
from tarokk_club.club.writing.permissions import Right


@entry_view(Right.READ)
def show_entry(request: MemberRequest, entry: Entry) -> HttpResponseBase:
    """Show an entry with all its versions."""
    return _render_entry(request, entry)


def _render_entry(
    request: MemberRequest,
    entry: Entry,
    *,
    form: VersionForm | None = None,
    note: NoteForm | None = None,
) -> HttpResponseBase:
    """Render the page of an entry.

    form: the refused form to restore or sign the entry, if any.
    note: the refused form of the note, if any.
    """
    session = entry.session
    version = {"version": session.version}
    confirmations = load_confirmations_if_needed(session, request.seat)
    ended = session.closed or session.binned_at
    # A session may be corrected however old it is.
    may_correct = Right.CORRECT in request.rights and not session.binned_at
    context = {
        "session": session,
        "club": session.club,
        "rules_href": reverse("club:session_rules", args=[session.club.slug, session.id]),
        "entry": entry,
        "hand": lay_out_entry(session, load_entry_history(session, entry)),
        "rights": request.rights,
        "effect": build_change_preview(preview_restoration(session, entry.id), session)
        if entry.deleted
        else None,
        "may_correct": may_correct,
        "may_restore": may_correct or (Right.ENTER in request.rights and not ended),
        "verdicts": build_confirmation_texts(confirmations).select_hand(entry.id),
        "standing": build_sheet_confirmation(confirmations, request.user.id, request.seat),
        "sign": VersionForm(initial=version, auto_id=False),
        "own": KeyForm(auto_id=False),
        "me": request.user.id,
        "form": form or note or ReasonForm(initial=version),
        "guarded": entry.deleted and has_final_round_result(session),
        "note": note or NoteForm(initial={**version, "note": entry.note}),
    }
    return render_page(request, "club/sheet/hands/hand.html", context)


@entry_view(Right.CORRECT)
def delete_entry(request: MemberRequest, entry: Entry) -> HttpResponseBase:
    """Delete an entry, after a preview of the consequences."""
    session = entry.session
    if entry.deleted:
        return redirect("club:hand", session.club.slug, session.id, entry.id)
    form = ReasonForm(read_post(request), initial={"version": session.version})
    done = submit(
        request,
        form,
        lambda submission: delete_event(session_id=session.id, form=submission, entry_id=entry.id),
    )
    if done:
        messages.success(request, _("The entry is deleted; it can be brought back."))
        return redirect_to_sheet(session)
    effect = build_change_preview(preview_deletion(session, entry.id), session)
    context = {
        "session": session,
        "club": session.club,
        "entry": entry,
        "form": form,
        "effect": effect,
    }
    return render_page(request, "club/sheet/hands/delete.html", context)


@entry_view(Right.ENTER)
def restore_entry(request: MemberRequest, entry: Entry) -> HttpResponseBase:
    """Restore a deleted entry to its place."""
    session = entry.session
    if request.method != "POST":
        return _redirect_to_entry(entry)
    form = ReasonForm(request.POST)
    done = submit(
        request,
        form,
        lambda submission: restore_event(session_id=session.id, form=submission, entry_id=entry.id),
    )
    if done:
        messages.success(request, _("The entry is restored."))
        return redirect_to_sheet(session)
    return _render_entry(request, entry, form=form)


@entry_view(Right.CORRECT)
def edit_note(request: MemberRequest, entry: Entry) -> HttpResponseBase:
    """Change only the note of an entry."""
    session = entry.session
    if request.method != "POST":
        return _redirect_to_entry(entry)
    form = NoteForm(request.POST)
    done = submit(
        request,
        form,
        lambda submission: correct_event(
            session_id=session.id,
            form=submission,
            entry_id=entry.id,
            raw={**entry.record, "note": form.cleaned_data["note"] or None},
        ),
    )
    if done:
        messages.success(request, _("The note is saved."))
        return _redirect_to_entry(entry)
    return _render_entry(request, entry, note=form)


def _redirect_to_entry(entry: Entry) -> HttpResponseBase:
    session = entry.session
    return redirect("club:hand", session.club.slug, session.id, entry.id)


@session_view(Right.READ)
def show_history(request: MemberRequest, session: Session) -> HttpResponseBase:
    """Show every change of the session with its author, time, reason and effect on points."""
    session_history = build_history(session)
    context = {
        "session": session,
        "club": session.club,
        "items": merge_confirmations_into_history(session, session_history),
        "names": session_history.names,
    }
    return render_page(request, "club/sheet/hands/history.html", context)
