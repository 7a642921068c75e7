"""manage.py ux layout: nothing too wide, cut off or covered, in any language, width and theme."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from tools.lab.bench import machine
from tools.lab.ux.browser import LANGUAGES, THEMES, Look, running_browser, visitor, wear
from tools.lab.ux.pages import pages
from tools.lab.ux.site import View, running_site

if TYPE_CHECKING:
    from playwright.sync_api import Page

WIDTHS = (320, 390, 768, 1280)
CHECK = Path(__file__).with_suffix(".js").read_text()


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with a page, and at which looks."""

    page: str
    what: str
    looks: tuple[str, ...]

    def line(self) -> str:
        """One line for the terminal."""
        more = f" and {len(self.looks) - 1} more" if len(self.looks) > 1 else ""
        return f"  {self.page}: {self.what}  [{self.looks[0]}{more}]"


def main() -> int:
    """Look at every page at every width in every language and theme; 1 when something is wrong."""
    found: dict[tuple[str, str], list[str]] = {}
    looked = 0
    with running_site() as site, running_browser(site) as browser:
        views = pages(site)
        for language in LANGUAGES:
            for owned in (True, False):
                look = Look(WIDTHS[0], language)
                with visitor(browser, site, look, owner=owned) as context:
                    page = context.new_page()
                    for view in views:
                        if view.owned is not owned:
                            continue
                        for at, what in looked_at(page, view, language):
                            looked += 1
                            for one in what:
                                found.setdefault((view.name, one), []).append(str(at))
    faults = [Fault(page, what, tuple(looks)) for (page, what), looks in found.items()]
    return verdict(faults, pages=len(views), looked=looked)


def verdict(faults: Iterable[Fault], *, pages: int, looked: int) -> int:
    """Print what is wrong; 1 when something is, or when nothing was looked at."""
    faults = sorted(faults, key=lambda fault: (fault.page, fault.what))
    for fault in faults:
        print(fault.line())
    print(f"{machine()}: {pages} pages, {looked} looks, {len(faults)} faults")
    return int(bool(faults) or not looked)


def looked_at(page: "Page", view: View, language: str) -> Iterator[tuple[Look, list[str]]]:
    """What is wrong with a page at each width and in each theme; it is loaded once."""
    page.goto(view.path)
    for width, theme in product(WIDTHS, THEMES):
        look = Look(width, language, theme)
        wear(page, look)
        yield look, list(page.evaluate(CHECK))
