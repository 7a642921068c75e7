"""URL patterns of the ranking pages."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from tarokk_club.club.rankings.views import public, rankings

_public: list[URLPattern | URLResolver] = [
    path("", public.show_public_ranking, name="public_ranking"),
    path("ranking.csv", public.download_ranking_csv, name="ranking_csv_file"),
    path("ranking.json", public.download_ranking_json, name="ranking_json_file"),
    path("rating.csv", public.download_ranking_seats_csv, name="ranking_rating_file"),
    path("rating.json", public.download_ranking_seats_json, name="ranking_rating_json_file"),
]
_ranking: list[URLPattern | URLResolver] = [
    path("", rankings.show_participation, name="ranking"),
    path("settings/", rankings.edit_ranking, name="ranking_settings"),
    path("remove/", rankings.delete_ranking, name="ranking_remove"),
    path("tournaments/", rankings.choose_ranked_tournaments, name="ranking_tournaments"),
    path("leave/", rankings.leave_ranking, name="ranking_leave"),
]
_rankings: list[URLPattern | URLResolver] = [
    path("", rankings.list_rankings, name="rankings"),
    path("new/", rankings.create_ranking, name="ranking_new"),
    path("<uuid:ranking_id>/", include(_ranking)),
]
site_urls: list[URLPattern | URLResolver] = [
    path("public/rankings/<uuid:ranking_id>/", include(_public)),
]
club_urls: list[URLPattern | URLResolver] = [
    path("rankings/", include(_rankings)),
]
