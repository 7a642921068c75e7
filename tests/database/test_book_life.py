"""After a restore all counts are computed from the restored data, not from caches."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from pytest_django.fixtures import Settings

from support.catalogue import row
from support.club_factories import House, a_hand, a_house, a_session, recorded
from support.club_web import session_url, text_of
from support.served import ROOT
from tarokk_club.club.models import Session
from tarokk_club.database import generation
from tarokk_club.http.build_id import compute_build_id_from_times
from tarokk_club.serving.backups import BackupError, make_and_restore

pytestmark = [
    pytest.mark.ci,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="restores a file"),
]


@pytest.fixture
def house(own_book: None) -> House:
    return a_house()


@pytest.fixture
def session(house: House) -> Session:
    return a_session(house)


def started_again(settings: Settings) -> None:
    """Reload what a start of the site reads; caches in memory stay, to make the test harder."""
    settings.BUILD = compute_build_id_from_times(
        ROOT, life=generation.read_generation(settings.VAR)
    )


@row("R21")
def test_restore_invalidates_cached_pages(
    house: House, session: Session, settings: Settings, tmp_path: Path
) -> None:
    started_again(settings)
    client, live = Client(), session_url(session, "live")
    client.force_login(house.anna)
    backup, _verdict = make_and_restore.make_backup(tmp_path, keep=1)
    recorded(house, session, {**a_hand(house), "note": "before the restore"})
    before = client.get(live)
    assert "before the restore" in text_of(before)

    make_and_restore.restore_backup(backup)
    started_again(settings)
    # A copy holds no login sessions, so everybody signs in again.
    client.force_login(house.anna)
    recorded(house, Session.objects.get(), {**a_hand(house), "note": "after it"})
    after = client.get(live, headers={"If-None-Match": before["ETag"]})

    assert after.status_code == 200
    assert "after it" in text_of(after) and "before the restore" not in text_of(after)


def test_refused_restore_keeps_the_generation_of_the_database(
    house: House, settings: Settings, tmp_path: Path
) -> None:
    before = generation.read_generation(settings.VAR)
    (tmp_path / "no-book").write_text("ink")

    with pytest.raises(BackupError):
        make_and_restore.restore_backup(tmp_path / "no-book")

    assert generation.read_generation(settings.VAR) == before


def test_site_reads_the_generation_of_its_database_at_start(tmp_path: Path) -> None:
    assert generation.read_generation(tmp_path) == ""
    generation.start_generation(tmp_path)
    first = generation.read_generation(tmp_path)
    environment = os.environ | {"TAROKK_VAR": str(tmp_path)}
    asking = "from tarokk_club import settings; print(settings.BUILD)"

    told = subprocess.run(
        [sys.executable, "-c", asking],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )

    assert told.stdout.strip().endswith(first)
    generation.start_generation(tmp_path)
    assert generation.read_generation(tmp_path) != first
