"""manage.py ux reaction: measure the time from a tap to its effect, the response and the page."""

import contextlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

from tools.lab.bench import describe_machine
from tools.lab.ux.browser import Look, open_visitor, running_browser
from tools.lab.ux.bytes import GAMES, HAND_TAPS
from tools.lab.ux.site import Site, running_site

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Locator, Page

SLOWDOWN, MAX_MS, ROUNDS = 4, 100, 5
# The taps in order: name, tapped element, element that changes. No game needs to have them all.
TAPS = (
    ("a choice", '[data-group="declarer"] label', '[data-group="declarer"] label'),
    ("a mark", "label.mark:not(.excluded, .opens)", "label.mark:not(.excluded, .opens)"),
    ("a step", ".title .further:enabled", ".title output"),
    ("save", ".foot .go", ".foot .go"),
)
# The games in which whole hands are entered; HAND_TAPS are the taps of a hand. The site asks about
# a hand that repeats an earlier one, so each has a different declarer or bid.
HAND_GAMES = ("paskievics", "magas")
PLAYERS = 4
# The effects of a tap that need a response, with their limits in milliseconds at SLOWDOWN 1.
AMOUNTS = "from a choice to the amounts of the server"
SHEET = "from save to the sheet with the hand"
ENTRY = "from the sheet to the usable entry"
HAND_LIMITS = {AMOUNTS: 60, SHEET: 150, ENTRY: 120}
# The time to open a page without a table or a form on this machine, for comparison.
PLAINEST = "from the sheet to the plainest page, to compare"
# Measure from lifting the finger to the end of the first frame in which the target looks different.
# Without the time limit, a measurement would never end if nothing changes.
PATIENCE = "setTimeout(fail, 30000, new Error('Nothing changed in 30 seconds.'));"
WATCH = """(one) => {
  const look = () => LOOK;
  const before = look();
  let tapped = 0;
  addEventListener("pointerup", (event) => { tapped = event.timeStamp; }, { once: true });
  window.reaction = new Promise((done, fail) => {
    PATIENCE
    const frame = () => {
      if (look() === before) requestAnimationFrame(frame);
      else setTimeout(() => done(performance.now() - tapped));
    };
    requestAnimationFrame(frame);
  });
}""".replace("PATIENCE", PATIENCE)
STYLE = "getComputedStyle(one)"
WATCH_TARGET = WATCH.replace("LOOK", f"{STYLE}.backgroundColor + {STYLE}.opacity + one.textContent")
# Each response replaces this element; the scripts of the page only change it.
WATCH_AMOUNTS = WATCH.replace("LOOK", 'document.getElementById("preview")')
# On each page, measure from lifting the finger on the previous page to the end of the first frame
# with the newest hand, or with an entry form or the plainest page after its scripts have run.
WATCH_PAGES = """
addEventListener("pointerup", ({ timeStamp }) => {
  sessionStorage.setItem("tapped", performance.timeOrigin + timeStamp);
}, true);
window.reaction = new Promise((done, fail) => {
  PATIENCE
  const isDrawn = () => document.querySelector(".hands details") || (
    document.querySelector("#entry, main > p + h2") &&
    performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd
  );
  const stop = () => performance.timeOrigin + performance.now() - sessionStorage.getItem("tapped");
  const frame = () => {
    if (isDrawn()) setTimeout(() => done(stop()));
    else requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
});
""".replace("PATIENCE", PATIENCE)
NEWEST_HAND = "document.querySelector('.hands details')?.id"
REDIRECT_LINK = "(link, path) => link.setAttribute('href', path)"
# The response to a save never arrives, so the page stays and shows that it is waiting.
HOLD_RESPONSES = "() => { window.fetch = () => new Promise(() => {}); }"


@dataclass(frozen=True, slots=True)
class Reaction:
    """The median time from a tap to its effect.

    tap: game and kind of tap.
    ms: milliseconds.
    max_ms: limit in milliseconds; None if the time is only for comparison.
    slowdown: how many times slower than this machine the browser's processor is.
    """

    tap: str
    ms: float
    max_ms: int | None = MAX_MS
    slowdown: int = SLOWDOWN

    @property
    def missed(self) -> bool:
        """Whether the time is over the limit."""
        return self.max_ms is not None and self.ms > self.max_ms

    def line(self) -> str:
        """Return the line for the terminal."""
        limit = "" if self.max_ms is None else f", at most {self.max_ms}"
        word = "  MISSED" if self.missed else ""
        return f"  {self.slowdown}x {self.ms:>5.0f} ms    {self.tap}{limit}{word}"


def main() -> int:
    """Measure everything; return 1 if a limit is missed."""
    with running_site() as site:
        # Measure hands first: taps without a save leave drafts, about which another browser asks.
        reactions = [*measure_hands(site), *measure_reactions(site)]
    return print_verdict(reactions)


def print_verdict(reactions: Iterable[Reaction]) -> int:
    """Print the measurements; return 1 if one is over its limit, or if there is none."""
    reactions = list(reactions)
    print(describe_machine())
    print(f"  from a tap to its effect, at this machine's pace or {SLOWDOWN} times slower:")
    for reaction in reactions:
        print(reaction.line())
    return int(any(reaction.missed for reaction in reactions) or not reactions)


