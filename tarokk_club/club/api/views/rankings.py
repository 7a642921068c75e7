"""API endpoints that read the rankings in which a club takes part."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404
from ninja import Query

from tarokk_club.club.api import ranking_shapes, shapes
from tarokk_club.club.api.guarded import GuardedRouter
from tarokk_club.club.api.queries.rankings import serialize_club_ranking, serialize_club_rankings
from tarokk_club.club.models import Club
from tarokk_club.club.pages.loaders import MemberRequest
from tarokk_club.club.rankings.queries.rankings import find_participation
from tarokk_club.club.writing.permissions import Right

endpoints = GuardedRouter("tables")
router, ACCESS = endpoints.router, endpoints.access


@endpoints.declare_club_endpoint(
    "api_rankings",
    get=Right.READ,
    answers=ranking_shapes.ClubRankingPage,
    summary="Rankings of several clubs",
)
def read_rankings(
    request: MemberRequest, club: Club, filters: Query[shapes.ListFilter]
) -> ranking_shapes.ClubRankingPage:
    """Return a page of the rankings that the club takes part in or is invited to, newest first."""
    return serialize_club_rankings(club, filters)


@endpoints.declare_club_endpoint(
    "api_ranking",
    get=Right.READ,
    answers=ranking_shapes.ClubRankingWhole,
    summary="A ranking of several clubs",
)
def read_ranking(
    request: MemberRequest, club: Club, ranking_id: UUID
) -> ranking_shapes.ClubRankingWhole:
    """Return a ranking with its clubs and, if everybody may read it, its order."""
    part = find_participation(club, ranking_id)
    if part is None:
        raise Http404
    return serialize_club_ranking(part, request.user)
