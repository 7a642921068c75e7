"""URL patterns of the calendar pages."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from tarokk_club.club.calendar.views import answers, evenings, feeds, plans, tables

site_urls: list[URLPattern | URLResolver] = [
    path("k/<secret:token>/evenings.ics", feeds.calendar_file, name="calendar_file"),
]
_evening: list[URLPattern | URLResolver] = [
    path("", evenings.evening, name="evening"),
    path("answer/", answers.evening_answer, name="evening_answer"),
    path("answers/", answers.evening_answers, name="evening_answers"),
    path("player/", answers.evening_player, name="evening_player"),
    path("change/", plans.evening_change, name="evening_change"),
    path("cancel/", plans.evening_cancel, name="evening_cancel"),
    path("restore/", plans.evening_restore, name="evening_restore"),
    path("draw/", tables.evening_draw, name="evening_draw"),
    path("seats/", tables.evening_seats, name="evening_seats"),
    path("start/", tables.evening_start, name="evening_start"),
]
_calendar: list[URLPattern | URLResolver] = [
    path("", evenings.calendar, name="calendar"),
    path("new/", plans.evening_new, name="evening_new"),
    path("feed/", feeds.calendar_feed, name="calendar_feed"),
    path("feed/revoke/", feeds.calendar_feed_revoke, name="calendar_feed_revoke"),
    path("<uuid:evening_id>/", include(_evening)),
]
club_urls: list[URLPattern | URLResolver] = [
    path("calendar/", include(_calendar)),
]
