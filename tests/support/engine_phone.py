"""Tap through a page of any browser engine by WebDriver commands."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.test import Client

from support.club_factories import House
from support.entry_forms import address
from support.webdriver import ELEMENT, DriverError, Line, wait_for
from tarokk_club.club.models import Session, User

# Finds the visible element with these words and scrolls to it.
FIND = """
const [css, words, whole] = arguments;
const said = (one) => one.textContent.trim().replace(/\\s+/g, " ");
const found = [...document.querySelectorAll(css)].find((one) => one.checkVisibility()
  && (words === null || (whole ? said(one) === words : said(one).includes(words))));
if (found) found.scrollIntoView({ block: "center", behavior: "instant" });
return found || null;
"""
SEEN = "return document.body.innerText.replace(/\\s+/g, ' ');"
SUMS = """return [...document.querySelectorAll("#preview .amount")]
.map((one) => one.textContent.trim());"""
# Finds the elements that reach beyond the screen.
WIDE = """return [...document.querySelectorAll("main *")]
.filter((one) => one.checkVisibility() && !one.closest(".vh, svg, .scroll, .wide"))
.filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
.map((one) => one.tagName + "." + one.className);"""


class EnginePhone:
    """A page in one of the engines.

    taps: number of taps since the page was opened.
    """

    def __init__(self, line: Line, base: str, house: House, session: Session | None) -> None:
        self.line = line
        self.base = base
        self.house = house
        self.session = session
        self.taps = 0

    def sign_in(self, user: User) -> None:
        """Sign in the user by setting the cookie, which needs an open page of the site."""
        client = Client()
        client.force_login(user)
        value = client.cookies[settings.SESSION_COOKIE_NAME].value
        self.go("/healthz")
        self.line.say(
            "AddCookie",
            cookie={"name": settings.SESSION_COOKIE_NAME, "value": value, "path": "/"},
        )

    def go(self, path: str) -> None:
        """Open a path of the site."""
        self.line.say("Navigate", url=self.base + path)
        self.taps = 0

    def open(self, name: str = "hand_new", *more: Any) -> None:
        """Open the entry page, or another page of the session."""
        assert self.session
        self.go(address(self.session, name, *more))
        self.hush()

    def hush(self) -> None:
        """Close the explanation of the marks, which opens at a user's first hand."""
        self.run("document.querySelector('details.key[open]')?.removeAttribute('open')")

    def run(self, script: str, *about: Any) -> Any:
        """Run a script in the page and return its result."""
        return self.line.say("ExecuteScript", script=script, args=list(about))

    def until(self, told: Callable[[], Any]) -> Any:
        """Wait until the function returns something true, also across page loads."""
        return wait_for(told, DriverError)

    def press(self, css: str, words: str | None = None, *, whole: bool = False) -> None:
        """Tap the first visible element with this selector and text."""

        def pressed() -> bool:
            found = self.run(FIND, css, words, whole)
            if found:
                self.line.say("ElementClick", id=found[ELEMENT])
            return bool(found)

        try:
            self.until(pressed)
        except DriverError as missed:
            raise AssertionError(f"{css} {words}: {missed}; {self.seen()[:600]}") from missed
        self.taps += 1

    def go_on(self, words: str) -> None:
        """Tap the button or link with this name."""
        self.press("button, a", words)

    def fill(self, css: str, text: str) -> None:
        """Replace the text of a field."""
        found = self.until(lambda: self.run(FIND, css, None, False))
        self.run("arguments[0].value = ''", found)
        self.line.say("ElementSendKeys", id=found[ELEMENT], text=text)

    def seen(self) -> str:
        """Return the visible text of the page."""
        return str(self.run(SEEN))

    def expect(self, *words: str) -> None:
        """Wait until the page contains each of these texts."""
        try:
            self.until(lambda: all(one in self.seen() for one in words))
        except DriverError as missed:
            raise AssertionError(f"{words} not in: {self.seen()[:1500]}") from missed

    def expect_sums(self, *sums: str) -> None:
        """Wait until the footer shows these amounts, in the order of the seats."""
        try:
            self.until(lambda: self.run(SUMS) == list(sums))
        except DriverError as missed:
            raise AssertionError(f"{sums}, but {self.run(SUMS)}") from missed

    def css_of(self, name: str, value: str = "on") -> str:
        """Return the selector of a chip's input; players are given by name."""
        ids = self.house.players
        field = "_".join(ids.get(part, part) for part in name.split("_"))
        kind, _, who = value.rpartition("_")
        value = f"{kind}_{ids[who]}" if kind and who in ids else ids.get(value, value)
        return f'input[name="{field}"][value="{value}"]'

    def sees(self, name: str, value: str = "on") -> bool:
        """Return whether the chip is visible."""
        return bool(self.run(FIND, f"label:has({self.css_of(name, value)})", None, False))

    def tap(self, name: str, value: str = "on") -> None:
        """Tap a chip or mark."""
        self.press(f"label:has({self.css_of(name, value)})")

    def choose(self, **choices: str) -> None:
        """Tap a chip in each of these rows."""
        for name, value in choices.items():
            self.tap(name, value)

    def kontra(self, name: str, steps: int = 1) -> None:
        """Tap plus this many times for an announcement or for the game."""
        for _ in range(steps):
            self.press(f'.kontra:has([name="{name}"]) [data-step="1"]')

    def announce(self, name: str, *, by: str, kontra: int = 0) -> None:
        """Tap an announcement, its kontra, and its player if several are possible."""
        self.tap(name)
        self.kontra(f"{name}_kontra", kontra)
        asked = (
            f"return [...document.querySelectorAll('[data-announced=\"{name}\"] .by label')]"
            ".filter((one) => one.checkVisibility()).length"
        )
        if self.run(asked) > 1:
            self.tap(f"{name}_by", by)

    def fail_the_rest(self) -> None:
        """Tap “failed” for each announced figure without a result."""
        # Returns after the page has drawn the change of the last tap.
        self.line.say("ExecuteAsyncScript", script="requestAnimationFrame(arguments[0])", args=[])
        left = '[data-announced]:not([data-end="made"], [data-end="lost"]) .cross.end'
        while self.run(FIND, left, None, False):
            self.press(left)

    def unfold(self, text: str) -> None:
        """Open the details element with this summary."""
        self.press("details:not(.ruled) > summary", text)

    def save(self) -> None:
        """Tap the save button at the bottom."""
        self.press(".foot .go")

    def expect_saved(self, number: int) -> None:
        """Wait until the sheet reports that the hand was saved."""
        self.expect(f"Hand {number} is saved.")

    def beyond(self) -> list[str]:
        """Return the elements that reach beyond the screen."""
        found: list[str] = self.run(WIDE)
        return found
