"""A hand that was sent, by the page or by a phone that had no network: one way into the book.

The form is read, the record goes to its use case, and what came of it goes back to the door that
asked, which only has to say it in its own way.
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
    KEEP,
    NEW,
    Screen,
)
from tarokk_club.club.models import User
from tarokk_club.club.pages.responses import CONFLICT, later_sentence, sent
from tarokk_club.club.session.queries.change_replay import (
    Effect,
    preview_correction,
    preview_insert,
)
from tarokk_club.club.session.usecases.events import correct_event, record_event
from tarokk_club.club.session.usecases.insert_keeping_dealers import insert_keeping_dealers
from tarokk_club.club.writing.errors import (
    KeyReusedError,
    LaterEntryError,
    RefusedError,
    SameHandError,
    StaleError,
)
from tarokk_club.club.writing.gone_players import ERASED
from tarokk_club.club.writing.unit_of_work import Entered, Repeat, Saved, Submission

# Sent beside a hand. AGAIN: the person says that it is another one; AGO: milliseconds since it
# was entered.
AGAIN, AGO = "again", "ago"


@dataclass(frozen=True, slots=True)
class Submitted:
    """It stands in the book; say: what was done, with the number that the hand has now."""

    saved: Saved
    say: str


@dataclass(frozen=True, slots=True)
class Late:
    """The book has moved on since the version `since`. form: a whole hand that was sent, None where
    it is not whole or only looked at.
    """

    since: int
    current: int
    form: HandForm | None = None


@dataclass(frozen=True, slots=True)
class KeyUsed:
    """This very form was saved before with other content."""

    reused: KeyReusedError


@dataclass(frozen=True, slots=True)
class Same:
    """A hand with the same content was entered a moment ago; entry: its id."""

    form: HandForm
    raw: dict[str, Any]
    entry: UUID


@dataclass(frozen=True, slots=True)
class Faulty:
    """The form holds every fault at its field, those of the game too."""

    form: HandForm
    raw: dict[str, Any]


@dataclass(frozen=True, slots=True)
class ToConfirm:
    """What the change does to later hands and totals, to be seen before it is saved.

    keeping: the later hands keep their dealers; offered: they could.
    """

    effect: Effect
    keeping: bool = False
    offered: bool = False


Outcome: TypeAlias = Submitted | Late | KeyUsed | Same | Faulty | ToConfirm


def submit_hand(screen: Screen, data: Any, user: User, *, queued: bool = False) -> Outcome:
    """Save the hand in `data` as the screen is for it, unless something speaks against it.

    queued: it waited on a phone, and the person is not there to be asked about every doubt.
    """
    form = screen.form(data)
    raw = form.raw()
    if not form.is_valid():
        version = form.said("version")
        # Who is late learns that first: the faults may be those of another hand.
        if version and version != screen.session.version:
            return Late(version, screen.session.version)
        return _faulty(screen, form, raw)
    keeping = screen.mode == INSERT and KEEP in data
    if screen.mode != NEW and CONFIRM not in data:
        return _looked_at(screen, form, raw, keeping=keeping)
    entered = Entered(_entered_at(data), _repeat(data, queued=queued))
    try:
        saved = _writer(
            screen, form, raw, replace(sent(form, user), entered=entered), keeping=keeping
        )()
    except StaleError as stale:
        return Late(form.said("version") or 0, stale.current, form)
    except KeyReusedError as reused:
        return KeyUsed(reused)
    except SameHandError as same:
        return Same(form, raw, same.entry)
    except RefusedError as refused:
        _show_refusal(form, refused)
        if any(one.code == ERASED for one in refused.problems):
            # The hand is right; only a person can say for whom it is to be booked.
            form.status = CONFLICT
        return _faulty(screen, form, raw)
    return Submitted(saved, _said(screen, saved))


def _repeat(data: Mapping[str, str], *, queued: bool) -> Repeat:
    """Whether the person is asked about a hand of the same content.

    Without a dealer the phone began it by itself, in an empty form and with a key of its own.
    """
    if AGAIN in data or not data.get("dealer"):
        return Repeat.RECORD
    if data.get(AFTER_BACK):
        return Repeat.ASK_ALWAYS
    return Repeat.RECORD if queued else Repeat.ASK


def _entered_at(data: Mapping[str, str]) -> datetime:
    """By the phone's clock how long ago, by ours when: no two clocks need to agree."""
    text = data.get(AGO, "")
    ago = int(text) if text.isascii() and text.isdecimal() and len(text) < 12 else 0
    return timezone.now() - timedelta(milliseconds=ago)


