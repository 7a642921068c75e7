"""A whole session as the files made of it need it: its head, its bookings, its names."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from scoring.core.problem import RefusedError
from scoring.core.schema import RECORD_SCHEMA
from scoring.document import Head, Stake
from tarokk_club.club.models import Club, Player, Session
from tarokk_club.club.session.queries.booked import BookedSession, booked


@dataclass(frozen=True, slots=True)
class Evening:
    """head: as in a document, with ids for names; names: by id, of everybody who ever sat."""

    session: Session
    head: Head
    book: BookedSession
    names: Mapping[str, str]


def evening(session: Session) -> Evening:
    """The session as it is booked, in two queries.

    Raises RefusedError when a record does not fit any more: half a session must not pass for a
    whole one.
    """
    book = booked(session)
    if book.problems:
        raise RefusedError(list(book.problems))
    everyone = Player.objects.filter(pk__in=book.table.everyone).values_list("pk", "name")
    return Evening(session, _head(session, book), book, {str(pk): name for pk, name in everyone})


def _head(session: Session, book: BookedSession) -> Head:
    stake = Stake(session.currency, session.per_point) if session.per_point else None
    return Head(
        game=session.played_game,
        rules=session.frozen_rules(),
        preset=session.rules_preset or None,
        players=tuple(session.seats),
        dealer=str(session.first_dealer),
        title=session.table_name or None,
        day=session.date,
        stake=stake,
        events=[],
        schema=min((row.entry.schema for row in book.rows), default=RECORD_SCHEMA),
    )


def session_with_id(session_id: UUID) -> Session | None:
    """The session, whichever club it is of: for the operator's commands only."""
    return Session.objects.filter(pk=session_id).first()


def club_with_slug(slug: str) -> Club | None:
    """The club at that address: for the operator's commands only."""
    return Club.objects.filter(slug=slug).first()
