"""The date where a club plays."""

from datetime import date
from zoneinfo import ZoneInfo

from django.utils import timezone

from tarokk_club.club.models import Club


def today(club: Club) -> date:
    """The date where the club plays."""
    return timezone.now().astimezone(ZoneInfo(club.time_zone)).date()
