"""Reminders the day before an evening: once, to those who chose them, in the club's time zone."""

from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from support.club_factories import a_form
from support.notices_house import (
    NotifiedHouse,
    a_notified_house,
    list_letters,
    list_queued,
    list_states,
    save_notice_choices,
    with_both_ways,
)
from support.planned_evenings import an_evening, weekly
from tarokk_club.club.calendar.usecases.answers import EveningReply, answer_evening
from tarokk_club.club.calendar.usecases.evenings import cancel_evening, restore_evening
from tarokk_club.club.models import Club, Notice, NoticeKind, PlannedEvening, User
from tarokk_club.club.notices.usecases.reminders import queue_evening_reminders
from tarokk_club.club.notices.usecases.sending import send_notices
from tarokk_club.club.people.queries.club_days import get_today

pytestmark = pytest.mark.django_db
# A Monday, 12 o'clock in Budapest.
BEGAN = datetime(2026, 11, 23, 11, 0, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def notified(settings: Settings) -> NotifiedHouse:
    """A club in Budapest with three members, all with reminders of evenings switched on."""
    with_both_ways(settings)
    notified = a_notified_house()
    Club.objects.update(time_zone="Europe/Budapest")
    notified.house.club.time_zone = "Europe/Budapest"
    for user in (notified.anna, notified.bela, notified.csaba):
        save_notice_choices(user, NoticeKind.EVENING, letter=True)
    return notified


def planned(notified: NotifiedHouse, days: int = 3) -> PlannedEvening:
    with time_machine.travel(BEGAN, tick=False):
        return an_evening(notified.house, days)


def answered(notified: NotifiedHouse, evening: PlannedEvening, user: User, coming: str) -> None:
    answer_evening(
        club_id=notified.house.club.id,
        form=a_form(user),
        evening_id=evening.id,
        player_id=user.players_claimed.get().id,
        reply=EveningReply(coming=coming, guests=0),
    )


def cancelled(notified: NotifiedHouse, evening: PlannedEvening, *, onwards: bool = False) -> None:
    form = a_form(notified.anna)
    cancel_evening(
        club_id=notified.house.club.id, form=form, evening_id=evening.id, onwards=onwards
    )


def looked(at: datetime) -> int:
    with time_machine.travel(at, tick=False):
        return queue_evening_reminders()


def test_notifies_once_in_the_afternoon_of_the_day_before(notified: NotifiedHouse) -> None:
    planned(notified)
    hours = [hour for hour in range(24 * 5) if looked(BEGAN + hour * HOUR)]

    # Wednesday at 16, of an evening on Thursday.
    assert hours == [2 * 24 + 4]
    assert list_queued() == [(name, "evening", "letter") for name in ("anna", "bela", "csaba")]


@pytest.mark.parametrize(
    ("zone", "hour"), [("Pacific/Auckland", 3), ("America/Los_Angeles", 24), ("UTC", 16)]
)
def test_the_hour_is_that_of_the_clubs_wall(notified: NotifiedHouse, zone: str, hour: int) -> None:
    """16 o'clock of the 25th, as a moment."""
    notified.house.club.time_zone = zone
    Club.objects.update(time_zone=zone)
    with time_machine.travel(datetime(2026, 11, 24, 20, tzinfo=UTC), tick=False):
        days = (date(2026, 11, 26) - get_today(notified.house.club)).days
        an_evening(notified.house, days)
    day = datetime(2026, 11, 25, tzinfo=UTC)
    found = [each for each in range(-24, 48) if looked(day + each * HOUR)]

    assert found == [hour]


def test_notifies_the_undecided_but_not_those_who_declined(notified: NotifiedHouse) -> None:
    evening = planned(notified)
    with time_machine.travel(BEGAN, tick=False):
        answered(notified, evening, notified.anna, "perhaps")
        answered(notified, evening, notified.bela, "no")
    looked(BEGAN + 2 * DAY + 5 * HOUR)

    assert list_queued() == [("anna", "evening", "letter"), ("csaba", "evening", "letter")]


def test_mail_has_day_hour_and_link_of_the_evening(notified: NotifiedHouse) -> None:
    evening = planned(notified)
    with time_machine.travel(BEGAN + 2 * DAY + 5 * HOUR, tick=False):
        queue_evening_reminders()
        assert send_notices() == 3
    subject = list_letters()[0][1]
    assert subject.startswith("Zugló: The club plays tomorrow: ")
    assert "26" in subject and "18:30" in subject
    assert str(evening.id) in str(Notice.objects.values_list("subject", flat=True)[0])


def test_a_member_who_declines_before_sending_gets_no_reminder(notified: NotifiedHouse) -> None:
    evening = planned(notified)
    with time_machine.travel(BEGAN + 2 * DAY + 5 * HOUR, tick=False):
        queue_evening_reminders()
        answered(notified, evening, notified.bela, "no")
        assert send_notices() == 2


def test_sends_no_reminder_of_a_cancelled_evening(notified: NotifiedHouse) -> None:
    evening = planned(notified)
    with time_machine.travel(BEGAN + 2 * DAY + 5 * HOUR, tick=False):
        queue_evening_reminders()
        cancelled(notified, evening)
        assert send_notices() == 0
    assert list_states() == ["dropped"] * 3
    assert looked(BEGAN + 2 * DAY + 6 * HOUR) == 0


def test_notifies_again_when_an_evening_moves(notified: NotifiedHouse) -> None:
    evening = planned(notified)
    assert looked(BEGAN + 2 * DAY + 5 * HOUR) == 1
    evening.date += DAY
    evening.save()

    assert looked(BEGAN + 3 * DAY + 5 * HOUR) == 1
    assert len(list_queued()) == 6


def test_notifies_those_who_accepted_about_a_cancellation(notified: NotifiedHouse) -> None:
    evening = planned(notified)
    with time_machine.travel(BEGAN, tick=False):
        answered(notified, evening, notified.anna, "yes")
        answered(notified, evening, notified.bela, "yes")
        answered(notified, evening, notified.csaba, "perhaps")
        cancelled(notified, evening)
    with time_machine.travel(BEGAN + HOUR, tick=False):
        assert send_notices() == 1
    ((to, subject),) = list_letters()
    assert to == "bela@example.org"
    assert subject.startswith("Zugló: The evening of ") and subject.endswith("is cancelled.")


def test_a_restored_evening_sends_no_cancellation(notified: NotifiedHouse) -> None:
    evening = planned(notified)
    with time_machine.travel(BEGAN, tick=False):
        answered(notified, evening, notified.bela, "yes")
        cancelled(notified, evening)
        restore_evening(
            club_id=notified.house.club.id, form=a_form(notified.anna), evening_id=evening.id
        )
    with time_machine.travel(BEGAN + HOUR, tick=False):
        assert send_notices() == 0

    with time_machine.travel(BEGAN + 2 * HOUR, tick=False):
        cancelled(notified, evening)
    with time_machine.travel(BEGAN + 3 * HOUR, tick=False):
        assert send_notices() == 1


def test_several_that_are_cancelled_together_are_one_notice(notified: NotifiedHouse) -> None:
    with time_machine.travel(BEGAN, tick=False):
        evenings = weekly(notified.house, 4, days=2)
        for one in evenings:
            answered(notified, one, notified.bela, "yes")
        cancelled(notified, evenings[0], onwards=True)

    assert list_queued() == [("bela", "cancelled", "letter")]


def test_check_without_subscribers_costs_one_query(
    notified: NotifiedHouse, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    planned(notified)
    for user in (notified.anna, notified.bela, notified.csaba):
        save_notice_choices(user, NoticeKind.EVENING)
    with django_assert_num_queries(1):
        assert looked(BEGAN + 2 * DAY + 5 * HOUR) == 0
