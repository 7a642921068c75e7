"""A page as axe sees it, light and dark."""

from collections.abc import Callable

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def complaints(page: Page) -> list[str]:
    """What axe finds, each with the places."""
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {[node['target'] for node in one['nodes']][:5]}" for one in found]


def looked_at(page: Page, go: Callable[[], object]) -> list[str]:
    """The complaints about a page in both schemes."""
    found = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        go()
        found += [f"{scheme} {one}" for one in complaints(page)]
    return found
