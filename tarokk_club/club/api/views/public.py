"""API endpoints of the public parts of a club, which need no key."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID
from zoneinfo import ZoneInfo

from django.http import Http404, HttpRequest
from django.utils import timezone
from ninja import Query, Router

from tarokk_club.club.api import (
    evening_shapes,
    ranking_shapes,
    shapes,
    table_shapes,
    tournament_shapes,
)
from tarokk_club.club.api.operations import refuse_unknown_parameters, store_next_cursor
from tarokk_club.club.api.queries.rankings import (
    serialize_public_ranking,
    serialize_public_rankings,
)
from tarokk_club.club.api.queries.tables import (
    serialize_guest_season,
    serialize_tournament,
    serialize_tournaments,
)
from tarokk_club.club.api.rate_limits import count_request
from tarokk_club.club.api.routes import get_ninja_path
from tarokk_club.club.calendar.queries.evenings import load_public_evenings
from tarokk_club.club.guests.queries import find_published_club, load_current_or_last_season
from tarokk_club.club.models import Club, Tournament
from tarokk_club.club.models.people import PublicPart
from tarokk_club.club.people.queries.players import load_names_for_guests
from tarokk_club.club.rankings.queries.rankings import find_public_ranking, load_ranking_table
from tarokk_club.club.seasons.queries.final_tables import load_season_table
from tarokk_club.club.seasons.queries.season_totals import Filters
from tarokk_club.club.tournaments.queries.standing import load_standing
from tarokk_club.club.writing.permissions import Access, Open

router = Router(tags=["public"])
NAMES = ("leaderboard", "evenings", "tournaments", "tournament", "rankings", "ranking")
ACCESS = {f"api_public_{name}": Access(Open.PUBLIC) for name in NAMES}
REFUSED = {404: shapes.Problem, 422: shapes.Problem, 429: shapes.Problem}


def _load_public_club(
    request: HttpRequest, club_slug: str, part: PublicPart, *, names: Collection[str] = ()
) -> Club:
    """Count the request, activate the club's time zone and return the club.

    names: names of the query parameters.
    Raise Http404 if the club does not publish this part, and ValidationError for other parameters.
    """
    count_request(request, "public")
    refuse_unknown_parameters(request, names)
    club = find_published_club(club_slug, part)
    if club is None:
        raise Http404
    timezone.activate(ZoneInfo(club.time_zone))
    return club


@router.get(
    get_ninja_path("api_public_leaderboard"),
    url_name="api_public_leaderboard",
    operation_id="read_public_leaderboard",
    auth=None,
    response={200: table_shapes.GuestSeason, **REFUSED},
    summary="The leaderboard of a public club",
)
def read_public_leaderboard(request: HttpRequest, club_slug: str) -> table_shapes.GuestSeason:
    """Return the leaderboard of the current or latest season, with the names for guests."""
    club = _load_public_club(request, club_slug, PublicPart.LEADERBOARD)
    season = load_current_or_last_season(club)
    if season is None:
        raise Http404
    return serialize_guest_season(
        season, load_season_table(club, season, Filters(), names=load_names_for_guests(club))
    )


@router.get(
    get_ninja_path("api_public_evenings"),
    url_name="api_public_evenings",
    operation_id="read_public_evenings",
    auth=None,
    response={200: evening_shapes.PublicEvenings, **REFUSED},
    summary="The next evenings of a public club",
)
def read_public_evenings(request: HttpRequest, club_slug: str) -> evening_shapes.PublicEvenings:
    """Return the next evenings, including cancelled ones."""
    club = _load_public_club(request, club_slug, PublicPart.EVENINGS)
    items = [
        evening_shapes.PublicEvening(
            id=evening.id,
            date=evening.date,
            begins=evening.begins,
            time_zone=club.time_zone,
            place=evening.place,
            game=evening.game,
            cancelled=evening.cancelled_at is not None,
        )
        for evening in load_public_evenings(club)
    ]
    return evening_shapes.PublicEvenings(items=items)


@router.get(
    get_ninja_path("api_public_tournaments"),
    url_name="api_public_tournaments",
    operation_id="read_public_tournaments",
    auth=None,
    response={200: tournament_shapes.TournamentList, **REFUSED},
    summary="The tournaments of a public club",
)
def read_public_tournaments(
    request: HttpRequest, club_slug: str, filters: Query[shapes.ListFilter]
) -> tournament_shapes.TournamentList:
    """Return a page of the tournaments, newest first."""
    tournaments = serialize_tournaments(
        _load_public_club(
            request, club_slug, PublicPart.TOURNAMENTS, names=shapes.ListFilter.model_fields
        ),
        filters,
    )
    store_next_cursor(request, tournaments)
    return tournaments


@router.get(
    get_ninja_path("api_public_tournament"),
    url_name="api_public_tournament",
    operation_id="read_public_tournament",
    auth=None,
    response={200: tournament_shapes.TournamentWhole, **REFUSED},
    summary="A tournament of a public club",
)
def read_public_tournament(
    request: HttpRequest, club_slug: str, tournament_id: UUID
) -> tournament_shapes.TournamentWhole:
    """Return a tournament with its rounds and results, with the names that guests may see."""
    club = _load_public_club(request, club_slug, PublicPart.TOURNAMENTS)
    tournament = Tournament.objects.filter(pk=tournament_id, club=club).first()
    if tournament is None:
        raise Http404
    standing = load_standing(tournament, names=load_names_for_guests(club, tournament))
    return serialize_tournament(tournament, standing, for_guests=True)


@router.get(
    get_ninja_path("api_public_rankings"),
    url_name="api_public_rankings",
    operation_id="read_public_rankings",
    auth=None,
    response={200: ranking_shapes.RankingPage, **REFUSED},
    summary="The rankings in which a public club takes part",
)
def read_public_rankings(
    request: HttpRequest, club_slug: str, filters: Query[shapes.ListFilter]
) -> ranking_shapes.RankingPage:
    """Return a page of the rankings that everybody may read, newest first."""
    names = shapes.ListFilter.model_fields
    club = _load_public_club(request, club_slug, PublicPart.TOURNAMENTS, names=names)
    rankings = serialize_public_rankings(club, filters)
    store_next_cursor(request, rankings)
    return rankings


@router.get(
    get_ninja_path("api_public_ranking"),
    url_name="api_public_ranking",
    operation_id="read_public_ranking",
    auth=None,
    response={200: ranking_shapes.RankingOrder, **REFUSED},
    summary="A ranking of tournaments of several clubs",
)
def read_public_ranking(request: HttpRequest, ranking_id: UUID) -> ranking_shapes.RankingOrder:
    """Return the order of a ranking with the results of each player, with the names for guests."""
    count_request(request, "public")
    refuse_unknown_parameters(request)
    ranking = find_public_ranking(ranking_id)
    if ranking is None:
        raise Http404
    return serialize_public_ranking(load_ranking_table(ranking))
