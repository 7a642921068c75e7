"""Middleware that handles every request and response of the site."""

import logging
import secrets
import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _

from tarokk_club.http.buffered import BUSY, LATE, WaitLimits
from tarokk_club.http.charsets import ODD
from tarokk_club.http.error_pages import render_error
from tarokk_club.http.logs import request_address, request_id
from tarokk_club.http.metrics import API_METHODS, METHODS, observe_request
from tarokk_club.http.problems import build_problem_response, is_api_request
from tarokk_club.http.static_headers import drop_validators, is_immutable
from tarokk_club.network import is_loopback

GetResponse = Callable[[HttpRequest], HttpResponseBase]
# Including cookies; the server itself would accept ten times as much.
HEAD_BYTES = 32 * 1024
# The multipart frame around an upload of the largest size allowed.
FRAME_BYTES = 64 * 1024
# The longest window of the rate limits that respond with "too many attempts".
RETRY_SECONDS = "300"
HEADERS = {
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    # Most pages contain names; a response that may be cached sets a header of its own.
    "Cache-Control": "no-store",
}
_log = logging.getLogger("tarokk_club.requests")


def log_requests(get_response: GetResponse) -> GetResponse:
    """Wrap a handler: give the request an id, and log and count its response."""

    def log_request(request: HttpRequest) -> HttpResponseBase:
        token = request_id.set(secrets.token_hex(8))
        place = request_address.set(find_client_address(request))
        start = time.perf_counter()
        try:
            response = get_response(request)
            seconds = time.perf_counter() - start
            observe_request(request, response.status_code, seconds)
            if not is_immutable(response):
                response.headers["X-Request-ID"] = request_id.get()
            _log.log(
                _choose_log_level(response.status_code),
                "answered",
                extra={
                    "fields": {
                        "method": request.method,
                        # Only the path, because the query may contain a search term.
                        "path": request.path,
                        "status": response.status_code,
                        "ms": round(seconds * 1000),
                        **_build_account_field(request, response.status_code),
                    }
                },
            )
            return response
        finally:
            request_id.reset(token)
            request_address.reset(place)

    return log_request


def find_client_address(request: HttpRequest) -> str:
    """Return the client's address, or "-" if it is unknown.

    With BEHIND_PROXY it is the last entry of X-Forwarded-For, because earlier entries can be
    forged.
    """
    if settings.BEHIND_PROXY:
        return request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip() or "-"
    return str(request.META.get("REMOTE_ADDR") or "-")


def _build_account_field(request: HttpRequest, status: int) -> dict[str, str]:
    """Return the id of the account as a log field if the status is 403, else no field."""
    user = getattr(request, "user", None) if status == 403 else None
    return {"user": str(user.pk)} if user and user.is_authenticated else {}


def _choose_log_level(status: int) -> int:
    if status >= 500:
        return logging.ERROR
    return logging.INFO if status >= 400 or settings.ENV.access_log else logging.DEBUG


def add_protective_headers(get_response: GetResponse) -> GetResponse:
    """Wrap a handler: add protective headers, and remove validators that no browser will use."""

    def add_headers(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if "Access-Control-Allow-Origin" in response.headers:
            response.headers.setdefault("Cross-Origin-Resource-Policy", "cross-origin")
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        if is_immutable(response):
            drop_validators(response)
        return response

    return add_headers


def is_from_this_machine(request: HttpRequest) -> bool:
    """Return whether the request comes from this machine itself, not through its proxy."""
    forwarded = any(name in request.headers for name in ("X-Forwarded-For", "X-Forwarded-Proto"))
    return is_loopback(str(request.META.get("REMOTE_ADDR") or "")) and not forwarded


def accept_local_health_checks(get_response: GetResponse) -> GetResponse:
    """Wrap a handler: accept health checks from this machine that use a local host name."""

    def accept_health_check(request: HttpRequest) -> HttpResponseBase:
        is_monitor = request.path in settings.MACHINE_PATHS and is_from_this_machine(request)
        if is_monitor and is_loopback(_read_host_name(request)):
            # "*" accepts the name as it is.
            name = next(iter(settings.ALLOWED_HOSTS), "").lstrip(".*")
            request.META["HTTP_HOST"] = name or request.META["HTTP_HOST"]
        return get_response(request)

    return accept_health_check


def _read_host_name(request: HttpRequest) -> str:
    """Return the host name of the request, without its port."""
    host = str(request.META.get("HTTP_HOST") or "")
    return host.partition("]")[0].strip("[") if host.startswith("[") else host.partition(":")[0]


def reset_time_zone(get_response: GetResponse) -> GetResponse:
    """Wrap a handler: reset the club's time zone, which the next request must not inherit."""

    def reset_after_response(request: HttpRequest) -> HttpResponseBase:
        try:
            return get_response(request)
        finally:
            timezone.deactivate()

    return reset_after_response


def enforce_limits(get_response: GetResponse) -> GetResponse:
    """Wrap a handler: refuse wrong methods, and odd, late or too large requests, before other work.

    Also turn a view's 405 into a readable refusal, and add Retry-After to a 429.
    """

    def check_limits(request: HttpRequest) -> HttpResponseBase:
        methods = API_METHODS if is_api_request(request) else METHODS
        if request.method not in methods:
            return _refuse_method(request, ", ".join(methods))
        if _is_odd_request(request):
            refusal = _build_refusal(request, 400)
            refusal.headers["Connection"] = "close"
            return refusal
        if _read_declared_length(request) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE + FRAME_BYTES:
            return _build_refusal(request, 413)
        if LATE in request.META:
            refusal = _build_refusal(request, 408)
            refusal.headers["Connection"] = "close"
            return refusal
        if BUSY in request.META:
            return _refuse_large_body(request)
        response = get_response(request)
        if response.status_code == 405:
            return _refuse_method(request, response.headers["Allow"])
        if response.status_code == 429:
            response.headers.setdefault("Retry-After", RETRY_SECONDS)
        return response

    return check_limits


def _refuse_method(request: HttpRequest, allowed: str) -> HttpResponseBase:
    """Return a readable refusal with 405 instead of Django's empty response."""
    refusal = _build_refusal(request, 405)
    refusal.headers["Allow"] = allowed
    return refusal


def _refuse_large_body(request: HttpRequest) -> HttpResponseBase:
    """Return the 429 response for a large body that got no turn in time."""
    if is_api_request(request):
        detail = _("Other large requests are being handled. Nothing was saved; send it again.")
        refusal: HttpResponseBase = build_problem_response(429, detail, code="busy")
    else:
        refusal = render_error(request, 429, text="busy")
    refusal.headers["Retry-After"] = f"{WaitLimits().turn:.0f}"
    return refusal


def _build_refusal(request: HttpRequest, status: int) -> HttpResponseBase:
    """Return the refusal: an error page, or problem details for an API client."""
    if is_api_request(request):
        return build_problem_response(status)
    return render_error(request, status)


def _is_odd_request(request: HttpRequest) -> bool:
    """Return whether the request is of a kind that browsers do not send.

    It has a body without a length (used for request smuggling), a charset that the site does not
    use, or an excessively large head.
    """
    heads = [value for name, value in request.META.items() if name.startswith("HTTP_")]
    odd = "HTTP_TRANSFER_ENCODING" in request.META or ODD in request.META
    return odd or sum(map(len, heads)) > HEAD_BYTES


def _read_declared_length(request: HttpRequest) -> int:
    declared = request.META.get("CONTENT_LENGTH") or "0"
    # A length that is not a number counts as unlimited.
    return int(declared) if declared.isdecimal() and len(declared) < 20 else 1 << 62
