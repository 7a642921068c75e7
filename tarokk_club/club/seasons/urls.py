"""URL patterns of the season pages."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from tarokk_club.club.seasons import views

_season: list[URLPattern | URLResolver] = [
    path("", views.season, name="season"),
    path("settings/", views.season_settings, name="season_settings"),
    path("close/", views.season_close, name="season_close"),
    path("reopen/", views.season_reopen, name="season_reopen"),
    path("leaderboard.csv", views.season_csv_file, name="season_csv_file"),
    path("leaderboard.xlsx", views.season_xlsx_file, name="season_xlsx_file"),
]
_seasons: list[URLPattern | URLResolver] = [
    path("", views.seasons, name="seasons"),
    path("new/", views.season_new, name="season_new"),
    path("<uuid:season_id>/", include(_season)),
]
club_urls: list[URLPattern | URLResolver] = [
    path("seasons/", include(_seasons)),
]
