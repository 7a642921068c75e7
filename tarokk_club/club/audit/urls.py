"""The URL pattern of a club's log page."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tarokk_club.club.audit import views

club_urls: list[URLPattern | URLResolver] = [
    path("log/", views.show_log, name="log"),
]
