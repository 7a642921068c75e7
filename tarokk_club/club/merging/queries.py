"""Queries for merges of players, and for players who can be merged."""

from dataclasses import dataclass
from uuid import UUID

from tarokk_club.club.models import Merge, Player
from tarokk_club.club.money.queries.entries.player_references import (
    has_money_or_tournament_references,
)
from tarokk_club.club.people.queries.clubs import list_active_players


@dataclass(frozen=True, slots=True)
class MergeRow:
    """A merge that is not undone, from the point of view of one of its players.

    other_name: name of the other player.
    sessions: number of sessions that were moved.
    is_archived: whether this player is the archived one.
    """

    id: UUID
    other_name: str
    sessions: int
    is_archived: bool


def load_merges(player: Player) -> tuple[MergeRow, ...]:
    """Return a player's merges that are not undone.

    The merges in which the player was archived come first; each group is newest first.
    """
    merges = Merge.objects.filter(club_id=player.club_id, undone_at=None).order_by("-at")
    gone_merges = merges.filter(gone=player).values_list("id", "kept__name", "sessions")
    kept_merges = merges.filter(kept=player).values_list("id", "gone__name", "sessions")
    return (
        *(
            MergeRow(pk, name, len(sessions), is_archived=True)
            for pk, name, sessions in gone_merges
        ),
        *(
            MergeRow(pk, name, len(sessions), is_archived=False)
            for pk, name, sessions in kept_merges
        ),
    )


def has_remaining_data(player: Player) -> bool:
    """Return whether a merged player is active or has an account, a seat, money or a tournament."""
    has_data = player.user_id or player.archived_at is None or player.balances.exists()
    return bool(has_data) or has_money_or_tournament_references(player.pk)


def list_merge_choices(player: Player) -> tuple[tuple[str, str], ...]:
    """Return the other active players of the club, sorted by name, as form choices."""
    players = list_active_players(player.club)
    return tuple(pair for pair in players if pair[0] != str(player.id))
