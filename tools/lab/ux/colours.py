"""manage.py ux colours: check contrasts, also with a simulated colour vision deficiency."""

import base64
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from tools.lab.ux.browser import THEMES, Look, apply_look, open_visitor, running_browser
from tools.lab.ux.layout import Fault, print_verdict
from tools.lab.ux.pages import load_page_views
from tools.lab.ux.site import running_site

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

WIDTH = 390
CHECK = Path(__file__).with_suffix(".js").read_text()
DEFICIENCIES = ("protanopia", "deuteranopia", "tritanopia", "achromatopsia")
# Only the first figure of each kind is checked, because the others have the same colours.
SIGNED_FIGURES = (".plus:visible", ".minus:visible")
# The most frequent colour is the background, the one farthest from it the sign.
MEASURE_CONTRAST = """async (picture) => {
  const drawn = await fetch(`data:image/png;base64,${picture}`);
  const image = await createImageBitmap(await drawn.blob());
  const pen = new OffscreenCanvas(image.width, image.height).getContext("2d");
  pen.drawImage(image, 0, 0);
  const { data } = pen.getImageData(0, 0, image.width, image.height), seen = new Map();
  for (let at = 0; at < data.length; at += 4) {
    const colour = data.slice(at, at + 3).join();
    seen.set(colour, (seen.get(colour) || 0) + 1);
  }
  const light = (colour) => colour.split(",").map((part) => part / 255)
    .map((part) => (part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4))
    .reduce((sum, part, place) => sum + part * [.2126, .7152, .0722][place], 0);
  const ground = light([...seen].sort((a, b) => b[1] - a[1])[0][0]);
  return Math.max(...[...seen.keys()].map(light).map((other) =>
    (Math.max(ground, other) + .05) / (Math.min(ground, other) + .05)));
}"""
MIN_CONTRAST = 4.5


def main() -> int:
    """Check every page in each theme with each deficiency; return 1 if a contrast is too low."""
    looks_by_fault: dict[tuple[str, str], list[str]] = {}
    checked = 0
    with running_site() as site, running_browser(site) as browser:
        views = load_page_views(site)
        for as_owner in (True, False):
            with open_visitor(browser, site, Look(WIDTH), owner=as_owner) as context:
                page, canvas_page = context.new_page(), context.new_page()
                for view in views:
                    if view.as_owner is as_owner:
                        page.goto(view.path)
                        for look, descriptions in find_faults(page, canvas_page):
                            checked += 1
                            for description in descriptions:
                                looks_by_fault.setdefault((view.name, description), []).append(look)
    faults = [Fault(page, fault, tuple(looks)) for (page, fault), looks in looks_by_fault.items()]
    return print_verdict(faults, pages=len(views), checked=checked)


def find_faults(page: "Page", canvas_page: "Page") -> Iterator[tuple[str, list[str]]]:
    """Yield the faults in each theme, with normal vision and with each deficiency.

    canvas_page: an empty page, which reads the colours of screenshots.
    """
    for theme in THEMES:
        apply_look(page, Look(WIDTH, theme=theme))
        yield theme, list(page.evaluate(CHECK))
    for theme, deficiency in product(THEMES, DEFICIENCIES):
        apply_look(page, Look(WIDTH, theme=theme))
        yield f"{theme}, {deficiency}", list(find_illegible_figures(page, canvas_page, deficiency))


def find_illegible_figures(page: "Page", canvas_page: "Page", deficiency: str) -> Iterator[str]:
    """Yield descriptions of the signed figures that are illegible with this deficiency."""
    cdp = page.context.new_cdp_session(page)
    cdp.send("Emulation.setEmulatedVisionDeficiency", {"type": deficiency})
    for figure in (match for kind in SIGNED_FIGURES for match in page.locator(kind).all()[:1]):
        if (contrast := measure_contrast(figure, canvas_page)) < MIN_CONTRAST:
            yield f"unread: “{figure.inner_text().strip()}” has {contrast:.1f}:1"
    cdp.detach()


def measure_contrast(figure: "Locator", canvas_page: "Page") -> float:
    """Return the contrast of the figure on a screenshot, 1 to 21."""
    screenshot = base64.b64encode(figure.screenshot(caret="initial")).decode()
    return float(canvas_page.evaluate(MEASURE_CONTRAST, screenshot))
