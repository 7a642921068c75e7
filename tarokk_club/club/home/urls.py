"""URLs of the home page and the players, at the root and below a club."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from tarokk_club.club.home.views import people, settings

site_urls: list[URLPattern | URLResolver] = [
    path("", people.home, name="home"),
]
_player: list[URLPattern | URLResolver] = [
    path("edit/", people.player, name="player"),
    path("archive/", people.archive, name="archive"),
    path("guests/", people.player_hidden, name="player_hidden"),
]
club_urls: list[URLPattern | URLResolver] = [
    path("", people.club, name="club"),
    path("settings/", settings.club_settings, name="club_settings"),
    path("players/", people.players, name="players"),
    path("players/<uuid:player_id>/", include(_player)),
]
