"""The list of a club's tournaments."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db.models import Count, Max, Q

from tarokk_club.club.models import Club, Tournament

COUNTED_TABLES = Q(tables__session__binned_at=None, tables__isnull=False)


@dataclass(frozen=True, slots=True)
class TournamentRow:
    """A tournament in the list.

    played: number of rounds that have begun.
    entrants: number of entrants.
    """

    id: UUID
    name: str
    date: date
    game: str
    rounds: int
    played: int
    entrants: int


def load_tournament_rows(club: Club) -> tuple[TournamentRow, ...]:
    """Return all tournaments, latest first, in one query."""
    rows = Tournament.objects.filter(club=club).annotate(
        played=Max("tables__round", filter=COUNTED_TABLES),
        entered=Count("entrants", filter=Q(entrants__gone=False), distinct=True),
    )
    return tuple(
        TournamentRow(
            row.id, row.name, row.date, row.game, row.all_rounds, row.played or 0, row.entered
        )
        for row in rows.defer("schedule").order_by("-date", "-made_at", "-id")
    )
