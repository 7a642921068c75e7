"""Pages that may be seconds old: they are read from a replica and state its lag.

Users who have just written something read from the database, because they expect to see it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.core.exceptions import ObjectDoesNotExist
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponseBase

from tarokk_club.database import replica

# Seconds of reading from the database after a write; more than a replica's maximum lag.
AFTER_WRITING = 120
# Lag in seconds from which the page states its age.
WORTH_TELLING = 2.0
GetResponse = Callable[..., HttpResponseBase]


def allow_replica_reads(view: Callable[..., HttpResponseBase]) -> GetResponse:
    """Wrap a view of a club, `view(request, club, …)`: read from the replica if it can be used.

    Apply it below the decorator that loads the club, which must read the user's rights from the
    database itself.
    """

    @wraps(view)
    def call_view(request: HttpRequest, club: Any, **others: Any) -> HttpResponseBase:
        def read_from_replica() -> HttpResponseBase:
            # The club too, because cache keys contain its counters.
            club.refresh_from_db(using=replica.ALIAS)
            return view(request, club, **others)

        def read_from_database() -> HttpResponseBase:
            if club._state.db == replica.ALIAS:
                club.refresh_from_db(using="default")
            return view(request, club, **others)

        return prefer_replica(request, read_from_replica, read_from_database)

    return call_view


def prefer_replica(
    request: HttpRequest,
    from_replica: Callable[[], HttpResponseBase],
    from_database: Callable[[], HttpResponseBase],
) -> HttpResponseBase:
    """Return the response of `from_replica`, or of `from_database` if the replica cannot be used.

    A row missing from the replica may be new, so a 404 also falls back to the database.
    """
    behind = None if _needs_database(request) else replica.get_usable_lag()
    if behind is None:
        return from_database()
    request.seconds_behind = round(behind) if behind >= WORTH_TELLING else 0  # type: ignore[attr-defined]
    try:
        with replica.read_from_replica():
            response = from_replica()
            # Render here, because a page runs most of its queries while it is rendered.
            render = getattr(response, "render", None)
            return render() if render else response
    except DatabaseError:
        replica.pause_replica()
    except (Http404, ObjectDoesNotExist):
        pass
    request.seconds_behind = 0  # type: ignore[attr-defined]
    return from_database()


def _needs_database(request: HttpRequest) -> bool:
    wrote = settings.WROTE_COOKIE_NAME in request.COOKIES
    return request.method not in ("GET", "HEAD") or wrote


def mark_browser_after_write(get_response: GetResponse) -> GetResponse:
    """Wrap a handler: a successful POST marks the browser with a short-lived cookie."""

    def mark_browser(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if request.method == "POST" and response.status_code < 400:
            response.set_cookie(
                settings.WROTE_COOKIE_NAME,
                "1",
                max_age=AFTER_WRITING,
                secure=settings.HTTPS,
                httponly=True,
                samesite="Lax",
            )
        return response

    return mark_browser
