"""The pages of an evening on screens of every shape."""

import pytest

from support.club_factories import PASSED_OUT, House, a_hand, recorded
from support.entry_phone import Phone
from tarokk_club.club.models import Session

pytestmark = pytest.mark.ci

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
# Each control that a plain hand and its figures need, and where it lies on the screen.
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
  const rows = shown(".title, .counter, .figure, .told, .event")
    .map((row) => shown(tapped, row)).filter((row) => row.length);
  const inside = (row) => shown("label.mark, .names, bdi", row).sort((a, b) => at(a) - at(b));
  const named = (one) => one.querySelector("input")?.name || one.textContent;
  return {
    middles: rows.map(mean),
    order: shown(".figure, .told, .event, .seats, .sum").map((row) => inside(row).map(named)),
    steps: shown(".kontra").map((one) =>
      Math.sign(at(one.querySelector(".further")) - at(one.querySelector(".less")))),
  };
}"""
# The polls of an evening in one go: each brings another state, and the whole part is drawn anew.
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


@pytest.mark.parametrize("size", [(844, 390), (1024, 768), (280, 653)])
def test_u29_every_shape_of_screen_can_be_used(
    phone: Phone, house: House, session: Session, size: tuple[int, int]
) -> None:
    recorded(house, session, a_hand(house), PASSED_OUT)
    phone.page.set_viewport_size({"width": size[0], "height": size[1]})
    for name in ("sheet", "hand_new", "board", "settlement"):
        phone.open(name)
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= size[0], name
    phone.open()
    phone.choose(**PLAIN)
    phone.save()
    phone.expect_saved(3)