def measure_reactions(site: Site) -> list[Reaction]:
    """Tap on the entry screen of every game; return the times until the taps are visible."""
    times_by_tap: dict[str, list[float]] = {}
    with _running_phone(site) as (page, cdp):
        _slow_down(cdp, SLOWDOWN)
        for game in GAMES * ROUNDS:
            page.goto(site.path(f"club:hand_new {game}"))
            for tap, ms in _measure_taps(page):
                times_by_tap.setdefault(f"{game}: {tap}", []).append(ms)
    return [Reaction(tap, median(times)) for tap, times in times_by_tap.items()]


def measure_hands(site: Site) -> list[Reaction]:
    """Enter hands from the sheet and return to it; return the times until the responses show."""
    reactions = []
    with _running_phone(site) as (page, cdp):
        page.add_init_script(WATCH_PAGES)
        for first_hand, slowdown in ((0, 1), (ROUNDS, SLOWDOWN)):
            _slow_down(cdp, slowdown)
            reactions.append(_measure_plainest(page, site, slowdown))
            for game in HAND_GAMES:
                page.goto(site.path(f"club:sheet {game}"))
                hands = range(first_hand, first_hand + ROUNDS)
                times = [time for hand in hands for time in _measure_hand(page, hand)]
                reactions += summarise_hands(game, times, slowdown)
    return reactions


def summarise_hands(game: str, times: Iterable[tuple[str, float]], slowdown: int) -> list[Reaction]:
    """Return the median of each kind of time; the limits grow in proportion to the slowdown."""
    times = list(times)
    return [
        Reaction(
            f"{game}: {kind}",
            median(ms for measured, ms in times if measured == kind),
            limit * slowdown,
            slowdown,
        )
        for kind, limit in HAND_LIMITS.items()
    ]


@contextlib.contextmanager
def _running_phone(site: Site) -> Iterator[tuple["Page", "CDPSession"]]:
    """Open a page of the signed-in owner on a phone, and a session to control its browser."""
    with (
        running_browser(site) as browser,
        open_visitor(browser, site, Look(390), owner=True) as context,
    ):
        page = context.new_page()
        yield page, context.new_cdp_session(page)


def _slow_down(cdp: "CDPSession", slowdown: int) -> None:
    cdp.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})


def _measure_taps(page: "Page") -> Iterator[tuple[str, float]]:
    """Tap each kind of choice on the page; yield it with the milliseconds until it was visible."""
    for tap, tapped, changed in TAPS:
        target = page.locator(f"{tapped} >> visible=true").first
        if not target.count():
            continue
        if tap == "save":
            page.evaluate(HOLD_RESPONSES)
        target.scroll_into_view_if_needed()
        page.locator(f"{changed} >> visible=true").first.evaluate(WATCH_TARGET)
        yield tap, _measure_tap(page, target)


def _measure_hand(page: "Page", hand: int) -> Iterator[tuple[str, float]]:
    """Enter a hand from its sheet; yield each kind of wait with its milliseconds."""
    # A person looks at the sheet before tapping, so all background loading is over.
    page.wait_for_load_state("networkidle")
    before = page.evaluate(NEWEST_HAND)
    yield ENTRY, _measure_page(page, "a.go")
    bid, declarer = divmod(hand, PLAYERS)
    for choice, place in zip(HAND_TAPS, (declarer, bid, 0, 0), strict=True):
        labels = page.locator("label").filter(has=page.locator(f"input{choice}"))
        target = labels.nth(place)
        target.scroll_into_view_if_needed()
        page.evaluate(WATCH_AMOUNTS)
        yield AMOUNTS, _measure_tap(page, target)
    yield SHEET, _measure_page(page, "button.go")
    if page.evaluate(NEWEST_HAND) in {before, None}:
        raise RuntimeError(f"No sheet with the new hand was drawn at {page.url}.")


def _measure_plainest(page: "Page", site: Site, slowdown: int) -> Reaction:
    """Measure opening a page of text, by redirecting a sheet's link to the entry form."""
    times = []
    for _round in range(ROUNDS):
        page.goto(site.path(f"club:sheet {HAND_GAMES[0]}"))
        page.wait_for_load_state("networkidle")
        page.locator(".foot a.go").evaluate(REDIRECT_LINK, site.path("club:privacy"))
        times.append(_measure_page(page, "a.go"))
    return Reaction(PLAINEST, median(times), None, slowdown)


def _measure_tap(page: "Page", target: "Locator") -> float:
    """Tap; return the milliseconds until the watched element looks different."""
    target.tap(no_wait_after=True)
    return float(page.evaluate("window.reaction"))


def _measure_page(page: "Page", tapped: str) -> float:
    """Tap a link or button; return the milliseconds until the next page is drawn."""
    with page.expect_navigation(wait_until="commit"):
        page.locator(f".foot {tapped}").tap(no_wait_after=True)
    return float(page.evaluate("window.reaction"))
