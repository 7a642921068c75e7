"""Make a backup, judge one, bring one back: the same three steps for both databases."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext as _

from tarokk_club.club.audit import upkeep
from tarokk_club.club.audit.queries import Finding
from tarokk_club.club.people.usecases.accounts import sign_everybody_out
from tarokk_club.club.privacy.erasure_list import Listed, keep_list, listed
from tarokk_club.club.privacy.usecases.erasing import erase_again
from tarokk_club.database import book_life
from tarokk_club.serving.backups import BackupError, lock, postgres_copy, sqlite_copy, store


@dataclass(frozen=True, slots=True)
class Verdict:
    """A file that can be restored: whether an older programme made it, what its audit finds."""

    older: bool
    differences: list[Finding]


@dataclass(frozen=True, slots=True)
class Restored:
    """What a restore did: where the old book lies, whether the new one had to be migrated, how many
    people were erased from it again.
    """

    aside: Path | None
    migrated: bool
    erased: int
    differences: list[Finding]


def make_backup(folder: Path, *, keep: int) -> tuple[Path, Verdict]:
    """Write a checked copy of the book into the folder and drop the oldest ones."""
    engine = _engine()
    with sentences():
        final = folder / store.next_name(folder, engine.SUFFIX)
    with sentences(), store.unfinished(final) as fresh:
        engine.copy(fresh)
        verdict = judge_backup(fresh)
        if not verdict.older and _engine() is sqlite_copy:
            upkeep.note_audit(len(verdict.differences))
        store.put(fresh, final)
    upkeep.note_backup()
    # A book that does not agree is no reason to drop copies of one that did.
    if not verdict.differences:
        store.drop_old(folder, keep)
    return final, verdict


def judge_backup(path: Path) -> Verdict:
    """Say whether this file could be restored here; refuse it with the reason if not."""
    engine = _engine()
    with sentences():
        engine.check(path)
        wanted, there = migrations(), engine.applied(path)
        if not any(app == "club" for app, _name in there):
            raise BackupError(_("This file is whole, but it is not a book of Tarokk Club."))
        if there - wanted:
            raise BackupError(
                _("This file was made by a newer Tarokk Club. Update the programme first.")
            )
        older = bool(wanted - there)
        # An older book lacks columns that the audit asks for; it is audited when it is restored.
        return Verdict(older, [] if older else engine.differences(path))


def restore_backup(path: Path) -> Restored:
    """Put a copy in the place of the book, which is kept aside."""
    with lock.held(Path(settings.VAR), alone=True) as free, sentences():
        if not free:
            raise BackupError(_("The site is running. Stop it first."))
        older = judge_backup(path).older
        known, erased = _erasures(), []

        def make_ready() -> None:
            _migrate()
            sign_everybody_out()
            erased.append(erase_again(listed=known))

        # Before the book is another one: a power cut in between must not leave the old life.
        book_life.begin_another(Path(settings.VAR))
        aside, found = _engine().bring_back(path, make_ready)
        keep_list()
        upkeep.note_audit(len(found))
        # What was brought back is in that file as well: no other copy is overdue.
        upkeep.note_backup()
        return Restored(aside, older, sum(erased), found)


def _engine() -> ModuleType:
    return sqlite_copy if connection.vendor == "sqlite" else postgres_copy


def migrations() -> set[tuple[str, str]]:
    """The migrations that this programme has."""
    return set(MigrationLoader(None, ignore_no_migrations=True).disk_migrations or ())


def _migrate() -> None:
    call_command("migrate", interactive=False, verbosity=0)


def _erasures() -> list[Listed]:
    """Who was erased, as the present book and the list beside it say; one of them may be lost."""
    if connection.vendor == "sqlite" and not sqlite_copy.present().exists():
        # Asking a book that is gone would leave an empty one in its place.
        return listed()
    try:
        return keep_list()
    except DatabaseError:
        return listed()


@contextmanager
def sentences() -> Iterator[None]:
    """What the machine refuses, in a sentence: a full disk, a missing file, a lost database."""
    try:
        yield
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        raise BackupError(f"{place}{error.strerror or error}") from error
    except (DatabaseError, sqlite3.Error) as error:
        fault = _("The database refused: %(error)s.")
        raise BackupError(fault % {"error": str(error).strip()}) from error
