"""URLs of the paper sheets, below a club and below a session."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tarokk_club.club.paper import views

club_urls: list[URLPattern | URLResolver] = [
    path("paper/", views.show_blank_sheet, name="blank_sheet"),
]
session_urls: list[URLPattern | URLResolver] = [
    path("paper/", views.show_session_paper, name="paper"),
    path("paper/enter/", views.enter_paper_sheet, name="paper_entry"),
]
