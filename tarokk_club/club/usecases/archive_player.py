"""Archive a player who no longer comes, or take one back."""

from uuid import UUID

from django.utils import timezone

from tarokk_club.club.models import Player
from tarokk_club.club.permissions import Right
from tarokk_club.club.usecases.door import Form, club_door, keep_key


def archive_player(*, club_id: UUID, form: Form, player_id: UUID, archived: bool) -> Player:
    """The player, offered for new sessions or no longer; what was played stays.

    Raises what the door raises.
    """
    content = {"do": "archive_player", "player": str(player_id), "archived": archived}
    with club_door(club_id, form=form, right=Right.PLAYERS, content=content) as desk:
        player = Player.objects.get(pk=player_id, club_id=club_id)
        if desk.repeated:
            return player
        player.archived_at = timezone.now() if archived else None
        player.save(update_fields=["archived_at"])
        keep_key(desk)
        return player
