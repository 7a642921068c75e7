"""The public page of a ranking, and its downloads."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils import translation

from tarokk_club.accounts.language import read_cookie_language
from tarokk_club.club.models import Ranking
from tarokk_club.club.pages.files import CSV, JSON, build_download, find_dialect
from tarokk_club.club.pages.link_pages import forbid_indexing
from tarokk_club.club.pages.loaders import public_reading
from tarokk_club.club.pages.responses import render_page
from tarokk_club.club.rankings import exports
from tarokk_club.club.rankings.queries import rankings
from tarokk_club.club.tournaments.rating_file import render_rating_csv, render_rating_json


def _load_ranking_and_activate_language(request: HttpRequest, ranking_id: UUID) -> Ranking:
    """Return the public ranking, and activate the language that the reader chose, else the club's.

    Raise Http404 if there is no such ranking.
    """
    loaded = rankings.find_public_ranking(ranking_id)
    if loaded is None:
        raise Http404
    translation.activate(read_cookie_language(request) or loaded.club.language or "en")
    return loaded


@public_reading
def show_public_ranking(request: HttpRequest, ranking_id: UUID) -> HttpResponseBase:
    """Show the ranking and the tournaments that count."""
    table = rankings.load_ranking_table(_load_ranking_and_activate_language(request, ranking_id))
    context = {"ranking": table.ranking, "club": table.ranking.club, "table": table, "guest": True}
    return forbid_indexing(render_page(request, "club/rankings/public_ranking.html", context))


@public_reading
def download_ranking_csv(request: HttpRequest, ranking_id: UUID) -> HttpResponse:
    """Download the ranking as CSV."""
    table = rankings.load_ranking_table(_load_ranking_and_activate_language(request, ranking_id))
    return build_download(
        "ranking.csv", exports.render_ranking_csv(table, find_dialect(request)), CSV
    )


@public_reading
def download_ranking_json(request: HttpRequest, ranking_id: UUID) -> HttpResponse:
    """Download the ranking as JSON."""
    table = rankings.load_ranking_table(_load_ranking_and_activate_language(request, ranking_id))
    return build_download("ranking.json", exports.render_ranking_json(table), JSON)


@public_reading
def download_ranking_seats_csv(request: HttpRequest, ranking_id: UUID) -> HttpResponse:
    """Download the rating file of the tournaments that count, as CSV."""
    table = rankings.load_ranking_table(_load_ranking_and_activate_language(request, ranking_id))
    rated = [outcome.rated for outcome in table.outcomes]
    content = render_rating_csv(rated, table.names, find_dialect(request), table.persons)
    return build_download("rating.csv", content, CSV)


@public_reading
def download_ranking_seats_json(request: HttpRequest, ranking_id: UUID) -> HttpResponse:
    """Download the rating file of the tournaments that count, as JSON."""
    table = rankings.load_ranking_table(_load_ranking_and_activate_language(request, ranking_id))
    rated = [outcome.rated for outcome in table.outcomes]
    return build_download(
        "rating.json", render_rating_json(rated, table.names, table.persons), JSON
    )
