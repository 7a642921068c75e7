"""manage.py ux axe: check every page in every theme, language and width with axe."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import TYPE_CHECKING

from tools.lab.bench import describe_machine
from tools.lab.ux.browser import LANGUAGES, THEMES, Look, apply_look, open_visitor, running_browser
from tools.lab.ux.pages import load_page_views
from tools.lab.ux.site import View, running_site

if TYPE_CHECKING:
    from playwright.sync_api import Page

WIDTHS = (320, 390, 1280)


def main() -> int:
    """Check every page in every look with axe; return 1 if it finds anything."""
    looks_by_violation: dict[str, list[str]] = {}
    checked = 0
    with running_site() as site, running_browser(site) as browser:
        views = load_page_views(site)
        for language, as_owner in product(LANGUAGES, (True, False)):
            with open_visitor(browser, site, Look(WIDTHS[0], language), owner=as_owner) as context:
                page = context.new_page()
                for view in views:
                    if view.as_owner is as_owner:
                        for look, kinds in find_violations(page, view, language):
                            checked += 1
                            for kind in kinds:
                                looks_by_violation.setdefault(f"{view.name}: {kind}", []).append(
                                    str(look)
                                )
            print(f"  {language}: {checked} asked, {len(looks_by_violation)} found", flush=True)
    return print_verdict(looks_by_violation, checked=checked)


def find_violations(page: "Page", view: View, language: str) -> Iterator[tuple[Look, list[str]]]:
    """Load the page once; yield the ids of axe's findings for each width and theme."""
    from axe_playwright_python.sync_playwright import Axe

    page.goto(view.path)
    for width, theme in product(WIDTHS, THEMES):
        look = Look(width, language, theme)
        apply_look(page, look)
        yield look, [violation["id"] for violation in Axe().run(page).response["violations"]]


def print_verdict(looks_by_violation: Mapping[str, list[str]], *, checked: int) -> int:
    """Print the findings; return 1 if there are any, or if nothing was checked."""
    for violation, looks in sorted(looks_by_violation.items()):
        print(f"  {violation}  [{looks[0]}, {len(looks)} in all]")
    print(
        f"{describe_machine()}: {checked} pages asked, {len(looks_by_violation)} kinds of violation"
    )
    return int(bool(looks_by_violation) or not checked)
