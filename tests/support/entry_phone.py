"""Tap through the entry page in Chromium by players' names, and count the taps."""

import os
from pathlib import Path
from typing import Any, Protocol

from django.conf import settings
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.utils.crypto import get_random_string
from playwright.sync_api import BrowserContext, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from support.club_factories import SEATED, House, a_session
from support.entry_forms import address
from tarokk_club.accounts import device_sessions
from tarokk_club.club.models import Session, User

# The file for the number of taps, set by `ux taps`.
TAPS = os.environ.get("TAROKK_TAPS", "")


def sign_in(context: BrowserContext, live_server: LiveServer, user: User) -> None:
    """Sign in the user in this browser."""
    client = Client()
    client.force_login(user)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    # The sign-in form also sets the other cookies; without them the first two responses race and
    # the device has no owner.
    answer = HttpResponse()
    device_sessions.remember_account(answer, RequestFactory().get("/"), user.username)
    cookies = {
        settings.DEVICE_COOKIE_NAME: answer.cookies[settings.DEVICE_COOKIE_NAME].value,
        settings.SESSION_COOKIE_NAME: cookie,
        settings.CSRF_COOKIE_NAME: get_random_string(32),
    }
    context.add_cookies(
        [{"name": name, "value": one, "url": live_server.url} for name, one in cookies.items()]
    )


def report_taps(taps: int, keys: int = 0) -> None:
    """Report the taps and keys of the current test to `ux taps`."""
    if TAPS:
        test = os.environ["PYTEST_CURRENT_TEST"].partition(" ")[0]
        with Path(TAPS).open("a") as file:
            file.write(f"{taps} {test} {keys}\n" if keys else f"{taps} {test}\n")


def table_of(house: House, game: str) -> Session:
    """Create a session of any game, with as many players as the game needs."""
    seats = house.ids(*SEATED[: 3 if game in {"danish", "taper"} else 4])
    rules = {"preset": "pagat"} if game == "paskievics" else {}
    return a_session(house, game=game, rules=rules, players=seats, dealer=seats[0])


def create_club(page: Page) -> None:
    """Create a club with four players."""
    page.get_by_label("Name of the club").fill("Zuglói Tarokk Kör")
    page.get_by_label("Your name").fill("Kati")
    page.get_by_label("Password").fill("kalandos pagat")
    page.get_by_role("button", name="Found the club").click()
    page.get_by_role("link", name="Add players").click()
    for name in SEATED:
        page.get_by_label("New players").fill(name)
        page.get_by_role("button", name="Add the player").click()
        expect(page.get_by_text(f"Added: {name}.")).to_be_visible()
    page.get_by_role("link", name="Start a session").click()


class Thumb(Protocol):
    """The taps on the entry page that every browser supports."""

    def tap(self, name: str, value: str = "on") -> None:
        """Tap a chip or mark."""

    def sees(self, name: str, value: str = "on") -> bool:
        """Return whether the chip is visible."""

    def choose(self, **choices: str) -> None:
        """Tap a chip in each of these rows."""

    def kontra(self, name: str, steps: int = 1) -> None:
        """Tap plus this many times."""

    def announce(self, name: str, *, by: str, kontra: int = 0) -> None:
        """Tap an announcement and its kontra."""

    def unfold(self, text: str) -> None:
        """Open the details element with this summary."""

    def fail_the_rest(self) -> None:
        """Tap “failed” wherever a result is missing."""


