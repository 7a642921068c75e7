"""Checks before a command uses the database: access to the folder, damage, a missing key.

Each message states the remedy, and nothing is created.
"""

import os
from pathlib import Path

from tarokk_club.env import Environment
from tarokk_club.serving.lost_book import (
    build_missing_database_message,
    build_restore_advice,
    describe_lost_book,
    find_newest_backup,
)
from tarokk_club.serving.named_book import NamedBook, read_named_book

_ALL = os.R_OK | os.W_OK | os.X_OK
# Files that a running site writes.
_WRITTEN = ("club.sqlite3", "secret_key", "write.lock", "serve.lock")


def find_start_fault(
    environment: Environment, *, needed: bool = False, new: bool = False, new_key: bool = False
) -> str:
    """Return why the site must not start, with the remedy, or "".

    needed: whether a database that never existed is a fault.
    new: whether an empty database may replace a lost one.
    new_key: whether a new secret key may replace the one used with the database.
    Raise BookError if the database server does not respond.
    """
    if problem := find_folder_fault(environment.var):
        return problem
    book = read_named_book(environment)
    if problem := _describe_damage(environment, book):
        return problem
    if not book.exists():
        lost = "" if new else describe_lost_book(environment)
        return lost or (build_missing_database_message(book) if needed else "")
    return "" if new_key else _describe_missing_key(environment, book)


def find_folder_fault(var: Path) -> str:
    """Return why the site cannot write to its folder, or ""."""
    # Not created here, because a command that finds no database creates nothing.
    nearest = next(path for path in (var, *var.resolve().parents) if os.path.exists(path))
    if not nearest.is_dir():
        return _build_not_writable_message(nearest, "it is no folder")
    if nearest != var:
        return (
            ""
            if os.access(nearest, _ALL)
            else _build_not_writable_message(nearest, _explain_missing_access(nearest))
        )
    # The folder first: no file in a locked folder can be examined.
    for path in (var, *(var / name for name in _WRITTEN)):
        if path.exists() and not os.access(path, _ALL if path == var else os.R_OK | os.W_OK):
            return _build_not_writable_message(
                path, _explain_missing_access(path), _build_newest_backup_message(var)
            )
    return ""


def _explain_missing_access(path: Path) -> str:
    is_fixed = os.statvfs(path).f_flag & os.ST_RDONLY
    return "the disk is read-only" if is_fixed else "permission denied"


def _build_not_writable_message(path: Path, reason: str, more: str = "") -> str:
    return (
        f"{path} cannot be read and written: {reason}.\n"
        "Let the user that runs Tarokk Club own the folder and all in it, or name another folder "
        f"with TAROKK_VAR.{more}"
    )


def _build_newest_backup_message(var: Path) -> str:
    newest = find_newest_backup(var)
    return f"\nThe newest backup that is whole is {newest}." if newest else ""


def _describe_damage(environment: Environment, book: NamedBook) -> str:
    reason = book.find_damage()
    if not reason:
        return ""
    return "\n".join(
        [
            f"The book {book.path} is damaged: {reason}.",
            "Nothing was changed.",
            build_restore_advice(environment),
        ]
    )


def _describe_missing_key(environment: Environment, book: NamedBook) -> str:
    # If nobody can sign in yet, a new key changes nothing.
    if environment.has_secret_key() or not book.has_accounts():
        return ""
    return "\n".join(
        [
            f"There is a book, but its secret key is gone: {environment.secret_key_file}.",
            "Put the file back, or give the key as SECRET_KEY.",
            "To go on with a new key: python3 manage.py serve --new-key",
            "Everybody then signs in again, and links and phones that were given out end.",
        ]
    ) + _build_newest_backup_message(environment.var)
