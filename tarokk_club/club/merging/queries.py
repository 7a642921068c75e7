"""Queries for merges of players, and for the candidates for merging."""

from dataclasses import dataclass
from uuid import UUID

from tarokk_club.club.models import Merge, Player
from tarokk_club.club.money.queries.money_names import has_money_references
from tarokk_club.club.people.queries.clubs import list_active_players


@dataclass(frozen=True, slots=True)
class MergeRow:
    """A merge that can be undone, from the point of view of one of its players.

    other: name of the other player.
    sessions: number of sessions that were moved.
    away: whether this player is the archived one.
    """

    id: UUID
    other: str
    sessions: int
    away: bool


def load_merges(player: Player) -> tuple[MergeRow, ...]:
    """Return the merges of a player that can be undone, newest first."""
    merges = Merge.objects.filter(club_id=player.club_id, undone_at=None).order_by("-at")
    away = merges.filter(gone=player).values_list("id", "kept__name", "sessions")
    here = merges.filter(kept=player).values_list("id", "gone__name", "sessions")
    return (
        *(MergeRow(pk, name, len(sessions), away=True) for pk, name, sessions in away),
        *(MergeRow(pk, name, len(sessions), away=False) for pk, name, sessions in here),
    )


def has_remaining_data(player: Player) -> bool:
    """Return whether a merged player still is active or has an account, a seat or money."""
    here = player.user_id or player.archived_at is None or player.balances.exists()
    return bool(here) or has_money_references(player.pk)


def list_merge_choices(player: Player) -> tuple[tuple[str, str], ...]:
    """Return the other players of the club by name, as form choices."""
    others = list_active_players(player.club)
    return tuple(pair for pair in others if pair[0] != str(player.id))
