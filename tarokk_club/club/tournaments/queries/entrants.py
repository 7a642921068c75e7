"""The entrants of a tournament, and the players who have sat in it."""

from __future__ import annotations

from uuid import UUID

from tarokk_club.club.models import Balance, Entrant, Tournament, User


def own_entrant(tournament: Tournament, user: User) -> Entrant | None:
    """Return the user's entrant, None if the user does not take part, in one query."""
    rows = tournament.entrants.filter(player__user=user).select_related("player")
    return rows.order_by("pk").first()


def took_part(tournament: Tournament) -> set[UUID]:
    """Return the ids of all players who are entered or sat at a table, in two queries."""
    return set(tournament.entrants.values_list("player_id", flat=True)) | have_sat(tournament)


def have_sat(tournament: Tournament) -> set[UUID]:
    """Return the ids of all players who sat at a table that counts, in one query."""
    sat = Balance.objects.filter(
        session__tournament_table__tournament=tournament, session__binned_at=None
    )
    return set(sat.values_list("player_id", flat=True))
