"""URLs of the home page, players and settings, at the root and below a club."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from tarokk_club.club.home.views import people, settings

site_urls: list[URLPattern | URLResolver] = [
    path("", people.show_start_page, name="home"),
]
_player: list[URLPattern | URLResolver] = [
    path("edit/", people.edit_player, name="player"),
    path("archive/", people.set_player_archived, name="archive"),
    path("admit/", people.admit_guest_to_club, name="guest_admit"),
    path("guests/", people.set_player_name_hidden, name="player_hidden"),
]
club_urls: list[URLPattern | URLResolver] = [
    path("", people.show_club_home, name="club"),
    path("settings/", settings.edit_club_settings, name="club_settings"),
    path("players/", people.list_players, name="players"),
    path("players/<uuid:player_id>/", include(_player)),
]
