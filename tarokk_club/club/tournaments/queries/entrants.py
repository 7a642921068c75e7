"""Who takes part in a tournament, and who has played in it."""

from __future__ import annotations

from uuid import UUID

from tarokk_club.club.models import Balance, Entrant, Tournament, User


def own_entrant(tournament: Tournament, user: User) -> Entrant | None:
    """The entrant that the person is, if one; in one query."""
    rows = tournament.entrants.filter(player__user=user).select_related("player")
    return rows.order_by("pk").first()


def took_part(tournament: Tournament) -> set[UUID]:
    """The ids of everybody who takes part or sat at one of its tables, in two queries."""
    return set(tournament.entrants.values_list("player_id", flat=True)) | have_sat(tournament)


def have_sat(tournament: Tournament) -> set[UUID]:
    """The ids of everybody who sat at one of its tables that count, in one query."""
    sat = Balance.objects.filter(
        session__tournament_table__tournament=tournament, session__binned_at=None
    )
    return set(sat.values_list("player_id", flat=True))
