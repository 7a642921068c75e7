"""URL patterns of the audit pages, for a club."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tarokk_club.club.audit import views

club_urls: list[URLPattern | URLResolver] = [
    path("log/", views.show_log, name="log"),
]
