"""manage.py ux layout: check that nothing is too wide, cut off or covered, in any language, width
and theme.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from tools.lab.bench import describe_machine
from tools.lab.ux.browser import LANGUAGES, THEMES, Look, apply_look, running_browser, visitor
from tools.lab.ux.pages import pages
from tools.lab.ux.site import View, running_site

if TYPE_CHECKING:
    from playwright.sync_api import Page

WIDTHS = (320, 390, 768, 1280)
CHECK = Path(__file__).with_suffix(".js").read_text()


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of a page, with the looks that have it."""

    page: str
    what: str
    looks: tuple[str, ...]

    def line(self) -> str:
        """Return the line for the terminal."""
        more = f" and {len(self.looks) - 1} more" if len(self.looks) > 1 else ""
        return f"  {self.page}: {self.what}  [{self.looks[0]}{more}]"


def main() -> int:
    """Check every page at every width in every language and theme; return 1 if there is a fault."""
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
    """Print the faults; return 1 if there are any, or if nothing was checked."""
    faults = sorted(faults, key=lambda fault: (fault.page, fault.what))
    for fault in faults:
        print(fault.line())
    print(f"{describe_machine()}: {pages} pages, {looked} looks, {len(faults)} faults")
    return int(bool(faults) or not looked)


def looked_at(page: "Page", view: View, language: str) -> Iterator[tuple[Look, list[str]]]:
    """Yield the faults of a page at each width and in each theme; it is loaded once."""
    page.goto(view.path)
    for width, theme in product(WIDTHS, THEMES):
        look = Look(width, language, theme)
        apply_look(page, look)
        yield look, list(page.evaluate(CHECK))
