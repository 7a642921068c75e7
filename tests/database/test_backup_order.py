"""Backups are ordered by their creation, even if a clock was wrong."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.db import connection

from support.book_copies import back_up
from support.catalogue import row
from support.club_factories import House
from tarokk_club.serving.backups import store

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="what SQLite alone can have")
AHEAD = datetime.now(UTC) + timedelta(days=3000)


@row("S77")
@pytest.mark.parametrize("name", ["{}.sqlite3", "{}-000001.sqlite3"])
def test_backup_is_stored_beside_those_of_a_fast_clock(
    house: House, tmp_path: Path, name: str
) -> None:
    for day in range(3):
        dated = (AHEAD + timedelta(days=day)).strftime("club-%Y-%m-%dT%H-%M-%S.%fZ")
        (tmp_path / name.format(dated)).write_bytes(b"a copy")

    made = [back_up(tmp_path, keep=2) for _ in range(3)]

    assert store.list_backups(tmp_path) == made[1:]


@row("S77")
def test_a_copy_dated_in_the_future_ages_with_the_next_one(tmp_path: Path) -> None:
    def a_copy(moment: datetime, number: int) -> Path:
        path = tmp_path / moment.strftime(f"club-%Y-%m-%dT%H-%M-%S.%fZ-{number:06}.sqlite3")
        path.write_bytes(b"a copy")
        return path

    now = datetime.now(UTC)
    a_copy(AHEAD, 1)
    a_copy(now - timedelta(days=40), 2)
    kept = [a_copy(AHEAD, 3), a_copy(now - timedelta(days=2), 4), a_copy(now, 5)]

    assert store.drop_outdated_files(tmp_path, timedelta(days=30)) == 2
    assert store.list_backups(tmp_path) == kept


@row("S77")
def test_the_last_copy_stays_however_old_it_is(tmp_path: Path) -> None:
    (tmp_path / "club-2020-01-01T00-00-00.000000Z-000007.sqlite3").write_bytes(b"a copy")

    assert store.drop_outdated_files(tmp_path, timedelta(days=30)) == 0
