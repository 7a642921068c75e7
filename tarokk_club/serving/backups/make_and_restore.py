"""Making, checking and restoring a backup with either database engine."""

import sqlite3
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from types import ModuleType
from typing import TypeVar

from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.utils.translation import gettext as _

from tarokk_club.club.audit import last_runs
from tarokk_club.club.audit.queries import Finding
from tarokk_club.club.models.privacy import RevocationKind
from tarokk_club.club.people.usecases.accounts import sign_everybody_out
from tarokk_club.club.privacy.erasure_list import read_erasure_list, update_erasure_list
from tarokk_club.club.privacy.usecases.erasing import repeat_erasures
from tarokk_club.club.privacy.usecases.revoking import merge_revocations, repeat_revocations
from tarokk_club.database import generation, revocation_file
from tarokk_club.database.program_migrations import list_program_migrations
from tarokk_club.serving import serving_lock
from tarokk_club.serving.backups import (
    BackupError,
    postgres_copy,
    privacy_lists,
    sqlite_copy,
    store,
)
from tarokk_club.serving.backups.bucket import Bucket, open_bucket

Listed = TypeVar("Listed")
# A backup that did not reach the bucket is sent again within this time; later, a new one is made.
WAITS = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of checking a backup.

    older: whether an older version of the program made it.
    differences: the audit's findings.
    """

    older: bool
    differences: list[Finding]


@dataclass(frozen=True, slots=True)
class Restored:
    """The result of a restore.

    aside: file with the old database, None if there was none.
    migrated: whether the restored database had to be migrated.
    erased: number of people erased from it again.
    revoked: number of revocations applied again, by kind.
    differences: the audit's findings.
    """

    aside: Path | None
    migrated: bool
    erased: int
    revoked: dict[RevocationKind, int]
    differences: list[Finding]


def make_backup(
    folder: Path, *, keep: int, bucket: Bucket | None = None, lists_sent: bool = False
) -> tuple[Path, Verdict]:
    """Write a checked copy into the folder and the bucket, and delete the oldest copies.

    Return the path of the copy and the result of its check.
    keep: number of copies to keep; all are kept if the audit found differences.
    lists_sent: whether the lists in the bucket are up to date already.
    """
    engine = _choose_engine_module()
    with convert_errors():
        final = folder / store.build_next_name(
            folder, engine.SUFFIX, elsewhere=_list_bucket_names(bucket)
        )
    with convert_errors(), store.create_unfinished_file(final) as fresh:
        engine.copy_database(fresh)
        verdict = verify_backup(fresh)
        if not verdict.older and _choose_engine_module() is sqlite_copy:
            last_runs.record_audit_run(len(verdict.differences))
        store.move_into_place(fresh, final)
    if bucket:
        _upload_backup(final, bucket)
        if not lists_sent:
            privacy_lists.send_lists(bucket)
    last_runs.record_backup_run()
    # If the audit finds differences, earlier copies without them must be kept.
    if not verdict.differences:
        store.drop_all_but_newest(folder, keep)
        if bucket:
            bucket.delete_backups(store.select_all_but_newest(list_bucket_paths(bucket), keep))
    return final, verdict


def send_waiting_backup(
    folder: Path, bucket: Bucket | None, *, lists_sent: bool = False
) -> Path | None:
    """Send the newest backup if it is not in the bucket yet; return its path, or None.

    A backup that is more than a day old is not sent, because a new one is due.

    lists_sent: whether the lists in the bucket are up to date already.
    """
    written = store.list_backups(folder)
    if bucket is None or not written or store.is_older(written[-1], WAITS):
        return None
    if written[-1].name in {copy.name for copy in bucket.list_copies()}:
        return None
    _upload_backup(written[-1], bucket)
    if not lists_sent:
        privacy_lists.send_lists(bucket)
    last_runs.record_backup_run()
    return written[-1]


def find_or_download_backup(named: Path) -> Path:
    """Return the file of a backup, given by path or by its name in the folder or the bucket.

    A backup in the bucket is downloaded into the folder first. If no backup has this name, return
    the path unchanged.

    Raise BackupError if the bucket fails.
    """
    folder = store.find_backup_folder(Path(settings.VAR))
    if named.exists() or named.name != str(named):
        return named
    local, bucket = folder / named.name, open_bucket()
    if local.exists() or bucket is None:
        return local if local.exists() else named
    if named.name not in {copy.name for copy in bucket.list_copies()}:
        return named
    with convert_errors(), store.create_unfinished_file(local) as fresh:
        bucket.fetch_backup(named.name, fresh)
        store.move_into_place(fresh, local)
    return local


def list_bucket_paths(bucket: Bucket) -> list[Path]:
    """Return the names of the backups in the bucket as paths, oldest first."""
    return [Path(copy.name) for copy in bucket.list_copies()]


def _list_bucket_names(bucket: Bucket | None) -> list[str]:
    """Return the names of the backups in the bucket; empty while the storage is unavailable."""
    try:
        return [copy.name for copy in bucket.list_copies()] if bucket else []
    except BackupError:
        return []


def _upload_backup(path: Path, bucket: Bucket) -> None:
    try:
        bucket.send_backup(path)
    except BackupError as error:
        text = _("The copy is whole, but only here: %(file)s. %(reason)s")
        raise BackupError(text % {"file": path, "reason": error}) from error


def verify_backup(path: Path) -> Verdict:
    """Check this file and return the result; raise BackupError if it cannot be restored."""
    engine = _choose_engine_module()
    with convert_errors():
        engine.require_intact_copy(path)
        wanted, there = list_program_migrations(), engine.find_migrations(path)
        if not any(app == "club" for app, _name in there):
            raise BackupError(_("This file is whole, but it is not a book of Tarokk Club."))
        if there - wanted:
            raise BackupError(
                _("This file was made by a newer Tarokk Club. Update the program first.")
            )
        older = bool(wanted - there)
        # An older database lacks columns that the audit needs; the restore audits it.
        return Verdict(older, [] if older else engine.audit_copy(path))


def restore_backup(path: Path) -> Restored:
    """Replace the database with a backup, and set the old database aside.

    Repeat the listed erasures and revocations in the restored data, and sign everybody out.
    """
    with convert_errors(), serving_lock.hold_lock_without_nodes():
        older = verify_backup(path).older
        _fetch_lists()
        erasures, erased = _update_or_read_list(update_erasure_list, read_erasure_list), []
        listed: Collection[tuple[str, str]] = _update_or_read_list(
            merge_revocations, revocation_file.read_revoked_access
        )
        revoked: dict[RevocationKind, int] = {}

        def migrate_and_repeat() -> None:
            _migrate_database()
            sign_everybody_out()
            erased.append(repeat_erasures(listed=erasures))
            revoked.update(repeat_revocations(listed=listed))

        # Before the replacement, so that a power cut cannot leave the old generation.
        generation.start_generation(Path(settings.VAR))
        aside, findings = _choose_engine_module().restore_copy(path, migrate_and_repeat)
        update_erasure_list()
        merge_revocations()
        last_runs.record_audit_run(len(findings))
        # That file also contains the restored data, so no backup is overdue.
        last_runs.record_backup_run()
        return Restored(aside, older, sum(erased), revoked, findings)


def _choose_engine_module() -> ModuleType:
    return sqlite_copy if connection.vendor == "sqlite" else postgres_copy


def _migrate_database() -> None:
    call_command("migrate", interactive=False, verbosity=0)


def _fetch_lists() -> None:
    """Add the lists in the bucket to those of this machine, so that the restore applies both."""
    bucket = open_bucket()
    if bucket is None:
        return
    try:
        privacy_lists.fetch_lists(bucket)
    except BackupError as error:
        text = _(
            "%(reason)s It has the lists of erased people and revoked access. Without BACKUP_URL"
            " a restore applies only those of this machine."
        )
        raise BackupError(text % {"reason": error}) from error


def _update_or_read_list(update: Callable[[], Listed], read: Callable[[], Listed]) -> Listed:
    """Add the entries of the database to the list beside it, and return the list.

    If the database cannot be read, return the list as it is.

    update: adds the entries and returns the list.
    read: only returns the list.
    """
    if connection.vendor == "sqlite" and not sqlite_copy.find_database_path().exists():
        # Connecting would create an empty database file.
        return read()
    try:
        return update()
    except DatabaseError:
        return read()


@contextmanager
def convert_errors() -> Iterator[None]:
    """Convert errors of the system and the database to a BackupError with a readable sentence."""
    try:
        yield
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        raise BackupError(f"{place}{error.strerror or error}") from error
    except (DatabaseError, sqlite3.Error) as error:
        fault = _("The database refused: %(error)s.")
        raise BackupError(fault % {"error": str(error).strip()}) from error
