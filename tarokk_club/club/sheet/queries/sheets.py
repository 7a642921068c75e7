"""The sheet of a session: the seats, the hands and events, and the pots."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.core.game import Preview
from scoring.core.table import Notice, Table, count_hands_left, order_seats_from
from tarokk_club.club.formatting.sentences import ClubWords
from tarokk_club.club.models import Draft, Session
from tarokk_club.club.names.player_names import load_names, shorten_session_names
from tarokk_club.club.session.queries.players.hats import HatPassing, find_hat_passing
from tarokk_club.club.session.queries.replay.posted_session import (
    PostedSession,
    load_posted_session,
)
from tarokk_club.club.session.queries.rows.entry_rows import SheetRow, build_sheet_row


@dataclass(frozen=True, slots=True)
class SeatRow:
    """The row of one player on the sheet.

    short: the short name, for narrow layouts.
    deals: whether the player deals the next hand.
    leads: whether the player speaks first in the next hand.
    hat: whether the player wears the mayor's hat.
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
    """The present state of a session.

    seats: the seated players.
    departed: the players who left the table.
    rows: newest first.
    table: the state before the next hand.
    doubled_hands_left: number of hands that are still multiplied.
    hands_left: the fewest and the most hands left after a notice; None without a notice.
    total: the sum of the points of all accounts, always 0.
    in_play: the preview of the draft; None without a draft or if nobody is seated.
    hat: the passing of the hat; None if the session is open or nobody lost the XXI.
    """

    session: Session
    table: Table
    names: Mapping[str, str]
    seats: tuple[SeatRow, ...]
    departed: tuple[SeatRow, ...]
    rows: tuple[SheetRow, ...]
    pots: Mapping[str, int]
    multiplier: int
    doubled_hands_left: int
    notice: Notice | None
    hands_left: tuple[int, int] | None
    total: int
    draft: Draft | None
    in_play: Preview | None
    hat: HatPassing | None

    @property
    def next_number(self) -> int:
        """The number of the next hand."""
        return self.table.number

    @property
    def hands(self) -> int:
        """The number of hands played, from the entries, because the session's row may be stale."""
        return self.table.number - 1

    @property
    def last(self) -> SheetRow | None:
        """The last entry in the order of play; None if there is none."""
        return self.rows[0] if self.rows else None


def load_sheet(
    session: Session, *, names: Mapping[str, str] | None = None, concealed: bool = False
) -> Sheet:
    """Return the sheet of a session, in two queries, or three if it ended with a mayor.

    names: player id to name, if loaded already.
    concealed: whether to leave out free text, which may contain names of players with pseudonyms.
    """
    book = load_posted_session(session, concealed=concealed)
    names = load_names(session.club_id) if names is None else names
    table = book.table
    short = shorten_session_names(names, table.everyone)
    words = ClubWords(short)
    draft = getattr(session, "draft", None)
    sitting = [player for player in table.everyone if player in table.seats]
    departed = [player for player in table.everyone if player not in table.seats]
    game = session.played_game
    return Sheet(
        session=session,
        table=table,
        names=names,
        seats=tuple(build_seat_row(session, book, player, names, short) for player in table.seats),
        departed=tuple(build_seat_row(session, book, player, names, short) for player in departed),
        rows=tuple(build_sheet_row(row, words) for row in reversed(book.rows)),
        pots=table.pots,
        multiplier=table.multiplier,
        doubled_hands_left=table.doubling.hands_left,
        notice=table.notice,
        hands_left=count_hands_left(table),
        total=sum(book.totals.values()) + sum(table.pots.values()),
        draft=draft,
        in_play=game.preview(draft.record, table) if draft and sitting else None,
        hat=find_hat_passing(session, names),
    )


def build_seat_row(
    session: Session,
    book: PostedSession,
    player: str,
    names: Mapping[str, str],
    short: Mapping[str, str],
) -> SeatRow:
    """Return the row of one player on the sheet."""
    table = book.table
    away = session.played_game.sits_out(table)
    order = order_seats_from(table.seats, table.dealer)[1:]
    others = [player for player in order if player != away]
    return SeatRow(
        player_id=player,
        name=names[player],
        short=short[player],
        points=book.totals[player],
        hands=book.hands[player],
        deals=player == table.dealer and not table.ended,
        leads=player in others[:1] and not table.ended,
        sits_out=player == away and not table.ended,
        hat=player == table.mayor,
    )
