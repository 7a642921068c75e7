"""The entries of a session as rows: the points of each, and the reasons."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from scoring.core.posting import Line
from scoring.core.translation_marks import render
from tarokk_club.club.formatting.sentences import ClubWords
from tarokk_club.club.session.queries.replay.posted_session import PostedEntry


@dataclass(frozen=True, slots=True)
class ExplainedLine:
    """A scored line of an entry as a sentence, with its points.

    points: by account, positive if received; the account of a pot is `pot:name`.
    """

    item: str
    sentence: str
    points: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A live entry as a row of the sheet.

    number: number of the hand, None for other events.
    net: points by account, including all players at the table.
    lines: scored lines, not yet in words.
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
    def why(self) -> tuple[ExplainedLine, ...]:
        """An explanation of each scored line in the reader's language."""
        return tuple(explain_line(line, self.words) for line in self.lines)


def build_sheet_row(row: PostedEntry, words: ClubWords) -> SheetRow:
    """Return a posted entry as a row of the sheet."""
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


def explain_line(line: Line, words: ClubWords) -> ExplainedLine:
    """Return the explanation of a line in the reader's language."""
    return ExplainedLine(line.item, render(words, line.code, line.values), line.points)
