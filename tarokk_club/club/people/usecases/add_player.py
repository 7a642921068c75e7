"""Add a player to a club."""

from uuid import UUID

from scoring.core.problem import Problem
from tarokk_club.club.models import Player
from tarokk_club.club.people.usecases.player_names import name_fault
from tarokk_club.club.writing.errors import RefusedError
from tarokk_club.club.writing.idempotency import add_new
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.typed_text import read_name
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def add_player(*, club_id: UUID, form: Submission, name: str) -> Player:
    """A new player; the form's key becomes the id. Raises RefusedError and what the unit of work
    raises."""
    problems: list[Problem] = []
    name = read_name(name, problems)
    if problems:
        raise RefusedError(problems)
    content = {"do": "add_player", "name": name}

    def change(write: ClubWrite) -> Player:
        fault = name_fault(club_id, name)
        if fault:
            raise RefusedError([fault])
        player = Player(id=form.key, club=write.club, name=name)
        add_new(player)
        return player

    return write_to_club(
        club_id,
        Command(form, Right.PLAYERS, content),
        change,
        repeated=lambda write: Player.objects.get(pk=form.key),
    )
