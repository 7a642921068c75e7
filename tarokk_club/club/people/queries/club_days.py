"""The current date in a club, and the season that includes a date."""

from collections.abc import Iterable
from datetime import date
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import DateField, Q, QuerySet, UUIDField
from django.utils import timezone

from tarokk_club.club.models import Club, Season
from tarokk_club.database.prepared import Parameter, PreparedQuery


def get_today(club: Club) -> date:
    """Return today's date in the club's time zone."""
    return timezone.now().astimezone(ZoneInfo(club.time_zone)).date()


def load_season_of_day(club_id: UUID, day: date) -> Season | None:
    """Load and return the club's season that includes the day, or None."""
    season: Season | None = _RUNNING.first(club=club_id, day=day)
    return season


def _select_season_of_day() -> QuerySet[Season]:
    day = Parameter("day", DateField())
    running = Q(ends=None) | Q(ends__gte=day)
    seasons = Season.objects.filter(running, club=Parameter("club", UUIDField()), starts__lte=day)
    return seasons.order_by("-starts", "-id")[:1]


_RUNNING = PreparedQuery(_select_season_of_day)


def find_season_of_day(day: date, seasons: Iterable[Season]) -> Season | None:
    """Return the first season that includes the day, or None.

    seasons: newest first.
    """
    for season in seasons:
        if season.starts <= day and (season.ends is None or day <= season.ends):
            return season
    return None
