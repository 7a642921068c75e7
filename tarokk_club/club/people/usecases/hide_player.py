"""Let pages for guests call a player by a number, or by the name again."""

from uuid import UUID

from scoring.core.problem import Problem
from tarokk_club.club.models import Player
from tarokk_club.club.writing.errors import RefusedError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import (
    ClubWrite,
    Command,
    PlayersNamed,
    Submission,
    write_to_club,
)


def hide_player(*, club_id: UUID, form: Submission, player_id: UUID, hidden: bool) -> Player:
    """The player; only players with an account can undo the hiding themselves.

    Raises RefusedError, Player.DoesNotExist and what the unit of work raises.
    """
    content = {"do": "hide_player", "player": str(player_id), "hidden": hidden}

    def change(write: ClubWrite) -> Player:
        player = Player.objects.get(pk=player_id, club_id=club_id)
        if player.hidden == hidden:
            return player
        own = form.by is not None and player.user_id == form.by.id
        if player.user_id and not hidden and not own:
            raise RefusedError([Problem("own_choice", "")])
        player.hidden = hidden
        player.save(update_fields=["hidden"])
        return player

    return write_to_club(
        club_id,
        Command(form, Right.PLAYERS, content, PlayersNamed.ANYBODY),
        change,
        repeated=lambda write: Player.objects.get(pk=player_id, club_id=club_id),
    )
