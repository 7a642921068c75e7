"""The error pages: one template, and a table with the texts of each.

Each page states whether anything was saved and how to continue; an API client gets the same as
problem details.
"""

import errno
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.csrf import requires_csrf_token

from tarokk_club.database.open_file import MissingDatabaseError
from tarokk_club.http.logs import request_id
from tarokk_club.http.problems import build_problem_response, is_api_request

FULL, AWAY = 507, 503
RETRY_SECONDS = "60"
_TEMPLATE = "error.html"
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


@dataclass(frozen=True, slots=True)
class ErrorText:
    """The texts of an error page.

    title: the title and the heading of the page.
    number_sentence: sentence with the request's id in the log; "" for none.
    """

    title: str | Promise
    sentence: str | Promise
    number_sentence: str | Promise = ""


# By status, or by a name where two pages have the same status.
ERROR_TEXTS: Mapping[int | str, ErrorText] = MappingProxyType(
    {
        400: ErrorText(
            gettext_lazy("This request cannot be read"),
            gettext_lazy(
                "What was sent does not fit this page. Go back, reload the page and try again; "
                "nothing was changed."
            ),
        ),
        403: ErrorText(
            gettext_lazy("You cannot do this"),
            gettext_lazy(
                "Your role in the club does not allow it. Ask the secretary or the owner of the "
                "club."
            ),
        ),
        "csrf": ErrorText(
            gettext_lazy("This page was open too long"),
            gettext_lazy("Go back, reload the page and send it again; nothing was changed."),
        ),
        "wrong_address": ErrorText(
            gettext_lazy("The site is set up for another address"),
            gettext_lazy("Nothing was changed. Tell the operator of the site:"),
        ),
        404: ErrorText(
            gettext_lazy("There is nothing here"),
            gettext_lazy("The address may be mistyped, or you have no access to this page."),
        ),
        "link_gone": ErrorText(
            gettext_lazy("This link is no longer valid"),
            gettext_lazy(
                "It may have been used, expired, withdrawn or mistyped. Ask for a new one."
            ),
        ),
        405: ErrorText(
            gettext_lazy("This cannot be asked here"),
            gettext_lazy(
                "The address exists, but not for that kind of request; nothing was changed."
            ),
        ),
        408: ErrorText(
            gettext_lazy("That took too long"),
            gettext_lazy(
                "What was sent had not arrived whole after half a minute, so nothing was changed. "
                "Try again when the network is better."
            ),
        ),
        413: ErrorText(
            gettext_lazy("That is too large"),
            gettext_lazy("At most 2.5 megabytes can be sent at once; nothing was changed."),
        ),
        429: ErrorText(
            gettext_lazy("Too many attempts"),
            gettext_lazy("Wait a few minutes and try again; nobody is locked out for good."),
        ),
        "busy": ErrorText(
            gettext_lazy("Other large files are being read"),
            gettext_lazy(
                "The site reads one large file at a time. Nothing of yours was saved; go back and "
                "send it again in ten seconds."
            ),
        ),
        500: ErrorText(
            gettext_lazy("Something broke on our side"),
            gettext_lazy(
                "Nothing that the page called saved is lost. Reload the page and look before you "
                "send it again."
            ),
            gettext_lazy(
                "If it breaks again, tell the operator of the site this number: %(number)s"
            ),
        ),
        AWAY: ErrorText(
            gettext_lazy("The book cannot be used at this moment"),
            gettext_lazy("The database does not answer, or takes nothing in."),
            gettext_lazy("If it lasts, tell the operator of the site this number: %(number)s"),
        ),
        FULL: ErrorText(
            gettext_lazy("Not saved: the storage is full"),
            gettext_lazy(
                "The disk of this site has no room left. Reading goes on. Tell the operator of the "
                "site to make room; nothing has to be restarted."
            ),
            gettext_lazy("The number of this fault in the log: %(number)s"),
        ),
    }
)


def render_error(
    request: HttpRequest, status: int, *, text: str = "", sentence: str = "", detail: str = ""
) -> HttpResponse:
    """Return an error page.

    text: the key of its texts in ERROR_TEXTS; the status by default.
    sentence: a sentence to use instead of the one in ERROR_TEXTS.
    detail: an additional sentence.
    """
    context = _build_context(ERROR_TEXTS[text or status]) | {"detail": detail}
    if sentence:
        context["sentence"] = sentence
    page = loader.get_template(_TEMPLATE).render(context, request)
    return HttpResponse(page, status=status)


def _build_context(text: ErrorText) -> dict[str, object]:
    number = text.number_sentence and text.number_sentence % {"number": request_id.get()}
    return {"title": text.title, "sentence": text.sentence, "number_sentence": number}


@requires_csrf_token
def server_error(request: HttpRequest) -> HttpResponse:
    """Return the response for an exception in a view or a middleware (handler500)."""
    status = find_storage_fault_status(sys.exc_info()[1])
    if is_api_request(request):
        refusal = build_problem_response(status or 500)
        refusal.headers["Retry-After"] = RETRY_SECONDS
        return refusal
    context = _build_context(ERROR_TEXTS[status or 500])
    if status is not None:
        context |= _build_retry_context(request)
    # Without the request, because its user may not be loadable now.
    response = HttpResponse(loader.get_template(_TEMPLATE).render(context), status=status or 500)
    if status is not None:
        response.headers["Retry-After"] = RETRY_SECONDS
    return response


@requires_csrf_token
def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the response for a path without a page (handler404)."""
    if is_api_request(request):
        return build_problem_response(404, _("There is nothing here."))
    return render_error(request, 404)


@requires_csrf_token
def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the response for a malformed request (handler400)."""
    if is_api_request(request):
        return build_problem_response(400)
    return render_error(request, 400)


@requires_csrf_token
def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the page for a refused request, with the exception's sentence (handler403)."""
    return render_error(request, 403, sentence=str(exception))


@requires_csrf_token
def too_many_requests(request: HttpRequest) -> HttpResponse:
    """Return the page for a request above a limit of the accounts library (its handler429)."""
    return render_error(request, 429)


def _build_retry_context(request: HttpRequest) -> dict[str, object]:
    """Return the template context for a button that submits the form again.

    Return an empty dict if the form cannot be read, or contains a file or a password.
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
    """Yield the error and its chain of causes, ten at most."""
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
