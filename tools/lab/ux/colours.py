"""manage.py ux colours: check text, graphics and signs with colour vision deficiencies."""

import base64
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from tools.lab.ux.browser import THEMES, Look, apply_look, running_browser, visitor
from tools.lab.ux.layout import Fault, verdict
from tools.lab.ux.pages import pages
from tools.lab.ux.site import running_site

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

WIDTH = 390
CHECK = Path(__file__).with_suffix(".js").read_text()
EYES = ("protanopia", "deuteranopia", "tritanopia", "achromatopsia")
# Only the first of each is checked, because the others have the same colours.
FIGURES = (".plus:visible", ".minus:visible")
# The most frequent colour is the background, the one farthest from it the sign.
LEGIBLE = """async (picture) => {
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
LEAST = 4.5


def main() -> int:
    """Check every page in each theme and with each deficiency; return 1 if a contrast is too
    low.
    """
    found: dict[tuple[str, str], list[str]] = {}
    looked = 0
    with running_site() as site, running_browser(site) as browser:
        views = pages(site)
        for owned in (True, False):
            with visitor(browser, site, Look(WIDTH), owner=owned) as context:
                page, judge = context.new_page(), context.new_page()
                for view in views:
                    if view.owned is owned:
                        page.goto(view.path)
                        for look, what in looked_at(page, judge):
                            looked += 1
                            for one in what:
                                found.setdefault((view.name, one), []).append(look)
    faults = [Fault(page, what, tuple(looks)) for (page, what), looks in found.items()]
    return verdict(faults, pages=len(views), looked=looked)


def looked_at(page: "Page", judge: "Page") -> Iterator[tuple[str, list[str]]]:
    """Yield the faults in each theme, with normal vision and with each deficiency.

    judge: an empty page.
    """
    for theme in THEMES:
        apply_look(page, Look(WIDTH, theme=theme))
        yield theme, list(page.evaluate(CHECK))
    for theme, eyes in product(THEMES, EYES):
        apply_look(page, Look(WIDTH, theme=theme))
        yield f"{theme}, {eyes}", list(illegible_figures(page, judge, eyes))


def illegible_figures(page: "Page", judge: "Page", eyes: str) -> Iterator[str]:
    """Yield the signed figures that are illegible with this deficiency."""
    line = page.context.new_cdp_session(page)
    line.send("Emulation.setEmulatedVisionDeficiency", {"type": eyes})
    for figure in (one for kind in FIGURES for one in page.locator(kind).all()[:1]):
        if (seen := rendered_contrast(figure, judge)) < LEAST:
            yield f"unread: “{figure.inner_text().strip()}” has {seen:.1f}:1"
    line.detach()


def rendered_contrast(figure: "Locator", judge: "Page") -> float:
    """Return the contrast of the figure as it is rendered."""
    drawn = base64.b64encode(figure.screenshot(caret="initial")).decode()
    return float(judge.evaluate(LEGIBLE, drawn))