class Phone:
    """The entry page of a session.

    taps: number of taps since the page was opened.
    """

    def __init__(self, page: Page, live_server: LiveServer, house: House, session: Session) -> None:
        self.page = page
        self.live_server = live_server
        self.house = house
        self.base = live_server.url
        self.session = session
        self.taps = 0

    def open(self, name: str = "hand_new", *more: Any) -> None:
        """Open the entry page, or another page of the session."""
        self.page.goto(self.base + address(self.session, name, *more))
        # At a user's first hand the explanation of the marks covers the figures until the next tap.
        self.page.evaluate("document.querySelector('details.key[open]')?.removeAttribute('open')")
        self.taps = 0

    def input(self, name: str, value: str = "on") -> Locator:
        """Return the locator of a radio button or checkbox; players are given by name."""
        ids = self.house.players
        field = "_".join(ids.get(part, part) for part in name.split("_"))
        return self.page.locator(f'input[name="{field}"][value="{ids.get(value, value)}"]')

    def chip(self, name: str, value: str = "on") -> Locator:
        """Return the locator of the label that is tapped."""
        return self.page.locator("label").filter(has=self.input(name, value))

    def sees(self, name: str, value: str = "on") -> bool:
        """Return whether the chip is visible."""
        return self.chip(name, value).is_visible()

    def tap(self, name: str, value: str = "on", *, force: bool = False) -> None:
        """Tap a chip or mark."""
        self.press(self.chip(name, value), force=force)

    def choose(self, **choices: str) -> None:
        """Tap a chip in each of these rows."""
        for name, value in choices.items():
            self.tap(name, value)

    def kontra(self, name: str, steps: int = 1) -> None:
        """Tap plus this many times for an announcement or for the game."""
        group = self.page.locator(".kontra").filter(has=self.page.locator(f'[name="{name}"]'))
        for _ in range(steps):
            self.press(group.locator('[data-step="1"]'))

    def announce(self, name: str, *, by: str, kontra: int = 0) -> None:
        """Tap an announcement, its kontra, and its player if several are possible."""
        self.tap(name)
        self.kontra(f"{name}_kontra", kontra)
        asked = self.page.locator(f'[data-announced="{name}"] .by label:visible')
        if asked.count() > 1:
            self.tap(f"{name}_by", by)

    def fail_the_rest(self) -> None:
        """Tap “failed” for each announced figure without a result."""
        drawn = "new Promise((done) => requestAnimationFrame(() => done(true)))"
        self.page.wait_for_function(drawn)
        open_ones = self.page.locator('[data-announced]:not([data-end="made"], [data-end="lost"])')
        for said in open_ones.all():
            cross = said.locator(".cross.end")
            if cross.count() and cross.is_visible():
                self.press(cross)

    def unfold(self, text: str) -> None:
        """Open the details element with this summary."""
        self.press(self.page.locator("details:not(.ruled) > summary", has_text=text))

    def save(self) -> None:
        """Tap the save button, and report the number of taps to `ux taps`."""
        self.press(self.page.locator(".foot .go"))
        report_taps(self.taps)

    def press(self, target: Locator, *, force: bool = False) -> None:
        """Scroll to the element as a person would, and tap it."""
        target.scroll_into_view_if_needed()
        target.tap(force=force)
        self.taps += 1

    def amounts(self) -> list[str]:
        """Return the amounts at the bottom of the page, one for each player."""
        return [one.strip() for one in self.page.locator("#preview .sum b").all_inner_texts()]

    def wide_or_small(self, width: int) -> list[str]:
        """Return the elements that are too wide for this width, or too small to tap."""
        # After a navigation the text can be visible before the styles are loaded.
        self.page.wait_for_load_state()
        found: list[str] = self.page.evaluate(
            """[...document.querySelectorAll("label.chip, label.mark, button, summary, .bar a")]
            .filter((one) => one.checkVisibility() && !one.matches(".vh"))
            .map((one) => [one.getBoundingClientRect(), one.textContent.trim()])
            .filter(([box]) => box.height < 47.9 || box.width < 43.9)
            .map(([box, text]) => `${text} ${box.width}x${box.height}`)"""
        )
        wide = self.page.evaluate("document.documentElement.scrollWidth")
        return found if wide == width else [*found, f"{wide} instead of {width}"]

    def expect_saved(self, number: int) -> None:
        """Wait until the sheet reports that the hand was saved."""
        expect(self.page.get_by_role("status").first).to_contain_text(f"Hand {number} is saved.")


def tap_in(phone: Thumb, hand: dict[str, Any]) -> None:
    """Tap in a hand of the worked example, as a secretary would."""
    if "outcome" in hand:
        phone.tap("outcome", hand["outcome"])
        return
    ours = {hand["declarer"], hand["partner"]}
    phone.choose(declarer=hand["declarer"], bid=hand["bid"], partner=hand["partner"] or "alone")
    phone.kontra("kontra_game", hand.get("kontra_game", 0))
    phone.tap("result", hand["result"])
    for item in hand.get("announced", ()):
        name = f"{item['figure']}_{'ours' if item['by'] in ours else 'theirs'}"
        phone.announce(name, by=item["by"], kontra=item["kontra"])
    for figure in ("trull", "four_kings"):
        if figure in hand:
            phone.tap(figure, hand[figure])
    if "xxi_catch" in hand:
        phone.tap("catch_from", hand["xxi_catch"]["from"])
        if phone.sees("catch_by", hand["xxi_catch"]["by"]):
            phone.tap("catch_by", hand["xxi_catch"]["by"])
    for item in hand.get("tarokks", ()):
        phone.unfold("Eight or nine")
        phone.tap(f"tarokks_{item['player']}", str(item["count"]))
    phone.fail_the_rest()
