"""URL patterns of the merging pages, for a club."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tarokk_club.club.merging import views

club_urls: list[URLPattern | URLResolver] = [
    path("players/<uuid:player_id>/merge/", views.merge_player_into_other, name="merge"),
    path("merges/<uuid:merge_id>/undo/", views.undo_player_merge, name="unmerge"),
]
