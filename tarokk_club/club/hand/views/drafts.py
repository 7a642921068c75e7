"""The draft of a hand: saved tap by tap, taken over by another phone, deleted."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.http import HttpRequest, HttpResponseBase, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tarokk_club.accounts.device_sessions import compute_device_fingerprint
from tarokk_club.club.formatting.sentences import render_problem
from tarokk_club.club.hand.usecases import (
    DraftSubmission,
    delete_draft,
    is_draft_holder,
    save_draft,
    take_over_draft,
)
from tarokk_club.club.hand.views.entry_screen import load_screen
from tarokk_club.club.models import Draft, Session
from tarokk_club.club.pages.loaders import MemberRequest, session_view
from tarokk_club.club.pages.responses import CONFLICT, WRONG
from tarokk_club.club.values.ids import read_short_number
from tarokk_club.club.writing.errors import RefusedError, StaleDraftError
from tarokk_club.club.writing.permissions import Right


@session_view(post=Right.ENTER)
def save_hand_draft(request: MemberRequest, session: Session) -> HttpResponseBase:
    """Save the draft; respond with its new revision, or the reason why it was not saved."""
    form = load_screen(session).build_form(request.POST)
    raw, key = form.read_raw_event(), form.get_chosen("key")
    if key is None:
        say = _("This form has lost its key; open the page again.")
        return JsonResponse({"say": say}, status=WRONG)
    submitted = DraftSubmission(
        key=key,
        revision=form.get_chosen("revision") or 0,
        record=raw,
        device=compute_device_fingerprint(request),
    )
    return _respond_with_draft(
        request, lambda: save_draft(session_id=session.id, by=request.user, submitted=submitted)
    )


@session_view(post=Right.ENTER)
def take_over_hand_draft(request: MemberRequest, session: Session) -> HttpResponseBase:
    """Take over the draft that another phone began."""
    revision = _read_revision(request)

    def take_over() -> Draft:
        return take_over_draft(
            session_id=session.id,
            by=request.user,
            revision=revision,
            device=compute_device_fingerprint(request),
        )

    wants_json = request.headers.get("Accept") == "application/json"
    return (
        _respond_with_draft(request, take_over)
        if wants_json
        else _write_and_redirect(session, take_over)
    )


@session_view(post=Right.ENTER)
def delete_hand_draft(request: MemberRequest, session: Session) -> HttpResponseBase:
    """Delete the draft; redirect to the form of the next hand."""
    revision = _read_revision(request)
    return _write_and_redirect(
        session, lambda: delete_draft(session_id=session.id, by=request.user, revision=revision)
    )


def _read_revision(request: HttpRequest) -> int:
    return read_short_number(request.POST.get("revision", "")) or 0


def _respond_with_draft(request: MemberRequest, write: Callable[[], Draft]) -> JsonResponse:
    """Run the write and return the draft's revision and key as JSON, or the reason it failed."""
    try:
        draft = write()
    except StaleDraftError as stale:
        return JsonResponse(_describe_stale_draft(request, stale.draft), status=CONFLICT)
    except RefusedError as refused:
        sentences = [render_problem(problem) for problem in refused.problems]
        return JsonResponse({"say": " ".join(sentences)}, status=WRONG)
    return JsonResponse({"revision": draft.revision, "key": str(draft.key)})


def _describe_stale_draft(request: MemberRequest, other: Draft | None) -> dict[str, Any]:
    if other is None:
        return {"revision": 0, "say": _("This hand was saved or given up on another phone.")}
    if is_draft_holder(other, request.user, compute_device_fingerprint(request)):
        # Most likely the last tap of the previous page, still in transit when this page opened.
        say = _("You are entering this hand in another window.")
        return {"revision": other.revision, "say": say, "key": str(other.key)}
    if other.user_id == request.user.id:
        say = _("You are entering this hand on another phone.")
        return {"revision": other.revision, "say": say}
    if other.user is None:
        return {"revision": other.revision, "say": _("Another phone is entering this hand.")}
    say = _("%(person)s is entering this hand on another phone.") % {"person": other.user.name}
    return {"revision": other.revision, "say": say}


def _write_and_redirect(session: Session, write: Callable[[], object]) -> HttpResponseBase:
    """Run the write and redirect to the entry screen, even if another user was faster.

    The screen shows the present state either way.
    """
    with suppress(StaleDraftError, RefusedError):
        write()
    return redirect("club:hand_new", session.club.slug, session.id)
