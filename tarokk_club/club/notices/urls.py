"""URLs of the notices pages."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from tarokk_club.club.notices import views

_me: list[URLPattern | URLResolver] = [
    path("notices/", views.notices, name="notices"),
    path("notices/phone/", views.notices_phone, name="notices_phone"),
    path(
        "notices/phone/<uuid:device_id>/drop/", views.notices_phone_drop, name="notices_phone_drop"
    ),
]
site_urls: list[URLPattern | URLResolver] = [
    path("me/", include(_me)),
    path("n/<secret:token>/", views.notices_stop, name="notices_stop"),
]
