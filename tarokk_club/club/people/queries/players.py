"""Queries for erased and merged players, and for the names on guest pages."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Exists, OuterRef, Value

from tarokk_club.club.models import Club, Entrant, Erasure, Merge, Player, Tournament
from tarokk_club.club.names.player_names import Names, build_names_for_guests
from tarokk_club.club.values.naming import NamedPlayer, Naming, build_public_names


def is_erased(player_id: UUID) -> bool:
    """Return whether the player was erased."""
    return Erasure.objects.filter(player=player_id).exists()


def is_erased_user(club_id: UUID, user_id: UUID) -> bool:
    """Return whether the user was erased from this club."""
    return Erasure.objects.filter(club_id=club_id, user=user_id).exists()


def is_merged_away(player: Player) -> bool:
    """Return whether the player was merged into another."""
    return Merge.objects.filter(gone=player, undone_at=None).exists()


def load_names_for_guests(
    club: Club, tournament: Tournament | None = None, *, naming: Naming | None = None
) -> Names:
    """Return the name on guest pages for each player of the club, by player id.

    tournament: a tournament whose consenting entrants keep their full names.
    naming: form of the names; by default the club's.
    """
    agreed = Entrant.objects.filter(tournament=tournament, player=OuterRef("pk"), full_name=True)
    full = Exists(agreed) if tournament else Value(value=False)
    rows = Player.objects.filter(club=club).order_by("created_at", "pk").annotate(full=full)
    players = [
        NamedPlayer(str(pk), name, hidden, full)
        for pk, name, hidden, full in rows.values_list("pk", "name", "hidden", "full")
    ]
    return build_names_for_guests(
        build_public_names(players, naming or Naming(club.guest_names)), club
    )
