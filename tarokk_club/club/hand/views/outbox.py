"""The endpoint to which a phone's script uploads hands, queued or new, one per request."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponseBase, JsonResponse
from django.middleware.csrf import get_token

from tarokk_club.club.hand.forms import HandForm
from tarokk_club.club.hand.views.after_saving import prepare_next_page, store_next_hand_choice
from tarokk_club.club.hand.views.entry_screen import load_submitted_screen
from tarokk_club.club.hand.views.submit_hand import InvalidSubmission, SavedHand, submit_hand
from tarokk_club.club.models import Session
from tarokk_club.club.pages.loaders import MemberRequest, report_merged_players, session_view
from tarokk_club.club.pages.responses import CONFLICT
from tarokk_club.club.values.ids import read_short_number
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.removed_players import are_only_merges
from tarokk_club.club.writing.unit_of_work import Saved

# Set by the form that the user is looking at; the response names the page to open next.
NOW = "now"


@session_view(Right.ENTER)
def exchange_outbox_data(request: MemberRequest, session: Session) -> HttpResponseBase:
    """Return the signed-in user's id and a CSRF token, or save a hand, queued or just submitted.

    The response to a hand has one of three statuses:

    200: saved, with the session's version after the hand; also for a resubmitted hand.
    409: the user has to decide.
    422: invalid, with the reasons.
    """
    if request.method == "POST":
        return _save_sent_hand(request, session)
    return JsonResponse({"who": str(request.user.pk), "token": get_token(request)})


def _save_sent_hand(request: MemberRequest, session: Session) -> HttpResponseBase:
    screen = load_submitted_screen(request, session)
    match submit_hand(screen, request.POST, request.user, queued=NOW not in request.POST):
        case SavedHand(saved=saved, say=say):
            answer: dict[str, Any] = {"version": saved.change.seq, "say": say}
            if NOW in request.POST:
                answer["next"] = prepare_next_page(request, screen, say)
            else:
                store_next_hand_choice(request, screen)
            report_merged_players(request)
            return JsonResponse(answer | _find_version_before_merges(request, session, saved))
        case InvalidSubmission(form=form):
            return _respond_with_refusal(form)
        case _:
            return _respond_with_conflict()


def _find_version_before_merges(
    request: MemberRequest, session: Session, saved: Saved
) -> dict[str, int]:
    """Return {"after": submitted version} if only player merges came between it and the hand.

    Return an empty dict otherwise.
    """
    seen = read_short_number(request.POST.get("version", "")) or 0
    if saved.change.seq == seen + 1:
        return {}
    between = session.changes.filter(seq__gt=seen, seq__lt=saved.change.seq)
    return {"after": seen} if are_only_merges(session.club_id, between) else {}


def _respond_with_conflict() -> JsonResponse:
    return JsonResponse({}, status=CONFLICT)


def _respond_with_refusal(form: HandForm) -> JsonResponse:
    errors: Any = form.errors.values()
    sentences = dict.fromkeys(str(fault) for faults in errors for fault in faults)
    return JsonResponse({"say": " ".join(sentences)}, status=form.status)
