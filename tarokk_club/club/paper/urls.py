"""URLs of the paper sheets, below a club and below a session."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tarokk_club.club.paper import views

club_urls: list[URLPattern | URLResolver] = [
    path("paper/", views.blank_sheet, name="blank_sheet"),
]
session_urls: list[URLPattern | URLResolver] = [
    path("paper/", views.paper, name="paper"),
    path("paper/enter/", views.paper_entry, name="paper_entry"),
]
