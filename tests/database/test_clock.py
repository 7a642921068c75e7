"""A clock that was ahead for a while: times written then have no effect."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest
import time_machine
from django.core.cache import cache
from django.db.models import Q
from django.test import Client
from django.utils import timezone

from support.attackers import SIGN_IN
from support.catalogue import row
from support.club_factories import House, a_house
from support.guest_visits import a_guest_link
from support.invitations import an_invitation
from tarokk_club.accounts.attempt_cache import AttemptCache
from tarokk_club.club.guests.queries import is_link_open
from tarokk_club.club.models import AuditLine, Invitation
from tarokk_club.club.models.guests import LinkLifetime
from tarokk_club.club.people.queries.members import select_open_invitations
from tarokk_club.club.people.usecases.clubs import MOST_A_DAY, NewClub, found_further_club
from tarokk_club.club.people.usecases.invitations import MOST_AN_HOUR
from tarokk_club.club.writing.errors import TooManyError
from tarokk_club.club.writing.log import record_log_reading
from tarokk_club.database.clock import build_older_condition, build_recent_condition

YEARS = timedelta(days=8 * 365)
HOUR = timedelta(hours=1)


@contextmanager
def clock_ahead() -> Iterator[None]:
    with time_machine.travel(timezone.now() + YEARS):
        yield


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tries.sqlite3"


@row("S78")
def test_attempts_dated_in_the_future_expire_at_once(file: Path) -> None:
    tries = AttemptCache(str(file), {})
    with clock_ahead():
        tries.set("mine", [1.0], 300)
        assert tries.get("mine") == [1.0]

    assert tries.get("mine") is None
    assert tries.add("mine", [2.0], 300)
    assert tries.get("mine") == [2.0]


@row("S78")
def test_a_file_of_the_version_before_keeps_its_counts(file: Path) -> None:
    with sqlite3.connect(file) as old:
        old.execute(
            "CREATE TABLE tries (name TEXT PRIMARY KEY, held BLOB NOT NULL, until REAL NOT NULL)"
            " WITHOUT ROWID"
        )
        AttemptCache(str(file), {}).set("other", 1, 300)
        held = sqlite3.connect(file).execute("SELECT held FROM tries").fetchone()[0]
        name = AttemptCache(str(file), {}).make_and_validate_key("mine")
        old.execute(
            "INSERT INTO tries (name, held, until) VALUES (?, ?, ?)",
            (name, held, timezone.now().timestamp() + 300),
        )

    assert AttemptCache(str(file), {}).get("mine") == 1


@row("S78")
@pytest.mark.django_db
def test_attempts_dated_in_the_future_lock_no_user_out() -> None:
    a_house()
    cache.clear()
    with clock_ahead():
        for _try in range(30):
            Client().post(SIGN_IN, {"login": "anna", "password": "not the password"})
        shut = Client().post(SIGN_IN, {"login": "anna", "password": "kalandos pagat"})

    answer = Client().post(SIGN_IN, {"login": "anna", "password": "kalandos pagat"})

    assert shut.status_code != 302
    assert answer.status_code == 302


@row("S78")
@pytest.mark.django_db
def test_links_created_by_a_fast_clock_are_closed(house: House) -> None:
    with clock_ahead():
        week, season = (
            a_guest_link(house, lasting=lasting)
            for lasting in (LinkLifetime.WEEK, LinkLifetime.SEASON)
        )
        an_invitation(house)
        assert is_link_open(week)
        assert select_open_invitations().count() == 1

    assert not is_link_open(week)
    assert is_link_open(season)
    assert select_open_invitations().count() == 0


@row("S78")
@pytest.mark.django_db
def test_clubs_founded_in_the_future_do_not_use_up_the_daily_limit(house: House) -> None:
    def another() -> None:
        new = NewClub(key=uuid4(), club_name=f"Club {uuid4()}", currency="HUF", language="hu")
        found_further_club(new=new, by=house.anna)

    house.anna.is_staff = house.anna.is_superuser = True
    house.anna.save()
    with clock_ahead():
        for _club in range(MOST_A_DAY):
            another()
        with pytest.raises(TooManyError):
            another()

    another()


@row("S78")
@pytest.mark.django_db
def test_invitations_dated_in_the_future_do_not_use_up_the_hourly_limit(house: House) -> None:
    with clock_ahead():
        for _link in range(MOST_AN_HOUR):
            an_invitation(house)
        with pytest.raises(TooManyError):
            an_invitation(house)

    an_invitation(house)

    assert select_open_invitations().count() == 1


@row("S78")
@pytest.mark.django_db
def test_log_reading_dated_in_the_future_does_not_hide_todays(house: House) -> None:
    with clock_ahead():
        record_log_reading(club_id=house.club.id, by=house.anna)

    record_log_reading(club_id=house.club.id, by=house.anna)
    record_log_reading(club_id=house.club.id, by=house.anna)

    assert AuditLine.objects.filter(act="log_read").count() == 2


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("ago", "recent"),
    [(HOUR / 2, True), (2 * HOUR, False), (-HOUR / 60, True), (-HOUR, False)],
    ids=["half an hour", "two hours", "another node's clock", "the future"],
)
def test_recent_and_older_conditions_exclude_each_other(
    house: House, ago: timedelta, recent: bool
) -> None:
    an_invitation(house)
    Invitation.objects.update(made_at=timezone.now() - ago)

    def is_met(condition: Q) -> bool:
        return Invitation.objects.filter(condition).exists()

    assert is_met(build_recent_condition("made_at", HOUR)) == recent
    assert is_met(build_older_condition("made_at", HOUR)) != recent
