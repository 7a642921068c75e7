"""Reminders of debts: for those who chose them, by day, and at most once a week."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
import time_machine
from django.core import mail
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from support.club_factories import a_club
from support.money_tables import pay_all
from support.notices_house import (
    NotifiedHouse,
    a_notified_house,
    a_plan,
    list_letters,
    save_notice_choices,
    with_both_ways,
)
from tarokk_club.club.models import Club, Membership, Notice, NoticeKind, NoticeState, Settlement
from tarokk_club.club.notices.usecases.reminders import queue_debt_reminders
from tarokk_club.club.notices.usecases.sending import send_notices

pytestmark = pytest.mark.django_db
# A Monday; it is 12 o'clock at the club.
BEGAN = datetime(2026, 11, 23, 11, 0, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture
def notified(settings: Settings) -> NotifiedHouse:
    """Béla owes by a plan of that Monday, and has reminders switched on."""
    with_both_ways(settings)
    with time_machine.travel(BEGAN, tick=False):
        notified = a_notified_house()
        Club.objects.update(time_zone="Europe/Budapest")
        save_notice_choices(notified.bela, NoticeKind.DEBTS, letter=True)
        a_plan(notified)
        Notice.objects.all().delete()
    return notified


def reminded(after: timedelta) -> int:
    """How many letters go so long after the plan was made."""
    mail.outbox.clear()
    with time_machine.travel(BEGAN + after, tick=False):
        queue_debt_reminders()
        return send_notices()


def test_the_first_reminder_comes_a_week_after_the_plan_and_then_one_a_week(
    notified: NotifiedHouse,
) -> None:
    days = [day for day in range(31) if reminded(day * DAY + timedelta(hours=1))]

    assert days == [7, 14, 21, 28]


@pytest.mark.ci
def test_reminds_at_most_once_a_week_however_often_it_checks(
    notified: NotifiedHouse,
) -> None:
    hours = [hour for hour in range(24 * 30) if reminded(timedelta(hours=hour))]

    assert len(hours) == 4
    assert min(later - hour for hour, later in pairwise(hours)) >= 24 * 7


def test_sends_no_reminder_at_night(notified: NotifiedHouse) -> None:
    """By the clock where the club plays."""
    night = timedelta(days=8, hours=12)
    assert reminded(night) == 0

    assert reminded(night + timedelta(hours=11)) == 1


def test_the_letter_leads_to_the_club_and_names_no_sum(notified: NotifiedHouse) -> None:
    reminded(8 * DAY)

    assert list_letters() == [
        ("bela@example.org", "Zugló: A planned payment of yours is still open.")
    ]
    assert "/c/zuglo/\n" in str(mail.outbox[0].body)


def test_sends_no_reminder_without_a_subscription(notified: NotifiedHouse) -> None:
    save_notice_choices(notified.bela, NoticeKind.DEBTS)

    assert reminded(8 * DAY) == 0
    assert Notice.objects.count() == 0


def test_a_paid_debt_is_not_reminded(notified: NotifiedHouse) -> None:
    with time_machine.travel(BEGAN + DAY, tick=False):
        pay_all(notified.house, Settlement.objects.get())
        Notice.objects.all().delete()

    assert reminded(8 * DAY) == 0


def test_a_payment_before_sending_drops_the_reminder(notified: NotifiedHouse) -> None:
    with time_machine.travel(BEGAN + 8 * DAY, tick=False):
        assert queue_debt_reminders() == 1
        pay_all(notified.house, Settlement.objects.get())
        Notice.objects.exclude(kind=NoticeKind.DEBTS).delete()
        assert send_notices() == 0
    assert Notice.objects.get().state == NoticeState.DROPPED


def test_debts_in_two_clubs_are_one_reminder(notified: NotifiedHouse) -> None:
    other = a_club("Kőbánya", notified.csaba)
    Membership.objects.create(user=notified.bela, club=other, roles=["member"])
    Settlement.objects.update(made_at=BEGAN)
    plan = Settlement.objects.get()
    _copied(notified, plan, other)

    assert reminded(8 * DAY) == 1
    assert list_letters()[0][1] == "Tarokk Club: A planned payment of yours is still open."


def _copied(notified: NotifiedHouse, plan: Settlement, club: Club) -> None:
    """The same debt in another club."""
    facts = {"currency": plan.currency, "scope": plan.scope, "step": plan.step, "made_at": BEGAN}
    copy = Settlement.objects.create(
        club=club, number=1, carried=plan.carried, made_by=notified.csaba, **facts
    )
    player = notified.bela.players_claimed.get()
    player.pk, player.club = None, club
    player.save(force_insert=True)
    copy.transfers.create(place=0, payer=player, receiver=None, amount=100)


def test_check_costs_no_query_per_unsubscribed_member(
    notified: NotifiedHouse, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    save_notice_choices(notified.bela, NoticeKind.DEBTS)
    with django_assert_num_queries(1):
        assert queue_debt_reminders() == 0


def test_a_debt_below_the_smallest_payment_is_not_reminded(notified: NotifiedHouse) -> None:
    plan = Settlement.objects.get()
    (transfer,) = plan.transfers.filter(payer__user=notified.bela)
    transfer.amount = 4
    transfer.save()
    assert reminded(8 * DAY) == 0

    transfer.amount = 5
    transfer.save()

    assert reminded(8 * DAY) == 1
