"""manage.py ux bytes: count the bytes transferred between browser and site to enter a hand."""

import http.client
import ssl
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scoring import games
from tools.lab.bench import describe_machine
from tools.lab.ux.browser import Look, open_visitor, running_browser
from tools.lab.ux.pages import build_cookie_header
from tools.lab.ux.relay import Exchange, Relay, run_relay
from tools.lab.ux.site import Site, running_site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

PHONE_LOOK = Look(390)
KB = 1024
FIRST_VISIT_GOAL, LATER_VISIT_GOAL, SAVE_GOAL, POLL_GOAL = 60 * KB, 12 * KB, 6 * KB, 1000
SAVE_REQUESTS_GOAL = 2
GAMES = tuple(key for key, game in games.GAMES.items() if game.info.offered)
# Do not wait long for a service worker that never becomes ready.
AWAIT_WORKER = """Promise.race([navigator.serviceWorker?.ready.then(() => true),
    new Promise((done) => setTimeout(done, 3000))])"""
# The taps for a hand: declarer, bid, alone, result.
HAND_TAPS = ('[name="declarer"]', '[name="bid"]', '[value="alone"]', '[name="result"]')


@dataclass(frozen=True, slots=True)
class Count:
    """The exchanges of an action, and its goals.

    max_bytes: greatest number of received bytes, 0 for no limit.
    max_requests: greatest number of requests, 0 for no limit.
    """

    action: str
    exchanges: tuple[Exchange, ...]
    max_bytes: int = 0
    max_requests: int = 0

    @property
    def down(self) -> int:
        """The number of bytes received, including headers."""
        return sum(exchange.down for exchange in self.exchanges)

    @property
    def is_missed(self) -> bool:
        """Whether a goal is missed, or there was no exchange at all."""
        too_many = bool(self.max_requests) and len(self.exchanges) > self.max_requests
        return (
            not self.exchanges or too_many or (bool(self.max_bytes) and self.down > self.max_bytes)
        )

    def format_line(self) -> str:
        """Return the line for the terminal."""
        up = sum(exchange.up for exchange in self.exchanges)
        goal = f"at most {self.max_bytes:,}" if self.max_bytes else ""
        goal += f" in {self.max_requests} requests" if self.max_requests else ""
        suffix = "  MISSED" if self.is_missed else ""
        cost = f"{self.down:>7,} down {up:>6,} up {len(self.exchanges):>3} requests"
        return f"  {self.action:<44}{cost}  {goal}{suffix}"


def main() -> int:
    """Count everything; return 1 if a goal is missed."""
    with running_site() as site, running_browser(site) as browser, run_relay(site) as wire:
        counts = [
            *_count_hand_entries(browser, site, wire),
            *_count_other_pages(browser, site, wire),
            _count_poll(site),
        ]
    return print_verdict(counts)


def print_verdict(counts: Iterable[Count]) -> int:
    """Print the counts; return 1 if a goal is missed."""
    counts = list(counts)
    print(describe_machine())
    for count in counts:
        print(count.format_line())
        if count.is_missed:
            largest = sorted(count.exchanges, key=lambda exchange: -exchange.down)
            print(
                "\n".join(
                    f"      {exchange.down:>7,} {exchange.line[:80]}" for exchange in largest[:12]
                )
            )
    return int(any(count.is_missed for count in counts) or not counts)


def _count_hand_entries(browser: "Browser", site: Site, wire: Relay) -> Iterator[Count]:
    """Yield the counts for entering a hand in each game, in a new browser and then again."""
    for game in GAMES:
        path = site.path(f"club:hand_new {game}")
        with open_visitor(browser, site, PHONE_LOOK, owner=True, port=wire.port) as context:
            page = context.new_page()
            yield _count_visit(
                page, path, wire, f"hand entry, {game}, first visit", FIRST_VISIT_GOAL
            )
            # A hand is entered from its sheet, which also brings the compression dictionary.
            _count_visit(page, site.path(f"club:sheet {game}"), wire, "the sheet")
            yield _count_visit(page, path, wire, f"hand entry, {game}, later", LATER_VISIT_GOAL)
            if game == GAMES[0]:
                yield _count_save(page, wire)


def _count_visit(page: "Page", path: str, wire: Relay, action: str, max_bytes: int = 0) -> Count:
    """Return the count for a page and everything it loads, also through the service worker."""
    wire.restart()
    page.goto(path)
    page.evaluate(AWAIT_WORKER)
    return Count(action, tuple(wire.wait_until_quiet()), max_bytes)


def _count_save(page: "Page", wire: Relay) -> Count:
    """Return the count of saving a hand, from the tap to the sheet that contains the hand."""
    for choice in HAND_TAPS:
        page.locator("label").filter(has=page.locator(f"input{choice}")).first.tap()
    wire.wait_until_quiet()
    wire.restart()
    page.locator(".foot .go").tap()
    page.get_by_role("status").first.wait_for()
    # Background requests do not count: the worker fetches the next empty form for offline use,
    # and the browser checks for a newer worker.
    background_paths = ("/hand/ ", "/sw.js ")
    counted = [
        exchange
        for exchange in wire.wait_until_quiet()
        if "GET" not in exchange.line or not any(path in exchange.line for path in background_paths)
    ]
    return Count("a hand saved and shown", tuple(counted), SAVE_GOAL, SAVE_REQUESTS_GOAL)


def _count_other_pages(browser: "Browser", site: Site, wire: Relay) -> Iterator[Count]:
    """Yield the counts for the first visit to further pages, without goals."""
    for name, owner in (("club:sheet", True), ("club:season", True), ("club:found", False)):
        with open_visitor(browser, site, PHONE_LOOK, owner=owner, port=wire.port) as context:
            yield _count_visit(
                _open_page(context), site.path(name), wire, f"{name[5:]}, first visit"
            )


def _open_page(context: "BrowserContext") -> "Page":
    return context.new_page()


def _count_poll(site: Site) -> Count:
    """Return the count for a poll without news."""
    headers = {"Cookie": build_cookie_header(site), "Accept-Encoding": "gzip"}
    path = site.path("club:live")
    etag = _request(site, path, headers)[0].headers["ETag"]
    response, body = _request(site, path, headers | {"If-None-Match": etag})
    down = len(body) + len(f"HTTP/1.1 {response.status} {response.reason}\r\n\r\n")
    down += sum(len(name) + len(value) + 4 for name, value in response.headers.items())
    exchange = Exchange(f"GET {path}", 0, down)
    return Count("a poll that finds nothing new", (exchange,) * (response.status == 304), POLL_GOAL)


def _request(
    site: Site, path: str, headers: dict[str, str]
) -> tuple[http.client.HTTPResponse, bytes]:
    context = ssl.create_default_context(cafile=site.certificate)
    connection = http.client.HTTPSConnection("localhost", site.port, timeout=30, context=context)
    connection.request("GET", path, headers=headers)
    response = connection.getresponse()
    body = response.read()
    connection.close()
    return response, body
