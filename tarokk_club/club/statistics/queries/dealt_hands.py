"""The players who held cards in each hand, read from the postings without scoring again."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import QuerySet

from scoring.core.game import AnyGame
from scoring.core.game_info_types import Ending
from scoring.core.table import Table
from scoring.games import GAMES
from tarokk_club.club.models import Posting
from tarokk_club.club.models.hands import read_stored_roles
from tarokk_club.club.session.queries.replay.posted_session import compute_seats_after

# The kinds of events that change who sits at a table.
MOVES = ("join", "leave")
_FIELDS = (
    *("session_id", "session__seats", "session__game", "entry_id", "number", "kind", "dealer"),
    *("net", "entry__record", "session__date"),
)


class DealtHand(NamedTuple):
    """A dealt hand with the players who held cards.

    entry: id of the entry.
    ending: properties of the way in which the hand ended.
    net: points by account, + receives.
    playing: ids of the players who held cards.
    """

    session: UUID
    game: AnyGame
    entry: str
    number: int
    ending: Ending
    net: dict[str, int]
    record: dict[str, Any]
    playing: tuple[str, ...]
    day: date

    @property
    def declaring(self) -> tuple[str, ...]:
        """The ids of the declarer's side, empty if every player plays alone."""
        return read_stored_roles(self.game, self.record).side


def read_dealt_hands(rows: QuerySet[Posting]) -> Iterator[DealtHand]:
    """Yield every hand of these postings, in one query.

    rows: postings in the order of session and position, including all of the kinds in `MOVES`.
    """
    at: UUID | None = None
    seats: tuple[str, ...] = ()
    for row in rows.values_list(*_FIELDS).iterator():
        session, first, key, entry, number, kind, dealer, net, record, day = row
        game = GAMES[key]
        if session != at:
            at, seats = session, tuple(first)
        if kind in MOVES:
            seats = compute_seats_after(seats, record)
        elif number is not None:
            away = game.sits_out(Table(None, seats, str(dealer), seats))
            playing = tuple(seat for seat in seats if seat != away)
            ending = game.info.endings[kind]
            yield DealtHand(session, game, str(entry), number, ending, net, record, playing, day)
