"""The players that an account plays as."""

from __future__ import annotations

from tarokk_club.club.models import Player, User


def players_of(user: User) -> tuple[Player, ...]:
    """Whom the person plays as, with the club of each."""
    return tuple(Player.objects.filter(user=user).select_related("club").order_by("club__name"))
