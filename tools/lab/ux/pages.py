"""The paths of the site that respond with a page; most parts of `ux` check them all."""

import contextlib
import http.client
import os
import ssl
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tools.lab.ux.site import Site, View

DOCTYPE = b"<!DOCTYPE html>"
# The name of the view with an unknown path: its 404 page must be checked too.
MISSING = "nothing"


def load_page_views(site: Site) -> tuple[View, ...]:
    """Return the views that respond with a whole page: no files, fragments or redirects.

    The environment variable UX_PAGES limits them: see `choose_views`.
    """
    views = choose_views(site.views, os.environ.get("UX_PAGES", ""))
    cookies = build_cookie_header(site)
    return require_pages(_request_view(site, view, cookies) for view in views)


def choose_views(views: Sequence[View], name_parts: str) -> tuple[View, ...]:
    """Return the views whose name contains one of the parts, which are separated by commas.

    Raise LookupError if no name contains a part, because its pages would not be checked.
    """
    parts = [part.strip() for part in name_parts.split(",")]
    if unknown := [part for part in parts if not any(part in view.name for view in views)]:
        names = ", ".join(sorted({view.name for view in views}))
        raise LookupError(f"UX_PAGES names no page with {', '.join(unknown)}; there are: {names}")
    return tuple(view for view in views if any(part in view.name for part in parts))


def require_pages(responses: Iterable["PageResponse"]) -> tuple[View, ...]:
    """Return the views that responded with a page.

    Raise LookupError if a view responded with an error, because its page would not be checked.
    """
    responses = list(responses)
    failures = [
        response
        for response in responses
        if response.status >= 400 and response.view.name != MISSING
    ]
    if failures:
        names = ", ".join(f"{response.view.name} ({response.status})" for response in failures)
        raise LookupError(f"The site of `ux` has nothing to show for: {names}")
    return tuple(response.view for response in responses if response.is_page)


@dataclass(frozen=True, slots=True)
class PageResponse:
    """The response of a view.

    whole: whether it is a complete page instead of a fragment or a file.
    """

    view: View
    status: int
    whole: bool

    @property
    def is_page(self) -> bool:
        """Whether the response is a page to check."""
        return self.whole and (self.status == 200 or self.view.name == MISSING)


def build_cookie_header(site: Site) -> str:
    """Return the owner's cookies as the value of a Cookie header."""
    return "; ".join(line.partition(";")[0] for line in site.cookies(signed_in=True))


def _request_view(site: Site, view: View, cookies: str) -> PageResponse:
    context = ssl.create_default_context(cafile=site.certificate)
    connection = http.client.HTTPSConnection("localhost", site.port, timeout=30, context=context)
    with contextlib.closing(connection):
        connection.request("GET", view.path, headers={"Cookie": cookies} if view.as_owner else {})
        response = connection.getresponse()
        return PageResponse(view, response.status, response.read().lstrip().startswith(DOCTYPE))
