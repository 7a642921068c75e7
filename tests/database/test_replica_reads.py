"""Pages that may be read from a replica, by which readers, and with which fallback.

Here the test database replaces the replica; tests/serving/test_replica.py uses a real one.
"""

from typing import Any

import pytest
from django.conf import settings
from django.db import OperationalError
from django.http import Http404, HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from support.club_factories import House, a_hand, recorded
from support.guest_visits import a_guest_link, guest_url
from tarokk_club.club.models import Session
from tarokk_club.database import replica, replica_reads
from tarokk_club.env import Environment
from tarokk_club.serving.processes import WorkersError, choose_worker_count

AGE = "This page is as it was 7 seconds ago."


@pytest.fixture
def copied(monkeypatch: pytest.MonkeyPatch) -> None:
    """A replica that is seven seconds behind."""
    monkeypatch.setattr(replica, "ALIAS", "default")
    monkeypatch.setattr(replica, "get_usable_lag", lambda: 7.2)


@pytest.mark.usefixtures("copied")
def test_statistics_and_guest_pages_read_the_replica_and_show_their_age(
    house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house))
    anna = Client()
    anna.force_login(house.anna)
    pages = [
        *(reverse(f"club:{name}", args=[house.club.slug]) for name in ("standings", "records")),
        reverse("club:career", args=[house.club.slug, *house.ids("Anna")]),
        reverse("club:seasons", args=[house.club.slug]),
        reverse("club:sheet", args=[house.club.slug, session.pk]),
        guest_url(a_guest_link(house, session)),
    ]

    told = [AGE in anna.get(page).content.decode() for page in pages]
    anna.cookies[settings.WROTE_COOKIE_NAME] = "1"
    told_after_writing = [AGE in anna.get(page).content.decode() for page in pages]

    # The sheet of the evening is always the book's own.
    assert told == [True, True, True, True, False, True]
    assert not any(told_after_writing)


@pytest.mark.parametrize("fault", [OperationalError, Http404])
@pytest.mark.usefixtures("copied")
def test_the_primary_answers_if_the_replica_fails(
    fault: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    left: list[int] = []
    monkeypatch.setattr(replica, "pause_replica", lambda: left.append(1))

    def there() -> Any:
        raise fault

    request: Any = RequestFactory().get("/")
    answer: Any = object()

    assert replica_reads.prefer_replica(request, there, lambda: answer) is answer
    assert request.seconds_behind == 0
    assert bool(left) == (fault is OperationalError)


def test_writer_cookie_outlives_the_replica_lag() -> None:
    answered = replica_reads.mark_browser_after_write(lambda _request: saved())
    wrote = answered(RequestFactory().post("/")).cookies[settings.WROTE_COOKIE_NAME]

    assert int(wrote["max-age"]) > replica.MAX_LAG
    assert not answered(RequestFactory().get("/")).cookies


def saved() -> HttpResponse:
    return HttpResponse("saved")


@pytest.mark.parametrize("url", ["postgres://u@h/n", "sqlite:///other.sqlite3"])
def test_a_replica_of_a_file_is_refused(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("DATABASE_REPLICA_URL", url)
    monkeypatch.delenv("DATABASE_URL", raising=False)

    with pytest.raises(WorkersError, match="needs PostgreSQL"):
        choose_worker_count(Environment())
