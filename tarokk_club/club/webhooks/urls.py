"""URLs of the webhook pages, below a club."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tarokk_club.club.webhooks import views

club_urls: list[URLPattern | URLResolver] = [
    path("programs/webhooks/new/", views.create_webhook, name="webhook_new"),
    path("programs/webhooks/<uuid:webhook_id>/", views.manage_webhook, name="webhook"),
]
