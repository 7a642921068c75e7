"""Export of a club's evenings as an iCalendar file (RFC 5545), without names of people."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date, timedelta
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tarokk_club.club.formatting.labels import label_game
from tarokk_club.club.models import Club, PlannedEvening

if TYPE_CHECKING:
    from icalendar import Event

# The assumed length of an evening, since its end is not planned.
LASTING = timedelta(hours=4)
# The suggested refresh interval, which some calendar apps respect.
ASK_AGAIN = timedelta(hours=4)


def render_evenings_ics(
    club: Club, evenings: Iterable[PlannedEvening], build_url: Callable[[PlannedEvening], str]
) -> bytes:
    """Return the evenings as an iCalendar file in the active language.

    build_url: function for the URL of an evening's page.
    """
    # Imported here, because the library is large and used only by this function.
    from icalendar import Calendar

    calendar = Calendar()
    calendar.add("PRODID", "-//Tarokk Club//Calendar//EN")
    calendar.add("VERSION", "2.0")
    calendar.add("X-WR-CALNAME", club.name)
    calendar.add("X-WR-TIMEZONE", club.time_zone)
    calendar.add("REFRESH-INTERVAL", ASK_AGAIN, {"VALUE": "DURATION"})
    years = set()
    for evening in evenings:
        calendar.add_component(_build_event(club, evening, build_url(evening)))
        years.add(evening.date.year)
    if years:
        # Adds the daylight saving rules of the club's time zone for these years.
        first, last = date(min(years) - 1, 1, 1), date(max(years) + 2, 1, 1)
        calendar.add_missing_timezones(first, last)
    content: bytes = calendar.to_ical()
    return content


def _build_event(club: Club, evening: PlannedEvening, address: str) -> Event:
    from icalendar import Event

    event = Event()
    # The id stays the same if the club moves to another site with its archive.
    event.add("UID", f"{evening.pk}@tarokk-club")
    event.add("DTSTAMP", evening.changed_at)
    event.add("CREATED", evening.made_at)
    event.add("LAST-MODIFIED", evening.changed_at)
    event.add("SEQUENCE", evening.version)
    event.add("DTSTART", evening.begins)
    event.add("DURATION", LASTING)
    event.add("SUMMARY", _build_summary(club, evening))
    if evening.place:
        event.add("LOCATION", evening.place)
    event.add("URL", address)
    event.add("STATUS", "CANCELLED" if evening.cancelled_at else "CONFIRMED")
    return event


def _build_summary(club: Club, evening: PlannedEvening) -> str:
    if evening.game:
        return f"{club.name}: {label_game(evening.game)}"
    return _("%(club)s: tarokk evening") % {"club": club.name}
