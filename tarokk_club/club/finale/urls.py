"""URL patterns of the finale pages, for a session."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tarokk_club.club.finale import views

session_urls: list[URLPattern | URLResolver] = [
    path("finale/", views.show_finale, name="finale"),
    path("finale.png", views.show_finale_picture, name="finale_picture"),
]
