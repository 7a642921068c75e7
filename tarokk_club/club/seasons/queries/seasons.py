"""The seasons of a club."""

from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db.models import Count, Q

from tarokk_club.club.models import Club, Season


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """One season in the list; sessions: outside the bin."""

    id: UUID
    name: str
    starts: date
    ends: date | None
    closed: bool
    sessions: int


def season_rows(club: Club) -> tuple[SeasonRow, ...]:
    """All seasons, the youngest first, in one query."""
    rows = Season.objects.filter(club=club).annotate(
        played=Count("sessions", filter=Q(sessions__binned_at=None))
    )
    return tuple(
        SeasonRow(one.id, one.name, one.starts, one.ends, one.closed_at is not None, one.played)
        for one in rows.order_by("-starts", "-id")
    )
