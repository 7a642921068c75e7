"""Who was erased from a club."""

from uuid import UUID

from tarokk_club.club.models import Erasure


def is_erased(player_id: UUID) -> bool:
    """Whether the player is a pseudonym for ever."""
    return Erasure.objects.filter(player=player_id).exists()


def is_erased_user(club_id: UUID, user_id: UUID) -> bool:
    """Whether the member was taken out of this club for ever."""
    return Erasure.objects.filter(club_id=club_id, user=user_id).exists()
