"""Entering a hand: a new one, a corrected one, a forgotten one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect

from tarokk_club.club.base.answers import later_sentence, page, sent
from tarokk_club.club.base.errors import KeyReusedError, RefusedError, StaleError
from tarokk_club.club.base.ids import read_id
from tarokk_club.club.base.loaders import MemberRequest, entry_view, session_view
from tarokk_club.club.base.permissions import Right
from tarokk_club.club.base.unit_of_work import Saved
from tarokk_club.club.base.words import sentence_of
from tarokk_club.club.hand.forms import HandForm
from tarokk_club.club.hand.forms.hand_form import STEP
from tarokk_club.club.hand.queries.entering import refusal
from tarokk_club.club.hand.usecases.drafts import holds
from tarokk_club.club.hand.views.conflicts import deleted_meanwhile
from tarokk_club.club.hand.views.entry_conflicts import DROP, EDIT, dropped, late_hand, reused_key
from tarokk_club.club.hand.views.entry_screen import (
    CONFIRM,
    CORRECT,
    INSERT,
    NEW,
    Screen,
    said_saved,
    screen_of,
    screen_of_sent,
    show,
    show_refusal,
)
from tarokk_club.club.models import Entry, Session
from tarokk_club.club.session.queries.change_preview import laid_effect
from tarokk_club.club.session.queries.change_replay import (
    Effect,
    preview_correction,
    preview_insert,
)
from tarokk_club.club.session.usecases.correct_event import correct_event
from tarokk_club.club.session.usecases.record_event import record_event
from tarokk_club.club.session.views.offline_cache import keep_offline
from tarokk_club.web.devices import device_mark

STEP_HEADER = "HX-Request"
# In the address: begin with what the hand before began with.
AGAIN = "again"


@session_view(Right.ENTER)
def hand_new(request: MemberRequest, session: Session) -> HttpResponseBase:
    """Enter the next hand, or go on with one begun before."""
    if request.method == "POST":
        return _posted(request, screen_of_sent(request, session))
    screen = screen_of(session)
    refused = refusal(session, screen.place)
    if refused:
        messages.warning(request, refused)
        return redirect(screen.back)
    draft = screen.draft_row
    if draft is None:
        return _begun(request, screen)
    if not holds(draft, request.user, device_mark(request)):
        return _taken(request, screen)
    kept = {"key": draft.key, "revision": draft.revision}
    initial = screen.form_class.initial_of(draft.record, screen.place.table) | kept
    answer = show(request, screen, screen.form(initial=initial), raw=draft.record)
    return keep_offline(answer, session)


def _begun(request: MemberRequest, screen: Screen) -> HttpResponseBase:
    """The empty form; by a browser without script with the hand before in it, when asked for."""
    again = screen.again if AGAIN in request.GET else None
    form = screen.form(initial={**screen.form_class.usual, **(again.fields if again else {})})
    return keep_offline(show(request, screen, form), screen.session)


@session_view(Right.ENTER)
def preview(request: MemberRequest, session: Session) -> HttpResponseBase:
    """What the hand so far comes to: only the amounts and the pots, never a control."""
    at = _as_id(request.POST.get("at"))
    screen = screen_of(session, mode=CORRECT if at else NEW, at=at)
    form = screen.form(request.POST)
    outlook = screen.outlook(form.raw(), form)
    context = {"outlook": outlook, "rules_href": screen.rules}
    return page(request, "club/hand/entry/_amounts.html", context)


@entry_view(Right.CORRECT)
def entry_correct(request: MemberRequest, entry: Entry) -> HttpResponseBase:
    """Correct a hand; first the page shows what else changes by it."""
    if entry.record["type"] != "hand":
        raise Http404
    if entry.deleted and request.method == "POST":
        return deleted_meanwhile(request, entry)
    if entry.deleted:
        messages.warning(request, sentence_of("entry_deleted"))
        return redirect("club:hand", entry.session.club.slug, entry.session_id, entry.id)
    screen = screen_of(entry.session, mode=CORRECT, at=entry.id)
    if request.method == "POST":
        return _posted(request, screen)
    raw = {**entry.record, "note": entry.note}
    initial = screen.form_class.initial_of(raw, screen.place.table)
    return show(request, screen, screen.form(initial=initial), raw=entry.record)


@entry_view(Right.CORRECT)
def entry_insert(request: MemberRequest, entry: Entry) -> HttpResponseBase:
    """Put a forgotten hand before this entry."""
    screen = screen_of(entry.session, mode=INSERT, at=entry.id)
    if request.method == "POST":
        return _posted(request, screen)
    return show(request, screen, screen.form(initial={**screen.form_class.usual}))


def _taken(request: HttpRequest, screen: Screen) -> HttpResponseBase:
    """It is being entered on another phone: the person is asked before taking it over."""
    draft = screen.draft_row
    context = {
        "screen": screen,
        "draft": draft,
        "mine": draft is not None and draft.user_id == request.user.pk,
        "outlook": screen.outlook(draft.record if draft else {}),
    }
    return page(request, "club/hand/entry/taken.html", context)


def _posted(request: MemberRequest, screen: Screen) -> HttpResponseBase:
    data = request.POST
    if DROP in data and screen.mode == NEW:
        return dropped(request, screen)
    if STEP in data and screen.form_class.step_template:
        return _stepped(request, screen)
    form = screen.form(data)
    if EDIT in data:
        return show(request, screen, screen.form(initial=data.dict()), raw=form.raw())
    raw = form.raw()
    if not form.is_valid():
        version = form.said("version")
        # A latecomer learns that first: the faults may be those of another hand.
        if version and version != screen.session.version:
            return late_hand(request, screen, StaleError(screen.session.version, []), since=version)
        return _wrong(request, screen, form, raw)
    if screen.mode != NEW and CONFIRM not in data:
        return _effect(request, screen, form, raw)
    return _saved(request, screen, form, raw)


def _stepped(request: MemberRequest, screen: Screen) -> HttpResponseBase:
    """The form after a button that saves nothing: its own part alone where a script asks."""
    after = screen.form_class.stepped(request.POST, screen.seating)
    form = screen.form(initial=after.dict())
    if request.headers.get(STEP_HEADER):
        return page(request, screen.form_class.step_template, {"form": form})
    return show(request, screen, form, raw=screen.form(after).raw())


def _wrong(
    request: HttpRequest, screen: Screen, form: HandForm, raw: dict[str, Any]
) -> HttpResponseBase:
    """The form again, with every fault at its field, those of the game too."""
    preview = screen.session.played_game.preview(raw, screen.place.table)
    form.show_problems(preview.problems)
    return show(request, screen, form, raw=raw)


def _saved(
    request: MemberRequest, screen: Screen, form: HandForm, raw: dict[str, Any]
) -> HttpResponseBase:
    write = _writer(request, screen, form, raw)
    try:
        saved = write()
    except StaleError as stale:
        return late_hand(request, screen, stale, form=form)
    except KeyReusedError as reused:
        return reused_key(request, screen, reused)
    except RefusedError as refused:
        show_refusal(form, refused)
    else:
        messages.success(request, said_saved(screen, saved))
        return redirect(screen.back)
    return _wrong(request, screen, form, raw)


def _writer(
    request: MemberRequest, screen: Screen, form: HandForm, raw: dict[str, Any]
) -> Callable[[], Saved]:
    """The use case that the screen is for."""
    carried, session_id, at = sent(form, request.user), screen.session.id, screen.at
    if screen.mode == CORRECT and at:
        return lambda: correct_event(session_id=session_id, form=carried, entry_id=at, raw=raw)
    return lambda: record_event(session_id=session_id, form=carried, raw=raw, before=at)


# --- what a correction would do


def _effect(
    request: MemberRequest, screen: Screen, form: HandForm, raw: dict[str, Any]
) -> HttpResponseBase:
    """Later hands and totals before and after, with everything typed carried along."""
    session, at = screen.session, screen.at
    version = form.cleaned_data["version"]
    if version != session.version:
        return late_hand(request, screen, StaleError(session.version, []), since=version)
    if screen.mode == CORRECT and at:
        effect = preview_correction(session, at, raw)
    else:
        effect = preview_insert(session, raw, before=at)
    if effect.problems or effect.fault:
        if effect.fault:
            fault = effect.fault
            form.add_error(None, later_sentence(fault.number, fault.problems, form.words))
        form.show_problems(effect.problems)
        return _wrong(request, screen, form, raw)
    return _effect_page(request, screen, effect)


def _effect_page(request: HttpRequest, screen: Screen, effect: Effect) -> HttpResponseBase:
    unseen = ("csrfmiddlewaretoken", STEP, CONFIRM, EDIT)
    fields = [(name, value) for name, value in request.POST.items() if name not in unseen]
    context = {
        "screen": screen,
        "effect": laid_effect(effect),
        "fields": fields,
        "reason": request.POST.get("reason", ""),
    }
    return page(request, "club/hand/entry/effect.html", context)


def _as_id(text: str | None) -> UUID | None:
    """The id in the address, if there is one."""
    found = read_id(text)
    if text and found is None:
        raise Http404
    return found
