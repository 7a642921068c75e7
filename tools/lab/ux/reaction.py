"""Measure how soon a tap on a hand entry page is visible, on a simulated slow phone."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

from tools.lab.ux.browser import Look, open_visitor, running_browser
from tools.lab.ux.bytes import GAMES
from tools.lab.ux.site import running_site

if TYPE_CHECKING:
    from playwright.sync_api import Page

SLOWDOWN, MAX_MS, ROUNDS = 4, 100, 5
# The taps in order: name, tapped element, element that changes. No game needs to have them all.
TAPS = (
    ("a choice", '[data-group="declarer"] label', '[data-group="declarer"] label'),
    ("a mark", "label.mark:not(.barred, .opens)", "label.mark:not(.barred, .opens)"),
    ("a step", ".title .further:enabled", ".title output"),
    ("save", ".foot .go", ".foot .go"),
)
# From lifting the finger to the end of the first frame in which the target has changed.
WATCH_TARGET = """(one) => {
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
HOLD_RESPONSES = "() => { window.fetch = () => new Promise(() => {}); }"


@dataclass(frozen=True, slots=True)
class Reaction:
    """The time until a tap is visible, as the median of all rounds.

    tap: game and kind of tap.
    ms: milliseconds.
    """

    tap: str
    ms: float

    @property
    def missed(self) -> bool:
        """Whether the time is over the limit."""
        return self.ms > MAX_MS

    def line(self) -> str:
        """Return the line for the terminal."""
        word = "  MISSED" if self.missed else ""
        return f"  {self.ms:>3.0f} ms    {self.tap}, at most {MAX_MS}{word}"


def print_verdict(reactions: Iterable[Reaction]) -> int:
    """Print the measurements; return 1 if a tap is visible too late, or if none was measured."""
    reactions = list(reactions)
    print(f"  from a tap to what is seen of it, {SLOWDOWN} times slower than this machine:")
    for reaction in reactions:
        print(reaction.line())
    return int(any(reaction.missed for reaction in reactions) or not reactions)


def measure_reactions() -> list[Reaction]:
    """Tap on the entry screen of every game of the served site and return the times."""
    times_by_tap: dict[str, list[float]] = {}
    with (
        running_site() as site,
        running_browser(site) as browser,
        open_visitor(browser, site, Look(390), owner=True) as context,
    ):
        page = context.new_page()
        cdp = context.new_cdp_session(page)
        cdp.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
        for game in GAMES * ROUNDS:
            page.goto(site.path(f"club:hand_new {game}"))
            for tap, ms in _measure_taps(page):
                times_by_tap.setdefault(f"{game}: {tap}", []).append(ms)
    return [Reaction(tap, median(times)) for tap, times in times_by_tap.items()]


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
        target.tap(no_wait_after=True)
        yield tap, float(page.evaluate("window.reaction"))
