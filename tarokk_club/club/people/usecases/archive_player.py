"""Archive a player who no longer comes, or take one back."""

from uuid import UUID

from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.models import Player
from tarokk_club.club.people.queries.merged import is_merged_away
from tarokk_club.club.people.usecases.player_names import require_name
from tarokk_club.club.writing.errors import ConflictError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import (
    ClubWrite,
    Command,
    PlayersNamed,
    Submission,
    write_to_club,
)


def archive_player(*, club_id: UUID, form: Submission, player_id: UUID, archived: bool) -> Player:
    """The player, offered for new sessions or no longer; what was played stays.

    Raises ConflictError for one who was merged into another or erased, and what the unit of work
    raises.
    """
    content = {"do": "archive_player", "player": str(player_id), "archived": archived}

    def change(write: ClubWrite) -> Player:
        player = Player.objects.get(pk=player_id, club_id=club_id)
        if is_merged_away(player):
            raise ConflictError([Problem("merged_away", "")])
        require_name(player)
        player.archived_at = timezone.now() if archived else None
        player.save(update_fields=["archived_at"])
        return player

    return write_to_club(
        club_id,
        Command(form, Right.PLAYERS, content, PlayersNamed.ANYBODY),
        change,
        repeated=lambda write: Player.objects.get(pk=player_id, club_id=club_id),
    )