def _writer(
    screen: Screen,
    form: HandForm,
    raw: dict[str, Any],
    carried: Submission,
    *,
    keeping: bool,
) -> Callable[[], Saved]:
    """The use case that the screen is for."""
    session_id, at = screen.session.id, screen.at
    if keeping and at:
        again = _dealer_kept(screen)
        return lambda: insert_keeping_dealers(
            session_id=session_id,
            form=carried,
            raw=raw,
            before=at,
            again=again,
        )
    if screen.mode == CORRECT and at:
        return lambda: correct_event(session_id=session_id, form=carried, entry_id=at, raw=raw)
    return lambda: record_event(session_id=session_id, form=carried, raw=raw, before=at)


def _dealer_kept(screen: Screen) -> dict[str, str]:
    """The event by which the hands behind a forgotten one keep the dealers they had."""
    note = _("Dealers kept as they were played when a forgotten hand was put in.")
    return {"type": "dealer", "player": screen.place.table.dealer, "note": note}


def _looked_at(screen: Screen, form: HandForm, raw: dict[str, Any], *, keeping: bool) -> Outcome:
    """Later hands and totals before and after, or why it cannot be."""
    session, at = screen.session, screen.at
    version = form.cleaned_data["version"]
    if version != session.version:
        return Late(version, session.version)
    if screen.mode == CORRECT and at:
        effect = preview_correction(session, at, raw)
    else:
        behind = _dealer_kept(screen) if keeping else None
        effect = preview_insert(session, raw, before=at, behind=behind)
    offered = screen.mode == INSERT and not keeping and _could_keep(screen, raw, effect)
    if offered or not (effect.problems or effect.fault):
        return ToConfirm(effect, keeping, offered)
    if effect.fault:
        fault = effect.fault
        form.add_error(None, later_sentence(fault.number, fault.problems, form.words))
    form.show_problems(effect.problems)
    return _faulty(screen, form, raw)


def _could_keep(screen: Screen, raw: dict[str, Any], effect: Effect) -> bool:
    """Whether later hands would have other dealers than they were played with, and need not."""
    if effect.problems or not (effect.fault or _other_dealers(effect)):
        return False
    kept = preview_insert(screen.session, raw, before=screen.at, behind=_dealer_kept(screen))
    return not (kept.problems or kept.fault or _other_dealers(kept))


def _other_dealers(effect: Effect) -> bool:
    pairs = ((one.before, one.after) for one in effect.moved)
    return any(was and now and was.dealer != now.dealer for was, now in pairs)


def _faulty(screen: Screen, form: HandForm, raw: dict[str, Any]) -> Faulty:
    preview = screen.session.played_game.preview(raw, screen.place.table)
    form.show_problems(preview.problems)
    return Faulty(form, raw)


def _show_refusal(form: HandForm, refused: RefusedError) -> None:
    """Put into the form why the book does not take the hand."""
    if isinstance(refused, LaterEntryError):
        form.add_error(None, later_sentence(refused.number, refused.problems, form.words))
    else:
        form.show_problems(refused.problems)


def _said(screen: Screen, saved: Saved) -> str:
    numbers = screen.session.bookings.filter(entry=saved.change.entry)
    number = numbers.values_list("number", flat=True).first()
    if screen.mode == CORRECT:
        return _("Hand %(number)s is corrected.") % {"number": number}
    return _("Hand %(number)s is saved.") % {"number": number}
