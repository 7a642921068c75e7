"""URLs of the sheet pages, below a club and below a session."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from tarokk_club.club.sheet.views import files, hands, sessions

club_urls: list[URLPattern | URLResolver] = [
    path("seasons/<uuid:season_id>/hands.zip", files.season_hands_file, name="season_hands_file"),
    path("hands.zip", files.club_hands_file, name="club_hands_file"),
    path(
        "seasons/<uuid:season_id>/points.csv", files.season_points_file, name="season_points_file"
    ),
]
_entry: list[URLPattern | URLResolver] = [
    path("", hands.hand, name="hand"),
    path("delete/", hands.delete, name="delete"),
    path("restore/", hands.restore, name="restore"),
    path("note/", hands.note, name="note"),
]
session_urls: list[URLPattern | URLResolver] = [
    path("", sessions.sheet, name="sheet"),
    path("live/", sessions.live_sheet_fragment, name="live"),
    path("beside/", sessions.sheet_beside_entry, name="beside"),
    path("running/", sessions.running_totals, name="running"),
    path("undo/", sessions.undo, name="undo"),
    path("history/", hands.history, name="history"),
    path("hands.csv", files.hands_file, name="hands_file"),
    path("ledger.csv", files.ledger_file, name="ledger_file"),
    path("document.json", files.document_file, name="document_file"),
    path("hands/<uuid:entry_id>/", include(_entry)),
]
