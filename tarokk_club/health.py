"""The answer to "is the site well?", for a watching script; it tells no secret."""

import shutil
from datetime import timedelta
from functools import cache

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, JsonResponse

from tarokk_club.backups import store

FREE_BYTES_NEEDED = 50_000_000


@login_not_required
def healthz(request: HttpRequest) -> JsonResponse:
    """200 when everything is well, else 503 with the part that is not."""
    parts = {"database": _database(), "migrations": _migrations(), "disk": _disk()}
    well = all(parts.values())
    words = {name: "ok" if good else "failed" for name, good in parts.items()}
    words["status"] = "ok" if well else "failed"
    # Told but not judged: a new site has no backup yet, and some make theirs elsewhere.
    return JsonResponse(words | {"backup_age_hours": _backup_age()}, status=200 if well else 503)


def _database() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            return bool(cursor.fetchone() == (1,))
    except DatabaseError:
        return False


def _migrations() -> bool:
    try:
        return _wanted() <= set(MigrationRecorder(connection).applied_migrations())
    except DatabaseError:
        return False


@cache
def _wanted() -> frozenset[tuple[str, str]]:
    # The files on disk do not change while the process runs.
    return frozenset(MigrationLoader(None, ignore_no_migrations=True).disk_migrations or ())


def _backup_age() -> int | None:
    newest = store.age(store.folder_in(settings.VAR))
    return None if newest is None else newest // timedelta(hours=1)


def _disk() -> bool:
    return shutil.disk_usage(settings.VAR).free > FREE_BYTES_NEEDED
