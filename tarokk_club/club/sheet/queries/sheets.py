"""The page of an evening: who sits where, what was played, what is in the pots."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.core.game import Preview
from scoring.core.table import Notice, Table, hands_left, order_from
from tarokk_club.club.formatting.sentences import ClubWords
from tarokk_club.club.models import Draft, Session
from tarokk_club.club.names.player_names import at_table, names_in
from tarokk_club.club.session.queries.booked import BookedSession, booked
from tarokk_club.club.session.queries.hats import Passing, hat_passed
from tarokk_club.club.session.queries.rows import SheetRow, sheet_row_of


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Somebody at the table, in playing order; short: the name where there is little room; leads:
    speaks first in the next hand.
    """

    player_id: str
    name: str
    short: str
    points: int
    hands: int
    deals: bool
    leads: bool
    sits_out: bool
    hat: bool


@dataclass(frozen=True, slots=True)
class Sheet:
    """A session as it stands.

    seats: who sits now; gone: who got up; rows: newest first; table: before the next hand; left:
    hands that are still multiplied; hands_left: fewest and most after a notice; total: of all
    accounts, always 0; in_play: what the draft comes to so far; hat: passed at the end.
    """

    session: Session
    table: Table
    names: Mapping[str, str]
    seats: tuple[SeatRow, ...]
    gone: tuple[SeatRow, ...]
    rows: tuple[SheetRow, ...]
    pots: Mapping[str, int]
    multiplier: int
    left: int
    notice: Notice | None
    hands_left: tuple[int, int] | None
    total: int
    draft: Draft | None
    in_play: Preview | None
    hat: Passing | None

    @property
    def next_number(self) -> int:
        """The number of the hand that comes next."""
        return self.table.number

    @property
    def hands(self) -> int:
        """How many hands were played; the session's row may be a moment older than its entries."""
        return self.table.number - 1

    @property
    def last(self) -> SheetRow | None:
        """What was recorded last, if anything."""
        return self.rows[0] if self.rows else None


def sheet(
    session: Session, *, names: Mapping[str, str] | None = None, concealed: bool = False
) -> Sheet:
    """Everything the page of a session shows, in two queries, and one more at the end
    of an evening on which the hat was won.

    names: of the players by id, where they are known already; concealed: they are not called as in
    the book, so what people typed is left out, for it may call them so.
    """
    book = booked(session, concealed=concealed)
    names = names_in(session.club_id) if names is None else names
    words = ClubWords(names)
    table = book.table
    draft = getattr(session, "draft", None)
    sitting = [player for player in table.everyone if player in table.seats]
    gone = [player for player in table.everyone if player not in table.seats]
    game = session.played_game
    return Sheet(
        session=session,
        table=table,
        names=names,
        seats=tuple(seat_row_of(session, book, player, names) for player in table.seats),
        gone=tuple(seat_row_of(session, book, player, names) for player in gone),
        rows=tuple(sheet_row_of(row, words) for row in reversed(book.rows)),
        pots=table.pots,
        multiplier=table.multiplier,
        left=table.doubling.left,
        notice=table.notice,
        hands_left=hands_left(table),
        total=sum(book.totals.values()) + sum(table.pots.values()),
        draft=draft,
        in_play=game.preview(draft.record, table) if draft and sitting else None,
        hat=hat_passed(session, names),
    )


def seat_row_of(
    session: Session, book: BookedSession, player: str, names: Mapping[str, str]
) -> SeatRow:
    """One player of the session as the page shows the seat."""
    table = book.table
    away = session.played_game.sits_out(table)
    others = [one for one in order_from(table.seats, table.dealer)[1:] if one != away]
    return SeatRow(
        player_id=player,
        name=names[player],
        short=at_table(names, table.everyone)[player],
        points=book.totals[player],
        hands=book.hands[player],
        deals=player == table.dealer and not table.ended,
        leads=player in others[:1] and not table.ended,
        sits_out=player == away and not table.ended,
        hat=player == table.mayor,
    )
