"""What a site needs before it can answer: a database up to date, catalogues, static files."""

import hashlib
import json
from pathlib import Path

from tarokk_club.http.bundles import WRITTEN
from tarokk_club.serving.catalogues import compile_catalogues
from tarokk_club.system import say

# Parts of packages that no page uses, and what the bundles are made of.
NOT_COLLECTED = ["*htmx-4*", "*htmx4*", "*.map", *WRITTEN]
__all__ = ["NOT_COLLECTED", "check", "collect_static", "compile_catalogues", "migrate"]


def migrate() -> None:
    """Bring the database up to date; a database that is so already is only looked at.

    Of several nodes that start at once one does it, and the others wait.
    """
    from django.core.management import call_command
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    from tarokk_club.database.cluster import MIGRATING, one_in_cluster

    if connection.vendor == "sqlite":
        # A served site opens what is there and makes nothing; an empty file is a new book.
        Path(connection.settings_dict["NAME"]).touch()
    with one_in_cluster(MIGRATING, wait=True):
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            call_command("migrate", interactive=False, verbosity=0)


def check() -> bool:
    """Tell what the system checks find, the database's settings among it; whether all is well."""
    from django.core.checks import run_checks

    found = [one for one in run_checks(databases=["default"]) if not one.is_silenced()]
    for message in found:
        say(str(message))
    return not any(message.is_serious() for message in found)


def collect_static() -> None:
    """Collect, hash and compress the static files when one of them has changed."""
    from django.conf import settings
    from django.core.management import call_command

    root = Path(settings.STATIC_ROOT)
    stamp = root.parent / "static.stamp"
    now = _static_sources()
    if stamp.exists() and stamp.read_text() == now and (root / "staticfiles.json").exists():
        return
    call_command(
        "collectstatic",
        interactive=False,
        clear=True,
        verbosity=0,
        ignore_patterns=_not_collected(),
    )
    stamp.write_text(now)


def _not_collected() -> list[str]:
    """What no page uses; nor the files of the operator's room where there is none."""
    from django.conf import settings

    return NOT_COLLECTED if settings.ADMIN_PATH else [*NOT_COLLECTED, "admin"]


def _static_sources() -> str:
    """A sum over the names, sizes and times of all static files."""
    from django.contrib.staticfiles.finders import get_finders

    rows = []
    for finder in get_finders():
        for name, storage in finder.list(_not_collected()):
            status = Path(storage.path(name)).stat()
            rows.append([name, status.st_size, status.st_mtime_ns])
    return hashlib.sha256(json.dumps(sorted(rows)).encode()).hexdigest()
