"""A move of a whole club database into an empty one: from SQLite to PostgreSQL, or back."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model
from django.db.utils import load_backend
from django.utils.translation import gettext as _

from tarokk_club.club.audit import last_runs
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import Club, Entry, Session
from tarokk_club.club.transfer.archived import (
    build_archive_line,
)
from tarokk_club.club.transfer.queries import convert_to_json_value
from tarokk_club.club.transfer.usecases.rows import add_rows
from tarokk_club.database.address import build_database_settings
from tarokk_club.database.program_migrations import list_program_migrations
from tarokk_club.database.snapshot import read_from_snapshot
from tarokk_club.serving import serving_lock
from tarokk_club.serving.backups import BackupError, postgres_copy
from tarokk_club.serving.backups.make_and_restore import convert_errors

TARGET = "move_target"
BATCH = 500
# Sign-in sessions are not moved: the old database remains, and would open every account.
_NOT_MOVED = ("sessions.Session", "usersessions.UserSession")
# Migrations fill these tables; the copied rows replace theirs.
_FILLED = ("contenttypes.ContentType", "auth.Permission")
_ROW_SUM = 1 << 256


@dataclass(frozen=True, slots=True)
class MoveResult:
    """The number of tables and rows that were moved, equal in both databases."""

    tables: int
    rows: int
    sessions: int
    entries: int


def move_book(url: str) -> MoveResult:
    """Copy all data except sign-in sessions to the empty database at `url`.

    The old database stays unchanged.
    Raise BackupError if the move fails; the new database then contains no club data.
    """
    with convert_errors(), serving_lock.hold_lock_without_nodes():
        _require_movable_source()
        with _register_target(url):
            _require_empty_target()
            call_command("migrate", database=TARGET, interactive=False, verbosity=0)
            # One transaction, so that either all the data arrives or none.
            with transaction.atomic(using=TARGET), read_from_snapshot():
                for label in _FILLED:
                    apps.get_model(label)._base_manager.using(TARGET).all().delete()
                rows = sum(_copy_rows(model) for model in _list_copied_models())
                _reset_sequences()
                _require_equal_copies()
                _audit_target()
                last_runs.record_audit_run(0, using=TARGET)
            return MoveResult(
                len(_list_copied_models()), rows, Session.objects.count(), Entry.objects.count()
            )


def _list_copied_models() -> list[type[Model]]:
    models = apps.get_models(include_auto_created=True)
    return [
        model for model in models if model._meta.managed and model._meta.label not in _NOT_MOVED
    ]


def _require_movable_source() -> None:
    if connection.vendor == "postgresql":
        postgres_copy.require_sole_connection()
    applied = set(MigrationRecorder(connection).applied_migrations())
    if not list_program_migrations() <= applied:
        raise BackupError(_("The book is of an older Tarokk Club: run “manage.py migrate” first."))
    if not Club.objects.exists():
        raise BackupError(_("There is no club in this book, so nothing to move."))
    if next(iter_findings(), None):
        raise BackupError(_("The book does not agree with itself: run audit_ledger first."))


@contextmanager
def _register_target(url: str) -> Iterator[None]:
    """Make the database at this URL available under the alias TARGET while the block runs."""
    connections[TARGET] = build_connection(url, alias=TARGET)
    try:
        yield
    finally:
        connections[TARGET].close()
        del connections[TARGET]


def build_connection(url: str, *, alias: str) -> BaseDatabaseWrapper:
    """Return a connection to the database at `url`, which is not in the settings.

    Raise BackupError if the URL is invalid.
    """
    try:
        wanted = build_database_settings(url) | {"CONN_MAX_AGE": 0}
    except ValueError as error:
        raise BackupError(_("This is not the address of a database.")) from error
    if wanted["ENGINE"].endswith("sqlite3"):
        # It contains names, so only its owner may read it.
        Path(wanted["NAME"]).touch(mode=0o600)
    connection_handler: Any = connections
    options = connection_handler.configure_settings({DEFAULT_DB_ALIAS: wanted})[DEFAULT_DB_ALIAS]
    wrapper: BaseDatabaseWrapper = load_backend(options["ENGINE"]).DatabaseWrapper(options, alias)
    return wrapper


def _require_empty_target() -> None:
    """Raise BackupError if the new database is not empty or is newer than this program."""
    target = connections[TARGET]
    there = set(target.introspection.table_names())
    ours = {model._meta.db_table: model for model in _list_copied_models()}
    filled = [
        name
        for name in there & set(ours)
        if ours[name]._meta.label not in _FILLED and ours[name]._base_manager.using(TARGET).exists()
    ]
    foreign = there - set(ours) - {"django_migrations"}
    if filled or foreign:
        text = _("That database is not empty: there is something in the table %(table)s.")
        raise BackupError(text % {"table": min([*filled, *foreign])})
    if set(MigrationRecorder(target).applied_migrations()) - list_program_migrations():
        text = _("That database was made by a newer Tarokk Club. Update the program first.")
        raise BackupError(text)


def _copy_rows(model: type[Model]) -> int:
    """Copy all rows of a model unchanged; return their number."""
    rows = model._base_manager.order_by("pk").iterator(chunk_size=BATCH)
    count = 0
    while some := list(islice(rows, BATCH)):
        add_rows(some, using=TARGET)
        count += len(some)
    return count


def _reset_sequences() -> None:
    """Make the sequences of the new database continue after the copied ids."""
    target = connections[TARGET]
    with target.cursor() as cursor:
        for statement in target.ops.sequence_reset_sql(no_style(), _list_copied_models()):
            cursor.execute(statement)


def _require_equal_copies() -> None:
    for model in _list_copied_models():
        if compute_table_checksum(model) != compute_table_checksum(model, using=TARGET):
            text = _("The table %(table)s did not arrive as it was.")
            raise BackupError(text % {"table": model._meta.db_table})


def compute_table_checksum(model: type[Model], *, using: str = DEFAULT_DB_ALIAS) -> tuple[int, str]:
    """Return the number of rows and a checksum of their values that ignores their order."""
    fields = model._meta.concrete_fields
    count = total = 0
    for row in model._base_manager.using(using).iterator(chunk_size=BATCH):
        values = {
            field.name: convert_to_json_value(field, getattr(row, field.attname))
            for field in fields
        }
        total += int.from_bytes(hashlib.sha256(build_archive_line(values)).digest())
        count += 1
    return count, f"{total % _ROW_SUM:064x}"


def _audit_target() -> None:
    """Audit the copied data inside the transaction; raise BackupError for any finding."""
    source = connections[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = connections[TARGET]
    try:
        finding = next(iter_findings(), None)
    finally:
        connections[DEFAULT_DB_ALIAS] = source
    if finding:
        raise BackupError(_("What arrived does not agree with itself."))
