"""Whether the version before can go on beside each migration, while nodes are replaced in turn.

It looks at the operations and not at their SQL, so it needs no server. A column or table goes only
when a released version has not used it: the migration names that one, `unused_since = "0.3.0"`.
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
# Books older than this one are brought up to date while the site is stopped.
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


def refused(migration: Migration, before: ProjectState) -> Iterator[str]:
    """What the version before could not live with; before: the tables as it left them."""
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
    """Why a row without the new column could not be written; the version before knows of none."""
    if field.many_to_many or field.null or field.has_db_default():
        return ""
    return "NOT NULL without db_default"


def _field(part: AlterField, state: ProjectState) -> models.Field[Any, Any]:
    found: models.Field[Any, Any] = state.models[APP, part.model_name_lower].fields[part.name]
    return found


def _narrower(old: models.Field[Any, Any], new: models.Field[Any, Any]) -> str:
    """Why what the version before writes might not fit any more."""
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
    """The versions that the change log gives a date."""
    return set(re.findall(r"^## \[([\d.]+)\]", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE))


def main() -> int:
    """Judge all of them from `FIRST` on; 1 when the version before could not go on."""
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
        for words in refused(migration, loader.project_state(key, at_end=False)):
            print(f"{key[1]}: {words}")
            found += 1
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
