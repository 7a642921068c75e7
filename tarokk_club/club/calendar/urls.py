"""URL patterns of the calendar pages."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from tarokk_club.club.calendar.views import answers, evenings, feeds, plans, tables

site_urls: list[URLPattern | URLResolver] = [
    path("k/<secret:token>/evenings.ics", feeds.serve_calendar_file, name="calendar_file"),
]
_evening: list[URLPattern | URLResolver] = [
    path("", evenings.show_evening, name="evening"),
    path("answer/", answers.save_own_answer, name="evening_answer"),
    path("answers/", answers.show_answers, name="evening_answers"),
    path("player/", answers.answer_for_other_player, name="evening_player"),
    path("change/", plans.edit_evening, name="evening_change"),
    path("cancel/", plans.cancel_evening_or_series, name="evening_cancel"),
    path("restore/", plans.restore_evening_or_series, name="evening_restore"),
    path("draw/", tables.draw_tables, name="evening_draw"),
    path("seats/", tables.edit_seats, name="evening_seats"),
    path("start/", tables.start_table_of_evening, name="evening_start"),
]
_calendar: list[URLPattern | URLResolver] = [
    path("", evenings.show_calendar, name="calendar"),
    path("new/", plans.create_evening, name="evening_new"),
    path("feed/", feeds.show_feed_link, name="calendar_feed"),
    path("feed/revoke/", feeds.revoke_feed_link, name="calendar_feed_revoke"),
    path("<uuid:evening_id>/", include(_evening)),
]
club_urls: list[URLPattern | URLResolver] = [
    path("calendar/", include(_calendar)),
]
