"""Which addresses of the site show a page; every part of `ux` that looks at pages walks these."""

import contextlib
import http.client
import os
import ssl
from collections.abc import Iterable
from dataclasses import dataclass

from tools.lab.ux.site import Site, View

START = b"<!DOCTYPE html>"
# An address that never was is answered with a page, too, and that is meant to be looked at.
MISSING = "nothing"


def pages(site: Site) -> tuple[View, ...]:
    """The views that answer with a whole page: no file, no fragment, nothing that leads on.

    UX_PAGES in the environment is a part of the names of those that are wanted, else all are.
    """
    cookies, part = cookie_line(site), os.environ.get("UX_PAGES", "")
    return shown(_asked(site, view, cookies) for view in site.views if part in view.name)


def shown(answers: Iterable["Answer"]) -> tuple[View, ...]:
    """The views that answered with a page.

    Raises LookupError where one answered with a fault: nobody would have looked at its page.
    """
    answers = list(answers)
    wrong = [one for one in answers if one.status >= 400 and one.view.name != MISSING]
    if wrong:
        told = ", ".join(f"{one.view.name} ({one.status})" for one in wrong)
        raise LookupError(f"The site of `ux` has nothing to show for: {told}")
    return tuple(one.view for one in answers if one.is_page)


@dataclass(frozen=True, slots=True)
class Answer:
    """What an address answered; whole: it begins like a page of its own."""

    view: View
    status: int
    whole: bool

    @property
    def is_page(self) -> bool:
        """Whether there is something to look at."""
        return self.whole and (self.status == 200 or self.view.name == MISSING)


def cookie_line(site: Site) -> str:
    """The cookies of the owner as a browser sends them."""
    return "; ".join(line.partition(";")[0] for line in site.cookies(signed_in=True))


def _asked(site: Site, view: View, cookies: str) -> Answer:
    context = ssl.create_default_context(cafile=site.certificate)
    line = http.client.HTTPSConnection("localhost", site.port, timeout=30, context=context)
    with contextlib.closing(line):
        line.request("GET", view.path, headers={"Cookie": cookies} if view.owned else {})
        answer = line.getresponse()
        return Answer(view, answer.status, answer.read().lstrip().startswith(START))
