"""Cached fragments of a player's page."""

from django.utils.safestring import SafeString

from tarokk_club.club.models import Club, Player
from tarokk_club.club.pages.fragment_cache import build_cache_key, render_cached_rows
from tarokk_club.club.pages.loaders import MemberRequest
from tarokk_club.club.statistics.queries.careers import Career
from tarokk_club.club.statistics.queries.spans import Span


def compute_span_key(request: MemberRequest, club: Club, span: Span, figures: Career) -> str:
    """Return the cache key of the form that selects season and game."""
    seasons = [(season.pk, season.name) for season in span.seasons]
    chosen = span.season.pk if span.season else None
    query = request.GET.urlencode()
    games = (list(figures.games), figures.game)
    return build_cache_key("span", club.slug, request.path, query, seasons, chosen, *games)


def render_mates(
    request: MemberRequest, club: Club, player: Player, career: Career
) -> list[SafeString]:
    """Return the rows of partners and opponents as HTML, rendering only rows not cached yet."""
    query = f"?{request.GET.urlencode()}" if request.GET else ""
    place = build_cache_key("mates", club.slug, player.pk, query)
    keyed = ((build_cache_key(mate), {"row": mate}) for mate in career.mates)
    around = {"club": club, "query": query}
    template = "club/statistics/figures/_mate.html"
    return render_cached_rows(template, keyed, place=place, around=around)
