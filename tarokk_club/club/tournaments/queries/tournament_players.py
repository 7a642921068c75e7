"""Who has to do with a tournament: those who take part, and those who have played in it."""

from __future__ import annotations

from uuid import UUID

from tarokk_club.club.models import Balance, Tournament


def took_part(tournament: Tournament) -> set[UUID]:
    """The ids of everybody who takes part or sat at one of its tables, in two queries."""
    return set(tournament.entrants.values_list("player_id", flat=True)) | have_sat(tournament)


def have_sat(tournament: Tournament) -> set[UUID]:
    """The ids of everybody who sat at one of its tables that count, in one query."""
    sat = Balance.objects.filter(
        session__tournament_table__tournament=tournament, session__binned_at=None
    )
    return set(sat.values_list("player_id", flat=True))
