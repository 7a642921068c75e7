"""The refusal of a form that may be forged, which names the setting that may be wrong."""

import logging
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import override

_LONGEST = 200
_log = logging.getLogger("tarokk_club.requests")


def refuse_forged_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Return the 403 page, with the wrong setting of the site or its proxy, if there is one.

    reason: Django's reason, which is for developers.
    """
    fault = find_address_fault(request)
    if fault:
        # The log is in English, like all its lines.
        with override("en"):
            fields = {"fields": {"fault": find_address_fault(request)}}
        _log.warning("form refused", extra=fields)
    return render(request, "403_csrf.html", {"fault": fault}, status=403)


def find_address_fault(request: HttpRequest) -> str:
    """Return the setting that makes the site expect another address than the browser's, or ""."""
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
        return (_proxy_not_set_text() if settings.HTTPS else _https_not_set_text()) % origins
    return _port_lost_text() % origins if ports[0] != ports[1] else ""


def _https_not_set_text() -> str:
    return _(
        "The browser is at %(browser)s, and the site believes that it is at %(site)s: "
        "set HTTPS=1, and BEHIND_PROXY=1 if a proxy is in front."
    )


def _proxy_not_set_text() -> str:
    return _(
        "The browser is at %(browser)s, and the site believes that it is at %(site)s: "
        "the proxy must pass on X-Forwarded-Proto, and BEHIND_PROXY must be 1."
    )


def _port_lost_text() -> str:
    return _(
        "The browser is at %(browser)s, and the site believes that it is at %(site)s: "
        "the proxy must pass on the port too, as nginx does with “Host $http_host”."
    )
