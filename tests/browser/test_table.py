"""At the table: the scoreboard, the look, the waking screen, the thumb that feels its taps."""

from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

from support.catalogue import row
from support.club_factories import END, PASSED_OUT, House, a_hand, a_session, recorded
from support.entry_forms import address
from support.entry_phone import Phone, table_of
from tarokk_club.club.hand.forms import ENTRY_GAMES
from tarokk_club.club.models import Session
from tarokk_club.club.people.usecases.accounts import change_appearance
from tarokk_club.club.values.theming import Appearance, HandSide

pytestmark = pytest.mark.ci

# Milliseconds after which a second tap is meant, and no trembling of the finger.
A_BREATH = 500
SIDES = ("declarer", "opponents")
SILENT = [f"{figure}{side}" for figure in ("trull", "four_kings") for side in SIDES]
PLAIN = {"declarer": "Anna", "bid": "three", "partner": "Csaba", "result": "won"}
# What a phone has and the browser of the tests does not, written down instead of felt.
DEVICE = """
window.told = [];
Object.defineProperty(navigator, "vibrate", { value: (pattern) => told.push(["feel", pattern]) });
Object.defineProperty(navigator, "wakeLock", { value: { request: async () => {
  told.push(["awake"]);
  const asleep = async function () { this.released = true; told.push(["asleep"]); };
  return { released: false, release: asleep };
} } });
"""
HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { get: () => hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
# How tall the digits really are, beside the screen: the font says how much of its size they take.
SMALLEST_DIGITS = """() => {
  const pen = document.createElement("canvas").getContext("2d");
  return Math.min(...[...document.querySelectorAll(".scores strong")].map((one) => {
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(one);
    pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    return pen.measureText("0").actualBoundingBoxAscent / innerHeight;
  }));
}"""
# Whatever lies outside the screen, or is cut in its own box.
CUT = """() => [...document.querySelectorAll(".screen *")]
  .filter((one) => one.checkVisibility() && !one.closest(".vh, svg"))
  .map((one) => [one.getBoundingClientRect(), one])
  .filter(([box, one]) => box.right > innerWidth + 1 || box.bottom > innerHeight + 1
    || (one.scrollWidth > one.clientWidth + 1 && one.clientWidth))
  .map(([, one]) => one.className + one.textContent.trim())"""
# Each control that a plain hand and its figures need, and where it is on the screen.
UNREACHED = """() => ["declarer", "bid", "partner", "result", "trull", "four_kings"]
  .flatMap((name) => [...document.querySelectorAll(`input[name="${name}"]`)])
  .concat([...document.querySelectorAll(".foot .go, .foot .repeat")])
  .filter((one) => one.checkVisibility() && !one.closest(".cards"))
  .filter((one) => {
    const box = one.getBoundingClientRect();
    const foot = document.querySelector(".foot").getBoundingClientRect();
    const floor = one.closest(".foot") ? innerHeight : foot.top;
    return box.top < 0 || box.bottom > floor || box.left < 0 || box.right > innerWidth;
  })
  .map((one) => one.name + one.value)"""
# Of each row that is tapped while a hand is entered: the middle of its controls, from 0 at the
# left edge to 1 at the right one; and from left to right what never changes its order.
LAID = """() => {
  const shown = (which, within = document) =>
    [...within.querySelectorAll(which)].filter((one) => one.checkVisibility());
  const at = (one) => {
    const { left, right } = one.getBoundingClientRect();
    return (left + right) / 2 / innerWidth;
  };
  const mean = (found) => found.map(at).reduce((sum, one) => sum + one, 0) / found.length;
  const tapped = ":scope > .mark, .horn, :scope > .kontra, :scope > label";
  const rows = shown(".title, .counter, .figure, .announcements, .event")
    .map((row) => shown(tapped, row)).filter((row) => row.length);
  const inside = (row) => shown("label.mark, .names, bdi", row).sort((a, b) => at(a) - at(b));
  const named = (one) => one.querySelector("input")?.name || one.textContent;
  return {
    middles: rows.map(mean),
    order: shown(".figure, .announcements, .event, .seats, .sum")
      .map((row) => inside(row).map(named)),
    steps: shown(".kontra").map((one) =>
      Math.sign(at(one.querySelector(".further")) - at(one.querySelector(".less")))),
  };
}"""
# The polls of an evening in one go: each brings another state, and the fragment is redrawn.
REPLAY = """async ([bodies, times, keep]) => {
  let asked = 0;
  window.XMLHttpRequest = class extends EventTarget {
    upload = new EventTarget();
    status = 200;
    open(_method, url) { this.responseURL = new URL(url, location).href; }
    overrideMimeType() {}
    setRequestHeader() {}
    getResponseHeader() { return null; }
    getAllResponseHeaders() { return ""; }
    async send() {
      asked += 1;
      if (keep) (window.kept ??= []).push(Array(3000).fill(asked));
      this.response = bodies[asked % 2];
      await null;
      this.onload();
    }
  };
  for (let n = 0; n < times; n += 1) {
    const shown = new Promise((done) => {
      document.addEventListener("sheet-changed", done, { once: true });
    });
    dispatchEvent(new Event("online"));
    await shown;
    // The next one is not asked before this one is over.
    await new Promise((done) => setTimeout(done));
  }
  return asked;
}"""
POLLS, MEGABYTE = 1000, 1024 * 1024


def read_device_calls(page: Page, *, until: int = 0) -> list[Any]:
    """Return the calls to the device; until: the number of calls to wait for."""
    for _ in range(100):
        found: list[Any] = page.evaluate("told")
        if len(found) >= until:
            break
        page.wait_for_timeout(50)
    return found


@row("U12")
@pytest.mark.parametrize(
    ("width", "height"), [(1280, 800), (1280, 720), (1024, 768), (1920, 1080), (800, 360)]
)
def test_the_scoreboard_is_read_from_five_metres(
    phone: Phone, house: House, width: int, height: int
) -> None:
    names = ("Anna", "Béla", "Csaba", "Dóra", "Cili")
    rules = {"preset": "standard"}
    phone.session = a_session(house, players=house.ids(*names), rules=rules)
    solo = a_hand(house, bid="solo", result="all_tricks", kontra_game=2)
    recorded(house, phone.session, PASSED_OUT, solo)
    phone.page.set_viewport_size({"width": width, "height": height})
    phone.open("board")

    assert phone.page.locator(".scores > li").count() == len(names)
    assert phone.page.evaluate(SMALLEST_DIGITS) >= 0.08
    assert phone.page.evaluate(CUT) == []
    assert phone.page.evaluate("document.documentElement.scrollHeight") <= height


@row("U12")
def test_the_scoreboard_follows_the_table_untouched(
    phone: Phone, house: House, session: Session
) -> None:
    phone.open("board")
    deal = phone.page.locator(".deal")
    expect(deal).to_have_text("Dóra deals")

    recorded(house, session, a_hand(house), PASSED_OUT)

    expect(deal).to_have_text("Anna deals")
    expect(phone.page.locator(".doubling")).to_contain_text("×2")
    recorded(house, session, END)
    expect(deal).to_have_text("The session is closed")


def used(device: CDPSession) -> tuple[int, int]:
    """How much memory the page's script holds, and how many nodes, when all rubbish is gone."""
    device.send("HeapProfiler.collectGarbage")
    heap = device.send("Runtime.getHeapUsage")["usedSize"]
    return int(heap), int(device.send("Memory.getDOMCounters")["nodes"])


def grown(phone: Phone, bodies: list[str], *, keep: bool = False) -> tuple[int, int]:
    """By how much both grow in a thousand polls, after some to warm up; keep: every one leaves
    something behind.
    """
    device = phone.page.context.new_cdp_session(phone.page)
    phone.page.evaluate(REPLAY, [bodies, 50, False])
    before = used(device)
    assert phone.page.evaluate(REPLAY, [bodies, POLLS, keep]) >= POLLS
    after = used(device)
    return after[0] - before[0], after[1] - before[1]


@row("U12")
@pytest.mark.parametrize("name", ["board", "sheet"])
def test_a_thousand_polls_do_not_fill_the_memory(
    phone: Phone, house: House, session: Session, name: str
) -> None:
    part = phone.base + address(session, "board_live" if name == "board" else "live")
    bodies = []
    for hand in (a_hand(house), PASSED_OUT):
        recorded(house, session, hand)
        bodies.append(phone.page.request.get(part).text())
    phone.open(name)

    heap, nodes = grown(phone, bodies)

    assert heap < 10 * MEGABYTE
    assert nodes < 1000
    # What stays behind would be seen.
    assert grown(phone, bodies, keep=True)[0] > 10 * MEGABYTE


def test_screen_stays_awake_while_the_page_is_visible(
    phone: Phone, house: House, session: Session
) -> None:
    phone.page.add_init_script(DEVICE)
    for name in ("hand_new", "board"):
        phone.open(name)
        assert read_device_calls(phone.page, until=1) == [["awake"]]
        phone.page.evaluate(HIDE, True)
        assert read_device_calls(phone.page, until=2) == [["awake"], ["asleep"]]
        phone.page.evaluate(HIDE, False)
        assert read_device_calls(phone.page, until=3) == [["awake"], ["asleep"], ["awake"]]

    recorded(house, session, END)
    assert read_device_calls(phone.page, until=4)[-1] == ["asleep"]


def test_sheet_of_a_reader_lets_the_phone_sleep(phone: Phone) -> None:
    phone.page.add_init_script(DEVICE)
    phone.open("sheet")

    assert read_device_calls(phone.page) == []


@row("U26")
def test_taps_make_the_phone_vibrate(phone: Phone) -> None:
    phone.page.add_init_script(DEVICE)
    phone.open()
    phone.tap("declarer", "Anna")
    phone.page.wait_for_timeout(A_BREATH)
    phone.tap("declarer", "Anna")
    # The announcement wants a declarer first.
    phone.tap("trull_ours", force=True)

    assert [one for one in read_device_calls(phone.page) if one[0] == "feel"] == [
        ["feel", 10],
        ["feel", 10],
        ["feel", [15, 50, 15]],
    ]
    assert phone.page.locator("audio, video").count() == 0


@row("U26")
def test_reduced_motion_stops_animation_and_vibration(phone: Phone) -> None:
    phone.page.emulate_media(reduced_motion="reduce")
    phone.page.add_init_script(DEVICE)
    phone.open()
    phone.tap("declarer", "Anna")

    assert read_device_calls(phone.page) == [["awake"]]
    moving = """() => document.getAnimations().length + [...document.querySelectorAll("*")]
        .filter((one) => getComputedStyle(one).transitionDuration !== "0s").length"""
    assert phone.page.evaluate(moving) == 0


@row("U01")
@pytest.mark.parametrize("side", HandSide)
@pytest.mark.parametrize(
    ("size", "away"),
    [
        ((360, 640), []),
        # Ten rows of 48 px do not go into 568: on the smallest the figures are a swipe away.
        ((320, 568), SILENT),
        ((412, 915), []),
    ],
)
def test_hand_and_silent_figures_are_reachable_without_scrolling(
    phone: Phone, house: House, size: tuple[int, int], away: list[str], side: HandSide
) -> None:
    change_appearance(user=house.anna, look=Appearance(hand_side=side))
    recorded(house, phone.session, a_hand(house))
    phone.page.set_viewport_size({"width": size[0], "height": size[1]})
    phone.open()
    assert phone.page.evaluate(UNREACHED) == away
    phone.choose(**PLAIN)
    expect(phone.page.locator("#preview")).to_contain_text("Sum: 0")
    phone.page.evaluate("scrollTo(0, 0)")
    assert phone.page.evaluate(UNREACHED) == away


def laid(phone: Phone, game: str, side: HandSide) -> dict[str, Any]:
    """Return the layout of the entry form for one of the hands, with everything unfolded."""
    change_appearance(user=phone.house.anna, look=Appearance(hand_side=side))
    phone.session = table_of(phone.house, game)
    phone.open()
    phone.page.evaluate(
        "document.querySelectorAll('main details:not(.key)').forEach((one) => { one.open = true; })"
    )
    found: dict[str, Any] = phone.page.evaluate(LAID)
    further = phone.page.locator('label:has([value="michi"]), .opens')
    if further.count():
        further.first.tap()
        more = phone.page.evaluate(LAID)
        found = {name: [*one, *more[name]] for name, one in found.items()}
    assert phone.wide_or_small(390) == []
    return found


@row("U01")
@pytest.mark.parametrize("game", sorted(ENTRY_GAMES))
def test_left_hand_layout_mirrors_controls_and_keeps_the_order_of_names_and_sides(
    phone: Phone, game: str
) -> None:
    right, left = laid(phone, game, HandSide.RIGHT), laid(phone, game, HandSide.LEFT)

    assert len(right["middles"]) > 5
    assert min(right["middles"]) > 0.5
    assert len(left["middles"]) == len(right["middles"])
    assert max(left["middles"]) < 0.5
    assert left["order"] == right["order"]
    assert set(right["steps"]) == {1} and set(left["steps"]) == {-1}


@row("U01")
def test_correction_and_menu_are_within_reach_of_one_hand(
    phone: Phone, house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house))
    for side, near in ((HandSide.RIGHT, 390), (HandSide.LEFT, 0)):
        change_appearance(user=house.anna, look=Appearance(hand_side=side))
        phone.open("sheet")
        phone.press(phone.page.locator(".more > summary"))
        for which in (".more > summary", ".mend > :last-child", ".more nav"):
            box = phone.page.locator(which).last.bounding_box()
            assert box
            assert abs(near - (box["x"] + box["width"] if near else box["x"])) < 20, which


@row("U15")
def test_amounts_of_one_length_are_aligned(phone: Phone, house: House, session: Session) -> None:
    recorded(house, session, a_hand(house), a_hand(house, bid="solo", kontra_game=3))
    phone.open("sheet")
    widths = phone.page.evaluate(
        """() => ["+11", "−88", "+47"].map((text) => {
            const one = document.querySelector(".seat b").cloneNode();
            one.style.display = "inline-block";
            one.textContent = text;
            document.querySelector(".seat").append(one);
            const { width } = one.getBoundingClientRect();
            one.remove();
            return Math.round(width * 10);
        })"""
    )
    assert len(set(widths)) == 1
    numeric = "getComputedStyle(document.querySelector('.seat b')).fontVariantNumeric"
    assert phone.page.evaluate(numeric) == "tabular-nums"
    shown = phone.page.locator(".seat b").all_inner_texts()
    assert {one[0] for one in shown} == {"+", "−"}
