"""Which players were erased or merged, and what guests call them."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Exists, OuterRef, Value

from tarokk_club.club.models import Club, Entrant, Erasure, Merge, Player, Tournament
from tarokk_club.club.values.naming import Known, Naming, public_names


def is_erased(player_id: UUID) -> bool:
    """Whether the player is a pseudonym for ever."""
    return Erasure.objects.filter(player=player_id).exists()


def is_erased_user(club_id: UUID, user_id: UUID) -> bool:
    """Whether the member was taken out of this club for ever."""
    return Erasure.objects.filter(club_id=club_id, user=user_id).exists()


def is_merged_away(player: Player) -> bool:
    """Whether the player stands for another one now."""
    return Merge.objects.filter(gone=player, undone_at=None).exists()


def guest_names(club: Club, tournament: Tournament | None = None) -> dict[str, str]:
    """What guests call the players of the club, by id, in one query; on the page of a tournament
    those by their names who have agreed to it.
    """
    agreed = Entrant.objects.filter(tournament=tournament, player=OuterRef("pk"), full_name=True)
    full = Exists(agreed) if tournament else Value(value=False)
    rows = Player.objects.filter(club=club).order_by("created_at", "pk").annotate(full=full)
    known = [
        Known(str(pk), name, hidden, full)
        for pk, name, hidden, full in rows.values_list("pk", "name", "hidden", "full")
    ]
    return public_names(known, Naming(club.guest_names))
