"""The audit after each migration, and the start of the watch for lock errors."""

from typing import Any

from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models.signals import post_migrate
from django.utils.translation import gettext as _

from tarokk_club.club.audit import last_runs
from tarokk_club.club.audit.queries import BROKEN, iter_findings
from tarokk_club.club.models import Club
from tarokk_club.database import lock_errors
from tarokk_club.system import print_message


def audit_after_migration(*, using: str, **more: Any) -> None:
    """Audit the default database after a migration, and store and print the result.

    Do nothing for another database, if nothing was migrated, if migrations are still missing, or if
    there is no club.
    A failed audit does not stop the migration, and counts as one finding.
    """
    if using != DEFAULT_DB_ALIAS or not more.get("plan") or not _is_up_to_date():
        return
    if not Club.objects.exists():
        return
    try:
        count = sum(1 for _finding in iter_findings())
    except (*BROKEN, DatabaseError):
        count = 1
    last_runs.record_audit_run(count)
    if count:
        print_message(_("WARNING: the book does not agree after the update. Run audit_ledger now."))
    else:
        print_message(_("The book was brought up to date and agrees in all checks."))


def _is_up_to_date() -> bool:
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def connect() -> None:
    """Connect the audit to migrations, and watch for lock errors."""
    post_migrate.connect(
        audit_after_migration,
        sender=apps.get_app_config("club"),
        dispatch_uid="club.audit_migrated",
    )
    lock_errors.watch_lock_errors()
