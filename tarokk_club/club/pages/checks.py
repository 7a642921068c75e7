"""System checks of the database settings, the data folder and the access rules of views."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils.translation import gettext as _

from tarokk_club.database.file_permissions import iter_exposed_paths
from tarokk_club.database.sqlite import SAFE_VERSION, get_sqlite_version

_WANTED = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
OURS = "tarokk_club."


@register(Tags.database)
def check_database_settings(
    app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    """Check the settings and version of SQLite, or the encoding of a PostgreSQL database."""
    faults: list[CheckMessage] = []
    for alias in databases or ():
        connection = connections[alias]
        if connection.vendor == "sqlite":
            faults += _find_sqlite_faults(connection)
        else:
            faults += _find_encoding_faults(connection)
    return faults


def load_database_settings(connection: BaseDatabaseWrapper) -> dict[str, Any]:
    """Return the kind of database, its version and, for SQLite, its effective settings."""
    if connection.vendor != "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("SHOW server_version")
            row = cursor.fetchone()
        return {"engine": connection.vendor, "version": row[0]}
    effective: dict[str, Any] = {
        "engine": "sqlite",
        "version": ".".join(map(str, get_sqlite_version())),
    }
    with connection.cursor() as cursor:
        for name in _WANTED:
            cursor.execute(f"PRAGMA {name}")
            effective[name] = cursor.fetchone()[0]
    return effective


def has_required_settings(connection: BaseDatabaseWrapper, effective: Mapping[str, Any]) -> bool:
    """Return whether the effective settings are those that the site requires."""
    return all(
        effective[name] == value for name, value in _list_required_settings(connection).items()
    )


def _list_required_settings(connection: BaseDatabaseWrapper) -> Mapping[str, Any]:
    if connection.vendor != "sqlite":
        return {}
    if connection.is_in_memory_db():  # type: ignore[attr-defined]
        # A database in memory has no journal file and nothing to sync.
        return {"foreign_keys": 1}
    return _WANTED


def _find_sqlite_faults(connection: BaseDatabaseWrapper) -> Iterator[CheckMessage]:
    effective = load_database_settings(connection)
    for name, value in _list_required_settings(connection).items():
        if effective[name] != value:
            text = _("SQLite runs with %(name)s = %(real)s instead of %(value)s.")
            yield Error(
                text % {"name": name, "real": effective[name], "value": value},
                hint=_("Put the database on a local disk and keep the settings' OPTIONS."),
                id="club.E001",
            )
    if get_sqlite_version() < SAFE_VERSION:
        text = _("This SQLite, %(version)s, may lose data when two connections write at once.")
        yield Warning(
            text % {"version": ".".join(map(str, get_sqlite_version()))},
            hint=_("Use SQLite 3.51.3 or newer, or PostgreSQL."),
            id="club.W001",
        )


def _find_encoding_faults(connection: BaseDatabaseWrapper) -> Iterator[CheckMessage]:
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_encoding")
        encoding = cursor.fetchone()[0]
    if encoding != "UTF8":
        text = _("The database is in %(encoding)s, which cannot store every name.")
        yield Warning(
            text % {"encoding": encoding},
            hint=_("Move the book to a database made with ENCODING 'UTF8' TEMPLATE template0."),
            id="club.W003",
        )


@register(Tags.security)
def check_private_folder(
    app_configs: Sequence[AppConfig] | None, **kwargs: Any
) -> list[CheckMessage]:
    """Check that no other user of the machine can read the site's data folder."""
    readable = next(iter_exposed_paths(Path(settings.VAR)), None)
    if readable is None:
        return []
    return [
        Warning(
            _("Others on this machine can read %(path)s.") % {"path": readable},
            hint=_("Start the site once, or run: chmod -R go= %(folder)s")
            % {"folder": settings.VAR},
            id="club.W002",
        )
    ]


@register(Tags.urls)
def check_access_rules(
    app_configs: Sequence[AppConfig] | None, **kwargs: Any
) -> list[CheckMessage]:
    """Check that every view of this project declares its access rule."""
    faults: list[CheckMessage] = []
    for route, view in _list_routes(get_resolver(), ""):
        module = getattr(view, "__module__", "")
        if module.startswith(OURS) and not _declares_access(view):
            text = _("The page at “%(route)s” does not say who may see it.")
            faults.append(
                Error(
                    text % {"route": route},
                    hint=_("Use a decorator of pages/loaders.py, or mark the page as public."),
                    id="club.E002",
                )
            )
    return faults


def _declares_access(view: Any) -> bool:
    # Outside the club app, as for the health page, `login_not_required` is enough.
    outside = not view.__module__.startswith(f"{OURS}club.")
    # The class first: an endpoint of the API has a rule too, but would load the API to read it.
    declares = hasattr(type(view), "access") or hasattr(view, "access")
    return declares or (outside and getattr(view, "login_required", True) is False)


def _list_routes(resolver: URLResolver, prefix: str) -> Iterator[tuple[str, Any]]:
    for pattern in resolver.url_patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _list_routes(pattern, route)
        elif isinstance(pattern, URLPattern):
            yield route, pattern.callback
