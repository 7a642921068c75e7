"""The site as a web app: its manifest, its service worker and its offline page."""

from __future__ import annotations

import json

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tarokk_club.club.pages.loaders import public
from tarokk_club.club.pages.responses import render_page
from tarokk_club.club.pages.theming import read_appearance

# Files of the offline page; the worker caches other pages with their own files.
_SHELL = ("club/base/book.css", "club/base/icon.svg")
# CSP of the worker: it runs our scripts, requests pages and shows icons.
_POLICY = (
    "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self';"
    " frame-ancestors 'none'"
)
# Sign-in and sign-out paths; the worker clears the previous user's cache on these.
_SIGN_IN_PATHS = ("/accounts/", "/i/", "/p/")
_ICONS = (
    ("club/base/icon-192.png", "192x192", "any"),
    ("club/base/icon-512.png", "512x512", "any"),
    ("club/base/icon-maskable-512.png", "512x512", "maskable"),
)


@public
def serve_service_worker(request: HttpRequest) -> HttpResponseBase:
    """Return the service worker script with the list of files to cache on installation.

    It is served from the root, as a service worker controls only pages below its own path. A new
    build, language or look changes the script, so browsers update it.
    """
    site = {
        "build": f"{settings.BUILD}-{get_language()}-{read_appearance(request).classes}",
        "shell": [*map(static, _SHELL), reverse("club:offline")],
        "offline": reverse("club:offline"),
        "home": reverse("club:home"),
        "name": _("Tarokk Club"),
        "icon": static(_ICONS[0][0]),
        "statics": settings.STATIC_URL,
        "doors": [*_SIGN_IN_PATHS, reverse("club:found"), reverse("club:leave_everywhere")],
    }
    work = json.dumps(static("club/base/worker.js"))
    script = f"self.site = {json.dumps(site)};\nimportScripts({work});\n"
    headers = {"Cache-Control": "no-cache", "Content-Security-Policy": _POLICY}
    return HttpResponse(script, content_type="text/javascript; charset=utf-8", headers=headers)


@public
def serve_web_app_manifest(request: HttpRequest) -> HttpResponseBase:
    """Return the web app manifest: name, colours and icons."""
    del request
    fields = {
        "id": reverse("club:home"),
        "name": _("Tarokk Club"),
        "short_name": _("Tarokk"),
        "description": _("The score book of a tarokk club: hands, standings and settlement."),
        "lang": get_language(),
        "dir": "ltr",
        "start_url": reverse("club:home"),
        "scope": reverse("club:home"),
        "display": "standalone",
        "background_color": "#f7f2e8",
        "theme_color": "#0f4433",
        "icons": [
            {"src": static(name), "sizes": sizes, "type": "image/png", "purpose": purpose}
            for name, sizes, purpose in _ICONS
        ],
    }
    kind = "application/manifest+json"
    return JsonResponse(fields, content_type=kind, headers={"Cache-Control": "no-cache"})


@public
def show_offline_page(request: HttpRequest) -> HttpResponseBase:
    """Show the page for URLs that are not cached offline; it contains no names."""
    return render_page(request, "club/hand/offline/page.html", {})
