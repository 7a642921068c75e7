"""Check a page with axe in the light and the dark theme."""

from collections.abc import Callable

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def complaints(page: Page) -> list[str]:
    """Return axe's violations, each with its elements."""
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {[node['target'] for node in one['nodes']][:5]}" for one in found]


def find_violations(page: Page, go: Callable[[], object]) -> list[str]:
    """Return the violations of a page in both themes."""
    found = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        go()
        found += [f"{scheme} {one}" for one in complaints(page)]
    return found
