"""Addresses of the session room, below a club and below a session."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path, register_converter

from tarokk_club.club.pages.converters import DayConverter
from tarokk_club.club.session.views import closing, rule_sets, sessions, settings

register_converter(DayConverter, "day")

club_urls: list[URLPattern | URLResolver] = [
    path("house-rules/", rule_sets.rule_sets, name="rule_sets"),
    path("house-rules/new/", rule_sets.rule_set_new, name="rule_set_new"),
    path("house-rules/<uuid:rule_set_id>/", rule_sets.rule_set, name="rule_set"),
    path(
        "house-rules/<uuid:rule_set_id>/remove/", rule_sets.rule_set_remove, name="rule_set_remove"
    ),
    path("sessions/", sessions.session_list, name="session_list"),
    path("sessions/new/", sessions.session_new, name="session_new"),
    path("evenings/<day:day>/", sessions.evening_of_day, name="played_evening"),
]
session_urls: list[URLPattern | URLResolver] = [
    path("settings/", settings.settings, name="settings"),
    path("replace/", settings.replace, name="replace"),
    path("closing/", closing.closing, name="closing"),
    path("close/", closing.close, name="close"),
    path("reopen/", closing.reopen, name="reopen"),
    path("bin/", closing.into_bin, name="bin"),
    path("unbin/", closing.out_of_bin, name="unbin"),
]
