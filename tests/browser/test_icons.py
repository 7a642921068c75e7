"""The pictures of the installed site are drawn from the one icon, and are as large as promised."""

import base64
import os
from pathlib import Path

import pytest
from django.test import Client
from playwright.sync_api import Page

from support.catalogue import row
from tarokk_club.env import ROOT

STATIC = ROOT / "tarokk_club" / "club" / "static"
FOLDER = STATIC / "club" / "base"
GREEN = "#0f4433"
# The icons are drawn at each request.
WANTED = os.environ.get("TAROKK_ICONS") == "1"
# Name, edge in pixels, share that the icon fills; phones cut the corners of one with a ground.
PICTURES = [
    ("icon-192", 192, 1.0),
    ("icon-512", 512, 1.0),
    ("icon-maskable-512", 512, 0.76),
    ("icon-180", 180, 0.9),
]
CORNER = """async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height), pen = canvas.getContext("2d");
    pen.drawImage(image, 0, 0);
    const at = (x, y) => [...pen.getImageData(x, y, 1, 1).data];
    const middle = image.width / 2;
    return { size: [image.width, image.height], corner: at(0, 0), card: at(middle * 0.9, middle) };
}"""


def draw(page: Page, name: str, edge: int, share: float) -> None:
    """Draw one picture of the icon; a full one has a ground of its own up to the edges."""
    page.set_viewport_size({"width": edge, "height": edge})
    svg = (FOLDER / "icon.svg").read_text()
    ground = "transparent" if share == 1 else GREEN
    page.set_content(
        f"<style>body{{margin:0;height:100vh;display:grid;place-items:center;background:{ground}}}"
        f"svg{{width:{share:.0%};height:{share:.0%}}}</style>{svg}"
    )
    page.screenshot(path=FOLDER / f"{name}.png", omit_background=True)


@pytest.mark.ci
@pytest.mark.parametrize(("name", "edge", "share"), PICTURES)
def test_a_picture_of_the_icon(browser: object, name: str, edge: int, share: float) -> None:
    page: Page = browser.new_page(device_scale_factor=1)  # type: ignore[attr-defined]
    if WANTED:
        draw(page, name, edge, share)
    picture = FOLDER / f"{name}.png"
    page.goto("about:blank")
    source = base64.b64encode(picture.read_bytes()).decode()
    seen = page.evaluate(CORNER, f"data:image/png;base64,{source}")
    page.close()

    assert seen["size"] == [edge, edge]
    assert seen["corner"] == ([0, 0, 0, 0] if share == 1 else [0x0F, 0x44, 0x33, 255])
    assert seen["card"][3] == 255
    assert picture.stat().st_size < 16_000


@row("U19")
def test_the_manifest_names_pictures_that_exist(client: Client) -> None:
    facts = client.get("/manifest.webmanifest").json()
    found = {one["src"]: one for one in facts["icons"]}

    assert all((STATIC / Path(src).relative_to("/static")).is_file() for src in found)
    assert {(one["sizes"], one["purpose"]) for one in found.values()} == {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    assert facts["start_url"] == facts["scope"] == "/"
    assert facts["display"] == "standalone" and facts["short_name"]
