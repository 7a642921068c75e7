"""The error page for a form that may be forged, with a hint about a wrong setting."""

import logging
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import override

from tarokk_club.http.error_pages import render_error

_LONGEST = 200
_log = logging.getLogger("tarokk_club.requests")


def refuse_forged_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Return the 403 page, with a hint if the site or its proxy has a wrong setting.

    reason: Django's reason, which is for developers.
    """
    fault = find_address_fault(request)
    if fault:
        # The log is in English, like all its lines.
        with override("en"):
            fields = {"fields": {"fault": find_address_fault(request)}}
        _log.warning("form refused", extra=fields)
        return render_error(request, 403, text="wrong_address", detail=fault)
    return render_error(request, 403, text="csrf")


def find_address_fault(request: HttpRequest) -> str:
    """Return a hint about the wrong setting if the site's own address is not the browser's.

    Return "" if the addresses agree, or if the form is from another site.
    """
    sender = (request.headers.get("Origin") or request.headers.get("Referer") or "")[:_LONGEST]
    try:
        browser, site = urlsplit(sender), urlsplit(f"{request.scheme}://{request.get_host()}")
        ports = browser.port, site.port
    except ValueError:
        return ""
    if browser.scheme not in ("http", "https") or browser.hostname != site.hostname:
        return ""
    origins = {"browser": f"{browser.scheme}://{browser.netloc}", "site": site.geturl()}
    if browser.scheme == "https" and site.scheme == "http":
        return (
            _describe_missing_proxy() if settings.HTTPS else _describe_missing_https()
        ) % origins
    return _describe_lost_port() % origins if ports[0] != ports[1] else ""


def _describe_missing_https() -> str:
    return _(
        "The browser is at %(browser)s, and the site believes that it is at %(site)s: "
        "set HTTPS=1, and BEHIND_PROXY=1 if a proxy is in front."
    )


def _describe_missing_proxy() -> str:
    return _(
        "The browser is at %(browser)s, and the site believes that it is at %(site)s: "
        "the proxy must pass on X-Forwarded-Proto, and BEHIND_PROXY must be 1."
    )


def _describe_lost_port() -> str:
    return _(
        "The browser is at %(browser)s, and the site believes that it is at %(site)s: "
        "the proxy must pass on the port too, as nginx does with “Host $http_host”."
    )
