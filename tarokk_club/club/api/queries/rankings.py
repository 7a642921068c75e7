"""Rankings in the API's schemas."""

from __future__ import annotations

from tarokk_club.club.api import ranking_shapes
from tarokk_club.club.api.queries.pagination import paginate_rows
from tarokk_club.club.api.shapes import ListFilter
from tarokk_club.club.models import Club, RankingClub, User
from tarokk_club.club.rankings.queries.rankings import (
    RankingTable,
    has_agreed,
    is_ranking_public,
    list_chosen_tournament_ids,
    list_participations,
    list_public_rankings,
    list_ranking_clubs,
    load_ranking_table,
)
from tarokk_club.club.rankings.serializers import serialize_ranking, serialize_ranking_rule


def serialize_public_rankings(club: Club, filters: ListFilter) -> ranking_shapes.RankingPage:
    """Return a page of the club's rankings that everybody may read, newest first."""
    rows = list_public_rankings(club)
    listed, following = paginate_rows(rows, [str(row.pk) for row in rows], filters)
    items = [ranking_shapes.RankingOut(**serialize_ranking_rule(row)) for row in listed]
    return ranking_shapes.RankingPage(items=items, next=following)


def serialize_public_ranking(table: RankingTable) -> ranking_shapes.RankingOrder:
    """Return the public form of a ranking."""
    return ranking_shapes.RankingOrder(**serialize_ranking(table))


def serialize_club_rankings(club: Club, filters: ListFilter) -> ranking_shapes.ClubRankingPage:
    """Return a page of the rankings that the club takes part in or is invited to, newest first."""
    rows = list_participations(club)
    listed, following = paginate_rows(rows, [str(row.ranking_id) for row in rows], filters)
    items = [
        ranking_shapes.ClubRankingOut(
            **serialize_ranking_rule(row.ranking),
            agreed=row.agreed_at is not None,
            public=is_ranking_public(row.ranking),
        )
        for row in listed
    ]
    return ranking_shapes.ClubRankingPage(items=items, next=following)


def serialize_club_ranking(part: RankingClub, user: User) -> ranking_shapes.ClubRankingWhole:
    """Return a ranking for a member of a participating or invited club.

    part: the participation or invitation of the member's club.
    """
    ranking = part.ranking
    public = is_ranking_public(ranking)
    return ranking_shapes.ClubRankingWhole(
        **serialize_ranking_rule(ranking),
        agreed=part.agreed_at is not None,
        public=public,
        one_person=has_agreed(ranking, user),
        clubs=[
            ranking_shapes.InvitedClubOut(name=row.club.name, agreed=row.agreed_at is not None)
            for row in list_ranking_clubs(ranking)
        ],
        tournaments=list(list_chosen_tournament_ids(part.club, ranking)),
        order=serialize_public_ranking(load_ranking_table(ranking)) if public else None,
    )
