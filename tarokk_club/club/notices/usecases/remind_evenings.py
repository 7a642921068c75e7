"""Tell people the day before that the club plays, once, by the club's own clock."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Q, QuerySet
from django.utils import timezone

from tarokk_club.club.models import Notice, NoticeChoice, NoticeKind, PlannedEvening
from tarokk_club.club.notices.usecases.queue_notices import News, queue_notices
from tarokk_club.club.notices.usual import ways_here
from tarokk_club.club.values.attendance import Attendance
from tarokk_club.database.write_lock import write_lock

# When people think of the next day, and none of them is woken.
FIRST_HOUR, LAST_HOUR = 16, 20
# Somewhere it is already the day after tomorrow by the clock of another place.
DAYS = timedelta(days=2)


def remind_evenings() -> int:
    """How many evenings are told of now; where nobody asked for it, that costs one query."""
    if not ways_here():
        return 0
    asked = NoticeChoice.objects.filter(Q(letter=True) | Q(push=True), kind=NoticeKind.EVENING)
    ids = set(asked.values_list("user", flat=True))
    return sum(_told(one, ids) for one in _soon(ids) if _is_the_hour(one)) if ids else 0


def _soon(ids: set[UUID]) -> QuerySet[PlannedEvening]:
    today = timezone.now().date()
    rows = PlannedEvening.objects.filter(
        date__gte=today, date__lte=today + DAYS, cancelled_at=None, club__members__in=ids
    )
    return rows.select_related("club").distinct()


def _is_the_hour(evening: PlannedEvening) -> bool:
    """Whether it is tomorrow, and the afternoon of today, where the club plays."""
    there = timezone.now().astimezone(ZoneInfo(evening.club.time_zone))
    tomorrow = there.date() + timedelta(days=1)
    return evening.date == tomorrow and FIRST_HOUR <= there.hour <= LAST_HOUR


def _told(evening: PlannedEvening, ids: set[UUID]) -> bool:
    """Everybody who asked for it and has not said no; moved to another day, it is news again."""
    day = evening.date.isoformat()
    before = Notice.objects.filter(kind=NoticeKind.EVENING, subject=evening.pk)
    if before.filter(once__endswith=f":{day}").exists():
        return False
    said_no = evening.answers.filter(coming=Attendance.NO).exclude(player__user=None)
    people = ids - set(said_no.values_list("player__user", flat=True))
    news = News(NoticeKind.EVENING, evening.club, evening.pk, occasion=day, due_at=timezone.now())
    with write_lock():
        return queue_notices(news, people) > 0
