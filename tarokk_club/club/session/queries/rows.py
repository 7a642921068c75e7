"""The entries of a session as rows: what each moved, and why."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from scoring.core.posting import Line, net_of
from scoring.core.words import render
from tarokk_club.club.base.words import ClubWords
from tarokk_club.club.models import Entry, Session
from tarokk_club.club.session.queries.replay import (
    PlayedEntry,
    kind_of,
)


@dataclass(frozen=True, slots=True)
class Why:
    """One explained item. points: by account, + receives; pots are `pot:name`."""

    item: str
    sentence: str
    points: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One live entry. number: of the hand or None; net: by account, with everybody who sat; lines:
    as they were scored, worded only where somebody asks why.
    """

    entry_id: UUID
    number: int | None
    kind: str
    record: Mapping[str, object]
    dealer: str
    multiplier: int
    net: Mapping[str, int]
    pots: Mapping[str, int]
    note: str
    lines: tuple[Line, ...]
    words: ClubWords

    @property
    def why(self) -> tuple[Why, ...]:
        """Each line in the reader's words."""
        return tuple(why_of(line, self.words) for line in self.lines)


def entries_of(session: Session) -> dict[UUID, Entry]:
    """All entries of a session in order, deleted ones too."""
    return {entry.id: entry for entry in session.entries.order_by("position")}


def sheet_row_of(done: PlayedEntry, entry: Entry, words: ClubWords) -> SheetRow:
    """One played entry as the page shows it."""
    step = done.step
    return SheetRow(
        entry_id=entry.id,
        number=done.number,
        kind=kind_of(step.event),
        record=entry.record,
        dealer=step.before.dealer,
        multiplier=step.before.multiplier,
        net=dict.fromkeys(step.before.seats, 0) | net_of(step.lines),
        pots=step.after.pots,
        note=entry.note,
        lines=step.lines,
        words=words,
    )


def why_of(line: Line, words: ClubWords) -> Why:
    """A line in the reader's words."""
    return Why(line.item, render(words, line.code, line.values), line.points)
