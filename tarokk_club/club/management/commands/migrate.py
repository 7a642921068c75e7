"""Django's `migrate`, with each step whole: done and written down, or neither."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.commands import migrate
from django.db import transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.migration import Migration


class WholeSteps(MigrationExecutor):
    """Writes a step down in the step's own transaction.

    Django does so a moment later where a step makes indexes; a machine that loses its power in
    between is left with a table that the next start wants to make again.
    """

    def apply_migration(self, state: Any, migration: Migration, *args: Any, **more: Any) -> Any:
        """One step forward."""
        with self._whole(migration):
            return super().apply_migration(state, migration, *args, **more)

    def unapply_migration(self, state: Any, migration: Migration, *args: Any, **more: Any) -> Any:
        """One step back."""
        with self._whole(migration):
            return super().unapply_migration(state, migration, *args, **more)

    @contextmanager
    def _whole(self, migration: Migration) -> Iterator[None]:
        if not migration.atomic:
            yield
            return
        # SQLite can do without its checks only from before a transaction; they are made at its end.
        with (
            self.connection.constraint_checks_disabled(),
            transaction.atomic(using=self.connection.alias),
        ):
            yield


# The one place where Django's command takes its executor from.
migrate.MigrationExecutor = WholeSteps  # type: ignore[attr-defined]


class Command(migrate.Command):
    """The same command."""
