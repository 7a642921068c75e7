"""The date where a club plays, and the season that a day falls into."""

from collections.abc import Iterable
from datetime import date
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Q
from django.utils import timezone

from tarokk_club.club.models import Club, Season


def today(club: Club) -> date:
    """The date where the club plays."""
    return timezone.now().astimezone(ZoneInfo(club.time_zone)).date()


def season_of_day(club_id: UUID, day: date) -> Season | None:
    """The club's season around the day, in one query."""
    running = Q(ends=None) | Q(ends__gte=day)
    seasons = Season.objects.filter(running, club_id=club_id, starts__lte=day)
    return seasons.order_by("-starts", "-id").first()


def season_around(day: date, seasons: Iterable[Season]) -> Season | None:
    """The same out of seasons that were read already; they come youngest first."""
    for season in seasons:
        if season.starts <= day and (season.ends is None or day <= season.ends):
            return season
    return None
