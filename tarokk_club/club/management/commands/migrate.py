"""Django's `migrate`, with each migration applied and recorded in one transaction."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.commands import migrate
from django.db import transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.migration import Migration


class AtomicMigrationExecutor(MigrationExecutor):
    """A migration executor that records each migration in the migration's transaction.

    Django records some migrations later. After a power cut in between, the next start would
    apply the migration again and fail.
    """

    def apply_migration(self, state: Any, migration: Migration, *args: Any, **more: Any) -> Any:
        """Apply a migration and record it in one transaction."""
        with self._open_transaction(migration):
            return super().apply_migration(state, migration, *args, **more)

    def unapply_migration(self, state: Any, migration: Migration, *args: Any, **more: Any) -> Any:
        """Revert a migration and delete its record in one transaction."""
        with self._open_transaction(migration):
            return super().unapply_migration(state, migration, *args, **more)

    @contextmanager
    def _open_transaction(self, migration: Migration) -> Iterator[None]:
        if not migration.atomic:
            yield
            return
        # SQLite can disable foreign key checks only before a transaction.
        with (
            self.connection.constraint_checks_disabled(),
            transaction.atomic(using=self.connection.alias),
        ):
            yield


# Django's command has no other way to choose the executor.
migrate.MigrationExecutor = AtomicMigrationExecutor  # type: ignore[attr-defined]


class Command(migrate.Command):
    """The command `migrate`, which uses this module's executor."""
