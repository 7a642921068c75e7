"""URLs of the API, and of the pages about its keys at the root and below a club."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tarokk_club.club.api.endpoint import Endpoint
from tarokk_club.club.api.routes import ROUTES
from tarokk_club.club.api.views import keys, service_keys

site_urls: list[URLPattern | URLResolver] = [
    path("me/keys/", keys.manage_own_keys, name="keys"),
    path("me/keys/<uuid:key_id>/drop/", keys.delete_own_key, name="key_drop"),
    path("me/service-keys/", service_keys.manage_service_keys, name="service_keys"),
    path(
        "me/service-keys/<uuid:key_id>/drop/",
        service_keys.delete_own_service_key,
        name="service_key_drop",
    ),
]
club_urls: list[URLPattern | URLResolver] = [
    path("members/<uuid:user_id>/keys/", keys.manage_member_keys, name="member_keys"),
    path("programs/", service_keys.manage_programs, name="programs"),
]
program_urls: list[URLPattern | URLResolver] = [
    path("", Endpoint("api", csrf_exempt=False), name="api"),
    path("openapi.json", Endpoint("api_openapi", csrf_exempt=False), name="api_openapi"),
    *(path(route, Endpoint(name), name=name) for name, route in ROUTES.items()),
]
