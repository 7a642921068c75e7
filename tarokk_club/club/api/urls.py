"""URLs of the API, and of the pages about its keys at the root and below a club."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tarokk_club.club.api.endpoint import Endpoint
from tarokk_club.club.api.views import keys, service_keys

_SESSION = "clubs/<slug>/sessions/<uuid:session_id>"
# Those of the endpoints, which load later; a test compares them.
ROUTES = {
    "api_score": "score",
    "api_club": "clubs/<slug>",
    "api_players": "clubs/<slug>/players",
    "api_notices": "clubs/<slug>/notices",
    "api_seasons": "clubs/<slug>/seasons",
    "api_sessions": "clubs/<slug>/sessions",
    "api_session": _SESSION,
    "api_hands": f"{_SESSION}/hands",
    "api_hand": f"{_SESSION}/hands/<uuid:entry_id>",
    "api_document": f"{_SESSION}/document",
    "api_restore": f"{_SESSION}/hands/<uuid:entry_id>/restore",
    "api_standings": "clubs/<slug>/standings",
    "api_leaderboard": "clubs/<slug>/seasons/<uuid:season_id>/leaderboard",
    "api_records": "clubs/<slug>/records",
    "api_statistics": "clubs/<slug>/players/<uuid:player_id>/statistics",
    "api_tournaments": "clubs/<slug>/tournaments",
    "api_tournament": "clubs/<slug>/tournaments/<uuid:tournament_id>",
    "api_rankings": "clubs/<slug>/rankings",
    "api_ranking": "clubs/<slug>/rankings/<uuid:ranking_id>",
    "api_balances": "clubs/<slug>/balances",
    "api_payments": "clubs/<slug>/payments",
    "api_fees": "clubs/<slug>/fees",
    "api_settlements": "clubs/<slug>/settlements",
    "api_settlement": "clubs/<slug>/settlements/<uuid:settlement_id>",
    "api_money_rules": "clubs/<slug>/money-rules",
    "api_evenings": "clubs/<slug>/evenings",
    "api_evening": "clubs/<slug>/evenings/<uuid:evening_id>",
    "api_guest": "guests/<secret:token>",
    "api_public_leaderboard": "public/<club_slug>/leaderboard",
    "api_public_evenings": "public/<club_slug>/evenings",
    "api_public_tournaments": "public/<club_slug>/tournaments",
    "api_public_tournament": "public/<club_slug>/tournaments/<uuid:tournament_id>",
    "api_public_rankings": "public/<club_slug>/rankings",
    "api_public_ranking": "public/rankings/<uuid:ranking_id>",
}

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
