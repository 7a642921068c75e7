"""The names of players, joined to what is known by ids on its way out."""

from uuid import UUID

from tarokk_club.club.models import Player


def names_in(club_id: UUID) -> dict[str, str]:
    """The name of every player a club ever had, by id."""
    rows = Player.objects.filter(club_id=club_id).values_list("pk", "name")
    return {str(pk): name for pk, name in rows}
