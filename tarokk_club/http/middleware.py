"""What happens to every request and answer of the site."""

import logging
import secrets
import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone

from tarokk_club.http.buffered import LATE
from tarokk_club.http.charsets import ODD
from tarokk_club.http.logs import request_address, request_id
from tarokk_club.http.problems import for_program, problem
from tarokk_club.http.static_heads import is_fixed, without_tags

Answer = Callable[[HttpRequest], HttpResponseBase]
METHODS = ("GET", "HEAD", "POST")
# Cookies and all; the server itself would take ten times as much.
HEAD_BYTES = 32 * 1024
# The multipart frame around an upload of the greatest size allowed.
FRAME_BYTES = 64 * 1024
# The longest window of the limits that answer "too many tries".
RETRY_SECONDS = "300"
HEADERS = {
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    # Most pages hold names; what may be kept says so itself.
    "Cache-Control": "no-store",
}
_log = logging.getLogger("tarokk_club.requests")


def request_log(answer: Answer) -> Answer:
    """Give the request an id and write one line about its answer."""

    def handle(request: HttpRequest) -> HttpResponseBase:
        token = request_id.set(secrets.token_hex(8))
        place = request_address.set(address_of(request))
        start = time.perf_counter()
        try:
            response = answer(request)
            if not is_fixed(response):
                response.headers["X-Request-ID"] = request_id.get()
            _log.log(
                _level(response.status_code),
                "answered",
                extra={
                    "fields": {
                        "method": request.method,
                        # The query may hold what somebody searched for, so only the path.
                        "path": request.path,
                        "status": response.status_code,
                        "ms": round((time.perf_counter() - start) * 1000),
                        **_who(request, response.status_code),
                    }
                },
            )
            return response
        finally:
            request_id.reset(token)
            request_address.reset(place)

    return handle


def address_of(request: HttpRequest) -> str:
    """Where a request came from; a proxy is believed where one was told of, its last word alone."""
    if settings.BEHIND_PROXY:
        return request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip() or "-"
    return str(request.META.get("REMOTE_ADDR") or "-")


def _who(request: HttpRequest, status: int) -> dict[str, str]:
    """Whoever asked for what is not theirs, by the account's id."""
    user = getattr(request, "user", None) if status == 403 else None
    return {"user": str(user.pk)} if user and user.is_authenticated else {}


def _level(status: int) -> int:
    if status >= 500:
        return logging.ERROR
    return logging.INFO if status >= 400 else logging.DEBUG


def headers(answer: Answer) -> Answer:
    """Put the protective headers that no library sets on every answer."""

    def handle(request: HttpRequest) -> HttpResponseBase:
        response = answer(request)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        if is_fixed(response):
            without_tags(response)
        return response

    return handle


def own_time(answer: Answer) -> Answer:
    """Let no request keep the clock of the club that the one before it asked about."""

    def handle(request: HttpRequest) -> HttpResponseBase:
        try:
            return answer(request)
        finally:
            timezone.deactivate()

    return handle


def limits(answer: Answer) -> Answer:
    """Refuse methods that the site does not know and bodies that are too large, before any work."""

    def handle(request: HttpRequest) -> HttpResponseBase:
        if request.method not in METHODS:
            return _wrong_method(request, ", ".join(METHODS))
        if _is_odd(request):
            refusal = _refusal(request, 400)
            refusal.headers["Connection"] = "close"
            return refusal
        if _body_bytes(request) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE + FRAME_BYTES:
            return _refusal(request, 413)
        if LATE in request.META:
            refusal = _refusal(request, 408)
            refusal.headers["Connection"] = "close"
            return refusal
        response = answer(request)
        if response.status_code == 405:
            return _wrong_method(request, response.headers["Allow"])
        if response.status_code == 429:
            response.headers.setdefault("Retry-After", RETRY_SECONDS)
        return response

    return handle


def _wrong_method(request: HttpRequest, allowed: str) -> HttpResponseBase:
    """A refusal that a person can read, in place of Django's empty one."""
    refusal = _refusal(request, 405)
    refusal.headers["Allow"] = allowed
    return refusal


def _refusal(request: HttpRequest, status: int) -> HttpResponseBase:
    """A page for people, problem details for programmes."""
    if for_program(request):
        return problem(status)
    return render(request, f"{status}.html", status=status)


def _is_odd(request: HttpRequest) -> bool:
    """What no browser sends: a body without a length, with which requests are smuggled, a charset
    that no page of ours is in, or a head of endless size.
    """
    heads = [value for name, value in request.META.items() if name.startswith("HTTP_")]
    odd = "HTTP_TRANSFER_ENCODING" in request.META or ODD in request.META
    return odd or sum(map(len, heads)) > HEAD_BYTES


def _body_bytes(request: HttpRequest) -> int:
    declared = request.META.get("CONTENT_LENGTH") or "0"
    # A length that is no number is as bad as one without end.
    return int(declared) if declared.isdecimal() and len(declared) < 20 else 1 << 62
