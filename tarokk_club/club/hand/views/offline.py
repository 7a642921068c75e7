"""What makes the site an app: its manifest, its service worker, its page without a network."""

from __future__ import annotations

import json

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tarokk_club.club.pages.loaders import public
from tarokk_club.club.pages.responses import page
from tarokk_club.club.pages.theming import look_of

# What the page without a network wears; a page that is kept brings its own files along.
_SHELL = ("club/base/book.css", "club/base/icon.svg")
# What a worker does, which its own answer allows: run our scripts, ask for pages, show a picture.
_POLICY = (
    "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self';"
    " frame-ancestors 'none'"
)
# Where somebody signs in or out; what is kept of the person before goes.
_DOORS = ("/accounts/", "/i/", "/p/")
_ICONS = (
    ("club/base/icon-192.png", "192x192", "any"),
    ("club/base/icon-512.png", "512x512", "any"),
    ("club/base/icon-maskable-512.png", "512x512", "maskable"),
)


@public
def worker(request: HttpRequest) -> HttpResponseBase:
    """The service worker: what to keep from the start, and the script that does it.

    It stands at the root, as it serves no page above its own path; a new build, another
    language or look is another script, so the browser takes it.
    """
    site = {
        "build": f"{settings.BUILD}-{get_language()}-{look_of(request).classes}",
        "shell": [*map(static, _SHELL), reverse("club:offline")],
        "offline": reverse("club:offline"),
        "home": reverse("club:home"),
        "name": _("Tarokk Club"),
        "icon": static(_ICONS[0][0]),
        "statics": settings.STATIC_URL,
        "doors": [*_DOORS, reverse("club:found"), reverse("club:leave_everywhere")],
    }
    work = json.dumps(static("club/base/worker.js"))
    script = f"self.site = {json.dumps(site)};\nimportScripts({work});\n"
    headers = {"Cache-Control": "no-cache", "Content-Security-Policy": _POLICY}
    return HttpResponse(script, content_type="text/javascript; charset=utf-8", headers=headers)


@public
def manifest(request: HttpRequest) -> HttpResponseBase:
    """Name, colours and pictures of the site as an app."""
    del request
    facts = {
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
    return JsonResponse(facts, content_type=kind, headers={"Cache-Control": "no-cache"})


@public
def offline(request: HttpRequest) -> HttpResponseBase:
    """What is shown in place of a page that the phone has not kept; it holds no names."""
    return page(request, "club/hand/offline/page.html", {})
