"""manage.py ux colours: words, graphics and signs seen by eyes for few colours, or none."""

import base64
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from tools.lab.ux.browser import THEMES, Look, running_browser, visitor, wear
from tools.lab.ux.layout import Fault, verdict
from tools.lab.ux.pages import pages
from tools.lab.ux.site import running_site

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

WIDTH = 390
CHECK = Path(__file__).with_suffix(".js").read_text()
EYES = ("protanopia", "deuteranopia", "tritanopia", "achromatopsia")
# The first of each is looked at through such eyes; the others have the same colours.
FIGURES = (".plus:visible", ".minus:visible")
# What a picture shows: its commonest colour is the ground, the one farthest from it the sign.
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
    """Look at every page in each theme, and through each kind of eyes; 1 when it is faint."""
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
    """What is wrong in each theme, as it is and through each kind of eyes. judge: an empty page."""
    for theme in THEMES:
        wear(page, Look(WIDTH, theme=theme))
        yield theme, list(page.evaluate(CHECK))
    for theme, eyes in product(THEMES, EYES):
        wear(page, Look(WIDTH, theme=theme))
        yield f"{theme}, {eyes}", list(seen_by(page, judge, eyes))


def seen_by(page: "Page", judge: "Page", eyes: str) -> Iterator[str]:
    """The signed figures that such eyes cannot read."""
    line = page.context.new_cdp_session(page)
    line.send("Emulation.setEmulatedVisionDeficiency", {"type": eyes})
    for figure in (one for kind in FIGURES for one in page.locator(kind).all()[:1]):
        if (seen := legible(figure, judge)) < LEAST:
            yield f"unread: “{figure.inner_text().strip()}” has {seen:.1f}:1"
    line.detach()


def legible(figure: "Locator", judge: "Page") -> float:
    """The contrast of what is drawn there, as it is drawn."""
    drawn = base64.b64encode(figure.screenshot(caret="initial")).decode()
    return float(judge.evaluate(LEGIBLE, drawn))
