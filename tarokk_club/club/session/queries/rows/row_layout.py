"""Layout of entries in rows, with a column for each player and an explanation of each line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from scoring.core.accounts import is_pot, name_pot_account
from scoring.core.game import AnyGame
from scoring.core.posting import Line as Posted
from scoring.games import GAMES
from tarokk_club.club.formatting.sentences import ClubWords
from tarokk_club.club.models import Session
from tarokk_club.club.session.queries.history.history import EntryHistory, HistoryLine
from tarokk_club.club.session.queries.rows.announcement_sentences import describe_announcements
from tarokk_club.club.session.queries.rows.entry_rows import ExplainedLine, SheetRow, explain_line
from tarokk_club.club.session.queries.rows.hand_details import HandDetail, describe_details
from tarokk_club.club.session.titles import format_event_title, format_record_title

# The card that is called unless another is named; only tarokks are called by number.
USUAL_CARD = "XX"


@dataclass(frozen=True, slots=True)
class Pot:
    """A pot as a page displays it.

    name: its name in the reader's language.
    content: its points.
    moved: points that the unfinished hand adds (+) or removes, not yet in the content.
    """

    name: str
    content: int
    moved: int = 0


@dataclass(frozen=True, slots=True)
class ExplainedRow:
    """An explained item of a hand.

    cells: points by column, positive if received.
    pots: changes of the pots.
    item: key of the item, used to find its rule on the rules page.
    """

    sentence: str
    cells: tuple[int | None, ...]
    pots: tuple[Pot, ...]
    item: str


@dataclass(frozen=True)
class RowLayout:
    """The row of an entry; its texts are computed on demand, as most rows come from the cache."""

    row: SheetRow
    columns: Sequence[str]
    words: ClubWords
    game: AnyGame

    @property
    def cache_values(self) -> tuple[object, ...]:
        """All values that determine the row, except names and language, as a cache key."""
        row = self.row
        columns = (row.entry_id, row.number, row.kind, row.multiplier, row.note)
        return (*columns, row.record, row.net, row.lines, self.columns)

    @cached_property
    def title(self) -> str:
        """The event in one short line."""
        return format_event_title(self.game, self.row.kind, self.row.record, self.words)

    @property
    def details(self) -> tuple[HandDetail, ...]:
        """The details beyond the title."""
        return describe_details(
            self.game, self.row.record, self.row.lines, self.words, usual=USUAL_CARD
        )

    @property
    def has_moved_points(self) -> bool:
        """Whether the entry moved any points."""
        return any(self.row.net.values())

    @property
    def cells(self) -> tuple[int | None, ...]:
        """The points by column, None for players who did not sit at the table."""
        return list_points_by_column(self.row.net, self.columns)

    @property
    def why(self) -> tuple[ExplainedRow, ...]:
        """The explanation of each payment."""
        return tuple(_build_explained_row(why, self.columns, self.words) for why in self.row.why)


def explain_lines(
    lines: Sequence[Posted], columns: Sequence[str], words: ClubWords
) -> tuple[ExplainedRow, ...]:
    """Return an explanation of each line, with its points by column."""
    return tuple(_build_explained_row(explain_line(line, words), columns, words) for line in lines)


@dataclass(frozen=True, slots=True)
class VersionLayout:
    """A version of an entry.

    why: its explained payments, as scored at the present table.
    spoken: sentences about details of the hand that its payments do not show.
    """

    line: HistoryLine
    title: str
    why: tuple[ExplainedRow, ...]
    spoken: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EntryLayout:
    """An entry in columns, with all its versions, newest first.

    current_row: the entry's row; None if the entry is deleted.
    spoken: sentences about details of the hand that its payments do not show.
    """

    columns: tuple[str, ...]
    current_row: RowLayout | None
    title: str
    versions: tuple[VersionLayout, ...]
    spoken: tuple[str, ...]


def lay_out_entry(session: Session, page: EntryHistory) -> EntryLayout:
    """Return the entry with a column for each player who is in any of its versions.

    A deleted entry also has columns for the players seated at the start.
    """
    words, game = ClubWords(page.names), session.played_game
    accounts = dict.fromkeys(page.row.net if page.row else session.seats)
    for version in page.versions:
        for why in version.why:
            accounts |= dict.fromkeys(why.points)
    players = tuple(account for account in accounts if not is_pot(account))
    versions = tuple(
        VersionLayout(
            version.line,
            format_record_title(game, version.line.after or version.line.before or {}, words),
            tuple(_build_explained_row(why, players, words) for why in version.why),
            describe_announcements(
                session, version.line.after or {}, words, schema=page.entry.schema
            ),
        )
        for version in page.versions
    )
    current_row = RowLayout(page.row, players, words, game) if page.row else None
    title = current_row.title if current_row else versions[0].title
    columns = tuple(words.name(player) for player in players)
    spoken = describe_announcements(session, page.entry.record, words, schema=page.entry.schema)
    return EntryLayout(columns, current_row, title, versions, spoken)


def list_points_by_column(
    points: Mapping[str, int], columns: Sequence[str]
) -> tuple[int | None, ...]:
    """Return the points by column; None for a player without points."""
    return tuple(points.get(player) for player in columns)


def _build_explained_row(
    why: ExplainedLine, columns: Sequence[str], words: ClubWords
) -> ExplainedRow:
    moved = [
        Pot(words.term(f"pot.{name}"), why.points[name_pot_account(name)])
        for name in _POTS
        if why.points.get(name_pot_account(name))
    ]
    return ExplainedRow(
        why.sentence, list_points_by_column(why.points, columns), tuple(moved), why.item
    )


# Not every database preserves the order of keys in JSON, so use that of the game.
_POTS = tuple(dict.fromkeys(pot for game in GAMES.values() for pot in game.info.pots))


def build_pots(
    pots: Mapping[str, int], words: ClubWords, net: Mapping[str, int] = MappingProxyType({})
) -> tuple[Pot, ...]:
    """Return the pots with their names in the reader's language.

    net: points of the unfinished hand by account, not yet added to the pots.
    """
    return tuple(
        Pot(words.term(f"pot.{name}"), content, net.get(name_pot_account(name), 0))
        for name, content in pots.items()
    )
