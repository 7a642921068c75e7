"""URLs of the notices pages."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from tarokk_club.club.notices import views

_me: list[URLPattern | URLResolver] = [
    path("notices/", views.edit_notice_choices, name="notices"),
    path("notices/phone/", views.register_push_device, name="notices_phone"),
    path(
        "notices/phone/<uuid:device_id>/drop/", views.remove_push_device, name="notices_phone_drop"
    ),
]
site_urls: list[URLPattern | URLResolver] = [
    path("me/", include(_me)),
    path("n/<secret:token>/", views.stop_mails_by_link, name="notices_stop"),
]
