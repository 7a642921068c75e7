"""Check that the previous version can still run after each migration.

Nodes are replaced in turn, so for a while both versions use the same tables. The check inspects
the operations instead of their SQL, so it needs no server. A column or table may be removed only
if a released version no longer uses it: the migration names that version as
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
FIRST_CHECKED = "0042"
UNUSED_SINCE = "unused_since"
REMOVALS = (RemoveField, DeleteModel)
FORBIDDEN: dict[type[Operation], str] = {
    RenameField: "renames a column",
    RenameModel: "renames a table",
    AlterModelTable: "renames a table",
    AlterOrderWithRespectTo: "gives rows an order that is not null",
    RunSQL: "runs SQL, which nobody can judge here",
}


def find_unsafe_operations(migration: Migration, before: ProjectState) -> Iterator[str]:
    """Yield the operations of a migration that would break the previous version.

    before: state of the tables before the migration.
    """
    state, new_tables = before.clone(), set[str]()
    released = getattr(migration, UNUSED_SINCE, "")
    for operation in migration.operations:
        changes: list[Any] = [operation]
        if isinstance(operation, SeparateDatabaseAndState):
            changes = list(operation.database_operations)
        for change in changes:
            if isinstance(change, CreateModel):
                new_tables.add(change.name_lower)
            elif getattr(change, "model_name_lower", "") not in new_tables:
                fault = _find_fault(change, state, released)
                if fault:
                    yield f"{change.describe()}: {fault}"
        operation.state_forwards(APP, state)


def _find_fault(change: Operation, state: ProjectState, released: str) -> str:
    if isinstance(change, REMOVALS):
        is_released = released in read_released_versions()
        return "" if is_released else f"a released version must have done without: {UNUSED_SINCE}"
    if isinstance(change, AddField):
        return _find_insert_fault(change.field)
    if isinstance(change, AlterField):
        return _find_narrowing_fault(_load_old_field(change, state), change.field)
    if isinstance(change, AddConstraint) or (
        isinstance(change, AlterUniqueTogether) and change.option_value
    ):
        return "refuses rows that the version before may write"
    if isinstance(change, RenameModel) and _is_table_named(change, state):
        return ""
    return next((why for kind, why in FORBIDDEN.items() if isinstance(change, kind)), "")


def _is_table_named(change: RenameModel, state: ProjectState) -> bool:
    """Return whether the model names its table, so that renaming the model keeps the table."""
    return bool(state.models[APP, change.old_name_lower].options.get("db_table"))


def _find_insert_fault(field: models.Field[Any, Any]) -> str:
    """Return why the previous version could not insert a row without the new column, or ""."""
    if field.many_to_many or field.null or field.has_db_default():
        return ""
    return "NOT NULL without db_default"


def _load_old_field(change: AlterField, state: ProjectState) -> models.Field[Any, Any]:
    field: models.Field[Any, Any] = state.models[APP, change.model_name_lower].fields[change.name]
    return field


def _find_narrowing_fault(old: models.Field[Any, Any], new: models.Field[Any, Any]) -> str:
    """Return why values written by the previous version might no longer fit the column, or ""."""
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


def read_released_versions() -> set[str]:
    """Return the versions that have a dated section in the change log."""
    return set(re.findall(r"^## \[([\d.]+)\]", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE))


def main() -> int:
    """Check all migrations from `FIRST_CHECKED` on; return 1 if one is unsafe."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarokk_club.settings")
    django.setup()
    from django.db.migrations.loader import MigrationLoader

    loader = MigrationLoader(None, ignore_no_migrations=True)
    faults = 0
    for key in sorted(key for key in loader.disk_migrations or () if key[0] == APP):
        if key[1][:4] < FIRST_CHECKED:
            continue
        migration = loader.disk_migrations[key]
        for fault in find_unsafe_operations(migration, loader.project_state(key, at_end=False)):
            print(f"{key[1]}: {fault}")
            faults += 1
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
