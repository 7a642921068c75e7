"""The sessions of a season or a club by game, loaded in batches."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, islice
from uuid import UUID

from django.db.models import QuerySet

from scoring.games import GAMES
from tarokk_club.club.models import Balance, Entry, Posting, Session
from tarokk_club.club.names.collation import build_sort_key
from tarokk_club.club.names.player_names import load_names
from tarokk_club.club.session.queries.sessions.session_outcomes import load_session_outcome

Events = list[tuple[Entry, Posting]]
# Sessions per batch: few queries, and constant memory for any number of sessions.
BATCH_SIZE = 20


def list_played_games(club_id: UUID, season_id: UUID | None) -> list[str]:
    """Return the keys of the games that were played, in the order of GAMES.

    season_id: None for all seasons.
    """
    rows = _query_sessions(club_id, season_id).order_by().values_list("game", flat=True)
    played = set(rows.distinct())
    return [key for key in GAMES if key in played]


def load_player_names(club_id: UUID, season_id: UUID | None, game: str) -> dict[str, str]:
    """Return the name of each player of the game, by id, sorted by name."""
    sessions = _query_sessions(club_id, season_id).filter(game=game)
    rows = Balance.objects.filter(session__in=sessions).order_by().values_list("player", flat=True)
    names = load_names(club_id)
    players = {str(player): names[str(player)] for player in rows.distinct()}
    return dict(sorted(players.items(), key=lambda pair: (build_sort_key(pair[1]), pair[0])))


def load_posted_sessions(
    club_id: UUID, season_id: UUID | None, game: str
) -> Iterator[tuple[Session, Events]]:
    """Yield each session of the game with its events and their postings, oldest first.

    Raise RefusedError if a session can no longer be replayed.
    """
    rows = (
        _query_sessions(club_id, season_id).filter(game=game).order_by("date", "created_at", "pk")
    )
    sessions = rows.iterator(chunk_size=BATCH_SIZE)
    while batch := list(islice(sessions, BATCH_SIZE)):
        events = _load_events(batch)
        for session in batch:
            yield session, events.get(session.pk, [])


def _load_events(sessions: list[Session]) -> dict[UUID, Events]:
    # Separate queries, not a join: an entry and its postings would keep each other in memory.
    rows_of_postings = Posting.objects.filter(session__in=sessions)
    postings = {posting.entry_id: posting for posting in rows_of_postings}
    rows = Entry.objects.filter(session__in=sessions, deleted=False)
    events_by_session = {}
    for session_id, some in groupby(rows.order_by("session", "position"), key=_get_session_id):
        entries = list(some)
        pairs = [(entry, postings[entry.pk]) for entry in entries if entry.pk in postings]
        events_by_session[session_id] = pairs
        if len(events_by_session[session_id]) < len(entries):
            # A session with missing postings, which the audit reports, is replayed instead.
            session = next(session for session in sessions if session.pk == session_id)
            played = load_session_outcome(session).book.rows
            events_by_session[session_id] = [(row.entry, row.posting) for row in played]
    return events_by_session


def _get_session_id(entry: Entry) -> UUID:
    return entry.session_id


def _query_sessions(club_id: UUID, season_id: UUID | None) -> QuerySet[Session]:
    rows = Session.objects.filter(club=club_id, binned_at=None)
    return rows.filter(season=season_id) if season_id else rows
