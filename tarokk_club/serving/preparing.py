"""Preparation before serving: migrations, system checks, catalogues and static files."""

import hashlib
import json
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

from tarokk_club.http import bundles
from tarokk_club.serving.catalogues import compile_catalogues
from tarokk_club.system import print_message

# Files of packages that no page uses, and the sources of the bundles.
NOT_COLLECTED = ["*htmx-4*", "*htmx4*", "*.map", *bundles.WRITTEN]
MINIFIER = "minify-go"
__all__ = [
    "NOT_COLLECTED",
    "collect_static",
    "compile_catalogues",
    "migrate_database",
    "run_system_checks",
]


def migrate_database(progress: Callable[[str], None] | None = None) -> None:
    """Migrate the database if it is not up to date; create a missing SQLite file.

    If several nodes start at once, one migrates and the others wait.

    progress: called with a sentence before a step that takes a while.
    """
    from django.core.management import call_command
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    from tarokk_club.database.cluster import MIGRATING, try_cluster_lock

    if connection.vendor == "sqlite":
        # A served site opens only an existing file; an empty file becomes a new database.
        Path(connection.settings_dict["NAME"]).touch()
    with try_cluster_lock(MIGRATING, wait=True):
        executor = MigrationExecutor(connection)
        plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
        if plan:
            if progress and executor.loader.applied_migrations:
                progress("Bringing the book up to date ...")
            call_command("migrate", interactive=False, verbosity=0)


def run_system_checks() -> bool:
    """Print the results of the system checks; return whether none of them is serious."""
    from django.core.checks import run_checks

    messages = [
        message for message in run_checks(databases=["default"]) if not message.is_silenced()
    ]
    for message in messages:
        print_message(str(message))
    return not any(message.is_serious() for message in messages)


def collect_static(progress: Callable[[str], None] | None = None) -> None:
    """Collect, hash and compress the static files if any of them changed.

    progress: called with a sentence before a step that takes a while.
    """
    from django.conf import settings
    from django.core.management import call_command

    root = Path(settings.STATIC_ROOT)
    stamp = root.parent / "static.stamp"
    now = _compute_sources_checksum()
    if stamp.exists() and stamp.read_text() == now and (root / "staticfiles.json").exists():
        return
    if progress:
        progress("Setting up the pages, once for each version ...")
    call_command(
        "collectstatic",
        interactive=False,
        clear=True,
        verbosity=0,
        ignore_patterns=_list_ignored_patterns(),
    )
    stamp.write_text(now)


def _list_ignored_patterns() -> list[str]:
    """Return the patterns of files that no page uses, including the admin's if it is disabled."""
    from django.conf import settings

    return NOT_COLLECTED if settings.ADMIN_PATH else [*NOT_COLLECTED, "admin"]


def _compute_sources_checksum() -> str:
    """Return a checksum of the names, sizes and modification times of all static files.

    Bundles are represented by their sources and the code that builds them, as that is faster.
    """
    from django.contrib.staticfiles.finders import get_finders

    files = [
        (name, Path(storage.path(name)))
        for finder in get_finders()
        if not isinstance(finder, bundles.BundleFinder)
        for name, storage in finder.list(_list_ignored_patterns())
    ]
    files += [(str(path), path) for path in bundles.list_sources()]
    rows = [[name, path.stat().st_size, path.stat().st_mtime_ns] for name, path in sorted(files)]
    return hashlib.sha256(json.dumps([version(MINIFIER), rows]).encode()).hexdigest()
