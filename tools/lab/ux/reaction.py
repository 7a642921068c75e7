"""The time until a tap on the entry of a hand is visible, on a simulated phone a quarter as fast as
this machine.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

from tools.lab.ux.browser import Look, running_browser, visitor
from tools.lab.ux.bytes import GAMES
from tools.lab.ux.site import running_site

if TYPE_CHECKING:
    from playwright.sync_api import Page

SLOWER, MOST, ROUNDS = 4, 100, 5
# The taps in order, and where each is visible; not every game has all of them.
TAPPED = (
    ("a choice", '[data-group="declarer"] label', '[data-group="declarer"] label'),
    ("a mark", "label.mark:not(.barred, .opens)", "label.mark:not(.barred, .opens)"),
    ("a step", ".title .further:enabled", ".title output"),
    ("save", ".foot .go", ".foot .go"),
)
# From lifting the finger to the end of the first frame in which the target has changed.
WATCH = """(one) => {
  const look = () => {
    const { backgroundColor, opacity } = getComputedStyle(one);
    return backgroundColor + opacity + one.textContent;
  };
  const before = look();
  let tapped = 0;
  addEventListener("pointerup", (event) => { tapped = event.timeStamp; }, { once: true });
  window.reaction = new Promise((done) => {
    const frame = () => {
      if (look() === before) requestAnimationFrame(frame);
      else setTimeout(() => done(performance.now() - tapped));
    };
    requestAnimationFrame(frame);
  });
}"""
# The response to a save never arrives, so that the page stays and shows that it waits.
HOLD = "() => { window.fetch = () => new Promise(() => {}); }"


@dataclass(frozen=True, slots=True)
class Reaction:
    """The time until a tap is visible, as the median of five.

    ms: milliseconds.
    """

    what: str
    ms: float

    @property
    def missed(self) -> bool:
        """Whether the time is over the limit."""
        return self.ms > MOST

    def line(self) -> str:
        """Return the line for the terminal."""
        word = "  MISSED" if self.missed else ""
        return f"  {self.ms:>3.0f} ms    {self.what}, at most {MOST}{word}"


def verdict(reactions: Iterable[Reaction]) -> int:
    """Print the measurements; return 1 if a tap is visible too late, or if none was measured."""
    reactions = list(reactions)
    print(f"  from a tap to what is seen of it, {SLOWER} times slower than this machine:")
    for reaction in reactions:
        print(reaction.line())
    return int(any(reaction.missed for reaction in reactions) or not reactions)


def measure_reactions() -> list[Reaction]:
    """Tap on the entry screen of every game of the served site and return the times."""
    found: dict[str, list[float]] = {}
    with (
        running_site() as site,
        running_browser(site) as browser,
        visitor(browser, site, Look(390), owner=True) as context,
    ):
        page = context.new_page()
        line = context.new_cdp_session(page)
        line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        for game in GAMES * ROUNDS:
            page.goto(site.path(f"club:hand_new {game}"))
            for what, ms in _taps(page):
                found.setdefault(f"{game}: {what}", []).append(ms)
    return [Reaction(what, median(times)) for what, times in found.items()]


def _taps(page: "Page") -> Iterator[tuple[str, float]]:
    """Yield each tap that this screen has, and the milliseconds until it was visible."""
    for what, tapped, seen in TAPPED:
        target = page.locator(f"{tapped} >> visible=true").first
        if not target.count():
            continue
        if what == "save":
            page.evaluate(HOLD)
        target.scroll_into_view_if_needed()
        page.locator(f"{seen} >> visible=true").first.evaluate(WATCH)
        target.tap(no_wait_after=True)
        yield what, float(page.evaluate("window.reaction"))
