"""System checks: what the database really does, and pages that forgot to say who may see them."""

import os
import subprocess
import sys
from pathlib import Path
from unittest.mock import MagicMock

import pytest
from django.contrib.auth.decorators import login_not_required
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from pytest_django.fixtures import Settings

from tarokk_club.club.pages import checks


def ids(found: object) -> list[str | None]:
    assert isinstance(found, list)
    return [message.id for message in found]


def marked(request: HttpRequest) -> HttpResponse:
    return HttpResponse()


def forgotten(request: HttpRequest) -> HttpResponse:
    return HttpResponse()


@login_not_required
def outside(request: HttpRequest) -> HttpResponse:
    return HttpResponse()


marked.access = "public"  # type: ignore[attr-defined]
for view in (marked, forgotten):
    view.__module__ = "tarokk_club.club.views.tests"
outside.__module__ = "tarokk_club.serving.health"
inner = ([path("a/", marked), path("b/", forgotten)], "inner")
urlpatterns = [path("c/", include(inner)), path("outside", outside)]


def test_reports_a_page_without_a_marker(settings: Settings) -> None:
    settings.ROOT_URLCONF = __name__
    (found,) = checks.check_access_rules(None)
    assert found.id == "club.E002" and "c/b/" in found.msg


def test_a_page_of_the_club_needs_more_than_djangos_marker(settings: Settings) -> None:
    settings.ROOT_URLCONF = __name__
    outside.__module__ = "tarokk_club.club.views.tests"
    try:
        assert len(checks.check_access_rules(None)) == 2
    finally:
        outside.__module__ = "tarokk_club.serving.health"


@pytest.mark.django_db
def test_the_settings_of_the_database_are_as_wanted() -> None:
    found = checks.check_database_settings(None, databases=["default"])
    assert [one for one in ids(found) if one != "club.W001"] == []


@pytest.mark.parametrize(("encoding", "found"), [("UTF8", []), ("LATIN1", ["club.W003"])])
def test_warns_of_a_postgresql_database_that_cannot_store_every_name(
    monkeypatch: pytest.MonkeyPatch, encoding: str, found: list[str]
) -> None:
    server = MagicMock(vendor="postgresql")
    server.cursor.return_value.__enter__.return_value.fetchone.return_value = (encoding,)
    monkeypatch.setattr(checks, "connections", {"default": server})

    assert ids(checks.check_database_settings(None, databases=["default"])) == found


sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="what SQLite alone can have")


@pytest.fixture
def own_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> BaseDatabaseWrapper:
    """A database of its own: SQLite changes its journal mode only without other connections."""
    one = connection.copy()
    one.settings_dict["NAME"] = str(tmp_path / "own.sqlite3")
    monkeypatch.setattr(checks, "connections", {"default": one})
    return one


@sqlite
@pytest.mark.django_db
@pytest.mark.parametrize(
    "broken", ["synchronous = NORMAL", "foreign_keys = OFF", "journal_mode = DELETE"]
)
def test_reports_a_database_with_other_settings(
    own_database: BaseDatabaseWrapper, broken: str
) -> None:
    assert "club.E001" not in ids(checks.check_database_settings(None, databases=["default"]))
    with own_database.cursor() as cursor:
        cursor.execute(f"PRAGMA {broken}")
    assert "club.E001" in ids(checks.check_database_settings(None, databases=["default"]))
    own_database.close()


@sqlite
@pytest.mark.django_db
def test_an_old_sqlite_is_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "get_sqlite_version", lambda: (3, 40, 1))
    assert "club.W001" in ids(checks.check_database_settings(None, databases=["default"]))
    monkeypatch.setattr(checks, "get_sqlite_version", lambda: (3, 51, 3))
    assert ids(checks.check_database_settings(None, databases=["default"])) == []


def test_does_not_query_other_databases() -> None:
    assert checks.check_database_settings(None, databases=None) == []


def test_the_checks_are_registered_before_any_page_is_imported() -> None:
    code = (
        "import django, sys; django.setup(); from django.core.checks import registry; "
        "assert 'tarokk_club.urls' not in sys.modules; "
        "print(*(check.__name__ for check in registry.registry.get_checks()))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "tarokk_club.settings", "PYTHONPATH": "."},
        capture_output=True,
        text=True,
        check=True,
    )
    assert {"check_database_settings", "check_private_folder", "check_access_rules"} <= set(
        done.stdout.split()
    )
