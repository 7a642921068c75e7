"""A session in the audit: its stored rows, and the rows derived from its records."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from scoring.core.problem import RefusedError
from scoring.games import GAMES
from tarokk_club.club.audit.queries.replayed_history import ReplayedSession, replay_history
from tarokk_club.club.models import (
    Balance,
    Change,
    Confirmation,
    Entry,
    Player,
    Posting,
    Season,
    Session,
    Tally,
    WriteKey,
)
from tarokk_club.club.session.queries.replay.session_replay import (
    SessionReplay,
    build_posting,
    build_replay_items,
    replay_session,
)

# The number of sessions in memory at once.
BATCH = 25
# The result of a check: pairs of the entry, if any, and the disagreement.
CheckResult = Iterator[tuple[UUID | None, str]]


@dataclass(frozen=True, slots=True)
class Finding:
    """A disagreement between stored and derived data.

    check: name of the check.
    session_id, entry_id: session and entry of the finding, None if there is none.
    detail: description of the disagreement, such as the two values.
    """

    check: str
    session_id: UUID | None
    entry_id: UUID | None
    detail: str


@dataclass
class AuditedSession:
    """A session in the audit, with all its rows.

    players: ids of all players of the club.
    seasons: seasons of the club, newest first.
    postings: stored postings by entry id.
    balances: stored totals by player id.
    """

    session: Session
    players: set[str]
    seasons: list[Season]
    entries: list[Entry] = field(default_factory=list)
    postings: dict[UUID, Posting] = field(default_factory=dict)
    balances: dict[str, Balance] = field(default_factory=dict)
    changes: list[Change] = field(default_factory=list)
    keys: list[WriteKey] = field(default_factory=list)
    confirmations: list[Confirmation] = field(default_factory=list)
    tally: Tally | None = None

    @cached_property
    def replay(self) -> SessionReplay | None:
        """The replay of the session, or None if its records or rules cannot be read."""
        if self.session.game not in GAMES:
            return None
        try:
            return replay_session(self.session, build_replay_items(self.session, self.entries))
        except RefusedError:
            return None

    @cached_property
    def derived(self) -> dict[UUID, Posting]:
        """The postings derived from the records, by entry id; empty if they cannot be derived."""
        played = self.replay.played if self.replay else ()
        return {
            played_event.item.entry_id: build_posting(self.session, played_event)
            for played_event in played
        }

    @cached_property
    def replayed(self) -> ReplayedSession:
        """The state of the session according to its history."""
        return replay_history(self.changes)

    @cached_property
    def pairs(self) -> list[tuple[Posting, Posting]]:
        """Pairs of the stored and the derived posting, for each entry that has both."""
        derived = self.derived
        pairs = [(self.postings.get(entry_id), expected) for entry_id, expected in derived.items()]
        return [(stored, expected) for stored, expected in pairs if stored]


def iter_audited_sessions(club_id: UUID | None) -> Iterator[AuditedSession]:
    """Yield every session of one club, or of all clubs, including sessions in the bin."""
    sessions = Session.objects.order_by("club_id", "id")
    if club_id:
        sessions = sessions.filter(club_id=club_id)
    rows = sessions.iterator(chunk_size=BATCH)
    while batch := list(islice(rows, BATCH)):
        yield from _load_sessions(batch)


def _load_sessions(sessions: Sequence[Session]) -> Iterator[AuditedSession]:
    clubs = {session.club_id for session in sessions}
    players: dict[UUID, set[str]] = {club: set() for club in clubs}
    for club, player in Player.objects.filter(club__in=clubs).values_list("club_id", "pk"):
        players[club].add(str(player))
    seasons: dict[UUID, list[Season]] = {club: [] for club in clubs}
    for season in Season.objects.filter(club__in=clubs).order_by("-starts", "-id"):
        seasons[season.club_id].append(season)
    audited_sessions = {
        session.id: AuditedSession(session, players[session.club_id], seasons[session.club_id])
        for session in sessions
    }
    for entry in _select_rows_of_sessions(Entry.objects.order_by("position"), audited_sessions):
        audited_sessions[entry.session_id].entries.append(entry)
    for posting in _select_rows_of_sessions(Posting.objects.order_by("position"), audited_sessions):
        audited_sessions[posting.session_id].postings[posting.entry_id] = posting
    for balance in _select_rows_of_sessions(Balance.objects.order_by("pk"), audited_sessions):
        audited_sessions[balance.session_id].balances[str(balance.player_id)] = balance
    for change in _select_rows_of_sessions(Change.objects.order_by("seq"), audited_sessions):
        audited_sessions[change.session_id].changes.append(change)
    for key in _select_rows_of_sessions(WriteKey.objects.order_by("made_at"), audited_sessions):
        audited_sessions[key.session_id].keys.append(key)
    for confirmation in _select_rows_of_sessions(
        Confirmation.objects.order_by("seq"), audited_sessions
    ):
        audited_sessions[confirmation.session_id].confirmations.append(confirmation)
    for tally in _select_rows_of_sessions(Tally.objects.order_by("pk"), audited_sessions):
        audited_sessions[tally.session_id].tally = tally
    yield from audited_sessions.values()


def _select_rows_of_sessions(
    rows: QuerySet[Any], audited_sessions: dict[UUID, AuditedSession]
) -> QuerySet[Any]:
    return rows.filter(session_id__in=list(audited_sessions))


def describe_difference(stored: object, derived: object) -> str:
    """Return the detail of a finding about two values that should be equal."""
    return f"stored {stored}, derived {derived}"
