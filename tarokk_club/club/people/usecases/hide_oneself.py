"""Stay without a name on the pages that a club shows to guests, or not."""

from uuid import UUID

from tarokk_club.club.models import Player, User
from tarokk_club.database.write_lock import write_lock


def hide_oneself(*, user: User, player_id: UUID, hidden: bool) -> Player:
    """The player, who is the person's own. Saying it twice changes nothing.

    Raises Player.DoesNotExist.
    """
    with write_lock():
        player = Player.objects.select_for_update(no_key=True).get(pk=player_id, user=user)
        player.hidden = hidden
        player.save(update_fields=["hidden"])
        return player
