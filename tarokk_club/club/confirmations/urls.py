"""URL patterns of the confirmation pages, for a club and for a session."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tarokk_club.club.confirmations.views import confirmations

club_urls: list[URLPattern | URLResolver] = [
    path("sealing/", confirmations.choose_hand_confirmations, name="sealing"),
    path("objections/", confirmations.list_objections, name="objections"),
]
session_urls: list[URLPattern | URLResolver] = [
    path("seals/", confirmations.show_confirmations, name="seals"),
    path("seal/", confirmations.confirm_whole_session, name="seal"),
    path("table/close/", confirmations.close_played_table, name="table_close"),
    path("object/", confirmations.object_to_session, name="objection"),
    path(
        "seals/<uuid:confirmation_id>/take-back/",
        confirmations.withdraw_confirmation,
        name="take_back",
    ),
    path(
        "seals/<uuid:confirmation_id>/answer/", confirmations.answer_open_objection, name="answer"
    ),
    path("hands/<uuid:entry_id>/seal/", confirmations.confirm_single_hand, name="seal_hand"),
    path("hands/<uuid:entry_id>/object/", confirmations.object_to_hand, name="objection_hand"),
]
