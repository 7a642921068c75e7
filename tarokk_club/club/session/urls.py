"""URLs of the session pages, below a club and below a session."""

from __future__ import annotations

from datetime import date

from django.urls import URLPattern, URLResolver, path, register_converter

from tarokk_club.club.session.views import closing, rule_sets, sessions, settings


class DayConverter:
    """A URL converter for a date such as 2026-11-24; only an existing date matches."""

    regex = r"\d{4}-\d{2}-\d{2}"

    def to_python(self, value: str) -> date:
        """Return the date; raise ValueError if it does not exist, so that no URL matches."""
        return date.fromisoformat(value)

    def to_url(self, value: date | str) -> str:
        """Return the date as written in a URL."""
        return value.isoformat() if isinstance(value, date) else value


register_converter(DayConverter, "day")

club_urls: list[URLPattern | URLResolver] = [
    path("house-rules/", rule_sets.list_rule_sets, name="rule_sets"),
    path("house-rules/new/", rule_sets.add_rule_set, name="rule_set_new"),
    path("house-rules/<uuid:rule_set_id>/", rule_sets.edit_rule_set, name="rule_set"),
    path(
        "house-rules/<uuid:rule_set_id>/remove/",
        rule_sets.remove_saved_rule_set,
        name="rule_set_remove",
    ),
    path("sessions/", sessions.list_sessions, name="session_list"),
    path("sessions/new/", sessions.add_session, name="session_new"),
    path("evenings/<day:day>/", sessions.show_evening_tables, name="played_evening"),
]
session_urls: list[URLPattern | URLResolver] = [
    path("settings/", settings.edit_session_settings, name="settings"),
    path("replace/", settings.replace_session_player, name="replace"),
    path("closing/", closing.show_session_closing, name="closing"),
    path("close/", closing.close, name="close"),
    path("reopen/", closing.reopen, name="reopen"),
    path("bin/", closing.move_to_bin, name="bin"),
    path("unbin/", closing.restore_from_bin, name="unbin"),
]
