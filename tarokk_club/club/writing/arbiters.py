"""The rights of arbiters, for pages and writes."""

from __future__ import annotations

from uuid import UUID

from tarokk_club.club.models import Arbiter, Session, Tournament


def is_arbiter_of(user_id: UUID, tournament: Tournament) -> bool:
    """Return whether the user is an arbiter of the tournament and the tournament has not ended."""
    named = Arbiter.objects.filter(tournament=tournament, user=user_id, ended_at=None)
    return named.exists() and not tournament.has_ended()


def may_direct_table(user_id: UUID, session: Session) -> bool:
    """Return whether the user may direct this session as a tournament's arbiter.

    Only the organisers may correct a round whose result was final.
    """
    table = getattr(session, "tournament_table", None)
    if table is None or table.round <= table.tournament.guarded:
        return False
    return is_arbiter_of(user_id, table.tournament)
