"""Row U02: on every page, tap targets are large enough and do not overlap."""

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from support.catalogue import row
from support.club_factories import House, a_hand, recorded
from support.club_web import ROUTES, route_url
from support.entry_phone import Phone
from tarokk_club.club.models import Session
from tarokk_club.env import ROOT

pytestmark = pytest.mark.ci

START = b"<!DOCTYPE html>"
# The same look that `ux layout` takes at every width, language and theme.
LAYOUT = (ROOT / "tools" / "lab" / "ux" / "layout.js").read_text(encoding="utf-8")
# What is tapped and by how much it is too small: 48 px high and 44 px wide. A link inside a
# sentence is as high as its line, as anywhere; a row that opens counts with its whole row.
SMALL = """() => {
  const shown = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && !one.closest(".vh, .skip, svg");
  const inSentence = (one) => one.localName === "a" && getComputedStyle(one).display === "inline";
  const drawn = (one) => one.closest("label") || one;
  const all = [...document.querySelectorAll(
    "a[href], button, summary, select, textarea, input:not([type=hidden])")];
  return all.map((one) => [one, drawn(one)])
    .filter(([one, box]) => shown(box) && !inSentence(one) && !one.disabled)
    .map(([one, box]) => [one, box.getBoundingClientRect()])
    .filter(([, box]) => box.height < 47.5 || box.width < 43.5)
    .map(([one, box]) => `${one.localName}.${one.className} ${one.name || ""} `
      + `${one.textContent.trim().slice(0, 20)} ${box.width.toFixed(0)}x${box.height.toFixed(0)}`);
}"""

# How the bar of the places is laid out, and by how much it covers what ends the page.
END_OF_PAGE = """() => {
  scrollTo(0, document.documentElement.scrollHeight);
  const bar = document.querySelector(".places"), top = bar.getBoundingClientRect().top,
    ends = [...document.querySelectorAll(".foot, .fine a, main > :last-child")];
  return [getComputedStyle(bar).position,
    Math.max(...ends.map((end) => end.getBoundingClientRect().bottom - top))];
}"""


def small_on(page: Page, url: str) -> list[str] | None:
    """What is too small on a page; None where the address shows none."""
    answer = page.request.get(url, max_redirects=0)
    if answer.status != 200 or not answer.body().lstrip().startswith(START):
        return None
    page.goto(url)
    page.evaluate(
        "document.querySelectorAll('main details').forEach((one) => { one.open = true; })"
    )
    small: list[str] = page.evaluate(SMALL)
    return small + [one for one in page.evaluate(LAYOUT) if one.startswith("overlap")]


@row("U02")
def test_every_club_page_has_large_tap_targets(
    phone: Phone, house: House, session: Session
) -> None:
    notice = {"type": "notice", "player": house.players["Anna"]}
    recorded(house, session, a_hand(house) | {"note": "Well played"}, notice, a_hand(house))
    phone.page.set_viewport_size({"width": 320, "height": 640})
    looked = {
        name: small_on(phone.page, phone.base + route_url(name, session)) for name in sorted(ROUTES)
    }
    assert sum(small is not None for small in looked.values()) > 50
    assert {name: small for name, small in looked.items() if small} == {}


@row("U02")
def test_reports_targets_that_are_too_small(phone: Phone) -> None:
    phone.open("sheet")
    # A style sheet made by script is no inline style, so the page's policy lets it be.
    phone.page.evaluate(
        """() => { const more = new CSSStyleSheet();
          more.replaceSync(".round { width: 30px !important; height: 30px !important; }");
          document.adoptedStyleSheets = [more]; }"""
    )
    assert [one.split()[-1] for one in phone.page.evaluate(SMALL)] == ["30x30"]


@row("U02")
@pytest.mark.parametrize("path", ["/", "/accounts/login/", "/privacy/", "/appearance/"])
def test_every_public_page_has_large_tap_targets(
    page: Page, live_server: LiveServer, house: House, path: str
) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    assert small_on(page, live_server.url + path) == []


@row("U02")
@pytest.mark.parametrize("width", [320, 390, 768])
@pytest.mark.parametrize("name", ["club", "sheet"])
def test_the_bar_of_the_places_covers_no_end_of_a_page(
    phone: Phone, house: House, session: Session, name: str, width: int
) -> None:
    recorded(house, session, *[a_hand(house) for _ in range(12)])
    phone.page.set_viewport_size({"width": width, "height": 640})
    phone.page.goto(phone.base + route_url(name, session))

    position, covered = phone.page.evaluate(END_OF_PAGE)

    # A bar in the flow of the page makes the row behind it a small target.
    assert position == "fixed"
    assert covered < 1
