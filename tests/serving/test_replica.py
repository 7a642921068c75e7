"""Reads from a real streaming replica: with their age displayed, and never right after a write."""

import contextlib
import json
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import psycopg
import pytest

from support.page_reader import rows_of
from support.served import Served, served
from tools.dev import postgres
from tools.lab.torture.club import Club, found_club, sign_in, start_session
from tools.lab.torture.phone import Phone
from tools.lab.torture.players import Party

pytestmark = pytest.mark.cluster
SECRET = "only-for-tests-" + "x" * 50
PATIENCE, WROTE = 20.0, "wrote"


@dataclass(slots=True)
class Copied:
    """A site that reads from a copy of its book. phone: of who writes; party: plays one table."""

    site: Served
    copy: postgres.Server
    club: Club
    phone: Phone
    party: Party

    def reader(self) -> Phone:
        """Somebody whose last writing is long ago."""
        phone = sign_in(self.site.port)
        phone.cookies.pop(WROTE)
        return phone

    def save(self, number: int) -> None:
        self.party.play_hand(self.phone, Random(number), f"hand {number}")
        assert self.party.notebook.acknowledged == number

    def stand_still(self, *, still: bool) -> None:
        """Let the copy take nothing in, or go on."""
        call = "pg_wal_replay_pause" if still else "pg_wal_replay_resume"
        with psycopg.connect(self.copy.url, autocommit=True) as server:
            server.execute(f"SELECT {call}()".encode())

    def behind(self) -> float | None:
        told: float | None = json.loads(self.site.ask("/healthz")[1])["replica_seconds_behind"]
        return told

    def figures(self, phone: Phone) -> list[list[str]]:
        """What the tables of the standings say."""
        answer = phone.get(self.club.build_path("standings"))
        assert answer.status == 200
        return rows_of(answer.text, "//tbody")

    def tells_its_age(self, phone: Phone) -> bool:
        return "This page is as it was" in phone.get(self.club.build_path("standings")).text


@pytest.fixture
def copied(tmp_path: Path) -> Iterator[Copied]:
    assert postgres.ensure_server(), "PostgreSQL is missing."
    with contextlib.ExitStack() as stack:
        # The account of the server reaches no folder of a test.
        folders = [tempfile.TemporaryDirectory(prefix="tarokk-pg-") for _ in range(2)]
        first, second = (Path(stack.enter_context(folder)) for folder in folders)
        book = postgres.Server(first, safe=False)
        book.start()
        stack.callback(book.kill)
        copy = book.create_replica(second)
        copy.start()
        stack.callback(copy.stop)
        site = stack.enter_context(
            served(
                tmp_path / "var",
                DATABASE_URL=book.url,
                DATABASE_REPLICA_URL=copy.url,
                SECRET_KEY=SECRET,
            )
        )
        phone = Phone(site.port)
        club = found_club(phone)
        party = Party(club, [start_session(phone, club)])
        yield Copied(site, copy, club, phone, party)


def until(well: Callable[[], bool]) -> None:
    """Wait until it is so."""
    end = time.monotonic() + PATIENCE
    while not well():
        assert time.monotonic() < end
        time.sleep(0.1)


def test_readers_see_the_replica_and_writers_the_primary(copied: Copied) -> None:
    copied.save(1)
    reader = copied.reader()
    until(lambda: copied.figures(reader) == copied.figures(copied.phone) != [])
    before = copied.figures(reader)
    assert copied.behind() is not None

    copied.stand_still(still=True)
    copied.save(2)

    assert copied.figures(copied.phone) != before
    assert copied.figures(reader) == before
    until(lambda: copied.tells_its_age(reader))
    assert not copied.tells_its_age(copied.phone)

    copied.stand_still(still=False)
    until(lambda: copied.figures(reader) == copied.figures(copied.phone) != before)
    until(lambda: not copied.tells_its_age(reader))


def test_primary_answers_while_the_replica_is_down(copied: Copied) -> None:
    copied.save(1)
    reader = copied.reader()
    until(lambda: copied.figures(reader) == copied.figures(copied.phone) != [])

    copied.copy.stop()
    copied.save(2)

    assert copied.figures(reader) == copied.figures(copied.phone)
    until(lambda: copied.behind() is None)
    assert copied.site.ask("/healthz")[0].status == 200
