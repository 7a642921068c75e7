"""Django's `migrate`, which creates a new database at once and updates an old one step by step."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.commands import migrate
from django.db import router, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.migration import Migration
from django.db.migrations.state import ProjectState


class AtomicMigrationExecutor(MigrationExecutor):
    """A migration executor that records each migration in the transaction that applies it.

    Django records some migrations later. After a power cut in between, the next start would
    apply the migration again and fail.
    """

    def migrate(self, targets: Any, *args: Any, **more: Any) -> ProjectState:
        """Migrate the database to the targets; return the state of the models after that.

        A new database gets the tables of the last state at once. The migrations themselves would
        take most of a first start: Django renders the related models again for each operation.
        """
        everything = set(targets) == set(self.loader.graph.leaf_nodes())
        if self.loader.applied_migrations or not everything or more.get("fake"):
            state: ProjectState = super().migrate(targets, *args, **more)
            return state
        last = self.loader.project_state()
        with self._open_transaction():
            self.recorder.ensure_schema()
            self._create_tables(last)
            for app, name in self.loader.graph.nodes:
                self.recorder.record_applied(app, name)
        return last

    def apply_migration(self, state: Any, migration: Migration, *args: Any, **more: Any) -> Any:
        """Apply a migration and record it in one transaction."""
        with self._open_transaction(atomic=migration.atomic):
            return super().apply_migration(state, migration, *args, **more)

    def unapply_migration(self, state: Any, migration: Migration, *args: Any, **more: Any) -> Any:
        """Revert a migration and delete its record in one transaction."""
        with self._open_transaction(atomic=migration.atomic):
            return super().unapply_migration(state, migration, *args, **more)

    def _create_tables(self, state: ProjectState) -> None:
        """Create the tables of all models of a state."""
        with self.connection.schema_editor() as editor:
            for model in state.apps.get_models():
                if model._meta.can_migrate(self.connection) and router.allow_migrate_model(
                    self.connection.alias, model
                ):
                    editor.create_model(model)

    @contextmanager
    def _open_transaction(self, *, atomic: bool = True) -> Iterator[None]:
        if not atomic:
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
