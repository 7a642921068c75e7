"""Check that the previous version can keep running beside each migration, while nodes are replaced
in turn.

It inspects the operations instead of their SQL, so it needs no server. A column or table may be
removed only if a released version no longer uses it: the migration names that version,
`unused_since = "0.3.0"`.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from typing import Any

from django.db import models
from django.db.migrations import Migration
from django.db.migrations.operations import (
    AddConstraint,
    AddField,
    AlterField,
    AlterModelTable,
    AlterOrderWithRespectTo,
    AlterUniqueTogether,
    CreateModel,
    DeleteModel,
    RemoveField,
    RenameField,
    RenameModel,
    RunSQL,
    SeparateDatabaseAndState,
)
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

from tarokk_club.env import ROOT

APP = "club"
# Databases older than this migration are migrated while the site is stopped.
FIRST = "0042"
UNUSED_SINCE = "unused_since"
GONE = (RemoveField, DeleteModel)
NEVER: dict[type[Operation], str] = {
    RenameField: "renames a column",
    RenameModel: "renames a table",
    AlterModelTable: "renames a table",
    AlterOrderWithRespectTo: "gives rows an order that is not null",
    RunSQL: "runs SQL, which nobody can judge here",
}


def unsafe_operations(migration: Migration, before: ProjectState) -> Iterator[str]:
    """Yield the operations of a migration that would break the previous version.

    before: state of the tables before the migration.
    """
    state, new = before.clone(), set[str]()
    released = getattr(migration, UNUSED_SINCE, "")
    for operation in migration.operations:
        parts: list[Any] = [operation]
        if isinstance(operation, SeparateDatabaseAndState):
            parts = list(operation.database_operations)
        for part in parts:
            if isinstance(part, CreateModel):
                new.add(part.name_lower)
            elif getattr(part, "model_name_lower", "") not in new:
                reason = _reason(part, state, released)
                if reason:
                    yield f"{part.describe()}: {reason}"
        operation.state_forwards(APP, state)


def _reason(part: Operation, state: ProjectState, released: str) -> str:
    if isinstance(part, GONE):
        known = released in released_versions()
        return "" if known else f"a released version must have done without: {UNUSED_SINCE}"
    if isinstance(part, AddField):
        return _not_null(part.field)
    if isinstance(part, AlterField):
        return _narrower(_field(part, state), part.field)
    if isinstance(part, AddConstraint) or (
        isinstance(part, AlterUniqueTogether) and part.option_value
    ):
        return "refuses rows that the version before may write"
    return next((why for kind, why in NEVER.items() if isinstance(part, kind)), "")


def _not_null(field: models.Field[Any, Any]) -> str:
    """Return why the previous version, which does not know the new column, could not insert a row,
    else "".
    """
    if field.many_to_many or field.null or field.has_db_default():
        return ""
    return "NOT NULL without db_default"


def _field(part: AlterField, state: ProjectState) -> models.Field[Any, Any]:
    found: models.Field[Any, Any] = state.models[APP, part.model_name_lower].fields[part.name]
    return found


def _narrower(old: models.Field[Any, Any], new: models.Field[Any, Any]) -> str:
    """Return why values written by the previous version might no longer fit the column, else ""."""
    if old.null and not new.null:
        return "NOT NULL where there was none"
    if old.has_db_default() and not new.has_db_default():
        return "takes a default of the database away"
    if old.get_internal_type() != new.get_internal_type():
        return "another type of column"
    if old.db_column != new.db_column:
        return "renames a column"
    if new.unique and not old.unique:
        return "refuses rows that the version before may write"
    if new.max_length is not None and (old.max_length or sys.maxsize) > new.max_length:
        return "a shorter column"
    if (old.remote_field and old.remote_field.model) != (
        new.remote_field and new.remote_field.model
    ):
        return "a key to another table"
    return ""


def released_versions() -> set[str]:
    """Return the versions that have a dated section in the change log."""
    return set(re.findall(r"^## \[([\d.]+)\]", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE))


def main() -> int:
    """Check all migrations from `FIRST` on; return 1 if one would break the previous version."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarokk_club.settings")
    django.setup()
    from django.db.migrations.loader import MigrationLoader

    loader = MigrationLoader(None, ignore_no_migrations=True)
    found = 0
    for key in sorted(key for key in loader.disk_migrations or () if key[0] == APP):
        if key[1][:4] < FIRST:
            continue
        migration = loader.disk_migrations[key]
        for words in unsafe_operations(migration, loader.project_state(key, at_end=False)):
            print(f"{key[1]}: {words}")
            found += 1
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
