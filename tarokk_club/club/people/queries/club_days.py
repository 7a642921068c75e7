"""The current date in a club, and the season that includes a date."""

from collections.abc import Iterable
from datetime import date
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Q
from django.utils import timezone

from tarokk_club.club.models import Club, Season


def today(club: Club) -> date:
    """Return today's date in the club's time zone."""
    return timezone.now().astimezone(ZoneInfo(club.time_zone)).date()


def load_season_of_day(club_id: UUID, day: date) -> Season | None:
    """Return the club's season that includes the day, or None, in one query."""
    running = Q(ends=None) | Q(ends__gte=day)
    seasons = Season.objects.filter(running, club_id=club_id, starts__lte=day)
    return seasons.order_by("-starts", "-id").first()


def find_season_of_day(day: date, seasons: Iterable[Season]) -> Season | None:
    """Return the first of the seasons that includes the day, or None.

    seasons: newest first.
    """
    for season in seasons:
        if season.starts <= day and (season.ends is None or day <= season.ends):
            return season
    return None
