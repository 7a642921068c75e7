"""manage.py ux axe: every page in every theme, language and width, as axe sees it."""

from collections.abc import Mapping
from itertools import product

from tarokk_club.tooling.bench import machine
from tarokk_club.tooling.ux.browser import LANGUAGES, THEMES, Look, running_browser, visitor
from tarokk_club.tooling.ux.pages import pages
from tarokk_club.tooling.ux.site import running_site

WIDTHS = (320, 390, 1280)


def main() -> int:
    """Ask axe about the full product; 1 when it finds anything."""
    from axe_playwright_python.sync_playwright import Axe

    found: dict[str, list[str]] = {}
    asked = 0
    with running_site() as site, running_browser(site) as browser:
        views = pages(site)
        for width, language, theme in product(WIDTHS, LANGUAGES, THEMES):
            look = Look(width, language, theme)
            for owned in (True, False):
                with visitor(browser, site, look, owner=owned) as context:
                    page = context.new_page()
                    for view in views:
                        if view.owned is owned:
                            page.goto(view.path)
                            asked += 1
                            for one in Axe().run(page).response["violations"]:
                                found.setdefault(f"{view.name}: {one['id']}", []).append(str(look))
            print(f"  {look}: {asked} asked, {len(found)} found", flush=True)
    return verdict(found, asked=asked)


def verdict(found: Mapping[str, list[str]], *, asked: int) -> int:
    """Print what was found; 1 when something was, or when nothing was asked."""
    for what, looks in sorted(found.items()):
        print(f"  {what}  [{looks[0]}, {len(looks)} in all]")
    print(f"{machine()}: {asked} pages asked, {len(found)} kinds of violation")
    return int(bool(found) or not asked)
