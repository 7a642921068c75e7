"""URL patterns of the season pages."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from tarokk_club.club.seasons import views

_season: list[URLPattern | URLResolver] = [
    path("", views.show_season, name="season"),
    path("settings/", views.edit_season, name="season_settings"),
    path("close/", views.confirm_season_closing, name="season_close"),
    path("reopen/", views.reopen_closed_season, name="season_reopen"),
    path("leaderboard.csv", views.download_leaderboard_csv, name="season_csv_file"),
    path("leaderboard.xlsx", views.download_leaderboard_xlsx, name="season_xlsx_file"),
]
_seasons: list[URLPattern | URLResolver] = [
    path("", views.list_seasons, name="seasons"),
    path("new/", views.create_season, name="season_new"),
    path("<uuid:season_id>/", include(_season)),
]
club_urls: list[URLPattern | URLResolver] = [
    path("seasons/", include(_seasons)),
]
