"""manage.py ux axe: check every page in every theme, language and width with axe."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import TYPE_CHECKING

from tools.lab.bench import describe_machine
from tools.lab.ux.browser import LANGUAGES, THEMES, Look, apply_look, running_browser, visitor
from tools.lab.ux.pages import pages
from tools.lab.ux.site import View, running_site

if TYPE_CHECKING:
    from playwright.sync_api import Page

WIDTHS = (320, 390, 1280)


def main() -> int:
    """Check all combinations with axe; return 1 if it finds anything."""
    found: dict[str, list[str]] = {}
    asked = 0
    with running_site() as site, running_browser(site) as browser:
        views = pages(site)
        for language, owned in product(LANGUAGES, (True, False)):
            with visitor(browser, site, Look(WIDTHS[0], language), owner=owned) as context:
                page = context.new_page()
                for view in views:
                    if view.owned is owned:
                        for look, kinds in complaints(page, view, language):
                            asked += 1
                            for kind in kinds:
                                found.setdefault(f"{view.name}: {kind}", []).append(str(look))
            print(f"  {language}: {asked} asked, {len(found)} found", flush=True)
    return verdict(found, asked=asked)


def complaints(page: "Page", view: View, language: str) -> Iterator[tuple[Look, list[str]]]:
    """Yield axe's findings for each width and theme; the page is loaded once."""
    from axe_playwright_python.sync_playwright import Axe

    page.goto(view.path)
    for width, theme in product(WIDTHS, THEMES):
        look = Look(width, language, theme)
        apply_look(page, look)
        yield look, [one["id"] for one in Axe().run(page).response["violations"]]


def verdict(found: Mapping[str, list[str]], *, asked: int) -> int:
    """Print the findings; return 1 if there are any, or if nothing was checked."""
    for what, looks in sorted(found.items()):
        print(f"  {what}  [{looks[0]}, {len(looks)} in all]")
    print(f"{describe_machine()}: {asked} pages asked, {len(found)} kinds of violation")
    return int(bool(found) or not asked)
