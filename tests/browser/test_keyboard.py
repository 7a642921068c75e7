"""Row U24: an evening entered by the keyboard, with a visible focus at every stop."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from support.catalogue import row
from support.club_factories import House, a_hand, recorded
from support.club_web import route_url
from support.entry_phone import Phone, table_of
from support.money_tables import played, read_open
from tarokk_club.club.hand.forms import ENTRY_GAMES
from tarokk_club.club.models import Posting, Session

pytestmark = pytest.mark.ci

PLAIN = {"declarer": "Anna", "bid": "three", "partner": "Csaba", "result": "won"}
# What an evening leads over.
PAGES = [
    "club",
    "session_new",
    "sheet",
    "hand_new",
    "hand",
    "entry_correct",
    "settlement",
    "settle",
]
# Where the focus is: how wide its ring is, and how much of it can be seen. A choice is as large as
# the label that is drawn for it. A page that the last key opened has no ring before its styles.
FOCUS = """async () => {
  if (document.readyState !== "complete")
    await new Promise((loaded) => addEventListener("load", loaded));
  const at = document.activeElement;
  if (!at || at === document.body) return null;
  const drawn = at.closest("label.chip, label.mark, .row label") || at;
  const ring = [drawn, at].map((one) => getComputedStyle(one))
    .filter((one) => one.outlineStyle !== "none").map((one) => parseFloat(one.outlineWidth));
  const box = drawn.getBoundingClientRect();
  // The foot and, below it, the bar of the places stand still; what is in them is seen there.
  const bars = [...document.querySelectorAll(".foot, .places")];
  const own = bars.findIndex((bar) => bar.contains(at));
  const below = bars.slice(own + 1).map((bar) => bar.getBoundingClientRect().top);
  const floor = Math.min(innerHeight, ...below);
  const seen = Math.min(box.bottom, floor) - Math.max(box.top, 0);
  // Whatever sticks above or below lies over what is behind it.
  const middle = [(box.left + box.right) / 2, (box.top + Math.min(box.bottom, floor)) / 2];
  const met = document.elementFromPoint(...middle);
  return {
    is: `${at.localName} ${at.name || at.className} ${at.value ?? at.textContent.trim()}`,
    ring: Math.max(0, ...ring),
    hidden: seen < Math.min(box.height, 40) - 1 || !(drawn.contains(met) || met?.contains(drawn)),
  };
}"""


def walked(page: Page) -> list[dict[str, Any]]:
    """Every stop of the Tab key, once around the page."""
    stops: list[dict[str, Any]] = []
    for _ in range(300):
        page.keyboard.press("Tab")
        stop = page.evaluate(FOCUS)
        if stop is None:
            return stops
        stops.append(stop)
    raise AssertionError(f"The focus never leaves the page: {stops[-3:]}")


def reach(page: Page, selector: str, text: str = "") -> None:
    """Press Tab until an element with this text has the focus; each stop must be visible."""
    there = """([selector, text]) => document.activeElement.matches(selector)
        && document.activeElement.textContent.trim().startsWith(text)"""
    for _ in range(300):
        page.keyboard.press("Tab")
        stop = page.evaluate(FOCUS)
        assert stop is None or (stop["ring"] >= 2 and not stop["hidden"]), stop
        if page.evaluate(there, [selector, text]):
            return
    raise AssertionError(f"The keyboard does not get to {selector} {text}.")


def unseen(stops: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """Which stops have no ring, and which lie under something; a page has some stops."""
    assert len(stops) > 3
    bare = [(stop["is"], "bare") for stop in stops if stop["ring"] < 2]
    return bare + [(stop["is"], "hidden") for stop in stops if stop["hidden"]]


def enter(page: Page, selector: str, text: str = "") -> None:
    """Go there and press Enter."""
    reach(page, selector, text)
    page.keyboard.press("Enter")


def pick(phone: Phone, name: str, value: str) -> None:
    """Choose with the arrows inside a row, as with any group of radios."""
    wanted = phone.house.players.get(value, value)
    reach(phone.page, f'[name="{name}"]')
    phone.page.keyboard.press("Space")
    expect(phone.page.locator(f'[name="{name}"]:checked')).to_have_count(1)
    for _ in range(12):
        if phone.page.evaluate("document.activeElement.value") == wanted:
            break
        phone.page.keyboard.press("ArrowRight")
    expect(phone.input(name, value)).to_be_checked()


@row("U24")
@pytest.mark.parametrize("name", PAGES)
def test_keyboard_focus_is_always_visible_and_never_trapped(
    phone: Phone, house: House, session: Session, name: str
) -> None:
    recorded(house, session, a_hand(house), a_hand(house))
    phone.page.set_viewport_size({"width": 390, "height": 640})
    phone.page.goto(phone.base + route_url(name, session))
    if name == "hand_new":
        phone.choose(**PLAIN)
        phone.tap("trull_ours")
        phone.page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    assert unseen(walked(phone.page)) == []


@row("U24")
@pytest.mark.parametrize("game", sorted(set(ENTRY_GAMES) - {"paskievics"}))
def test_keyboard_focus_is_visible_on_the_entry_of_every_game(
    phone: Phone, house: House, game: str
) -> None:
    phone.page.set_viewport_size({"width": 390, "height": 640})
    phone.session = table_of(house, game)
    phone.open()
    phone.page.evaluate(
        "document.querySelectorAll('main details').forEach((one) => { one.open = true; })"
    )
    assert unseen(walked(phone.page)) == []


@row("U24")
def test_detects_covered_controls_and_missing_focus_rings(phone: Phone) -> None:
    phone.page.set_viewport_size({"width": 390, "height": 640})
    phone.open()
    phone.page.evaluate(
        """() => ["html { scroll-padding: 0 !important }", ".round { outline: 0 !important }"]
          .forEach((rule) => document.styleSheets[0].insertRule(rule))"""
    )

    assert {fault for _stop, fault in unseen(walked(phone.page))} == {"bare", "hidden"}


@row("U24")
def test_t0_t1_t6_hand_is_entered_repeated_and_corrected_by_keyboard(
    phone: Phone, house: House
) -> None:
    page = phone.page
    phone.open("sheet")
    enter(page, ".foot .go")
    expect(page.locator("#entry")).to_be_visible()
    for name, value in PLAIN.items():
        pick(phone, name, value)
    enter(page, ".foot .go")
    phone.expect_saved(1)

    # T0: the same again, whose focus goes on to what is missing.
    enter(page, ".foot .go")
    expect(page.locator("#entry")).to_be_visible()
    enter(page, ".repeat")
    expect(phone.input("declarer", "Anna")).to_be_checked()
    assert page.evaluate("document.activeElement.name") == "result"
    page.keyboard.press("Space")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(phone.input("result", "won")).to_be_checked()
    # Enter in a choice saves, as in any form.
    page.keyboard.press("Enter")
    # The same content a moment later is asked about: it is another hand.
    expect(page.get_by_role("heading", name="The same hand, or another?")).to_be_visible()
    enter(page, ".foot .go")
    phone.expect_saved(2)

    # T6, and back out of a menu with Esc.
    enter(page, ".more > summary")
    expect(page.locator(".more nav")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".more nav")).to_be_hidden()
    assert page.evaluate("document.activeElement.localName") == "summary"
    page.evaluate("document.activeElement.blur()")
    enter(page, ".mend a")
    expect(page.get_by_role("heading", name="Correct hand 2")).to_be_visible()
    reach(page, '[name="result"]')
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").first).to_contain_text("Hand 2 is corrected.")
    assert Posting.objects.get(number=2).entry.record["result"] == "lost"


@row("U24")
def test_t2_two_silent_figures_are_entered_by_keyboard(phone: Phone) -> None:
    phone.open()
    for name, value in {**PLAIN, "trull": "declarer", "four_kings": "opponents"}.items():
        pick(phone, name, value)
    enter(phone.page, ".foot .go")

    phone.expect_saved(1)
    record = Posting.objects.get().entry.record
    assert (record["trull"], record["four_kings"]) == ("declarer", "opponents")


@row("U24")
def test_t3_t4_worst_hand_is_entered_by_keyboard(phone: Phone, house: House) -> None:
    page = phone.page
    phone.open()
    for name, value in {**PLAIN, "bid": "solo"}.items():
        pick(phone, name, value)
    # In the order of the screen, as the Tab key goes.
    announced = ("trull_ours", "four_kings_ours", "double_ours", "volat_ours")
    for name in ("pagat_ultimo_theirs", *announced):
        reach(page, f'[name="{name}"]')
        page.keyboard.press("Space")
        expect(page.locator(f'[name="{name}"]')).to_be_checked()
        if name in ("trull_ours", "pagat_ultimo_theirs"):
            reach(page, f"[data-announced={name}] button:not([data-step='-1'])")
            for _ in range(2):
                page.keyboard.press("Enter")
        if not name.startswith(("double", "volat")):
            pick(phone, f"{name}_made", "lost")
        pick(phone, f"{name}_by", "Béla" if name.endswith("_theirs") else "Anna")
    pick(phone, "catch_from", "Csaba")
    pick(phone, "catch_by", "Béla")
    enter(page, ".foot .go")

    phone.expect_saved(1)
    record = Posting.objects.get().entry.record
    kontras = {item["figure"]: item.get("kontra", 0) for item in record["announced"]}
    assert kontras == {"trull": 2, "four_kings": 0, "double": 0, "volat": 0, "pagat_ultimo": 2}
    assert record["xxi_catch"]["from"] == house.players["Csaba"]


@row("U24")
def test_t5_everybody_passes_by_the_keyboard(phone: Phone) -> None:
    phone.open()
    pick(phone, "outcome", "passed_out")
    phone.page.keyboard.press("Enter")

    phone.expect_saved(1)
    assert Posting.objects.get().entry.record["outcome"] == "passed_out"


@row("U24")
def test_t7_hand_three_of_twenty_is_corrected_by_the_keyboard(
    phone: Phone, house: House, session: Session
) -> None:
    recorded(house, session, *[a_hand(house) for _ in range(20)])
    page = phone.page
    phone.open("sheet")
    enter(page, ".hands > li:nth-child(18) summary")
    enter(page, ".hands details[open] a", "Open, correct or delete")
    expect(page.get_by_role("heading", name="Versions")).to_be_visible()
    enter(page, ".foot .go")
    expect(page.get_by_role("heading", name="Correct hand 3")).to_be_visible()
    reach(page, '[name="result"]')
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="What changes").first).to_be_visible()
    enter(page, ".foot .go")

    expect(page.get_by_role("status").first).to_contain_text("Hand 3 is corrected.")
    assert Posting.objects.get(number=3).entry.record["result"] == "lost"


@row("U24")
def test_t8_an_evening_starts_by_the_keyboard(phone: Phone, house: House, session: Session) -> None:
    page = phone.page
    page.goto(f"{phone.base}/c/{house.club.slug}/")
    enter(page, "a", "Start a session")
    expect(page.get_by_role("button", name="Deal the first hand")).to_be_visible()
    # Who sits where is taken back and told again by the same key.
    reach(page, ".tapped button", "4")
    for pressed in ("false", "true"):
        page.keyboard.press("Space")
        expect(page.locator(".tapped button").filter(has_text="Dóra")).to_have_attribute(
            "aria-pressed", pressed
        )
    enter(page, ".foot .go")

    expect(page.get_by_role("link", name="Enter hand 1")).to_be_visible()
    assert Session.objects.exclude(pk=session.pk).get().seats == session.seats


@row("U24")
def test_t9_an_evening_is_settled_by_the_keyboard(phone: Phone) -> None:
    page = phone.page
    phone.session = played(phone.house, Anna=12, Béla=-7, Csaba=-8, Dóra=3)
    phone.open("settlement")
    enter(page, "a, button", "Settle this evening")
    expect(page.get_by_role("heading", name="Settle up")).to_be_visible()
    enter(page, "button", "Settle it this way")
    expect(page.get_by_role("heading", name="Settlement 1")).to_be_visible()
    for left in (2, 1, 0):
        enter(page, "button", "Mark as paid")
        expect(page.get_by_role("button", name="Mark as paid", exact=True)).to_have_count(left)

    assert read_open(phone.house) == {}
