"""Who takes part under the reader's account."""

from __future__ import annotations

from tarokk_club.club.models import Entrant, Tournament, User


def own_entrant(tournament: Tournament, user: User) -> Entrant | None:
    """The entrant that the person is, if one; in one query."""
    rows = tournament.entrants.filter(player__user=user).select_related("player")
    return rows.order_by("pk").first()
