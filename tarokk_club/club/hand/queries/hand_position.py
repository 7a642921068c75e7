"""Queries for the entry screen: the table at which the hand is played, and all players' names."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from uuid import UUID

from django.core.cache import caches

from scoring.core.table import Table, order_seats_from
from tarokk_club.club.formatting.sentences import render_sentence
from tarokk_club.club.models import Change, Session, User
from tarokk_club.club.names.player_names import load_names, shorten_session_names
from tarokk_club.club.pages.fragment_cache import FRAGMENTS, build_cache_key
from tarokk_club.club.session.queries.replay.posted_session import (
    load_current_table,
    load_table_states,
)
from tarokk_club.club.session.queries.sessions.prescribed_hands import (
    count_prescribed_hands,
    is_played_out,
)


@dataclass(frozen=True)
class HandPosition:
    """The position of a saved or new hand: the table before it, and the players' names.

    names: player id to name, the same throughout the session.
    last: the record of the session's last hand; None before the first hand.
    ends: whether no entry follows.
    """

    table: Table
    names: Mapping[str, str]
    last: Mapping[str, Any] | None = None
    ends: bool = False

    @property
    def number(self) -> int:
        """The number of the hand."""
        return self.table.number

    @property
    def doubled_hands_left(self) -> int:
        """The number of hands, including this one, that still count more than once."""
        return self.table.doubling.hands_left

    @cached_property
    def short_names(self) -> Mapping[str, str]:
        """The short names of the players at the table, by id, for narrow layouts."""
        return {player: self.names[player] for player in self.table.seats}

    def find_leader(self, away: str | None) -> str:
        """Return the short name of the player who speaks and leads first.

        away: id of the player who sits out, if any.
        """
        order = order_seats_from(self.table.seats, self.table.dealer)[1:]
        return self.short_names[
            next((player for player in order if player != away), self.table.dealer)
        ]


def load_hand_position(
    session: Session, *, before: UUID | None = None, own_id: UUID | None = None
) -> HandPosition | None:
    """Return the position at the end of the session or before an entry.

    Return None if there is no entry with the id `before`.

    own_id: the id that the hand will have; if a hand with this id is already saved, return its
        position.
    """
    names, at = load_names(session.club_id), before or own_id
    if before is None and (now := load_current_table(session, unless=own_id)):
        table, last = now
        return HandPosition(table, shorten_session_names(names, table.everyone), last, ends=True)
    tables = load_table_states(session)
    if before and before not in tables.before:
        return None
    ends = not before or next(reversed(tables.before)) == before
    table = tables.before.get(at, tables.now) if at else tables.now
    # Take the names from the latest table, so players who joined later have one too.
    return HandPosition(table, shorten_session_names(names, tables.now.everyone), tables.last, ends)


def has_recorded_entry(user: User) -> bool:
    """Return whether the user has ever recorded or changed an entry.

    A positive result is cached, because it never changes back.
    """
    key = build_cache_key("entered", user.pk)
    entered = caches[FRAGMENTS].get(key, False)
    if not entered:
        entered = Change.objects.filter(author=user, entry__isnull=False).exists()
        if entered:
            caches[FRAGMENTS].set(key, entered)
    return bool(entered)


def explain_entry_refusal(session: Session, position: HandPosition) -> str:
    """Return the reason why no hand can be entered now, as a sentence; "" if there is none."""
    if session.read_only_reason:
        return render_sentence(session.read_only_reason)
    if is_played_out(session):
        return render_sentence("hands_are_played", number=count_prescribed_hands(session))
    game, count = session.played_game, len(position.table.seats)
    if game.fewest <= count <= game.most:
        return ""
    values = {"fewest": game.fewest, "most": game.most, "count": count}
    return render_sentence("wrong_number_of_players", **values)
