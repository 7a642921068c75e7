"""The hand in the making: kept tap by tap, taken over by another phone, thrown away."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.http import HttpRequest, HttpResponseBase, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tarokk_club.accounts.device_sessions import device_mark
from tarokk_club.club.formatting.sentences import problem_sentence
from tarokk_club.club.hand.usecases import Sketch, drop_draft, holds, save_draft, take_over_draft
from tarokk_club.club.hand.views.entry_screen import screen_of
from tarokk_club.club.models import Draft, Session
from tarokk_club.club.pages.loaders import MemberRequest, session_view
from tarokk_club.club.pages.responses import CONFLICT, WRONG
from tarokk_club.club.writing.errors import RefusedError, StaleDraftError
from tarokk_club.club.writing.permissions import Right


@session_view(post=Right.ENTER)
def draft(request: MemberRequest, session: Session) -> HttpResponseBase:
    """Keep what was tapped so far; the answer is the draft's new revision."""
    form = screen_of(session).form(request.POST)
    raw, key = form.raw(), form.said("key")
    if key is None:
        say = _("This form has lost its key; open the page again.")
        return JsonResponse({"say": say}, status=WRONG)
    sketch = Sketch(
        key=key, revision=form.said("revision") or 0, record=raw, device=device_mark(request)
    )
    return _answered(
        request, lambda: save_draft(session_id=session.id, by=request.user, sketch=sketch)
    )


@session_view(post=Right.ENTER)
def draft_take(request: MemberRequest, session: Session) -> HttpResponseBase:
    """Go on with the hand that another phone began."""
    revision = _revision(request)

    def take() -> Draft:
        return take_over_draft(
            session_id=session.id,
            by=request.user,
            revision=revision,
            device=device_mark(request),
        )

    asks = request.headers.get("Accept") == "application/json"
    return _answered(request, take) if asks else _then_on(session, take)


@session_view(post=Right.ENTER)
def draft_drop(request: MemberRequest, session: Session) -> HttpResponseBase:
    """Begin the hand anew."""
    revision = _revision(request)
    return _then_on(
        session, lambda: drop_draft(session_id=session.id, by=request.user, revision=revision)
    )


def _revision(request: HttpRequest) -> int:
    text = request.POST.get("revision", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0


def _answered(request: MemberRequest, write: Callable[[], Draft]) -> JsonResponse:
    """The draft's revision and key; else why not, and whose it is now."""
    try:
        kept = write()
    except StaleDraftError as stale:
        return JsonResponse(_stale(request, stale.draft), status=CONFLICT)
    except RefusedError as refused:
        sentences = [problem_sentence(problem) for problem in refused.problems]
        return JsonResponse({"say": " ".join(sentences)}, status=WRONG)
    return JsonResponse({"revision": kept.revision, "key": str(kept.key)})


def _stale(request: MemberRequest, other: Draft | None) -> dict[str, Any]:
    if other is None:
        return {"revision": 0, "say": _("This hand was saved or given up on another phone.")}
    if holds(other, request.user, device_mark(request)):
        # Most likely the last tap of the page before, which was on its way when this one opened.
        say = _("You are entering this hand in another window.")
        return {"revision": other.revision, "say": say, "key": str(other.key)}
    if other.user_id == request.user.id:
        say = _("You are entering this hand on another phone.")
        return {"revision": other.revision, "say": say}
    if other.user is None:
        return {"revision": other.revision, "say": _("Another phone is entering this hand.")}
    say = _("%(person)s is entering this hand on another phone.") % {"person": other.user.name}
    return {"revision": other.revision, "say": say}


def _then_on(session: Session, write: Callable[[], object]) -> HttpResponseBase:
    """Back to the screen, which shows what stands now, also when somebody was faster."""
    with suppress(StaleDraftError, RefusedError):
        write()
    return redirect("club:hand_new", session.club.slug, session.id)
