"""Ask before the same hand is recorded twice, as when a form is filled in again after Back."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from tarokk_club.club.models import Entry
from tarokk_club.club.session.queries.replay import kind_of
from tarokk_club.club.writing.errors import SameHandError
from tarokk_club.club.writing.unit_of_work import Repeat, SessionWrite

# Nobody deals, plays and enters the same hand again in less.
JUST_NOW = timedelta(minutes=2)


def enter(write: SessionWrite, entry: Entry) -> None:
    """Note when the entry was entered. Raises SameHandError if the person has to be asked."""
    entered = write.form.entered
    entry.entered_at = entered.at or timezone.now()
    if entered.repeat is Repeat.RECORD:
        return
    if entered.repeat is Repeat.ASK and _is_void(write, entry):
        return
    for other in write.entries:
        if other is not entry and _is_same(other, entry):
            raise SameHandError(other.id)


def _is_same(other: Entry, entry: Entry) -> bool:
    if other.deleted or other.entered_at is None or entry.entered_at is None:
        return False
    if abs(entry.entered_at - other.entered_at) > JUST_NOW:
        return False
    return (other.record, other.note) == (entry.record, entry.note)


def _is_void(write: SessionWrite, entry: Entry) -> bool:
    """Whether it is a hand that nobody played."""
    game = write.session.played_game
    if entry.record["type"] != "hand":
        return False
    return not game.lore.endings[kind_of(entry.event(game))].counts
