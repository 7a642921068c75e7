"""URL patterns of the statistics pages."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tarokk_club.club.statistics.views import figures, files, ratings, standings, what_if

club_urls: list[URLPattern | URLResolver] = [
    path("players/<uuid:player_id>/", figures.career, name="career"),
    path("players/<uuid:player_id>/compare/", figures.compare, name="compare"),
    path("standings/", standings.standings, name="standings"),
    path("standings.csv", files.standings_file, name="standings_file"),
    path("standings.xlsx", files.standings_xlsx_file, name="standings_xlsx_file"),
    path("rating/", ratings.rating, name="rating"),
    path("rating/switch/", ratings.rating_switch, name="rating_switch"),
    path("seasons/<uuid:season_id>/what-if/", what_if.season_what_if, name="season_what_if"),
    path("annals/", figures.records, name="records"),
]
session_urls: list[URLPattern | URLResolver] = [
    path("what-if/", what_if.session_what_if, name="session_what_if"),
]
