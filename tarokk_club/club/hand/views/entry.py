"""Views to enter a new hand, correct a hand and insert a forgotten hand."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponseBase, QueryDict
from django.shortcuts import redirect

from tarokk_club.accounts.device_sessions import compute_device_fingerprint
from tarokk_club.accounts.unsent_form import (
    is_prefetch,
    keep_form_until_sign_in,
    pop_unsent_form,
)
from tarokk_club.club.formatting.sentences import render_sentence
from tarokk_club.club.hand.forms.hand_form import STEP
from tarokk_club.club.hand.queries.hand_position import explain_entry_refusal
from tarokk_club.club.hand.usecases import is_draft_holder
from tarokk_club.club.hand.views.after_saving import prepare_next_page
from tarokk_club.club.hand.views.conflicts import (
    load_deleted_entry_screen,
    respond_to_deleted_hand,
)
from tarokk_club.club.hand.views.entry_conflicts import (
    DROP,
    EDIT,
    discard_submitted_hand,
    render_repeated_hand,
    render_reused_key,
    render_stale_hand,
)
from tarokk_club.club.hand.views.entry_screen import (
    CONFIRM,
    CORRECT,
    INSERT,
    KEEP_DEALERS,
    NEW,
    Screen,
    load_screen,
    load_submitted_screen,
    render_entry_screen,
)
from tarokk_club.club.hand.views.submit_hand import (
    InvalidSubmission,
    Outcome,
    RepeatedHand,
    ReusedKey,
    SavedHand,
    StaleSubmission,
    UnconfirmedEffect,
    submit_hand,
)
from tarokk_club.club.models import Entry, Session
from tarokk_club.club.pages.htmx import is_fragment_request
from tarokk_club.club.pages.loaders import MemberRequest, entry_view, session_view
from tarokk_club.club.pages.responses import render_page
from tarokk_club.club.session.offline_pages import allow_offline_copy
from tarokk_club.club.session.queries.replay.change_preview import build_change_preview
from tarokk_club.club.values.ids import read_id
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.removed_players import replace_merged_players

# Query parameter: start with the values of the previous hand.
AGAIN = "again"
# Reasons that the sheet shows as long as they hold, so no message repeats them.
EXPLAINED_BY_SHEET = ("session_binned", "club_suspended")


@keep_form_until_sign_in
@session_view(Right.ENTER)
def enter_hand(request: MemberRequest, session: Session) -> HttpResponseBase:
    """Enter the next hand, continuing its draft if there is one."""
    if request.method == "POST":
        return _respond_to_post(request, load_submitted_screen(request, session))
    screen = load_screen(session)
    refusal = explain_entry_refusal(session, screen.position)
    if refusal:
        if session.read_only_reason not in EXPLAINED_BY_SHEET and not is_prefetch(request):
            messages.warning(request, refusal)
        return redirect(screen.back_url)
    if unsent := pop_unsent_form(request):
        present, _gone = replace_merged_players(session.club_id, unsent)
        return _render_unvalidated_form(request, screen, present)
    draft = screen.draft_row
    if draft is None:
        return _render_empty_form(request, screen)
    if not is_draft_holder(draft, request.user, compute_device_fingerprint(request)):
        return _render_taken_draft(request, screen)
    draft_fields = {"key": draft.key, "revision": draft.revision}
    initial = screen.form_class.build_initial(draft.record, screen.position.table) | draft_fields
    answer = render_entry_screen(
        request, screen, screen.build_form(initial=initial), raw=draft.record
    )
    return allow_offline_copy(answer, session)


def _render_empty_form(request: MemberRequest, screen: Screen) -> HttpResponseBase:
    """Show the empty form; without JavaScript, fill it from the previous hand on request."""
    offer = screen.repeat_offer if AGAIN in request.GET else None
    form = screen.build_form(initial={**screen.form_class.usual, **(offer.fields if offer else {})})
    return allow_offline_copy(render_entry_screen(request, screen, form), screen.session)


@keep_form_until_sign_in
@session_view(Right.ENTER)
def show_preview(request: MemberRequest, session: Session) -> HttpResponseBase:
    """Render the points and pots of the hand so far, without any form controls.

    A hand deleted in the meantime still gets its points, because an error would reload the page and
    lose the input.
    """
    at = _read_id_or_404(request.POST.get("at"))
    try:
        screen = load_screen(session, mode=CORRECT if at else NEW, at=at)
    except Http404:
        entry = session.entries.filter(pk=at, deleted=True).first() if at else None
        if entry is None or entry.record["type"] != "hand":
            raise
        screen = load_deleted_entry_screen(entry)
    form = screen.build_form(request.POST)
    outlook = screen.build_preview(form.read_raw_event(), form)
    context = {"outlook": outlook, "rules_href": screen.rules_url}
    return render_page(request, "club/hand/entry/_amounts.html", context)


@keep_form_until_sign_in
@entry_view(Right.CORRECT)
def correct_entered_hand(request: MemberRequest, entry: Entry) -> HttpResponseBase:
    """Correct a hand; unless it is the last entry of an open session, show the effect first."""
    if entry.record["type"] != "hand":
        raise Http404
    if entry.deleted and request.method == "POST":
        return respond_to_deleted_hand(request, entry)
    if entry.deleted:
        messages.warning(request, render_sentence("entry_deleted"))
        return redirect("club:hand", entry.session.club.slug, entry.session_id, entry.id)
    screen = load_screen(entry.session, mode=CORRECT, at=entry.id)
    if request.method == "POST":
        return _respond_to_post(request, screen)
    if unsent := pop_unsent_form(request):
        return _render_unvalidated_form(request, screen, unsent)
    raw = screen.form_class.complete_record(entry.record)
    initial = screen.form_class.build_initial({**raw, "note": entry.note}, screen.position.table)
    return render_entry_screen(request, screen, screen.build_form(initial=initial), raw=raw)


@keep_form_until_sign_in
@entry_view(Right.CORRECT)
def insert_hand(request: MemberRequest, entry: Entry) -> HttpResponseBase:
    """Insert a forgotten hand before this entry, after showing the effect."""
    screen = load_screen(entry.session, mode=INSERT, at=entry.id)
    if request.method == "POST":
        return _respond_to_post(request, screen)
    if unsent := pop_unsent_form(request):
        return _render_unvalidated_form(request, screen, unsent)
    return render_entry_screen(
        request, screen, screen.build_form(initial={**screen.form_class.usual})
    )


def _render_taken_draft(request: HttpRequest, screen: Screen) -> HttpResponseBase:
    """Show that another phone is entering the hand, and ask before taking it over."""
    draft = screen.draft_row
    context = {
        "screen": screen,
        "draft": draft,
        "mine": draft is not None and draft.user_id == request.user.pk,
        "outlook": screen.build_preview(draft.record if draft else {}),
    }
    return render_page(request, "club/hand/entry/taken.html", context)


def _respond_to_post(request: MemberRequest, screen: Screen) -> HttpResponseBase:
    """Respond to a submitted form; try to save the hand unless the pressed button saves nothing."""
    data = request.POST
    if DROP in data and screen.mode != CORRECT:
        return discard_submitted_hand(request, screen)
    if STEP in data and screen.form_class.step_template:
        return _render_step(request, screen)
    if EDIT in data:
        return _render_unvalidated_form(request, screen, data)
    return _respond_to_outcome(request, screen, submit_hand(screen, data, request.user))


def _render_unvalidated_form(
    request: MemberRequest, screen: Screen, data: QueryDict
) -> HttpResponseBase:
    """Show the form with all submitted values, without validating or saving them."""
    raw = screen.build_form(data).read_raw_event()
    return render_entry_screen(request, screen, screen.build_form(initial=data.dict()), raw=raw)


def _respond_to_outcome(
    request: MemberRequest, screen: Screen, outcome: Outcome
) -> HttpResponseBase:
    match outcome:
        case SavedHand(say=say):
            return redirect(prepare_next_page(request, screen, say))
        case StaleSubmission():
            return render_stale_hand(request, screen, outcome)
        case ReusedKey(reused=reused):
            return render_reused_key(request, screen, reused)
        case RepeatedHand():
            return render_repeated_hand(request, screen, outcome)
        case UnconfirmedEffect():
            return _render_effect(request, screen, outcome)
        case InvalidSubmission(form=form, raw=raw):
            return render_entry_screen(request, screen, form, raw=raw)


def _render_step(request: MemberRequest, screen: Screen) -> HttpResponseBase:
    """Render the form after a button was pressed that saves nothing; htmx gets only a fragment."""
    after = screen.form_class.apply_step(request.POST, screen.seating)
    form = screen.build_form(initial=after.dict())
    if is_fragment_request(request):
        context = {"form": form, "screen": screen}
        return render_page(request, form.choose_step_template(request.POST[STEP]), context)
    return render_entry_screen(request, screen, form, raw=screen.build_form(after).read_raw_event())


def _render_effect(
    request: HttpRequest, screen: Screen, look: UnconfirmedEffect
) -> HttpResponseBase:
    unseen = ("csrfmiddlewaretoken", STEP, CONFIRM, EDIT, KEEP_DEALERS)
    fields = [(name, value) for name, value in request.POST.items() if name not in unseen]
    if look.choice and not look.must_choose:
        fields.append((KEEP_DEALERS, "1" if look.keeping else "0"))
    context = {
        "screen": screen,
        "effect": build_change_preview(look.effect, screen.session),
        "look": look,
        "fields": fields,
        "reason": request.POST.get("reason", ""),
    }
    return render_page(request, "club/hand/entry/effect.html", context)


def _read_id_or_404(text: str | None) -> UUID | None:
    """Return the id in the text, or None if the text is empty.

    Raise Http404 if the text is not an id.
    """
    entry_id = read_id(text)
    if text and entry_id is None:
        raise Http404
    return entry_id
