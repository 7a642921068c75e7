"""That no two players of a club are called the same, what to call the second one, and that an
erased person gets no name again.
"""

from uuid import UUID

from scoring.core.problem import Problem
from tarokk_club.club.models import Player
from tarokk_club.club.models.people import name_key
from tarokk_club.club.people.queries.erased import is_erased
from tarokk_club.club.writing.errors import ConflictError


def require_name(player: Player) -> None:
    """Refuse to bring an erased player back to a name or a seat."""
    if is_erased(player.pk):
        raise ConflictError([Problem("player_erased", "")])


def name_fault(club_id: UUID, name: str, *, but: UUID | None = None) -> Problem | None:
    """The problem when another player has the name; it proposes one that is free."""
    others = Player.objects.filter(club_id=club_id)
    if but:
        others = others.exclude(pk=but)
    taken = set(others.values_list("name_key", flat=True))
    if name_key(name) not in taken:
        return None
    free = next(
        proposal
        for number in range(2, len(taken) + 3)
        if name_key(proposal := f"{name} {number}") not in taken
    )
    return Problem("name_taken", "name", {"proposal": free})


def short_name_fault(club_id: UUID, short: str, *, but: UUID) -> Problem | None:
    """The problem when another player of the club is called so where there is little room."""
    others = Player.objects.filter(club_id=club_id).exclude(pk=but).exclude(short_name="")
    taken = {one.casefold() for one in others.values_list("short_name", flat=True)}
    if short.casefold() not in taken:
        return None
    numbered = (f"{short} {number}" for number in range(2, len(taken) + 3))
    free = next(one for one in numbered if one.casefold() not in taken)
    return Problem("name_taken", "short_name", {"proposal": free})
