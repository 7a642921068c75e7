"""API endpoints that read the calendar."""

from __future__ import annotations

from uuid import UUID

from ninja import Query

from tarokk_club.club.api import evening_shapes
from tarokk_club.club.api.guarded import GuardedRouter
from tarokk_club.club.api.queries.evenings import serialize_evening, serialize_evenings
from tarokk_club.club.api.queries.pagination import paginate_queryset
from tarokk_club.club.calendar.queries.evenings import NEXT_FIRST
from tarokk_club.club.models import Club, PlannedEvening
from tarokk_club.club.money.queries.balances.statements import find_player_of_user
from tarokk_club.club.pages.loaders import MemberRequest
from tarokk_club.club.writing.permissions import Right

endpoints = GuardedRouter("calendar")
router, ACCESS = endpoints.router, endpoints.access


@endpoints.declare_club_endpoint(
    "api_evenings",
    get=Right.READ,
    answers=evening_shapes.EveningPage,
    summary="The calendar of evenings",
)
def read_evenings(
    request: MemberRequest, club: Club, filters: Query[evening_shapes.EveningFilter]
) -> evening_shapes.EveningPage:
    """Return a page of evenings in order, including cancelled ones.

    first: today's date for future evenings only.
    """
    rows = club.planned_evenings.select_related("series")
    if filters.first:
        rows = rows.filter(date__gte=filters.first)
    if filters.last:
        rows = rows.filter(date__lte=filters.last)
    evenings, following = paginate_queryset(
        rows, NEXT_FIRST, after=filters.cursor, limit=filters.limit
    )
    items = serialize_evenings(club, evenings, _find_own_player_id(request, club.id))
    return evening_shapes.EveningPage(items=items, next=following)


@endpoints.declare_evening_endpoint(
    "api_evening",
    get=Right.READ,
    answers=evening_shapes.EveningWhole,
    summary="An evening and who comes",
)
def read_evening(request: MemberRequest, evening: PlannedEvening) -> evening_shapes.EveningWhole:
    """Return an evening with all answers, and with its drawn and started tables."""
    return serialize_evening(evening, _find_own_player_id(request, evening.club_id))


def _find_own_player_id(request: MemberRequest, club_id: UUID) -> UUID | None:
    """Return the id of the player of the key's user, or None."""
    player = find_player_of_user(club_id, request.user.id)
    return player.id if player else None
