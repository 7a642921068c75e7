"""Submission of a hand, from the page or from a phone that was offline.

`submit_hand` validates the form, runs the use case and returns an Outcome. The calling view
turns the outcome into a response.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, TypeAlias
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from tarokk_club.club.hand.forms import HandForm
from tarokk_club.club.hand.views.entry_screen import (
    AFTER_BACK,
    CONFIRM,
    CORRECT,
    INSERT,
    KEEP_DEALERS,
    NEW,
    Screen,
)
from tarokk_club.club.models import User
from tarokk_club.club.pages.responses import CONFLICT, describe_later_problem, read_submission
from tarokk_club.club.session.queries.replay.change_replay import (
    Effect,
    preview_correction,
    preview_insert,
)
from tarokk_club.club.session.usecases.events import (
    correct_event,
    insert_hand_keeping_dealers,
    record_event,
)
from tarokk_club.club.writing.errors import (
    KeyReusedError,
    LaterEntryError,
    RefusedError,
    RepeatedEventError,
    StaleError,
)
from tarokk_club.club.writing.removed_players import ERASED
from tarokk_club.club.writing.unit_of_work import Entered, Repeat, Saved, Submission

# Submitted with a hand. AGAIN: the user says that it is another hand;
# AGO: milliseconds since it was entered.
AGAIN, AGO = "again", "ago"


@dataclass(frozen=True, slots=True)
class SavedHand:
    """A saved hand.

    say: the message for the user, with the number of the hand.
    """

    saved: Saved
    say: str


@dataclass(frozen=True, slots=True)
class StaleSubmission:
    """A stale submission: the session has changed since version `since`.

    current: the present version.
    form: the form of a complete hand; None if it is incomplete or was only previewed.
    """

    since: int
    current: int
    form: HandForm | None = None


@dataclass(frozen=True, slots=True)
class ReusedKey:
    """A form whose key was already used with other content."""

    reused: KeyReusedError


@dataclass(frozen=True, slots=True)
class RepeatedHand:
    """A hand with the same content as another hand entered a moment ago.

    entry: the id of the earlier hand.
    """

    form: HandForm
    raw: dict[str, Any]
    entry: UUID


@dataclass(frozen=True, slots=True)
class InvalidSubmission:
    """An invalid form: each field holds its errors, including those of the game rules."""

    form: HandForm
    raw: dict[str, Any]


@dataclass(frozen=True, slots=True)
class UnconfirmedEffect:
    """The effect of the change on later hands and totals, to be confirmed before it is saved.

    keeping: whether the later hands keep their dealers.
    choice: whether the user may choose that the later hands keep their dealers.
    must_choose: whether the user still has to choose.
    """

    effect: Effect
    keeping: bool = False
    choice: bool = False
    must_choose: bool = False


Outcome: TypeAlias = (
    SavedHand | StaleSubmission | ReusedKey | RepeatedHand | InvalidSubmission | UnconfirmedEffect
)


def submit_hand(screen: Screen, data: Any, user: User, *, queued: bool = False) -> Outcome:
    """Record, correct or insert the hand in `data`, depending on the screen's mode.

    Only preview the effect of a correction or insertion that is not confirmed yet.

    queued: whether the hand was queued on a phone; a repetition is then saved without asking.
    """
    form = screen.build_form(data)
    raw = form.read_raw_event()
    if not form.is_valid():
        version = form.get_chosen("version")
        # If the submission is stale, report that first: the errors may be those of another hand.
        if version and version != screen.session.version:
            return StaleSubmission(version, screen.session.version)
        return _build_invalid_submission(screen, form, raw)
    keeping = screen.mode == INSERT and data.get(KEEP_DEALERS) == "1"
    if screen.mode != NEW and CONFIRM not in data:
        chosen = data.get(KEEP_DEALERS) in ("0", "1")
        return _preview_change(screen, form, raw, keeping=keeping, chosen=chosen)
    entered = Entered(_read_entry_time(data), _choose_repeat_check(data, queued=queued))
    try:
        saved = _choose_writer(
            screen,
            form,
            raw,
            replace(read_submission(form, user), entered=entered),
            keeping=keeping,
        )()
    except StaleError as stale:
        return StaleSubmission(form.get_chosen("version") or 0, stale.current, form)
    except KeyReusedError as reused:
        return ReusedKey(reused)
    except RepeatedEventError as same:
        return RepeatedHand(form, raw, same.entry)
    except RefusedError as refused:
        _add_refusal_errors(form, refused)
        if any(problem.code == ERASED for problem in refused.problems):
            # The hand is valid, but only the user can decide which players it is for.
            form.status = CONFLICT
        return _build_invalid_submission(screen, form, raw)
    return SavedHand(saved, _format_saved_message(screen, saved))


def _choose_repeat_check(data: Mapping[str, str], *, queued: bool) -> Repeat:
    """Return the treatment of a hand with the same content as a recent hand.

    A hand without a dealer was begun offline, in an empty form and with its own key.
    """
    if AGAIN in data or not data.get("dealer"):
        return Repeat.RECORD
    if data.get(AFTER_BACK):
        return Repeat.ASK_ALWAYS
    return Repeat.RECORD if queued else Repeat.ASK


def _read_entry_time(data: Mapping[str, str]) -> datetime:
    """Return the time of entry on the server's clock.

    The phone submits only the elapsed time, so the two clocks need not agree.
    """
    text = data.get(AGO, "")
    ago = int(text) if text.isascii() and text.isdecimal() and len(text) < 12 else 0
    return timezone.now() - timedelta(milliseconds=ago)


def _choose_writer(
    screen: Screen,
    form: HandForm,
    raw: dict[str, Any],
    submission: Submission,
    *,
    keeping: bool,
) -> Callable[[], Saved]:
    """Return a function that runs the use case for the screen's mode."""
    session_id, at = screen.session.id, screen.at
    if keeping and at:
        return lambda: insert_hand_keeping_dealers(
            session_id=session_id,
            form=submission,
            raw=raw,
            before=at,
            dealer_event=_build_dealer_event(screen),
        )
    if screen.mode == CORRECT and at:
        return lambda: correct_event(session_id=session_id, form=submission, entry_id=at, raw=raw)
    return lambda: record_event(session_id=session_id, form=submission, raw=raw, before=at)


