"""The routes of the API's endpoints."""

import re

_SESSION = "clubs/<slug>/sessions/<uuid:session_id>"
# The route of each URL by its name, for Django as well as for the endpoints, which load later.
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


def get_ninja_path(name: str) -> str:
    """Return the path of the endpoint as django-ninja writes it.

    >>> get_ninja_path("api_session")
    '/clubs/{slug}/sessions/{uuid:session_id}'
    """
    return "/" + re.sub("<(.+?)>", r"{\1}", ROUTES[name])
