"""manage.py ux bytes: count the bytes transferred between browser and site to enter a hand."""

import http.client
import ssl
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scoring import games
from tools.lab.bench import describe_machine
from tools.lab.ux.browser import Look, running_browser, visitor
from tools.lab.ux.pages import cookie_line
from tools.lab.ux.relay import Exchange, Relay, run_relay
from tools.lab.ux.site import Site, running_site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

PHONE = Look(390)
KB = 1024
FIRST, LATER, SAVED, POLL = 60 * KB, 12 * KB, 6 * KB, 1000
REQUESTS = 2
GAMES = tuple(key for key, game in games.GAMES.items() if game.lore.offered)
# Do not wait long for a service worker that never becomes ready.
WORKER = """Promise.race([navigator.serviceWorker?.ready.then(() => true),
    new Promise((done) => setTimeout(done, 3000))])"""
# The taps for a hand: declarer, bid, alone, result.
TAPPED = ('[name="declarer"]', '[name="bid"]', '[value="alone"]', '[name="result"]')


@dataclass(frozen=True, slots=True)
class Count:
    """The cost of an action.

    most: goal in bytes, 0 for none.
    requests: goal for the number of requests, 0 for none.
    """

    what: str
    exchanges: tuple[Exchange, ...]
    most: int = 0
    requests: int = 0

    @property
    def down(self) -> int:
        """The number of bytes received, including heads."""
        return sum(one.down for one in self.exchanges)

    @property
    def missed(self) -> bool:
        """Whether a goal is missed; a count without any request proves nothing and is missed
        too.
        """
        many = bool(self.requests) and len(self.exchanges) > self.requests
        return not self.exchanges or many or (bool(self.most) and self.down > self.most)

    def line(self) -> str:
        """Return the line for the terminal."""
        up = sum(one.up for one in self.exchanges)
        goal = f"at most {self.most:,}" if self.most else ""
        goal += f" in {self.requests} requests" if self.requests else ""
        word = "  MISSED" if self.missed else ""
        cost = f"{self.down:>7,} down {up:>6,} up {len(self.exchanges):>3} requests"
        return f"  {self.what:<44}{cost}  {goal}{word}"


def main() -> int:
    """Count everything; return 1 if a goal is missed."""
    with running_site() as site, running_browser(site) as browser, run_relay(site) as wire:
        counts = [*_entries(browser, site, wire), *_others(browser, site, wire), _poll(site)]
    return verdict(counts)


def verdict(counts: Iterable[Count]) -> int:
    """Print the counts; return 1 if a goal is missed."""
    counts = list(counts)
    print(describe_machine())
    for count in counts:
        print(count.line())
        if count.missed:
            heavy = sorted(count.exchanges, key=lambda one: -one.down)
            print("\n".join(f"      {one.down:>7,} {one.line[:80]}" for one in heavy[:12]))
    return int(any(count.missed for count in counts) or not counts)


def _entries(browser: "Browser", site: Site, wire: Relay) -> Iterator[Count]:
    """Yield the counts for entering a hand in each game, in a new browser and then again."""
    for game in GAMES:
        path = site.path(f"club:hand_new {game}")
        with visitor(browser, site, PHONE, owner=True, port=wire.port) as context:
            page = context.new_page()
            yield _visit(page, path, wire, f"hand entry, {game}, first visit", FIRST)
            yield _visit(page, path, wire, f"hand entry, {game}, later", LATER)
            if game == GAMES[0]:
                # A hand is entered from its sheet, so the sheet's styles are already cached.
                page.goto(site.path(f"club:sheet {game}"))
                page.goto(path)
                yield _saving(page, wire)


def _visit(page: "Page", path: str, wire: Relay, what: str, most: int = 0) -> Count:
    """Return the count for a page with everything it loads, including the files of the service
    worker.
    """
    wire.restart()
    page.goto(path)
    page.evaluate(WORKER)
    return Count(what, tuple(wire.settled()), most)


def _saving(page: "Page", wire: Relay) -> Count:
    """Return the count from the tap that saves a hand to the sheet that shows it."""
    for which in TAPPED:
        page.locator("label").filter(has=page.locator(f"input{which}")).first.tap()
    wire.settled()
    wire.restart()
    page.locator(".foot .go").tap()
    page.get_by_role("status").first.wait_for()
    # Left out: the worker later fetches the next empty form for offline use, and the browser
    # itself checks for a newer worker.
    later = ("/hand/ ", "/sw.js ")
    lines = [(one, one.line) for one in wire.settled()]
    shown = [
        one for one, line in lines if "GET" not in line or not any(path in line for path in later)
    ]
    return Count("a hand saved and shown", tuple(shown), SAVED, REQUESTS)


def _others(browser: "Browser", site: Site, wire: Relay) -> Iterator[Count]:
    """Yield the counts for the first visit to the other measured pages, which have no goals."""
    for name, owner in (("club:sheet", True), ("club:season", True), ("club:found", False)):
        with visitor(browser, site, PHONE, owner=owner, port=wire.port) as context:
            yield _visit(_new(context), site.path(name), wire, f"{name[5:]}, first visit")


def _new(context: "BrowserContext") -> "Page":
    return context.new_page()


def _poll(site: Site) -> Count:
    """Return the count for a poll without news."""
    head = {"Cookie": cookie_line(site), "Accept-Encoding": "gzip"}
    path = site.path("club:live")
    tag = _asked(site, path, head)[0].headers["ETag"]
    answer, body = _asked(site, path, head | {"If-None-Match": tag})
    down = len(body) + len(f"HTTP/1.1 {answer.status} {answer.reason}\r\n\r\n")
    down += sum(len(name) + len(value) + 4 for name, value in answer.headers.items())
    exchange = Exchange(f"GET {path}", 0, down)
    return Count("a poll that finds nothing new", (exchange,) * (answer.status == 304), POLL)


def _asked(site: Site, path: str, head: dict[str, str]) -> tuple[http.client.HTTPResponse, bytes]:
    context = ssl.create_default_context(cafile=site.certificate)
    line = http.client.HTTPSConnection("localhost", site.port, timeout=30, context=context)
    line.request("GET", path, headers=head)
    answer = line.getresponse()
    body = answer.read()
    line.close()
    return answer, body
