"""URLs of privacy, personal data and erasure, at the root and below a club."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from tarokk_club.club.privacy.views import erasing, privacy

_me: list[URLPattern | URLResolver] = [
    path("data/", privacy.show_my_data, name="my_data"),
    path("data.zip", privacy.download_my_data, name="my_data_file"),
    path("erase/", privacy.erase_account, name="erase_account"),
]
site_urls: list[URLPattern | URLResolver] = [
    path("privacy/", privacy.show_privacy, name="privacy"),
    path("me/", include(_me)),
]
_player: list[URLPattern | URLResolver] = [
    path("data/", privacy.show_player_data, name="player_data"),
    path("data.zip", privacy.download_player_data, name="player_data_file"),
    path("erase/", erasing.erase_player, name="erase"),
]
club_urls: list[URLPattern | URLResolver] = [
    path("players/<uuid:player_id>/", include(_player)),
    path("members/<uuid:user_id>/erase/", erasing.erase_member, name="member_erase"),
]