def _build_dealer_event(screen: Screen) -> dict[str, str]:
    """Return the dealer event that lets the hands after an inserted hand keep their dealers."""
    note = _("Dealers kept as they were played when a forgotten hand was put in.")
    return {"type": "dealer", "player": screen.position.table.dealer, "note": note}


def _preview_change(
    screen: Screen, form: HandForm, raw: dict[str, Any], *, keeping: bool, chosen: bool
) -> Outcome:
    """Return the effect of a change, or the outcome that says why it cannot be saved.

    chosen: whether the user has chosen if the later hands keep their dealers.
    """
    session, at = screen.session, screen.at
    version = form.cleaned_data["version"]
    if version != session.version:
        return StaleSubmission(version, session.version)
    if screen.mode == CORRECT and at:
        effect = preview_correction(session, at, raw)
    else:
        behind = _build_dealer_event(screen) if keeping else None
        effect = preview_insert(session, raw, before=at, behind=behind)
    choice = screen.mode == INSERT and (keeping or _would_keeping_dealers_help(screen, raw, effect))
    must_choose = choice and not chosen
    if must_choose or not (effect.problems or effect.fault):
        return UnconfirmedEffect(effect, keeping, choice, must_choose)
    if effect.fault:
        fault = effect.fault
        form.add_error(None, describe_later_problem(fault.number, fault.problems, form.words))
    form.show_problems(effect.problems)
    return _build_invalid_submission(screen, form, raw)


def _would_keeping_dealers_help(screen: Screen, raw: dict[str, Any], effect: Effect) -> bool:
    """Return whether keeping the later dealers avoids invalid hands or changes of dealer."""
    if effect.problems or not (effect.fault or _changes_dealers(effect)):
        return False
    dealer_event = _build_dealer_event(screen)
    keeping = preview_insert(screen.session, raw, before=screen.at, behind=dealer_event)
    return not (keeping.problems or keeping.fault or _changes_dealers(keeping))


def _changes_dealers(effect: Effect) -> bool:
    pairs = ((move.before, move.after) for move in effect.moved)
    return any(was and now and was.dealer != now.dealer for was, now in pairs)


def _build_invalid_submission(
    screen: Screen, form: HandForm, raw: dict[str, Any]
) -> InvalidSubmission:
    preview = screen.session.played_game.preview(raw, screen.position.table)
    form.show_problems(preview.problems)
    return InvalidSubmission(form, raw)


def _add_refusal_errors(form: HandForm, refused: RefusedError) -> None:
    """Add to the form the reasons why the hand was refused."""
    if isinstance(refused, LaterEntryError):
        form.add_error(None, describe_later_problem(refused.number, refused.problems, form.words))
    else:
        form.show_problems(refused.problems)


def _format_saved_message(screen: Screen, saved: Saved) -> str:
    numbers = screen.session.postings.filter(entry=saved.change.entry)
    number = numbers.values_list("number", flat=True).first()
    if screen.mode == CORRECT:
        return _("Hand %(number)s is corrected.") % {"number": number}
    return _("Hand %(number)s is saved.") % {"number": number}
