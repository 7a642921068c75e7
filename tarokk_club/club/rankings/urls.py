"""URL patterns of the rankings pages."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from tarokk_club.club.rankings.views import public, rankings

_public: list[URLPattern | URLResolver] = [
    path("", public.public_ranking, name="public_ranking"),
    path("ranking.csv", public.ranking_csv_file, name="ranking_csv_file"),
    path("ranking.json", public.ranking_json_file, name="ranking_json_file"),
    path("rating.csv", public.ranking_rating_file, name="ranking_rating_file"),
    path("rating.json", public.ranking_rating_json_file, name="ranking_rating_json_file"),
]
_ranking: list[URLPattern | URLResolver] = [
    path("", rankings.ranking, name="ranking"),
    path("settings/", rankings.ranking_settings, name="ranking_settings"),
    path("remove/", rankings.ranking_remove, name="ranking_remove"),
    path("tournaments/", rankings.ranking_tournaments, name="ranking_tournaments"),
    path("leave/", rankings.ranking_leave, name="ranking_leave"),
]
_rankings: list[URLPattern | URLResolver] = [
    path("", rankings.rankings, name="rankings"),
    path("new/", rankings.ranking_new, name="ranking_new"),
    path("<uuid:ranking_id>/", include(_ranking)),
]
site_urls: list[URLPattern | URLResolver] = [
    path("public/rankings/<uuid:ranking_id>/", include(_public)),
]
club_urls: list[URLPattern | URLResolver] = [
    path("rankings/", include(_rankings)),
]
