"""Faults that end a command, explained in one message instead of a traceback."""

import errno
import os
import sys
from collections.abc import Callable

from tarokk_club.system import print_message

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
_FORBIDDEN = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})
UPDATE = "The book is of an older Tarokk Club. Update it first: python3 manage.py migrate"


def run_and_explain(command: Callable[[], int]) -> int:
    """Run a command and return its exit code, 1 if the system or the database fails."""
    try:
        code = command()
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader of the output has ended, as `head` does.
        discard_output()
        return 1
    except OSError as error:
        discard_output()
        print_message(_explain_system_fault(error))
        return 1
    except Exception as error:
        fault = _explain_database_fault(error)
        if not fault:
            raise
        print_message(fault)
        return 1
    return code


def open_missing_streams() -> None:
    """Open streams that the caller closed, so that writing to them is no fault."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            # Open until the process ends.
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115


def discard_output() -> None:
    """Discard what is still to be written; Python would write it at its end, and fail again."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _explain_system_fault(error: OSError) -> str:
    place = f"{error.filename}: " if error.filename else ""
    return f"The command failed. {place}{error.strerror or error}.{_choose_advice(error)}"


def _choose_advice(error: OSError) -> str:
    if error.errno in _FULL:
        return " Free some disk space, then run it again."
    if error.errno in _FORBIDDEN:
        return " Run it as the user that owns that folder."
    return ""


def _explain_database_fault(error: Exception) -> str:
    """Return what to do about a fault of the database, or "" for a fault of the program."""
    if "django.db" not in sys.modules:
        return ""
    from django.db import InterfaceError, OperationalError, ProgrammingError

    if not isinstance(error, InterfaceError | OperationalError | ProgrammingError):
        return ""
    if _is_book_older():
        return UPDATE
    # A missing column is the program's fault, unless the book is older than the program.
    if isinstance(error, ProgrammingError):
        return ""
    reason = next(iter(str(error).strip().splitlines()), "").rstrip(".")
    return (
        f"The database refused: {reason}. Check the free disk space and the database, then run "
        "the command again."
    )


def _is_book_older() -> bool:
    """Return whether the book lacks migrations; False if it cannot be read."""
    from django.db import DatabaseError, connection
    from django.db.migrations.recorder import MigrationRecorder

    from tarokk_club.database.program_migrations import list_program_migrations

    try:
        applied = set(MigrationRecorder(connection).applied_migrations())
    except DatabaseError:
        return False
    return bool(applied) and not list_program_migrations() <= applied
