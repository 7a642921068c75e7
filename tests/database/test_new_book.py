"""A new database has the tables that all migrations would create, without running them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from support.catalogue import row
from tarokk_club.club.management.commands import migrate
from tarokk_club.serving import preparing
from tarokk_club.serving.backups.move import build_connection

TRIGGERS = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
    "postgresql": "SELECT trigger_name FROM information_schema.triggers"
    " WHERE trigger_schema = current_schema()",
}


@contextmanager
def an_empty_database(name: str, folder: Path) -> Iterator[BaseDatabaseWrapper]:
    """Make an empty database the site's inside the block."""
    site = connections["default"]
    if site.vendor == "sqlite":
        other = build_connection(f"sqlite:///{folder / name}.sqlite3", alias="default")
    else:
        with site.cursor() as cursor:
            cursor.execute(f"CREATE SCHEMA {name}")
        other = site.copy()
        other.settings_dict["OPTIONS"]["options"] = f"-c search_path={name}"
    connections["default"] = other
    try:
        yield other
    finally:
        other.close()
        connections["default"] = site
        if site.vendor == "postgresql":
            with site.cursor() as cursor:
                cursor.execute(f"DROP SCHEMA {name} CASCADE")


def describe(database: BaseDatabaseWrapper) -> dict[str, Any]:
    """The columns, constraints, indexes and the number of rows of each table, and all triggers."""
    tables: dict[str, Any] = {}
    with database.cursor() as cursor:
        introspection = database.introspection
        for table in introspection.table_names(cursor):
            columns = [
                column._replace(default=None)
                for column in introspection.get_table_description(cursor, table)
            ]
            constraints = introspection.get_constraints(cursor, table)
            # The order of the columns differs where a migration added one in the middle.
            kinds = [{**found, "name": ""} for found in constraints.values()]
            cursor.execute(f"SELECT COUNT(*) FROM {database.ops.quote_name(table)}")
            tables[table] = {
                "columns": sorted(columns, key=str),
                "names": sorted(constraints),
                "constraints": sorted(map(str, kinds)),
                "rows": cursor.fetchone(),
            }
        cursor.execute(TRIGGERS[database.vendor])
        tables["triggers"] = sorted(cursor.fetchall())
    return tables


@row("R24")
@pytest.mark.ci
def test_a_new_book_has_the_tables_that_migrations_create(
    transactional_db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with an_empty_database("at_once", tmp_path) as database:
        call_command("migrate", interactive=False, verbosity=0)
        at_once = describe(database)
    monkeypatch.setattr(migrate.AtomicMigrationExecutor, "migrate", MigrationExecutor.migrate)
    with an_empty_database("in_steps", tmp_path) as database:
        call_command("migrate", interactive=False, verbosity=0)
        in_steps = describe(database)

    assert len(at_once) > 50
    assert at_once.keys() == in_steps.keys()
    for table, found in in_steps.items():
        assert at_once[table] == found, table


@row("R24")
def test_no_migration_is_run_for_a_new_book(
    transactional_db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with an_empty_database("at_once", tmp_path) as database:
        monkeypatch.delattr(migrate.AtomicMigrationExecutor, "apply_migration")
        monkeypatch.setattr(MigrationExecutor, "apply_migration", _refuse)
        call_command("migrate", interactive=False, verbosity=0)

        applied = MigrationRecorder(database).applied_migrations()
        assert applied.keys() == MigrationExecutor(database).loader.graph.nodes.keys()


@row("R24")
def test_migrates_a_single_app_step_by_step(transactional_db: None, tmp_path: Path) -> None:
    with an_empty_database("in_part", tmp_path) as database:
        call_command("migrate", "contenttypes", interactive=False, verbosity=0)

        applied = MigrationRecorder(database).applied_migrations()
        assert {app for app, _name in applied} == {"contenttypes"}
        with database.cursor() as cursor:
            tables = database.introspection.table_names(cursor)
    assert sorted(tables) == ["django_content_type", "django_migrations"]


@row("R24")
def test_a_new_book_is_whole_or_empty(
    transactional_db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with an_empty_database("stopped", tmp_path) as database:
        with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
            patch.setattr(MigrationRecorder, "record_applied", stop)
            call_command("migrate", interactive=False, verbosity=0)
        with database.cursor() as cursor:
            assert database.introspection.table_names(cursor) == []
        call_command("migrate", interactive=False, verbosity=0)
        assert MigrationRecorder(database).applied_migrations()


@row("R24")
def test_only_an_existing_book_is_announced_as_updated(
    transactional_db: None, tmp_path: Path
) -> None:
    messages: list[str] = []
    with an_empty_database("messages", tmp_path):
        preparing.migrate_database(messages.append)
        assert messages == []
        call_command("migrate", "usersessions", "zero", interactive=False, verbosity=0)
        preparing.migrate_database(messages.append)
        preparing.migrate_database(messages.append)
    assert messages == ["Bringing the book up to date ..."]


def _refuse(*_: object) -> None:
    raise AssertionError("a migration is run")
