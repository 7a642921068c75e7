"""URL patterns of the statistics pages."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tarokk_club.club.statistics.views import figures, files, ratings, standings, what_if

club_urls: list[URLPattern | URLResolver] = [
    path("players/<uuid:player_id>/", figures.show_career, name="career"),
    path("players/<uuid:player_id>/compare/", figures.show_comparison, name="compare"),
    path("standings/", standings.show_standings, name="standings"),
    path("standings.csv", files.download_standings_csv, name="standings_file"),
    path("standings.xlsx", files.download_standings_xlsx, name="standings_xlsx_file"),
    path("rating/", ratings.show_ratings, name="rating"),
    path("rating/switch/", ratings.switch_club_ratings, name="rating_switch"),
    path("seasons/<uuid:season_id>/what-if/", what_if.show_season_what_if, name="season_what_if"),
    path("annals/", figures.show_records, name="records"),
]
session_urls: list[URLPattern | URLResolver] = [
    path("what-if/", what_if.show_session_what_if, name="session_what_if"),
]
