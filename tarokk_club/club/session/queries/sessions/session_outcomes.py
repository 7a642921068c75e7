"""The outcome of a session for export, and the look-up of sessions and clubs for the operator."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from scoring.core.problem import RefusedError
from scoring.core.reader import RECORD_SCHEMA
from scoring.document import Head
from tarokk_club.club.models import Club, Player, Session
from tarokk_club.club.session.queries.replay.posted_session import (
    PostedSession,
    load_posted_session,
)


@dataclass(frozen=True, slots=True)
class SessionOutcome:
    """A session for export.

    head: the head of its document, with ids instead of names.
    book: the session's postings.
    names: player id to name, for all players of the session.
    """

    session: Session
    head: Head
    book: PostedSession
    names: Mapping[str, str]


def load_session_outcome(session: Session) -> SessionOutcome:
    """Return the session for export, in two queries.

    Raise RefusedError if an entry is no longer possible.
    """
    book = load_posted_session(session)
    if book.problems:
        raise RefusedError(list(book.problems))
    everyone = Player.objects.filter(pk__in=book.table.everyone).values_list("pk", "name")
    return SessionOutcome(
        session, _build_head(session, book), book, {str(pk): name for pk, name in everyone}
    )


def _build_head(session: Session, book: PostedSession) -> Head:
    return Head(
        game=session.played_game,
        rules=session.read_frozen_rules(),
        preset=session.rules_preset or None,
        players=tuple(session.seats),
        dealer=str(session.first_dealer),
        title=session.table_name or None,
        day=session.date,
        stake=session.stake,
        events=[],
        schema=min((row.entry.schema for row in book.rows), default=RECORD_SCHEMA),
    )


def find_session(session_id: UUID) -> Session | None:
    """Return the session with this id, of any club, or None; only for the operator's commands."""
    return Session.objects.filter(pk=session_id).first()


def find_club_by_slug(slug: str) -> Club | None:
    """Return the club with this slug, or None; only for the operator's commands."""
    return Club.objects.filter(slug=slug).first()
