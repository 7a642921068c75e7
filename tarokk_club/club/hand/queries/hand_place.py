"""Queries for the entry screen: the table at which the hand is played, and all players' names."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from uuid import UUID

from django.core.cache import caches

from scoring.core.table import Table, order_from
from tarokk_club.club.formatting.sentences import sentence_of
from tarokk_club.club.models import Change, Session, User
from tarokk_club.club.names.player_names import names_in, session_names
from tarokk_club.club.pages.fragment_cache import FRAGMENTS, cache_key
from tarokk_club.club.session.queries.booked import table_now, tables_of
from tarokk_club.club.session.queries.prescribed import deals_of, is_played_out


@dataclass(frozen=True)
class HandPlace:
    """The position of a saved or new hand: the table before it, and the players' names.

    names: player id to name; everybody of the session has one short name throughout.
    last: the record of the last hand; None before the first.
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
    def left(self) -> int:
        """The number of deals still to come with the same multiplier as this one."""
        return self.table.doubling.left

    @cached_property
    def short(self) -> Mapping[str, str]:
        """The short names of the players at the table, by id, for narrow layouts."""
        return {player: self.names[player] for player in self.table.seats}

    def leader(self, away: str | None) -> str:
        """Return the short name of the player who speaks and leads first.

        away: id of the player who sits out, if any.
        """
        order = order_from(self.table.seats, self.table.dealer)[1:]
        return self.short[next((one for one in order if one != away), self.table.dealer)]


def load_hand_place(
    session: Session, *, before: UUID | None = None, again: UUID | None = None
) -> HandPlace | None:
    """Return the place at the end of the session or before an entry, in two queries.

    Return None when there is no such entry.

    again: the id that the hand will have; if a hand with this id is already saved, return its
        place.
    """
    names, at = names_in(session.club_id), before or again
    if before is None and (now := table_now(session, unless=again)):
        table, last = now
        return HandPlace(table, session_names(names, table.everyone), last, ends=True)
    told = tables_of(session)
    if before and before not in told.before:
        return None
    ends = not before or next(reversed(told.before)) == before
    table = told.before.get(at, told.now) if at else told.now
    # Who came later has a name of this session, too.
    return HandPlace(table, session_names(names, told.now.everyone), told.last, ends)


def has_entered(user: User) -> bool:
    """Return whether the user has ever entered a hand or another event.

    A positive result is cached, because it never changes back.
    """
    key = cache_key("entered", user.pk)
    found = caches[FRAGMENTS].get(key, False)
    if not found and (found := Change.objects.filter(author=user, entry__isnull=False).exists()):
        caches[FRAGMENTS].set(key, found)
    return bool(found)


def entry_refusal(session: Session, place: HandPlace) -> str:
    """Return the reason why no hand can be entered now, as a sentence; "" when one can."""
    if session.binned_at:
        return sentence_of("session_binned")
    if session.closed:
        return sentence_of("session_closed")
    if is_played_out(session):
        return sentence_of("hands_are_played", number=deals_of(session))
    game, count = session.played_game, len(place.table.seats)
    if game.fewest <= count <= game.most:
        return ""
    values = {"fewest": game.fewest, "most": game.most, "count": count}
    return sentence_of("wrong_number_of_players", **values)
