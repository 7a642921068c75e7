"""URLs of the rules pages, at the root and below a session."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tarokk_club.club.rules import views

site_urls: list[URLPattern | URLResolver] = [
    path("rules/<slug:game>/", views.show_game_rules, name="game_rules"),
    path("rules/<slug:game>/<slug:preset>/", views.show_game_rules, name="preset_rules"),
]
session_urls: list[URLPattern | URLResolver] = [
    path("rules/", views.show_session_rules, name="session_rules"),
]
