"""The paths of the site that show a page, which all parts of `ux` iterate over."""

import contextlib
import http.client
import os
import ssl
from collections.abc import Iterable
from dataclasses import dataclass

from tools.lab.ux.site import Site, View

START = b"<!DOCTYPE html>"
# An unknown path is also answered with a page, and that page must be checked.
MISSING = "nothing"


def pages(site: Site) -> tuple[View, ...]:
    """Return the views that respond with a whole page: no files, fragments or redirects.

    The environment variable UX_PAGES limits them to views whose name contains its value.
    """
    cookies, part = cookie_line(site), os.environ.get("UX_PAGES", "")
    return require_pages(_asked(site, view, cookies) for view in site.views if part in view.name)


def require_pages(answers: Iterable["Answer"]) -> tuple[View, ...]:
    """Return the views that responded with a page.

    Raise LookupError if a view responded with an error, because its page would go unchecked.
    """
    answers = list(answers)
    wrong = [one for one in answers if one.status >= 400 and one.view.name != MISSING]
    if wrong:
        told = ", ".join(f"{one.view.name} ({one.status})" for one in wrong)
        raise LookupError(f"The site of `ux` has nothing to show for: {told}")
    return tuple(one.view for one in answers if one.is_page)


@dataclass(frozen=True, slots=True)
class Answer:
    """The response of a view.

    whole: whether it begins like a complete page.
    """

    view: View
    status: int
    whole: bool

    @property
    def is_page(self) -> bool:
        """Whether the response is a page to check."""
        return self.whole and (self.status == 200 or self.view.name == MISSING)


def cookie_line(site: Site) -> str:
    """Return the owner's cookies as the value of a Cookie header."""
    return "; ".join(line.partition(";")[0] for line in site.cookies(signed_in=True))


def _asked(site: Site, view: View, cookies: str) -> Answer:
    context = ssl.create_default_context(cafile=site.certificate)
    line = http.client.HTTPSConnection("localhost", site.port, timeout=30, context=context)
    with contextlib.closing(line):
        line.request("GET", view.path, headers={"Cookie": cookies} if view.owned else {})
        answer = line.getresponse()
        return Answer(view, answer.status, answer.read().lstrip().startswith(START))
