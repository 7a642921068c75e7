"""Due notices are sent once, to current subscribers, without private details."""

import threading
from collections.abc import Callable
from datetime import timedelta
from io import StringIO

import pytest
import time_machine
from django.core import mail
from django.core.management import call_command
from django.db import connection
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from support.notices_house import (
    SENT,
    WAITING,
    NotifiedHouse,
    a_plan,
    list_letters,
    list_states,
    save_notice_choices,
)
from support.push_receiver import Browser, Receiver, claims_of
from tarokk_club.club.models import (
    Notice,
    NoticeKind,
    NoticeState,
    PushDevice,
    Settlement,
    User,
)
from tarokk_club.club.notices.sending.mails import send_notice_mail
from tarokk_club.club.notices.usecases import sending as module
from tarokk_club.club.notices.usecases.sending import has_due_notices, send_notices

pytestmark = pytest.mark.django_db
ALONE = pytest.mark.django_db(transaction=True)
LATER = timedelta(minutes=2)


def sent_later(receiver: Receiver | None = None, *, after: timedelta = LATER) -> int:
    """What a sender hands over a moment later, when it is due."""
    with time_machine.travel(timezone.now() + after):
        return send_notices(network=receiver.network()) if receiver else send_notices()


def on_phone(notified: NotifiedHouse, user: User, **more: str) -> Browser:
    """A plan, of which only this person is notified, on a phone."""
    browser = Browser()
    browser.device(user, **more)
    for one in (notified.anna, notified.bela, notified.csaba):
        save_notice_choices(one, NoticeKind.PLAN, push=one == user)
    a_plan(notified)
    return browser


def test_a_letter_goes_when_it_is_due_and_never_again(notified: NotifiedHouse) -> None:
    a_plan(notified)
    assert not has_due_notices()
    assert send_notices() == 0

    assert sent_later() == 2
    assert sent_later() == sent_later(after=timedelta(days=3)) == 0
    assert sorted(list_letters()) == [
        ("bela@example.org", "Zugló: A new plan says what you pay or get."),
        ("csaba@example.org", "Zugló: A new plan says what you pay or get."),
    ]
    assert list_states() == [SENT, SENT]


def test_phone_decrypts_a_message_without_private_details(
    notified: NotifiedHouse, receiver: Receiver
) -> None:
    browser = on_phone(notified, notified.bela)
    assert sent_later(receiver) == 1

    (got,) = receiver.got
    plan = Settlement.objects.get()
    told_text = browser.read(got.body).decode()
    assert f'"url":"/c/zuglo/money/settlements/{plan.id}/"' in told_text
    assert '"title":"Zugló"' in told_text
    for secret in ("Béla", "Csaba", "Dóra", "40", "60", "HUF"):
        assert secret not in told_text.replace(str(plan.id), "").replace("Zugló", "")
    claims, _key = claims_of(got.headers["Authorization"])
    assert claims["aud"] == "https://push.example.org"
    assert claims["sub"].startswith("mailto:")
    assert got.headers["Content-Encoding"] == "aes128gcm"
    assert got.headers["TTL"] == "86400"
    assert 0 < len(got.headers["Topic"]) <= 32
    assert PushDevice.objects.get().sent_at is not None


def test_sends_one_push_to_each_phone(notified: NotifiedHouse, receiver: Receiver) -> None:
    Browser().device(notified.bela, path="/second")
    on_phone(notified, notified.bela)

    assert sent_later(receiver) == 2
    assert sorted(one.path for one in receiver.got) == ["/second", "/to/anna"]


@pytest.mark.parametrize("status", [404, 410])
def test_deletes_a_phone_that_is_gone(
    notified: NotifiedHouse, receiver: Receiver, status: int
) -> None:
    on_phone(notified, notified.bela)
    receiver.status = status

    assert sent_later(receiver) == 0
    assert PushDevice.objects.count() == Notice.objects.count() == 0


@pytest.mark.parametrize("status", [301, 308, 400, 403, 413])
def test_a_permanent_refusal_is_not_retried(
    notified: NotifiedHouse, receiver: Receiver, status: int
) -> None:
    on_phone(notified, notified.bela)
    receiver.status = status
    sent_later(receiver)
    sent_later(receiver, after=timedelta(hours=20))

    assert (len(receiver.got), list_states()) == (1, ["failed"])
    assert PushDevice.objects.count() == 1


