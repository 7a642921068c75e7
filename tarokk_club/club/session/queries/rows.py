"""The entries of a session as rows: what each moved, and why."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from scoring.core.posting import Line
from scoring.core.words import render
from tarokk_club.club.formatting.sentences import ClubWords
from tarokk_club.club.session.queries.booked import Booked


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


def sheet_row_of(row: Booked, words: ClubWords) -> SheetRow:
    """One booked entry as the page shows it."""
    return SheetRow(
        entry_id=row.entry_id,
        number=row.number,
        kind=row.kind,
        record=row.entry.record,
        dealer=row.before.dealer,
        multiplier=row.before.multiplier,
        net=row.net,
        pots=row.after.pots,
        note=row.entry.note,
        lines=row.lines,
        words=words,
    )


def why_of(line: Line, words: ClubWords) -> Why:
    """A line in the reader's words."""
    return Why(line.item, render(words, line.code, line.values), line.points)
