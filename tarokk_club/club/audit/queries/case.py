"""One session as the audit sees it: what is stored, and what its records come to."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from scoring.core.problem import RefusedError
from scoring.games import GAMES
from tarokk_club.club.audit.queries.story import Story, story_of
from tarokk_club.club.models import (
    Balance,
    Booking,
    Change,
    Entry,
    Player,
    Season,
    Session,
    Statement,
    Tally,
    WriteKey,
)
from tarokk_club.club.session.queries.replay import (
    SessionReplay,
    booking_of,
    items_of,
    replay_session,
)

# So many sessions are held in memory at once.
BATCH = 25
# What a check gives: the entry it is about, if any, and what disagrees.
Found = Iterator[tuple[UUID | None, str]]


@dataclass(frozen=True, slots=True)
class Finding:
    """One disagreement: name of the check, session and entry it is about, what disagrees."""

    check: str
    session_id: UUID | None
    entry_id: UUID | None
    detail: str


@dataclass
class Case:
    """A session with all its rows. derived: bookings by entry, made again from the records."""

    session: Session
    players: set[str]
    seasons: list[Season]
    entries: list[Entry] = field(default_factory=list)
    bookings: dict[UUID, Booking] = field(default_factory=dict)
    balances: dict[str, Balance] = field(default_factory=dict)
    changes: list[Change] = field(default_factory=list)
    keys: list[WriteKey] = field(default_factory=list)
    statements: list[Statement] = field(default_factory=list)
    tally: Tally | None = None

    @cached_property
    def replay(self) -> SessionReplay | None:
        """The session played again; None when its records or rules cannot be read."""
        if self.session.game not in GAMES:
            return None
        try:
            return replay_session(self.session, items_of(self.session, self.entries))
        except RefusedError:
            return None

    @cached_property
    def derived(self) -> dict[UUID, Booking]:
        """What should be booked; empty when nothing can be derived."""
        played = self.replay.played if self.replay else ()
        return {done.item.entry_id: booking_of(self.session, done) for done in played}

    @cached_property
    def story(self) -> Story:
        """The session as its history tells it."""
        return story_of(self.changes)

    @cached_property
    def both(self) -> list[tuple[Booking, Booking]]:
        """Stored and derived booking of every entry that has both."""
        derived = self.derived
        pairs = [(self.bookings.get(entry_id), made) for entry_id, made in derived.items()]
        return [(stored, made) for stored, made in pairs if stored]


def cases(club_id: UUID | None) -> Iterator[Case]:
    """Every session of one club or all, the bin too."""
    sessions = Session.objects.order_by("club_id", "id")
    if club_id:
        sessions = sessions.filter(club_id=club_id)
    rows = sessions.iterator(chunk_size=BATCH)
    while batch := list(islice(rows, BATCH)):
        yield from _filled(batch)


def _filled(sessions: Sequence[Session]) -> Iterator[Case]:
    clubs = {session.club_id for session in sessions}
    players: dict[UUID, set[str]] = {club: set() for club in clubs}
    for club, player in Player.objects.filter(club__in=clubs).values_list("club_id", "pk"):
        players[club].add(str(player))
    seasons: dict[UUID, list[Season]] = {club: [] for club in clubs}
    for season in Season.objects.filter(club__in=clubs).order_by("-starts", "-id"):
        seasons[season.club_id].append(season)
    found = {one.id: Case(one, players[one.club_id], seasons[one.club_id]) for one in sessions}
    for entry in _rows(Entry.objects.order_by("position"), found):
        found[entry.session_id].entries.append(entry)
    for booking in _rows(Booking.objects.order_by("position"), found):
        found[booking.session_id].bookings[booking.entry_id] = booking
    for balance in _rows(Balance.objects.order_by("pk"), found):
        found[balance.session_id].balances[str(balance.player_id)] = balance
    for change in _rows(Change.objects.order_by("seq"), found):
        found[change.session_id].changes.append(change)
    for key in _rows(WriteKey.objects.order_by("made_at"), found):
        found[key.session_id].keys.append(key)
    for statement in _rows(Statement.objects.order_by("seq"), found):
        found[statement.session_id].statements.append(statement)
    for tally in _rows(Tally.objects.order_by("pk"), found):
        found[tally.session_id].tally = tally
    yield from found.values()


def _rows(rows: QuerySet[Any], cases: dict[UUID, Case]) -> QuerySet[Any]:
    return rows.filter(session_id__in=list(cases))


def differs(stored: object, derived: object) -> str:
    """What to say where two values should be one."""
    return f"stored {stored}, derived {derived}"
