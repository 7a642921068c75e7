"""What a site needs before it can answer: a database up to date, catalogues, static files."""

import hashlib
import json
import os
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from tarokk_club.serving.environment import ROOT
from tarokk_club.serving.system import say
from tarokk_club.web.bundles import WRITTEN

LOCALE = ROOT / "tarokk_club" / "locale"
# Parts of packages that no page uses, and what the bundles are made of.
NOT_COLLECTED = ["*htmx-4*", "*htmx4*", "*.map", *WRITTEN]


def compile_catalogues() -> None:
    """Compile each translation that is newer than its compiled form."""
    for source in LOCALE.glob("*/LC_MESSAGES/*.po"):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
            continue
        with source.open("rb") as file:
            catalogue = read_po(file, locale=source.parent.parent.name, abort_invalid=True)
        # Written beside and moved, as a running site may be reading the old one.
        fresh = target.with_suffix(f".{os.getpid()}.tmp")
        with fresh.open("wb") as file:
            write_mo(file, catalogue)
        fresh.replace(target)


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
