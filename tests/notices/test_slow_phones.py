"""A slow push service or name lookup delays no other phone's notices."""

import socket
import threading
from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from support.catalogue import row
from support.notices_house import (
    SENT,
    WAITING,
    NotifiedHouse,
    a_plan,
    list_letters,
    list_states,
    save_notice_choices,
)
from support.push_receiver import Browser, Receiver
from tarokk_club.club.models import NoticeKind, User
from tarokk_club.club.notices.usecases import sending
from tarokk_club.club.notices.usecases.sending import send_notices
from tarokk_club.http import public_post
from tarokk_club.http.public_post import resolve_name

pytestmark = pytest.mark.django_db


def with_phones(notified: NotifiedHouse, letters: Sequence[User] = (), **phones: int) -> None:
    """A plan, which these people are notified of by so many phones each, or by letter."""
    people: dict[str, User] = {
        "anna": notified.anna,
        "bela": notified.bela,
        "csaba": notified.csaba,
    }
    for name, user in people.items():
        save_notice_choices(
            user, NoticeKind.PLAN, push=bool(phones.get(name)), letter=user in letters
        )
        for number in range(phones.get(name, 0)):
            Browser().device(user, path=f"/{name}/{number}")
    a_plan(notified)


def sent_later(receiver: Receiver, **changes: Any) -> int:
    with time_machine.travel(timezone.now() + timedelta(minutes=2)):
        return send_notices(network=receiver.network(**changes))


@row("S88")
def test_letters_go_before_any_phone(notified: NotifiedHouse, receiver: Receiver) -> None:
    with_phones(notified, bela=2, letters=(notified.csaba,))
    letters_before: list[int] = []

    def resolve(_name: str) -> list[str]:
        letters_before.append(len(list_letters()))
        return ["127.0.0.1"]

    assert sent_later(receiver, resolve=resolve) == 3
    assert letters_before == [1, 1]


@row("S88")
def test_phones_of_two_people_are_served_at_once(
    notified: NotifiedHouse, receiver: Receiver
) -> None:
    with_phones(notified, bela=1, csaba=1)
    both = threading.Barrier(2, timeout=10)

    def resolve(_name: str) -> list[str]:
        both.wait()
        return ["127.0.0.1"]

    assert sent_later(receiver, resolve=resolve) == 2


@row("S88")
def test_phones_of_one_person_are_served_in_turn(
    notified: NotifiedHouse, receiver: Receiver
) -> None:
    with_phones(notified, bela=3)
    under_way, most = 0, 0

    def resolve(_name: str) -> list[str]:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        threading.Event().wait(0.05)
        under_way -= 1
        return ["127.0.0.1"]

    assert sent_later(receiver, resolve=resolve) == 3
    assert most == 1


@row("S88")
def test_pushes_beyond_the_time_per_user_wait_for_the_next_round(
    notified: NotifiedHouse, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_phones(notified, bela=2, csaba=1)
    monkeypatch.setattr(sending, "PERSON_SECONDS", 0)

    assert sent_later(receiver) == 2
    assert list_states() == [SENT, SENT, WAITING]
    assert sent_later(receiver) == 1


class NameServer:
    """A name server that answers when the test allows it."""

    def __init__(self) -> None:
        self.answers, self.asked = threading.Event(), threading.Semaphore(0)

    def __call__(self, *_asked: object, **_more: object) -> list[Any]:
        self.asked.release()
        assert self.answers.wait(10)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("9.9.9.9", 443))]


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> Iterator[NameServer]:
    server = NameServer()
    monkeypatch.setattr(socket, "getaddrinfo", server)
    monkeypatch.setattr(public_post, "NAME_SECONDS", 0.05)
    monkeypatch.setattr(public_post, "_LOOK_UPS", threading.BoundedSemaphore(2))
    yield server
    server.answers.set()


@row("S88")
def test_a_name_server_that_does_not_answer_is_left(names: NameServer) -> None:
    with pytest.raises(TimeoutError):
        resolve_name("push.example.org")


@row("S88")
def test_few_names_are_looked_up_at_once(
    names: NameServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2):
        with pytest.raises(TimeoutError, match="no answer"):
            resolve_name("push.example.org")
    with pytest.raises(TimeoutError, match="too many"):
        resolve_name("push.example.org")

    names.answers.set()
    monkeypatch.setattr(public_post, "NAME_SECONDS", 10)
    # The threads end a moment after their answers.
    for _ in range(2):
        assert public_post._LOOK_UPS.acquire(timeout=10)
    for _ in range(2):
        public_post._LOOK_UPS.release()
    assert resolve_name("push.example.org") == ["9.9.9.9"]
