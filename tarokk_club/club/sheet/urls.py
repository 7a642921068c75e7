"""URLs of the sheet pages, below a club and below a session."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from tarokk_club.club.sheet.views import files, hands, sessions

club_urls: list[URLPattern | URLResolver] = [
    path(
        "seasons/<uuid:season_id>/hands.zip", files.download_season_hands, name="season_hands_file"
    ),
    path("hands.zip", files.download_club_hands, name="club_hands_file"),
    path(
        "seasons/<uuid:season_id>/points.csv",
        files.download_season_points,
        name="season_points_file",
    ),
]
_entry: list[URLPattern | URLResolver] = [
    path("", hands.show_entry, name="hand"),
    path("delete/", hands.delete_entry, name="delete"),
    path("restore/", hands.restore_entry, name="restore"),
    path("note/", hands.edit_note, name="note"),
]
session_urls: list[URLPattern | URLResolver] = [
    path("", sessions.show_sheet, name="sheet"),
    path("live/", sessions.poll_live_sheet, name="live"),
    path("beside/", sessions.show_sheet_beside_entry, name="beside"),
    path("running/", sessions.show_running_totals, name="running"),
    path("undo/", sessions.undo_entry, name="undo"),
    path("history/", hands.show_history, name="history"),
    path("hands.csv", files.download_hands, name="hands_file"),
    path("ledger.csv", files.download_ledger, name="ledger_file"),
    path("document.json", files.download_document, name="document_file"),
    path("hands/<uuid:entry_id>/", include(_entry)),
]
