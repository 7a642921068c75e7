"""Pages to confirm a session or a hand, to object, and to answer objections."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tarokk_club.club.confirmations.forms import AnswerForm, HandConfirmationsForm, ObjectionForm
from tarokk_club.club.confirmations.queries.confirmation_texts import (
    build_confirmation_texts,
    load_open_objection_lines,
)
from tarokk_club.club.confirmations.queries.confirmations import (
    load_confirmations,
    load_confirmations_if_needed,
)
from tarokk_club.club.confirmations.queries.sheet_confirmation import build_sheet_confirmation
from tarokk_club.club.confirmations.usecases.confirmations import (
    answer_objection,
    close_tournament_table,
    confirm_hand,
    confirm_session,
    record_objection,
    set_hand_confirmations,
    take_back_confirmation,
)
from tarokk_club.club.models import Club, Confirmation, ConfirmationKind, Entry, Session
from tarokk_club.club.pages.forms import KeyForm, VersionForm
from tarokk_club.club.pages.loaders import MemberRequest, club_view, entry_view, session_view
from tarokk_club.club.pages.responses import (
    read_post,
    redirect_to_sheet,
    redirect_to_tournament_or_else,
    render_page,
    submit,
)
from tarokk_club.club.session.queries.history.history import load_entry_history
from tarokk_club.club.session.queries.rows.row_layout import lay_out_entry
from tarokk_club.club.session.queries.sessions.prescribed_hands import is_played_out
from tarokk_club.club.writing.permissions import Right


@session_view(Right.READ)
def show_confirmations(request: MemberRequest, session: Session) -> HttpResponseBase:
    """Show the confirmations of a session, later changes, and all objections."""
    return _render_confirmations(request, session)


def _render_confirmations(
    request: MemberRequest, session: Session, form: KeyForm | None = None
) -> HttpResponseBase:
    """Render the confirmations of a session.

    form: a refused form, to display its errors.
    """
    session.refresh_from_db(fields=["version", "closed", "statements_count"])
    confirmations = load_confirmations_if_needed(session, request.seat)
    context = {
        "session": session,
        "club": session.club,
        "rights": request.rights,
        "seat": request.seat,
        "me": request.user.id,
        "verdicts": build_confirmation_texts(confirmations),
        "standing": build_sheet_confirmation(confirmations, request.user.id, request.seat),
        "form": form,
        "sign": VersionForm(initial={"version": session.version}, auto_id=False),
        "own": KeyForm(auto_id=False),
    }
    return render_page(request, "club/confirmations/confirmations.html", context)


@session_view(post=Right.SPEAK)
def confirm_whole_session(request: MemberRequest, session: Session) -> HttpResponseBase:
    """Confirm the session, or close the tournament table if its last hand is played."""
    if is_played_out(session):
        return _submit_closing(request, session)
    form = VersionForm(request.POST)
    if submit(
        request, form, lambda submission: confirm_session(session_id=session.id, form=submission)
    ):
        messages.success(request, _("You have confirmed the session. Thank you."))
        return redirect_to_sheet(session)
    return _render_confirmations(request, session, form)


@session_view(post=Right.ENTER)
def close_played_table(request: MemberRequest, session: Session) -> HttpResponseBase:
    """Close a tournament table after its last hand."""
    return _submit_closing(request, session)


def _submit_closing(request: MemberRequest, session: Session) -> HttpResponseBase:
    form = VersionForm(request.POST)
    if submit(
        request,
        form,
        lambda submission: close_tournament_table(session_id=session.id, form=submission),
    ):
        messages.success(request, _("The sheet is confirmed, and the table is closed."))
        return redirect_to_tournament_or_else(request, session, redirect_to_sheet)
    return _render_confirmations(request, session, form)


@entry_view(post=Right.SPEAK)
def confirm_single_hand(request: MemberRequest, entry: Entry) -> HttpResponseBase:
    """Confirm a hand for the user's player, and redirect to the sheet."""
    form, session = VersionForm(request.POST), entry.session
    done = submit(
        request,
        form,
        lambda submission: confirm_hand(session_id=session.id, form=submission, entry_id=entry.id),
    )
    if done:
        messages.success(request, _("You have confirmed the hand. Thank you."))
        return redirect_to_sheet(session)
    return _render_confirmations(request, session, form)


