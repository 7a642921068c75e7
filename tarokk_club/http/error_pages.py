"""Error pages for missing pages and failed storage.

Each page states whether anything was saved and how to continue; an API client gets the same as
problem details.
"""

import errno
import sys
from collections.abc import Iterator

from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.utils.translation import gettext as _
from django.views import defaults

from tarokk_club.database.open_file import MissingDatabaseError
from tarokk_club.http.problems import build_problem_response, is_api_request

FULL, AWAY = 507, 503
RETRY_SECONDS = "60"
_FULL_FILES = {errno.ENOSPC, errno.EDQUOT}
_AWAY_FILES = {errno.EROFS, errno.EIO}
_FULL_SQLITE = "SQLITE_FULL"
# Errors of SQLite, by the start of their names, because some have variants.
_AWAY_SQLITE = (
    "SQLITE_BUSY",
    "SQLITE_LOCKED",
    "SQLITE_READONLY",
    "SQLITE_IOERR",
    "SQLITE_CANTOPEN",
    "SQLITE_CORRUPT",
    "SQLITE_NOTADB",
)
_FULL_POSTGRES = "53100"
# Classes of PostgreSQL's codes: no connection, too many connections, shut down, disk failure.
_AWAY_POSTGRES = ("08", "53", "57P", "58", "25006", "55P03", "40")


def server_error(request: HttpRequest) -> HttpResponse:
    """Return the response for an exception in a view or a middleware (handler500)."""
    status = find_storage_fault_status(sys.exc_info()[1])
    if is_api_request(request):
        refusal = build_problem_response(status or 500)
        refusal.headers["Retry-After"] = RETRY_SECONDS
        return refusal
    if status is None:
        return defaults.server_error(request)
    # Without the request, because its user cannot be loaded now.
    page = loader.get_template(f"{status}.html").render(_build_retry_context(request))
    return HttpResponse(page, status=status, headers={"Retry-After": RETRY_SECONDS})


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the response for a path without a page (handler404)."""
    if is_api_request(request):
        return build_problem_response(404, _("There is nothing here."))
    return defaults.page_not_found(request, exception)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the response for a malformed request (handler400)."""
    return (
        build_problem_response(400)
        if is_api_request(request)
        else defaults.bad_request(request, exception)
    )


def _build_retry_context(request: HttpRequest) -> dict[str, object]:
    """Return the template context for a button that submits the form again.

    Return an empty dict if the form contains a file or a password.
    """
    try:
        fields = [(name, value) for name, sent in request.POST.lists() for value in sent]
        files = bool(request.FILES)
    except (OSError, SuspiciousOperation):
        return {}
    if files or any("password" in name for name, _value in fields):
        return {}
    return {"action": request.get_full_path(), "fields": fields}


def find_storage_fault_status(error: BaseException | None) -> int | None:
    """Return 507 for a full disk, 503 for an unavailable database, and None for any other error."""
    statuses = [status for cause in _iter_causes(error) if (status := _find_fault_status(cause))]
    return max(statuses, default=None)


def _iter_causes(error: BaseException | None) -> Iterator[BaseException]:
    """Yield the error and its causes."""
    depth = 0
    while error is not None and depth < 10:
        yield error
        error, depth = error.__cause__, depth + 1


def _find_fault_status(error: BaseException) -> int | None:
    name = getattr(error, "sqlite_errorname", None) or ""
    state = getattr(error, "sqlstate", None) or ""
    code = error.errno if isinstance(error, OSError) else None
    if name == _FULL_SQLITE or state == _FULL_POSTGRES or code in _FULL_FILES:
        return FULL
    if isinstance(error, MissingDatabaseError) or code in _AWAY_FILES:
        return AWAY
    if name.startswith(_AWAY_SQLITE) or state.startswith(_AWAY_POSTGRES) or _is_unreachable(error):
        return AWAY
    return None


def _is_unreachable(error: BaseException) -> bool:
    """Return whether PostgreSQL could not be reached at all; such an error has no code."""
    kind = type(error)
    lost = kind.__name__ in {"OperationalError", "ConnectionTimeout", "PoolTimeout"}
    return kind.__module__.startswith("psycopg") and lost and not getattr(error, "sqlstate", None)
