"""`/healthz`: every part that can fail turns it red, and it reveals no secret."""

import json
import shutil
from collections import namedtuple
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection, connections
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from support.catalogue import row
from support.club_factories import House, a_hand, a_house, a_session, recorded
from tarokk_club.club.audit import last_runs
from tarokk_club.club.models import Club, Session, SiteNote
from tarokk_club.database import lock_errors
from tarokk_club.env import read_program_version
from tarokk_club.serving import health

SQLITE = pytest.mark.skipif(connection.vendor != "sqlite", reason="what SQLite alone can have")
PARTS = ("database", "settings", "migrations", "disk", "backup", "audit", "locks")


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """A place of its own, and nothing remembered of other tests."""
    settings.VAR = tmp_path
    monkeypatch.setattr(lock_errors, "_moments", [])
    monkeypatch.setattr(health, "_cached_result", [])


def get_health(status: int = 200) -> dict[str, Any]:
    """Return the health of the site at this moment."""
    health._cached_result.clear()
    answer = Client().get("/healthz")
    assert answer.status_code == status, answer.content
    told = json.loads(answer.content)
    assert isinstance(told, dict)
    return told


def failed() -> set[str]:
    """Which parts are red."""
    told = get_health(503)
    assert told["status"] == "failed"
    return {part for part in PARTS if told[part] == "failed"}


@row("R39")
def test_every_part_of_a_running_site_is_ok(transactional_db: None) -> None:
    told = get_health()

    assert {told[part] for part in PARTS} == {"ok"}
    assert (told["pending_migrations"], told["lock_errors"]) == (0, 0)
    assert told["program"] == read_program_version()
    assert told["backup_age_hours"] is told["audit_age_hours"] is None
    assert told["free_megabytes"] > 50
    if connection.vendor == "sqlite":
        real = (told["journal_mode"], told["synchronous"], told["foreign_keys"])
        assert real == ("wal", 2, 1)
        assert told["engine"] == "sqlite" and told["version"].startswith("3.")


@row("R39")
def test_responds_in_plain_text_on_request(db: None) -> None:
    answer = Client().get("/healthz", headers={"Accept": "text/plain"})

    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer["Vary"].startswith("Accept")
    assert answer.content.decode().startswith("status: ok\ndatabase: ok\n")


@row("R39")
def test_health_contains_no_secret_and_no_name(house: House, settings: Settings) -> None:
    told = json.dumps(get_health()).lower()
    secrets = ("zugl", "anna", settings.SECRET_KEY, str(settings.VAR), str(house.club.id), "/")

    assert [one for one in secrets if one.lower() in told] == []


@row("R39")
def test_repeated_requests_share_one_check(
    house: House, django_assert_max_num_queries: Callable[[int], Any]
) -> None:
    health._cached_result.clear()
    with django_assert_max_num_queries(8):
        for _ in range(20):
            assert Client().get("/healthz").status_code == 200


