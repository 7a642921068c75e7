"""Which addresses of the site show a page; every part of `ux` that looks at pages walks these."""

import contextlib
import http.client
import os
import ssl

from tarokk_club.tooling.ux.site import Site, View

START = b"<!DOCTYPE html>"
# An address that never was is answered with a page, too, and that is meant to be looked at.
MISSING = "nothing"


def pages(site: Site) -> tuple[View, ...]:
    """The views that answer with a whole page: no file, no fragment, nothing that leads on.

    UX_PAGES in the environment is a part of the names of those that are wanted, else all are.
    """
    cookies, part = cookie_line(site), os.environ.get("UX_PAGES", "")
    wanted = [view for view in site.views if part in view.name]
    return tuple(view for view in wanted if _is_page(site, view, cookies))


def cookie_line(site: Site) -> str:
    """The cookies of the owner as a browser sends them."""
    return "; ".join(line.partition(";")[0] for line in site.cookies(signed_in=True))


def _is_page(site: Site, view: View, cookies: str) -> bool:
    context = ssl.create_default_context(cafile=site.certificate)
    line = http.client.HTTPSConnection("localhost", site.port, timeout=30, context=context)
    with contextlib.closing(line):
        line.request("GET", view.path, headers={"Cookie": cookies} if view.owned else {})
        answer = line.getresponse()
        shown = answer.status == 200 or view.name == MISSING
        return shown and answer.read().lstrip().startswith(START)
