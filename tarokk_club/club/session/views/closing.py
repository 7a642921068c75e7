"""Views to close and reopen a session, move it to the bin and restore it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.models import Session
from tarokk_club.club.pages.forms import ReasonForm
from tarokk_club.club.pages.loaders import MemberRequest, View, session_view
from tarokk_club.club.pages.responses import (
    redirect_to_sheet,
    redirect_to_tournament_or_else,
    render_page,
    submit,
)
from tarokk_club.club.session.queries.players.seating import load_session_seating
from tarokk_club.club.session.queries.replay.change_preview import compute_bin_effect
from tarokk_club.club.session.usecases.sessions import (
    bin_session,
    close_session,
    reopen_session,
    restore_session,
)
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import Saved


@session_view(Right.CORRECT)
def show_session_closing(request: MemberRequest, session: Session) -> HttpResponseBase:
    """Show the page to close or reopen the session, or to move it to the bin."""
    return _render_closing(request, session, ReasonForm(initial={"version": session.version}))


def _render_closing(request: MemberRequest, session: Session, form: ReasonForm) -> HttpResponseBase:
    context = {
        "session": session,
        "club": session.club,
        "form": form,
        "effect": compute_bin_effect(session),
        "pots": [pot for pot in load_session_seating(session).pots if pot.content],
    }
    return render_page(request, "club/session/closing.html", context)


def _build_write_view(
    write: Callable[..., Saved], then: Callable[[Session], HttpResponseRedirect], sentence: Any
) -> View:
    @session_view(Right.CORRECT)
    def view(request: MemberRequest, session: Session) -> HttpResponseBase:
        if request.method != "POST":
            return redirect("club:closing", session.club.slug, session.id)
        form = ReasonForm(request.POST)
        done = submit(
            request, form, lambda submission: write(session_id=session.id, form=submission)
        )
        if done:
            messages.success(request, str(sentence))
            return redirect_to_tournament_or_else(request, session, then)
        session.refresh_from_db()
        return _render_closing(request, session, form)

    return view


def _redirect_to_finale(session: Session) -> HttpResponseRedirect:
    return redirect("club:finale", session.club.slug, session.id)


def _redirect_to_list(session: Session) -> HttpResponseRedirect:
    return redirect("club:session_list", session.club.slug)


close = _build_write_view(close_session, _redirect_to_finale, _("The session is closed."))
reopen = _build_write_view(reopen_session, redirect_to_sheet, _("The session is open again."))
move_to_bin = _build_write_view(bin_session, _redirect_to_list, _("The session is in the bin."))
restore_from_bin = _build_write_view(
    restore_session, redirect_to_sheet, _("The session is out of the bin.")
)
