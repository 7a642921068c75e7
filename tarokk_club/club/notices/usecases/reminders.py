"""Use cases that queue reminders of evenings and debts."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Q, QuerySet
from django.utils import timezone

from tarokk_club.club.models import (
    Attendance,
    Club,
    Notice,
    NoticeChoice,
    NoticeKind,
    PlannedEvening,
    Settlement,
    User,
)
from tarokk_club.club.money.queries.money_rules import find_smallest_payment, load_money_rules
from tarokk_club.club.money.queries.tasks.money_tasks import load_money_tasks
from tarokk_club.club.notices.defaults import list_available_channels
from tarokk_club.club.notices.usecases.sending import NoticeEvent, queue_notices
from tarokk_club.database.clock import build_older_condition, build_recent_condition
from tarokk_club.database.write_lock import write_lock

WEEK = timedelta(days=7)
# The hours of the club's day at which reminders of debts are sent.
DEBTS_FROM_HOUR, DEBTS_UNTIL_HOUR = 10, 19


def queue_debt_reminders() -> int:
    """Queue reminders of debts and return the number of reminded users.

    The first reminder is queued a week after a plan, as the plan itself caused a notice. Each user
    is reminded at most once a week, in the daytime.
    """
    if not list_available_channels():
        return 0
    chosen = NoticeChoice.objects.filter(Q(letter=True) | Q(push=True), kind=NoticeKind.DEBTS)
    recent = Notice.objects.filter(build_recent_condition("made_at", WEEK), kind=NoticeKind.DEBTS)
    ids = chosen.exclude(user__in=recent.values("user")).values("user")
    reminded = 0
    for user in User.objects.filter(pk__in=ids, is_active=True):
        reminded += _queue_debt_reminder(user)
    return reminded


def _queue_debt_reminder(user: User) -> int:
    clubs = list(_iter_clubs_with_debts(user))
    if not clubs or not any(map(_is_daytime, clubs)):
        return 0
    club = clubs[0] if len(clubs) == 1 else None
    with write_lock():
        # Check under the lock, as another node may have been faster.
        if _was_reminded(user.pk):
            return 0
        now = timezone.now()
        day = now.date().isoformat()
        event = NoticeEvent(NoticeKind.DEBTS, club, user.pk, occasion=day, due_at=now)
        return min(1, queue_notices(event, [user.pk]))


def _iter_clubs_with_debts(user: User) -> Iterator[Club]:
    """Yield the clubs in which the user has owed a payable amount for at least a week."""
    old = Settlement.objects.filter(
        build_older_condition("made_at", WEEK), withdrawn_at=None, transfers__payer__user=user
    )
    for club in Club.objects.filter(members=user, pk__in=old.values("club")).order_by("name"):
        rules = load_money_rules(club.id)
        waiting = load_money_tasks(club, user, ()).to_pay
        payable = (
            row for row in waiting if row.amount >= find_smallest_payment(club, rules, row.currency)
        )
        plans = {transfer.settlement_id for transfer in payable}
        if old.filter(pk__in=plans).exists():
            yield club


def _was_reminded(user_id: UUID) -> bool:
    reminders = Notice.objects.filter(user=user_id, kind=NoticeKind.DEBTS)
    return reminders.filter(build_recent_condition("made_at", WEEK)).exists()


def _is_daytime(club: Club) -> bool:
    hour = timezone.now().astimezone(ZoneInfo(club.time_zone)).hour
    return DEBTS_FROM_HOUR <= hour <= DEBTS_UNTIL_HOUR


# The hours of the club's day at which reminders of the next evening are sent.
EVENINGS_FROM_HOUR, EVENINGS_UNTIL_HOUR = 16, 20
# "Tomorrow" may be two UTC days ahead in the club's time zone.
DAYS = timedelta(days=2)


def queue_evening_reminders() -> int:
    """Queue reminders of tomorrow's evenings; return the number of evenings with a reminder."""
    if not list_available_channels():
        return 0
    chosen = NoticeChoice.objects.filter(Q(letter=True) | Q(push=True), kind=NoticeKind.EVENING)
    ids = set(chosen.values_list("user", flat=True))
    if not ids:
        return 0
    return sum(
        _queue_evening_reminder(row, ids)
        for row in _select_upcoming_evenings(ids)
        if _is_reminder_time(row)
    )


def _select_upcoming_evenings(ids: set[UUID]) -> QuerySet[PlannedEvening]:
    today = timezone.now().date()
    rows = PlannedEvening.objects.filter(
        date__gte=today, date__lte=today + DAYS, cancelled_at=None, club__members__in=ids
    )
    return rows.select_related("club").distinct()


def _is_reminder_time(evening: PlannedEvening) -> bool:
    """Return whether it is the afternoon or evening before the planned evening, in local time."""
    local_time = timezone.now().astimezone(ZoneInfo(evening.club.time_zone))
    tomorrow = local_time.date() + timedelta(days=1)
    return evening.date == tomorrow and EVENINGS_FROM_HOUR <= local_time.hour <= EVENINGS_UNTIL_HOUR


def _queue_evening_reminder(evening: PlannedEvening, ids: set[UUID]) -> bool:
    """Queue a reminder for these users, except those who declined; return whether any was queued.

    An evening that was moved to another day gets another reminder.
    """
    day = evening.date.isoformat()
    earlier = Notice.objects.filter(kind=NoticeKind.EVENING, subject=evening.pk)
    if earlier.filter(once__endswith=f":{day}").exists():
        return False
    declined = evening.answers.filter(coming=Attendance.NO).exclude(player__user=None)
    people = ids - set(declined.values_list("player__user", flat=True))
    event = NoticeEvent(
        NoticeKind.EVENING, evening.club, evening.pk, occasion=day, due_at=timezone.now()
    )
    with write_lock():
        return queue_notices(event, people) > 0