@pytest.mark.parametrize("status", [429, 500, 503])
def test_busy_push_service_is_retried_for_a_day(
    notified: NotifiedHouse, receiver: Receiver, status: int
) -> None:
    on_phone(notified, notified.bela)
    receiver.status, receiver.more = status, {"Retry-After": "1800"}
    began = timezone.now()
    assert sent_later(receiver) == sent_later(receiver, after=timedelta(minutes=20)) == 0
    assert len(receiver.got) == 1

    receiver.status = 201
    assert sent_later(receiver, after=timedelta(minutes=40)) == 1

    Notice.objects.update(state=NoticeState.WAITING, tries=0, due_at=began)
    receiver.status, receiver.got = status, []
    for hour in range(40):
        sent_later(receiver, after=timedelta(hours=hour))
    assert 5 < len(receiver.got) < 24
    assert list_states() == ["failed"]


def test_an_unanswered_push_is_not_sent_again(notified: NotifiedHouse, receiver: Receiver) -> None:
    on_phone(notified, notified.bela)
    receiver.pause = 2
    with time_machine.travel(timezone.now() + LATER):
        send_notices(network=receiver.network(seconds=0.7))
    sent_later(receiver, after=timedelta(hours=1))

    assert (len(receiver.got), list_states()) == (1, ["unsure"])


def test_phone_with_an_old_key_is_reached_while_that_key_is_accepted(
    notified: NotifiedHouse, receiver: Receiver, settings: Settings
) -> None:
    on_phone(notified, notified.bela)
    old = settings.SECRET_KEY
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another", [old]
    assert sent_later(receiver) == 1

    settings.SECRET_KEY_FALLBACKS = []
    Notice.objects.update(state=NoticeState.WAITING)
    assert sent_later(receiver) == 0
    assert PushDevice.objects.count() == 0


def test_a_sender_that_dies_while_it_sends_leaves_nothing_to_be_sent_twice(
    notified: NotifiedHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed after the letter went, before that was noted; the next one goes on with the rest."""
    a_plan(notified)

    def dies(*_args: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as broken:
        broken.setattr(module, "_record_outcome", dies)
        with pytest.raises(KeyboardInterrupt):
            sent_later()
    assert (len(mail.outbox), list_states()) == (1, ["taken", WAITING])

    assert sent_later() == 1
    assert sent_later(after=timedelta(minutes=20)) == 0
    assert len({one.to[0] for one in mail.outbox}) == len(mail.outbox) == 2
    assert list_states() == [SENT, "unsure"]


@ALONE
def test_the_queue_survives_a_restart(notified: NotifiedHouse) -> None:
    """Nothing of the queue is in memory: another process would find it all."""
    a_plan(notified)
    connection.close()

    with time_machine.travel(timezone.now() + LATER):
        assert has_due_notices()
        told_to = StringIO()
        call_command("notices", stdout=told_to)
    assert told_to.getvalue() == "Sent: 2\n"
    assert len(mail.outbox) == 2


@ALONE
def test_two_senders_at_once_send_each_once(
    notified: NotifiedHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On PostgreSQL, where they really meet, and through the gate of SQLite."""
    a_plan(notified)
    rows = list(Notice.objects.all())
    more = [
        Notice(
            **{
                **{one.attname: getattr(row, one.attname) for one in Notice._meta.concrete_fields},
                "id": None,
                "once": f"{row.once}{number}",
            }
        )
        for row in rows
        for number in range(9)
    ]
    for one in more:
        one.pk = Notice._meta.pk.get_default()
    Notice.objects.bulk_create(more)
    Notice.objects.update(due_at=timezone.now())
    start, counts = threading.Barrier(3), list[int]()

    def run() -> None:
        try:
            start.wait(10)
            counts.append(send_notices())
        finally:
            connection.close()

    threads = [threading.Thread(target=run) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)

    assert sum(counts) == len(mail.outbox) == 20
    assert set(list_states()) == {SENT}
    assert len({one.extra_headers["Message-ID"] for one in mail.outbox}) == 20


@ALONE
def test_no_transaction_is_open_while_the_network_is_waited_for(
    notified: NotifiedHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_plan(notified)
    seen = []
    send: Callable[..., object] = send_notice_mail

    def looked(message: mail.EmailMessage) -> object:
        seen.append(connection.in_atomic_block)
        return send(message)

    monkeypatch.setattr(module, "send_notice_mail", looked)
    sent_later()
    assert seen == [False, False]


def test_a_look_at_an_empty_queue_costs_one_query(
    notified: NotifiedHouse, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        assert not has_due_notices()
