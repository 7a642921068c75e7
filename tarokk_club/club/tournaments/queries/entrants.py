"""The entrants of a tournament and the players who sat at its tables."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db.models import QuerySet

from tarokk_club.club.models import Balance, Entrant, Tournament, TournamentTable, User
from tarokk_club.club.names.collation import build_sort_key


def find_entrant_of_user(tournament: Tournament, user: User) -> Entrant | None:
    """Return the entrant of the user, even one who no longer takes part; None if there is none."""
    rows = tournament.entrants.filter(player__user=user).select_related("player")
    return rows.order_by("pk").first()


def select_present_entrants(tournament: Tournament) -> QuerySet[Entrant]:
    """Return the entrants to seat in the next draw; with check-in, only those who have arrived."""
    rows = Entrant.objects.filter(tournament=tournament, gone=False)
    return rows.exclude(arrived_at=None) if tournament.check_in else rows


def list_absent_names(tournament: Tournament) -> list[str]:
    """Return the sorted names of the entrants who have not checked in.

    Return an empty list if the tournament has no check-in.
    """
    if not tournament.check_in:
        return []
    rows = tournament.entrants.filter(gone=False, arrived_at=None)
    return sorted(rows.values_list("player__name", flat=True), key=build_sort_key)


def load_entrant_and_seated_ids(tournament: Tournament) -> set[UUID]:
    """Return the ids of all past and current entrants and of all seated players, in two queries.

    An entrant who was removed before sitting at a table is not included.
    """
    return set(tournament.entrants.values_list("player_id", flat=True)) | load_seated_player_ids(
        tournament
    )


def load_seated_player_ids(tournament: Tournament) -> set[UUID]:
    """Return the ids of all players who sat at a table that counts, in one query."""
    sat = Balance.objects.filter(
        session__tournament_table__tournament=tournament, session__binned_at=None
    )
    return set(sat.values_list("player_id", flat=True))


def select_arrived_entrants(
    tournament: Tournament, entrants: Sequence[str], tables: Sequence[TournamentTable]
) -> Sequence[str]:
    """Return the entrants who had checked in when the last round began.

    Return all entrants if the tournament has no check-in, or no round has begun.

    entrants: ids of the entrants to choose from.
    tables: all tables of the tournament.
    """
    began = max((table.session.created_at for table in tables), default=None)
    if not tournament.check_in or began is None:
        return entrants
    rows = tournament.entrants.filter(arrived_at__lte=began)
    arrived = set(map(str, rows.values_list("player_id", flat=True)))
    return [player for player in entrants if player in arrived]
