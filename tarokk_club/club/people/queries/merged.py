"""Players who were made one with another."""

from tarokk_club.club.models import Merge, Player


def is_merged_away(player: Player) -> bool:
    """Whether the player stands for another one now."""
    return Merge.objects.filter(gone=player, undone_at=None).exists()
