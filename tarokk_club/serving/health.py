"""The health check for monitoring scripts; its response contains no secrets and no names."""

import secrets
import shutil
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.core.cache import caches
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponse, JsonResponse

from tarokk_club.club.audit.last_runs import MaintenanceAges, load_maintenance_ages
from tarokk_club.club.models import Club
from tarokk_club.club.pages.checks import has_required_settings, load_database_settings
from tarokk_club.database import lock_errors, replica
from tarokk_club.database.open_file import is_file_in_place, may_be_written
from tarokk_club.database.program_migrations import list_program_migrations
from tarokk_club.env import read_program_version
from tarokk_club.http.middleware import is_from_this_machine

FREE_BYTES_NEEDED = 50_000_000
# `serve` makes a backup a day, so two are missing by then.
OLDEST_BACKUP = timedelta(hours=48)
# A lock error this recent, in seconds, is reported as a failure.
LOCKED_LATELY = 600
# Seconds for which a result is cached, however many requests arrive.
CACHE_SECONDS = 3
_HOUR = timedelta(hours=1)
_cached_result: list[tuple[float, dict[str, Any]]] = []


@login_not_required
def check_health(request: HttpRequest) -> HttpResponse:
    """Return 200 if all checks pass, else 503, as JSON, or as text if requested.

    Only this machine and clients with the token see each check, the versions and the sizes.
    """
    report = (
        _load_recent_result()
        if may_see_details(request)
        else {"status": _load_recent_result()["status"]}
    )
    status = 200 if report["status"] == "ok" else 503
    response: HttpResponse = JsonResponse(report, status=status)
    if request.get_preferred_type(["application/json", "text/plain"]) == "text/plain":
        lines = "".join(f"{name}: {value}\n" for name, value in report.items())
        response = HttpResponse(lines, status=status, content_type="text/plain; charset=utf-8")
    response.headers["Vary"] = "Accept, Authorization"
    return response


@login_not_required
def report_alive(request: HttpRequest) -> HttpResponse:
    """Return 200 without any check, which shows that this process responds."""
    del request
    return HttpResponse("alive\n", content_type="text/plain; charset=utf-8")


def may_see_details(request: HttpRequest) -> bool:
    """Return whether the client is this machine or has the token."""
    sent_token = request.headers.get("Authorization", "").removeprefix("Bearer ").encode()
    token = settings.ENV.health_token.encode()
    if token and secrets.compare_digest(sent_token, token):
        return True
    return is_from_this_machine(request)


def _load_recent_result() -> dict[str, Any]:
    now = time.monotonic()
    for moment, report in _cached_result[-1:]:
        if now - moment < CACHE_SECONDS:
            return report
    report = _run_checks()
    _cached_result[:] = [(now, report)]
    return report


def is_shared_cache_up() -> bool:
    """Return whether the server of the shared cache responds now; True if there is none."""
    # A site without CACHE_URL does not import the client of such a server.
    is_up = getattr(caches["default"], "is_up", None)
    return is_up is None or is_up()


def _run_checks() -> dict[str, Any]:
    good, facts = _check_database()
    backup, done = _check_backup(database_exists=good["database"])
    locked = lock_errors.get_seconds_since_lock_error()
    free = measure_free_bytes()
    good |= {
        "disk": free > FREE_BYTES_NEEDED,
        "backup": backup,
        "audit": not done.differences,
        "locks": locked is None or locked > LOCKED_LATELY,
        "cache": is_shared_cache_up(),
    }
    words = {name: "ok" if well else "failed" for name, well in good.items()}
    return {
        "status": "ok" if all(good.values()) else "failed",
        **words,
        "program": read_program_version(),
        **facts,
        **_check_replica(),
        "backup_age_hours": _convert_to_hours(done.backup),
        "audit_age_hours": _convert_to_hours(done.audit),
        "audit_differences": done.differences,
        "free_megabytes": free // 1_000_000,
        "lock_errors": lock_errors.get_lock_error_count(),
    }


def _check_database() -> tuple[dict[str, bool], dict[str, Any]]:
    """Return the results of the database checks, and figures about the database."""
    good = dict.fromkeys(("database", "settings", "migrations"), False)
    facts: dict[str, Any] = {"pending_migrations": None}
    if not _has_database():
        return good, facts
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            answers = cursor.fetchone() == (1,)
        good["database"] = answers and is_file_in_place(connection) and may_be_written(connection)
        facts |= load_database_settings(connection)
        good["settings"] = has_required_settings(connection, facts)
        pending = len(
            list_program_migrations() - set(MigrationRecorder(connection).applied_migrations())
        )
    except DatabaseError:
        return good, facts
    good["migrations"] = not pending
    return good, facts | {"pending_migrations": pending}


def _check_replica() -> dict[str, Any]:
    """Return the lag of the replica as a figure; an empty dict without a replica.

    The lag is in seconds, or None if the replica cannot be reached. An unreachable replica is no
    failure, because the site works without it.
    """
    if replica.ALIAS not in settings.DATABASES:
        return {}
    behind = replica.get_replica_lag()
    return {"replica_seconds_behind": None if behind is None else round(behind, 1)}


def _has_database() -> bool:
    """Return whether the database exists; connecting to a missing SQLite file would create it."""
    if connection.vendor != "sqlite" or connection.is_in_memory_db():  # type: ignore[attr-defined]
        return True
    return Path(connection.settings_dict["NAME"]).exists()


def _check_backup(*, database_exists: bool) -> tuple[bool, MaintenanceAges]:
    """Return whether the last backup is recent enough, and the ages of backup and audit.

    Return True, too, if the site needs no backup or the database cannot be read.
    """
    if not database_exists:
        return True, MaintenanceAges()
    try:
        done = load_maintenance_ages()
        clubs = Club.objects.filter(demo=False).order_by("founded_at")
        founded = clubs.values_list("founded_at", flat=True).first()
    except DatabaseError:
        return True, MaintenanceAges()
    # Some sites make backups by other means; a demonstration needs none.
    if not settings.ENV.backups or founded is None:
        return True, done
    age = datetime.now(UTC) - founded if done.backup is None else done.backup
    return age < OLDEST_BACKUP, done


def _convert_to_hours(age: timedelta | None) -> int | None:
    return None if age is None else age // _HOUR


def measure_free_bytes() -> int:
    """Return the free space on the disk of the site's folder in bytes, 0 if it cannot be read."""
    try:
        return shutil.disk_usage(settings.VAR).free
    except OSError:
        return 0