@row("R39")
@SQLITE
def test_settings_that_are_not_in_force_are_red(transactional_db: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA synchronous = OFF")
    try:
        assert failed() == {"settings"}
    finally:
        connection.close()
    assert get_health()["synchronous"] == 2


@row("R39")
def test_tables_that_are_behind_are_red(db: None) -> None:
    MigrationRecorder.Migration.objects.filter(app="club").latest("id").delete()

    assert failed() == {"migrations"}
    assert get_health(503)["pending_migrations"] == 1


@row("R39")
def test_a_full_disk_is_red(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(1, 1, 49_000_000))
    assert failed() == {"disk"}


@row("R39")
@SQLITE
def test_a_missing_database_turns_health_red_and_is_not_recreated(transactional_db: None) -> None:
    book = Path(connections["default"].settings_dict["NAME"])
    away = book.with_name("away")
    connection.close()
    book.rename(away)
    try:
        assert failed() == {"database", "settings", "migrations"}
        assert not book.exists()
    finally:
        away.rename(book)
    assert get_health()["database"] == "ok"


@row("R39")
def test_a_database_that_does_not_answer_is_red(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def silent(*_arguments: object) -> None:
        raise OperationalError("gone")

    with connection.execute_wrapper(silent):
        assert failed() == {"database", "settings", "migrations"}


@row("R39")
def test_a_backup_that_is_overdue_is_red(house: House) -> None:
    Club.objects.update(founded_at=timezone.now() - timedelta(hours=49))
    assert failed() == {"backup"}

    last_runs.record_backup_run()
    assert get_health()["backup_age_hours"] == 0
    SiteNote.objects.update(at=timezone.now() - timedelta(hours=50))
    assert failed() == {"backup"}
    Club.objects.update(demo=True)
    assert get_health()["backup_age_hours"] == 50


@row("R39")
def test_failed_audit_is_red_until_it_passes(house: House) -> None:
    session = a_session(house)
    Session.objects.filter(pk=session.pk).update(hands_count=9)
    with pytest.raises(CommandError):
        call_command("audit_ledger", stdout=StringIO())
    assert failed() == {"audit"}
    assert get_health(503)["audit_differences"] == 1

    Session.objects.filter(pk=session.pk).update(hands_count=0)
    call_command("audit_ledger", club=house.club.slug, stdout=StringIO())
    assert failed() == {"audit"}, "one club is not the book"
    call_command("audit_ledger", stdout=StringIO())
    told = get_health()
    assert (told["audit_age_hours"], told["audit_differences"]) == (0, 0)


@row("R39")
@SQLITE
def test_a_backup_audits_too(transactional_db: None, tmp_path: Path) -> None:
    house = a_house()
    recorded(house, a_session(house), a_hand(house))
    call_command("backup", to=tmp_path, stdout=StringIO())

    assert get_health()["audit_differences"] == 0


@row("R39")
@pytest.mark.parametrize("text", ["", "many", "-1"])
def test_unreadable_note_of_an_audit_is_ignored(db: None, text: str) -> None:
    SiteNote.objects.create(name=SiteNote.AUDIT, text=text)

    assert last_runs.load_maintenance_ages() == last_runs.MaintenanceAges()


@row("R39")
def test_a_node_is_well_where_another_one_copied_and_audited(
    transactional_db: None, settings: Settings, tmp_path: Path
) -> None:
    a_house()
    Club.objects.update(founded_at=timezone.now() - timedelta(days=9))
    call_command("daily", stdout=StringIO(), stderr=StringIO())
    call_command("audit_ledger", stdout=StringIO())

    settings.VAR = tmp_path / "another node"
    settings.VAR.mkdir()
    told = get_health()
    assert (told["backup"], told["backup_age_hours"], told["audit_age_hours"]) == ("ok", 0, 0)


@SQLITE
def test_missing_note_table_fails_neither_a_backup_nor_an_audit(own_book: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE club_sitenote")

    last_runs.record_backup_run()
    last_runs.record_audit_run(0)

    assert SiteNote._meta.db_table not in connection.introspection.table_names()


@row("R39")
@SQLITE
def test_failed_lock_turns_health_red_for_a_while(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sqlite3 import connect

    house = a_house()
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout = 0")
    other = connect(connection.settings_dict["NAME"])
    other.execute("BEGIN IMMEDIATE")
    try:
        with pytest.raises(OperationalError, match="locked"):
            a_session(house)
    finally:
        other.close()
        connection.close()

    assert failed() == {"locks"}
    assert get_health(503)["lock_errors"] == 1
    monkeypatch.setattr(lock_errors, "_moments", [moment - 700 for moment in lock_errors._moments])
    assert get_health()["lock_errors"] == 1


@pytest.mark.parametrize("path", ["/healthz", "/healthz/alive"])
def test_the_machine_itself_needs_no_header(db: None, settings: Settings, path: str) -> None:
    settings.HTTPS = settings.SECURE_SSL_REDIRECT = settings.BEHIND_PROXY = True
    settings.ALLOWED_HOSTS = ["club.example"]
    client = Client(headers={"host": "127.0.0.1:8000"})

    assert client.get(path).status_code == 200
    assert client.get(path, headers={"host": "[::1]:8000"}).status_code == 200
    assert client.get(path, headers={"host": "elsewhere.example"}).status_code == 400
    assert client.get(path, headers={"X-Forwarded-For": "192.0.2.7"}).status_code == 400
    assert client.get(path, REMOTE_ADDR="192.0.2.7").status_code == 400
    assert client.get("/accounts/login/").status_code != 200


@pytest.mark.parametrize("header", ["X-Forwarded-For", "X-Forwarded-Proto"])
def test_only_local_requests_see_the_parts(db: None, settings: Settings, header: str) -> None:
    settings.HTTPS = True
    secure = {"X-Forwarded-Proto": "https"}
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

    assert "database" in Client().get("/healthz").json()
    told = Client().get("/healthz", headers={**secure, header: "https"}).json()
    assert list(told) == ["status"]
