"""The names of players, joined to what is known by ids on its way out."""

from uuid import UUID

from tarokk_club.club.base.short_names import Names
from tarokk_club.club.models import Player


def names_in(club_id: UUID) -> Names:
    """The name of every player a club ever had, by id, with the short names that were chosen."""
    rows = list(Player.objects.filter(club_id=club_id).values_list("pk", "name", "short_name"))
    short = {str(pk): short for pk, _name, short in rows if short}
    return Names({str(pk): name for pk, name, _short in rows}, short)
