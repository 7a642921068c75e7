"""A phone without network: the pages that its browser stores, and hands that wait there."""

import contextlib
from typing import Any

from playwright.sync_api import Error, Locator, Page, expect

from support.entry_phone import Phone

# How often a script or a navigation is tried again if the page navigates by itself.
TRIES = 4
# The hands of the tests: declarer and partner.
PAIRS = [("Anna", "Csaba"), ("Béla", "Dóra"), ("Csaba", "Anna"), ("Dóra", "Béla"), ("Anna", "Dóra")]
READY = """async () => {
    for (;;) {
        const pages = await caches.open("pages");
        const kept = (await pages.keys()).map((one) => new URL(one.url).pathname);
        const both = kept.some((path) => path.endsWith("/hand/")) && kept.length > 1;
        if (both && navigator.serviceWorker.controller) return;
        await new Promise((go) => setTimeout(go, 50));
    }
}"""
KEPT = """async (path) => {
    while (!await (await caches.open("pages")).match(path))
        await new Promise((go) => setTimeout(go, 50));
}"""
# The files that stored pages need but the phone has not stored, and the names of the shells.
BARE = """async () => {
    const pages = await caches.open("pages"), bare = [];
    for (const kept of await pages.matchAll())
        for (const [, path] of (await kept.text()).matchAll(/(?:href|src)="([^"]+[.](?:css|js))"/g))
            if (!await caches.match(path)) bare.push(path);
    return [bare, (await caches.keys()).filter((name) => name.startsWith("shell-"))];
}"""
STORAGE = """async () => ({
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    pages: await caches.has("pages"),
    hands: await new Promise((tell) => {
        const request = indexedDB.open("tarokk", 1);
        const key = { keyPath: "key" };
        request.onupgradeneeded = () => request.result.createObjectStore("hands", key);
        request.onsuccess = () => {
            const hands = request.result.transaction("hands").objectStore("hands");
            hands.count().onsuccess = (event) => {
                request.result.close();
                tell(event.target.result);
            };
        };
    }),
})"""


def evaluate(page: Page, script: str, about: str | None = None) -> Any:
    """Return the result of a script; try again if the page navigates meanwhile."""
    for _ in range(TRIES):
        with contextlib.suppress(Error):
            return page.evaluate(script, about)
        page.wait_for_load_state()
    return page.evaluate(script, about)


def await_ready(page: Page) -> None:
    """Wait until the service worker has stored the sheet and the empty form."""
    evaluate(page, READY)


def wait_until_stored(page: Page, path: str) -> None:
    """Wait until the service worker has stored this page."""
    evaluate(page, KEPT, path)


def storage(page: Page) -> Any:
    """Return everything that the browser stores of the site, except its appearance."""
    return evaluate(page, STORAGE)


def box(page: Page) -> Locator:
    """Return the locator of the message about waiting hands."""
    return page.locator("#waiting")


def expect_waiting(page: Page, number: int) -> None:
    """Check the number of waiting hands that the page shows."""
    if number:
        expect(box(page).locator("[data-count]")).to_have_text(str(number))
    else:
        expect(box(page)).to_be_hidden(timeout=15_000)


class CellarPhone(Phone):
    """A phone whose network can be switched off."""

    @property
    def sheet(self) -> str:
        """The URL of the sheet."""
        return f"{self.base}/c/{self.session.club.slug}/sessions/{self.session.id}/"

    def open_sheet(self) -> None:
        """Open the sheet and wait until it is stored."""
        self.page.goto(self.sheet)
        await_ready(self.page)

    def network(self, *, on: bool) -> None:
        """Switch the network on or off."""
        self.page.context.set_offline(not on)

    def go(self, address: str) -> None:
        """Open a URL; try again if the page navigates by itself."""
        for _ in range(TRIES):
            with contextlib.suppress(Error):
                self.page.goto(address)
                return
            # The page's own navigation ends first, as for a person who taps again.
            self.page.wait_for_timeout(500)
        self.page.goto(address)

    def let_wait(self, number: int) -> None:
        """Switch the network off and enter this many hands."""
        self.open_sheet()
        self.network(on=False)
        self.page.locator(".foot .go").tap()
        for place, pair in enumerate(PAIRS[:number], start=1):
            self.enter(*pair)
            expect_waiting(self.page, place)

    def enter(self, declarer: str, partner: str) -> None:
        """Enter a plain hand."""
        self.choose(declarer=declarer, bid="three", partner=partner, result="won")
        self.save()
