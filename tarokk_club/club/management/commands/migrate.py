"""Django's `migrate`, with each migration atomic: both applied and recorded, or neither."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.commands import migrate
from django.db import transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.migration import Migration


class AtomicMigrationExecutor(MigrationExecutor):
    """A migration executor that records each migration in the migration's own transaction.

    Django records a migration that creates indexes a moment later. If the machine loses power in
    between, the next start tries to create the table again.
    """

    def apply_migration(self, state: Any, migration: Migration, *args: Any, **more: Any) -> Any:
        """Apply a migration and record it in one transaction."""
        with self._whole(migration):
            return super().apply_migration(state, migration, *args, **more)

    def unapply_migration(self, state: Any, migration: Migration, *args: Any, **more: Any) -> Any:
        """Revert a migration and record that in one transaction."""
        with self._whole(migration):
            return super().unapply_migration(state, migration, *args, **more)

    @contextmanager
    def _whole(self, migration: Migration) -> Iterator[None]:
        if not migration.atomic:
            yield
            return
        # SQLite can disable its checks only before a transaction; they run at its end.
        with (
            self.connection.constraint_checks_disabled(),
            transaction.atomic(using=self.connection.alias),
        ):
            yield


# Django's command looks up its executor only by this name.
migrate.MigrationExecutor = AtomicMigrationExecutor  # type: ignore[attr-defined]


class Command(migrate.Command):
    """Django's command, with this module's executor."""
