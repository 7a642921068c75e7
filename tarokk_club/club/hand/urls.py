"""URLs of the hand pages, at the root and below a session."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from tarokk_club.club.hand.views import (
    calculator,
    dictionary,
    drafts,
    entry,
    events,
    offline,
    outbox,
)

site_urls: list[URLPattern | URLResolver] = [
    path("calculator/", calculator.show_calculator, name="calculator"),
    path("calculator/amounts/", calculator.show_calculator_amounts, name="calculation"),
    path(
        "dictionary/<str:build>/<str:language>/<slug:game>/",
        dictionary.serve_dictionary,
        name="dictionary",
    ),
    path("sw.js", offline.serve_service_worker, name="worker"),
    path("manifest.webmanifest", offline.serve_web_app_manifest, name="manifest"),
    path("offline/", offline.show_offline_page, name="offline"),
]
_hand: list[URLPattern | URLResolver] = [
    path("", entry.enter_hand, name="hand_new"),
    path("preview/", entry.show_preview, name="preview"),
    path("draft/", drafts.save_hand_draft, name="draft"),
    path("draft/take/", drafts.take_over_hand_draft, name="draft_take"),
    path("draft/drop/", drafts.delete_hand_draft, name="draft_drop"),
]
_entry: list[URLPattern | URLResolver] = [
    path("correct/", entry.correct_entered_hand, name="entry_correct"),
    path("insert/", entry.insert_hand, name="entry_insert"),
    path("change/", events.change_event, name="event_correct"),
]
session_urls: list[URLPattern | URLResolver] = [
    path("hand/", include(_hand)),
    path("outbox/", outbox.exchange_outbox_data, name="outbox"),
    path("join/", events.join, name="join"),
    path("leave/", events.leave, name="leave"),
    path("adjust/", events.adjust, name="adjust"),
    path("pot/", events.pot, name="pot"),
    path("notice/", events.notice, name="notice"),
    path("fine/", events.fine, name="fine"),
    path("dealer/", events.another_dealer, name="another_dealer"),
    path("hands/<uuid:entry_id>/", include(_entry)),
]