@session_view(Right.SPEAK)
def object_to_session(request: MemberRequest, session: Session) -> HttpResponseBase:
    """Render the form for an objection to the session, and on POST record it."""
    return _submit_objection(request, session, None)


@entry_view(Right.SPEAK)
def object_to_hand(request: MemberRequest, entry: Entry) -> HttpResponseBase:
    """Render the form for an objection to a hand, and on POST record it."""
    return _submit_objection(request, entry.session, entry)


def _submit_objection(
    request: MemberRequest, session: Session, entry: Entry | None
) -> HttpResponseBase:
    form = ObjectionForm(read_post(request), initial={"version": session.version})
    done = submit(
        request,
        form,
        lambda submission: record_objection(
            session_id=session.id,
            form=submission,
            note=form.cleaned_data["note"],
            entry_id=entry.id if entry else None,
        ),
    )
    if done:
        messages.success(request, _("Your objection is recorded; the secretary sees it."))
        return _redirect_to_confirmations(session)
    context = {
        "session": session,
        "club": session.club,
        "entry": entry,
        "hand": lay_out_entry(session, load_entry_history(session, entry)) if entry else None,
        "form": form,
    }
    return render_page(request, "club/confirmations/objection.html", context)


@session_view(post=Right.SPEAK)
def withdraw_confirmation(
    request: MemberRequest, session: Session, confirmation_id: UUID
) -> HttpResponseBase:
    """Withdraw the user's own confirmation or objection."""
    old = _find_confirmation_or_404(
        session, confirmation_id, ConfirmationKind.CONFIRMED, ConfirmationKind.OBJECTION
    )
    form = KeyForm(request.POST)
    done = submit(
        request,
        form,
        lambda submission: take_back_confirmation(
            session_id=session.id, form=submission, confirmation_id=old.id
        ),
    )
    if done:
        messages.success(request, _("It is withdrawn; the history keeps both."))
        return _redirect_to_confirmations(session)
    return _render_confirmations(request, session, form)


@session_view(Right.CORRECT)
def answer_open_objection(
    request: MemberRequest, session: Session, confirmation_id: UUID
) -> HttpResponseBase:
    """Close an objection with an answer."""
    old = _find_confirmation_or_404(session, confirmation_id, ConfirmationKind.OBJECTION)
    form = AnswerForm(read_post(request), initial={"version": session.version})
    done = submit(
        request,
        form,
        lambda submission: answer_objection(
            session_id=session.id,
            form=submission,
            confirmation_id=old.id,
            note=form.cleaned_data["note"],
        ),
    )
    if done:
        messages.success(request, _("The objection is answered."))
        return _redirect_to_confirmations(session)
    matches = (
        objection
        for objection in build_confirmation_texts(load_confirmations(session)).objections
        if objection.line.row.id == old.id
    )
    context: dict[str, Any] = {
        "session": session,
        "club": session.club,
        "objection": next(matches),
        "form": form,
    }
    return render_page(request, "club/confirmations/answer.html", context)


@club_view(Right.READ)
def list_objections(request: MemberRequest, club: Club) -> HttpResponseBase:
    """List the open objections in all sessions of the club."""
    context = {"club": club, "rights": request.rights, "waiting": load_open_objection_lines(club)}
    return render_page(request, "club/confirmations/objections.html", context)


@club_view(post=Right.CLUB)
def choose_hand_confirmations(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Set whether players confirm each hand."""
    form = HandConfirmationsForm(request.POST)
    done = submit(
        request,
        form,
        lambda submission: set_hand_confirmations(
            club_id=club.id, form=submission, hands=form.cleaned_data["hands"]
        ),
    )
    if done:
        messages.success(request, _("The setting is saved."))
        return redirect("club:club_settings", club.slug)
    context = {
        "club": club,
        "rights": request.rights,
        "waiting": load_open_objection_lines(club),
        "form": form,
    }
    return render_page(request, "club/confirmations/objections.html", context)


def _find_confirmation_or_404(
    session: Session, confirmation_id: UUID, *kinds: ConfirmationKind
) -> Confirmation:
    confirmation = session.confirmations.filter(pk=confirmation_id, kind__in=kinds).first()
    if confirmation is None:
        raise Http404
    return confirmation


def _redirect_to_confirmations(session: Session) -> HttpResponseBase:
    return redirect("club:seals", session.club.slug, session.id)
