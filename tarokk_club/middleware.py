"""What happens to every request and answer of the site."""

import logging
import secrets
import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _

from tarokk_club.logs import request_id

Answer = Callable[[HttpRequest], HttpResponseBase]
METHODS = ("GET", "HEAD", "POST")
# The multipart frame around an upload of the greatest size allowed.
FRAME_BYTES = 64 * 1024
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
        start = time.perf_counter()
        try:
            response = answer(request)
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
                    }
                },
            )
            return response
        finally:
            request_id.reset(token)

    return handle


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
        return response

    return handle


def limits(answer: Answer) -> Answer:
    """Refuse methods that the site does not know and bodies that are too large, before any work."""

    def handle(request: HttpRequest) -> HttpResponseBase:
        if request.method not in METHODS:
            sentence = _("This address does not know that kind of request.")
            return HttpResponse(
                f"{sentence}\n",
                content_type="text/plain; charset=utf-8",
                status=405,
                headers={"Allow": ", ".join(METHODS)},
            )
        if _body_bytes(request) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE + FRAME_BYTES:
            return render(request, "413.html", status=413)
        return answer(request)

    return handle


def _body_bytes(request: HttpRequest) -> int:
    declared = request.META.get("CONTENT_LENGTH") or "0"
    # A length that is no number is as bad as one without end.
    return int(declared) if declared.isdecimal() and len(declared) < 20 else 1 << 62
