"""Checks for stored times that are in the future because the clock was once ahead."""

from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

# The clocks of two nodes may differ by this much.
CLOCK_SKEW = timedelta(minutes=10)


def is_ahead(moment: datetime) -> bool:
    """Return whether the time is in the future, so that it cannot be trusted.

    The possible difference between the clocks of two nodes does not count.
    """
    return moment > timezone.now() + CLOCK_SKEW


def build_recent_condition(field: str, span: timedelta) -> Q:
    """Return the condition that a field is less than `span` ago and not ahead as in `is_ahead`."""
    now = timezone.now()
    return Q(**{f"{field}__gt": now - span, f"{field}__lte": now + CLOCK_SKEW})


def build_older_condition(field: str, span: timedelta) -> Q:
    """Return the condition that a field is at least `span` ago, or ahead as in `is_ahead`."""
    now = timezone.now()
    return Q(**{f"{field}__lte": now - span}) | Q(**{f"{field}__gt": now + CLOCK_SKEW})
