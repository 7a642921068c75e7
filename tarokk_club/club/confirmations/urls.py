"""URL patterns of the confirmation pages, for a club and for a session."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tarokk_club.club.confirmations.views import confirmations

club_urls: list[URLPattern | URLResolver] = [
    path("sealing/", confirmations.set_hand_confirmations, name="sealing"),
    path("objections/", confirmations.objections, name="objections"),
]
session_urls: list[URLPattern | URLResolver] = [
    path("seals/", confirmations.show_confirmations, name="seals"),
    path("seal/", confirmations.confirm_whole_session, name="seal"),
    path("table/close/", confirmations.table_close, name="table_close"),
    path("object/", confirmations.objection, name="objection"),
    path("seals/<uuid:confirmation_id>/take-back/", confirmations.take_back, name="take_back"),
    path("seals/<uuid:confirmation_id>/answer/", confirmations.answer, name="answer"),
    path("hands/<uuid:entry_id>/seal/", confirmations.confirm_one_hand, name="seal_hand"),
    path("hands/<uuid:entry_id>/object/", confirmations.objection_hand, name="objection_hand"),
]
