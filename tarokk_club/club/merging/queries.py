"""Players who were entered twice: who was made one with whom, and who could be."""

from dataclasses import dataclass
from uuid import UUID

from tarokk_club.club.models import Merge, Player
from tarokk_club.club.money.queries.money_names import is_named
from tarokk_club.club.people.queries.clubs import active_players


@dataclass(frozen=True, slots=True)
class MergeRow:
    """One merging that stands; away: seen from the player who is no longer in the lists."""

    id: UUID
    other: str
    sessions: int
    away: bool


def merges_of(player: Player) -> tuple[MergeRow, ...]:
    """The mergings of a player that can be taken back, the newest first."""
    found = Merge.objects.filter(club_id=player.club_id, undone_at=None).order_by("-at")
    away = found.filter(gone=player).values_list("id", "kept__name", "sessions")
    here = found.filter(kept=player).values_list("id", "gone__name", "sessions")
    return (
        *(MergeRow(pk, name, len(sessions), away=True) for pk, name, sessions in away),
        *(MergeRow(pk, name, len(sessions), away=False) for pk, name, sessions in here),
    )


def holds_anything(player: Player) -> bool:
    """Whether a player who was merged away has an account, a seat or money after all."""
    here = player.user_id or player.archived_at is None or player.balances.exists()
    return bool(here) or is_named(player.pk)


def could_be(player: Player) -> tuple[tuple[str, str], ...]:
    """The other players of the club, by name, as the choices of a form."""
    others = active_players(player.club)
    return tuple(pair for pair in others if pair[0] != str(player.id))
