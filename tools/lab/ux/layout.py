"""manage.py ux layout: check that no element of a page is too wide, cut off or covered."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from tools.lab.bench import describe_machine
from tools.lab.ux.browser import LANGUAGES, THEMES, Look, apply_look, open_visitor, running_browser
from tools.lab.ux.pages import load_page_views
from tools.lab.ux.site import View, running_site

if TYPE_CHECKING:
    from playwright.sync_api import Page

WIDTHS = (320, 390, 768, 1280)
CHECK = Path(__file__).with_suffix(".js").read_text()


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of a page.

    looks: combinations of width, language and theme that have the fault.
    """

    page: str
    description: str
    looks: tuple[str, ...]

    def format_line(self) -> str:
        """Return the line for the terminal."""
        more = f" and {len(self.looks) - 1} more" if len(self.looks) > 1 else ""
        return f"  {self.page}: {self.description}  [{self.looks[0]}{more}]"


def main() -> int:
    """Check every page in every width, language and theme; return 1 if there is a fault."""
    looks_by_fault: dict[tuple[str, str], list[str]] = {}
    checked = 0
    with running_site() as site, running_browser(site) as browser:
        views = load_page_views(site)
        for language in LANGUAGES:
            for as_owner in (True, False):
                look = Look(WIDTHS[0], language)
                with open_visitor(browser, site, look, owner=as_owner) as context:
                    page = context.new_page()
                    for view in views:
                        if view.as_owner is not as_owner:
                            continue
                        for look, descriptions in find_faults(page, view, language):
                            checked += 1
                            for description in descriptions:
                                looks_by_fault.setdefault((view.name, description), []).append(
                                    str(look)
                                )
    faults = [Fault(page, fault, tuple(looks)) for (page, fault), looks in looks_by_fault.items()]
    return print_verdict(faults, pages=len(views), checked=checked)


def print_verdict(faults: Iterable[Fault], *, pages: int, checked: int) -> int:
    """Print the faults; return 1 if there are any, or if nothing was checked."""
    faults = sorted(faults, key=lambda fault: (fault.page, fault.description))
    for fault in faults:
        print(fault.format_line())
    print(f"{describe_machine()}: {pages} pages, {checked} looks, {len(faults)} faults")
    return int(bool(faults) or not checked)


def find_faults(page: "Page", view: View, language: str) -> Iterator[tuple[Look, list[str]]]:
    """Load a page once; yield its faults for each width and theme."""
    page.goto(view.path)
    for width, theme in product(WIDTHS, THEMES):
        look = Look(width, language, theme)
        apply_look(page, look)
        yield look, list(page.evaluate(CHECK))
