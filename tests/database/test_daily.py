"""Daily jobs run once, however many processes try to run them."""

from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.db import connection, connections
from django.utils import timezone
from pytest_django import Settings

from support.club_factories import END, PASSED_OUT, a_house, a_session, recorded
from tarokk_club.club.audit import last_runs
from tarokk_club.club.models import SiteNote
from tarokk_club.database.cluster import DAILY, try_cluster_lock
from tarokk_club.serving.backups import store

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _own_folder(settings: Settings, tmp_path: Path) -> None:
    settings.VAR = tmp_path


def daily() -> str:
    out = StringIO()
    call_command("daily", stdout=out, stderr=out)
    return out.getvalue()


def copies(folder: Path) -> int:
    return len(store.list_backups(store.find_backup_folder(folder)))


def test_daily_jobs_run_once_a_day(tmp_path: Path) -> None:
    a_house()

    first, again = daily(), daily()

    assert "Tables of ratings brought up to date" in first
    assert (again, copies(tmp_path)) == ("", 1)


def test_daily_jobs_run_once_a_day_on_all_machines(settings: Settings, tmp_path: Path) -> None:
    a_house()
    daily()

    settings.VAR = tmp_path / "another"
    settings.VAR.mkdir()
    assert (daily(), copies(settings.VAR)) == ("", 0)
    SiteNote.objects.update(at=timezone.now() - timedelta(days=1))
    assert daily()
    assert copies(settings.VAR) == 1


@pytest.mark.parametrize("ends", ["closed", "left"])
def test_a_new_club_is_copied_again_after_its_first_evening(tmp_path: Path, ends: str) -> None:
    house = a_house()
    daily()
    session = a_session(house)
    recorded(house, session, PASSED_OUT)

    daily()
    assert copies(tmp_path) == 1
    if ends == "closed":
        recorded(house, session, END)
        daily()
    else:
        with time_machine.travel(timezone.now() + timedelta(hours=4)):
            daily()
    assert copies(tmp_path) == 2


def test_a_later_evening_waits_for_the_copy_of_the_day(tmp_path: Path) -> None:
    house = a_house()
    recorded(house, a_session(house), PASSED_OUT, END)
    daily()
    recorded(house, a_session(house), PASSED_OUT, END)

    daily()

    assert copies(tmp_path) == 1


def test_a_book_without_a_note_of_a_backup_is_copied_at_once(tmp_path: Path) -> None:
    """As one that an older program copied, which left no note."""
    a_house()
    last_runs.record_daily_run()

    daily()

    assert copies(tmp_path) == 1
    assert not last_runs.is_backup_due()


def test_all_nodes_put_their_copies_in_one_folder(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_house()
    together = tmp_path / "copies"
    monkeypatch.setenv("BACKUP_FOLDER", str(together))
    for node in ("first", "second"):
        settings.VAR = tmp_path / node
        settings.VAR.mkdir()
        daily()
        SiteNote.objects.update(at=timezone.now() - timedelta(days=1))

    assert len(store.list_backups(together)) == 2
    assert not [path for node in ("first", "second") for path in tmp_path.glob(f"{node}/backups")]


@pytest.mark.skipif(connection.vendor != "postgresql", reason="one machine serves a file")
def test_daily_jobs_are_skipped_while_another_process_runs_them(tmp_path: Path) -> None:
    a_house()
    mine = connections["default"]
    other = mine.copy()
    try:
        connections["default"] = other
        with try_cluster_lock(DAILY, wait=False) as held:
            assert held
            connections["default"] = mine
            assert (daily(), copies(tmp_path)) == ("", 0)
            connections["default"] = other
    finally:
        connections["default"] = mine
        other.close()
    assert daily()


def test_failure_is_reported_and_retried(tmp_path: Path) -> None:
    a_house()
    place = store.find_backup_folder(tmp_path)
    place.write_text("a file where the folder belongs")

    out = StringIO()
    with pytest.raises(CommandError, match=place.name):
        call_command("daily", stdout=out)
    place.unlink()

    assert "Tables of ratings brought up to date" in out.getvalue()
    assert not SiteNote.objects.filter(name=SiteNote.DAILY).exists()
    assert daily()
    assert copies(tmp_path) == 1
