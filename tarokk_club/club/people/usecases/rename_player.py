"""Give a player another name."""

from uuid import UUID

from scoring.core.problem import Problem
from tarokk_club.club.models import Player
from tarokk_club.club.people.usecases.player_names import name_fault, require_name, short_name_fault
from tarokk_club.club.writing.errors import RefusedError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.typed_text import read_name
from tarokk_club.club.writing.unit_of_work import (
    ClubWrite,
    Command,
    PlayersNamed,
    Submission,
    write_to_club,
)


def rename_player(
    *, club_id: UUID, form: Submission, player_id: UUID, name: str, short_name: str | None = None
) -> Player:
    """The player under the new name, everywhere at once; short_name: where there is little room,
    "" for the book's proposal, None where it stays.

    Raises RefusedError and what the unit of work raises.
    """
    problems: list[Problem] = []
    name = read_name(name, problems)
    short = read_name(short_name, problems, field="short_name") if short_name else short_name
    if problems:
        raise RefusedError(problems)
    content = {"do": "rename_player", "player": str(player_id), "name": name}
    content |= {} if short is None else {"short_name": short}

    def change(write: ClubWrite) -> Player:
        player = Player.objects.get(pk=player_id, club_id=club_id)
        require_name(player)
        fault = name_fault(club_id, name, but=player.id) or (
            short_name_fault(club_id, short, but=player.id) if short else None
        )
        if fault:
            raise RefusedError([fault])
        player.name = name
        player.short_name = player.short_name if short is None else short
        player.save(update_fields=["name", "name_key", "short_name"])
        return player

    return write_to_club(
        club_id,
        Command(form, Right.PLAYERS, content, PlayersNamed.ANYBODY),
        change,
        repeated=lambda write: Player.objects.get(pk=player_id, club_id=club_id),
    )
