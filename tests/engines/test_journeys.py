"""The journeys of a club, by a phone of each engine."""

import json
from functools import partial
from pathlib import Path

import pytest

from support.club_factories import House, a_hand, recorded
from support.engine_phone import EnginePhone
from support.entry_phone import tap_in
from support.money_tables import played, read_open
from support.relay import Relay
from support.webdriver import Line
from tarokk_club.club.models import Club, Entry, Player, Posting, Session, User

pytestmark = pytest.mark.engines
EVENING = json.loads(
    (Path(__file__).parent.parent / "sessions" / "club_night.json").read_text(encoding="utf-8")
)
DOCUMENT = EVENING["document"]
PAID = """return [...document.querySelectorAll("button")]
  .filter((one) => one.textContent.trim() === "Mark as paid").length;"""
# Shown once the service worker has stored the sheet and the empty form.
READY = """
const done = arguments[0];
(async () => {
  for (;;) {
    const pages = await caches.open("pages");
    const kept = (await pages.keys()).map((one) => new URL(one.url).pathname);
    const both = kept.some((path) => path.endsWith("/hand/")) && kept.length > 1;
    if (both && navigator.serviceWorker.controller) return done(true);
    await new Promise((go) => setTimeout(go, 50));
  }
})();"""


@pytest.fixture
def empty(line: Line, relay: Relay, transactional_db: None) -> EnginePhone:
    """A phone before a site where nobody was yet."""
    return EnginePhone(
        line, f"http://localhost:{relay.port}", House(Club(), User(), User(), {}), None
    )


def test_a_club_night_from_an_empty_site_to_the_settlement(empty: EnginePhone) -> None:
    _create_club(empty)
    taps = []
    for number, hand in enumerate(DOCUMENT["events"], start=1):
        empty.press(".foot .go", "Enter hand")
        empty.expect(f"Save hand {number}")
        empty.hush()
        empty.taps = 0
        tap_in(empty, hand)
        empty.save()
        empty.expect_saved(number)
        taps.append(empty.taps)
    assert [taps[place] for place in (0, 1, 4, 5, 9)] == [5] * 5
    names = {player: name for name, player in empty.house.players.items()}
    booked = Posting.objects.order_by("position")
    nets = [{names[player]: points for player, points in one.net.items()} for one in booked]
    assert nets == [hand["net"] for hand in EVENING["expect"]["hands"]]
    assert empty.beyond() == []

    _close(empty)
    empty.expect("Settlement")
    moves = empty.run("return document.querySelectorAll('.move').length")
    assert moves == 3


def _create_club(phone: EnginePhone) -> None:
    """Create the club, enter the players and seat them."""
    phone.go("/")
    phone.fill("[name=club]", "Kossuth Tarokk Klub")
    phone.fill("[name=name]", "Anna")
    phone.fill("[name=password]", "cellar light green")
    phone.press(".go")
    phone.go_on("Add players")
    for name in DOCUMENT["players"]:
        phone.fill("[name=name]", name)
        phone.go_on("Add the player")
        phone.expect(f"Added: {name}.")
    phone.go_on("Start a session")
    for name in DOCUMENT["players"]:
        phone.press(".tapped button", name)
    phone.press("label:has([name=dealer][value='4'])")
    phone.fill("[name=per_point]", DOCUMENT["stake"]["per_point"])
    phone.go_on("Deal the first hand")
    phone.expect("Dóra deals")
    phone.house.players.update(
        (name, str(pk)) for pk, name in Player.objects.values_list("pk", "name")
    )
    phone.session = Session.objects.get()


def _close(phone: EnginePhone) -> None:
    phone.press(".more > summary")
    phone.go_on("Close the session")
    phone.press("button", "Close the session")


def test_hands_wait_without_a_network_and_go_up_once(
    phone: EnginePhone, relay: Relay, house: House
) -> None:
    phone.open("sheet")
    phone.line.say("ExecuteAsyncScript", script=READY, args=[])
    relay.cut()
    phone.press(".foot .go")
    for number, (declarer, partner) in enumerate((("Anna", "Csaba"), ("Béla", "Dóra")), start=1):
        phone.until(lambda: phone.sees("declarer", "Anna"))
        phone.hush()
        phone.choose(declarer=declarer, bid="three", partner=partner, result="won")
        phone.save()
        _expect_waiting(phone, number)
    assert not Entry.objects.exists()

    relay.mend()
    phone.run("dispatchEvent(new Event('online'))")
    _expect_waiting(phone, 0)
    phone.until(lambda: Entry.objects.count() == 2)
    names = {player: name for name, player in house.players.items()}
    hands = Entry.objects.order_by("position")
    assert [names[one.record["declarer"]] for one in hands] == ["Anna", "Béla"]


def _expect_waiting(phone: EnginePhone, number: int) -> None:
    script = """const box = document.querySelector("#waiting");
    return box && box.checkVisibility()
      ? Number(box.querySelector("[data-count]").textContent) : 0;"""
    phone.until(lambda: phone.run(script) == number)


def test_an_evening_of_four_is_settled_with_five_taps(phone: EnginePhone) -> None:
    phone.session = played(phone.house, Anna=12, Béla=-7, Csaba=-8, Dóra=3)
    phone.open("settlement")
    phone.go_on("Settle this evening")
    phone.expect("Settle up")
    phone.go_on("Settle it this way")
    phone.expect("Settlement 1")
    assert phone.beyond() == []
    for left in (2, 1, 0):
        phone.press("button", "Mark as paid", whole=True)
        phone.until(partial(_left_to_pay, phone, left))

    assert phone.taps == 5
    assert read_open(phone.house) == {}


def _left_to_pay(phone: EnginePhone, number: int) -> bool:
    return bool(phone.run(PAID) == number)


def test_a_guest_follows_the_table_without_an_account(
    phone: EnginePhone, house: House, session: Session
) -> None:
    phone.open("sheet")
    phone.press("summary[aria-label=More]")
    phone.go_on("Show it to guests")
    phone.go_on("Show the QR code")
    phone.expect("Revoke the link")
    link = phone.run("return document.querySelector('input[readonly]').value")
    phone.line.say("DeleteAllCookies")
    phone.go("/" + link.split("/", 3)[3])
    phone.expect("When the first hand has been played")

    recorded(house, session, a_hand(house))
    phone.run("dispatchEvent(new Event('online'))")
    phone.press("summary, a", "A. · Three with C.")
    phone.expect("each opponent of the declarer pays")
    assert "Anna" not in phone.seen()
    assert phone.run("return document.querySelectorAll('main form, header a').length") == 0
    assert phone.beyond() == []


# What of the entry form is chosen: a form that the browser filled in again would have some.
CHOSEN = """return [...document.querySelectorAll("#entry input:checked")]
  .filter((one) => one.name !== "then" && !one.defaultChecked).length;"""


@pytest.mark.parametrize("then", ["sheet", "next"])
def test_back_after_saving_leads_to_no_filled_form(phone: EnginePhone, then: str) -> None:
    phone.open("sheet")
    phone.press(".foot .go")
    phone.expect("Save hand 1")
    phone.hush()
    if then == "next":
        phone.press("label:has([name=then][value=next])")
    phone.choose(declarer="Anna", bid="three", partner="Csaba", result="won")
    phone.save()
    phone.expect_saved(1)
    phone.expect("Save hand 2" if then == "next" else "Enter hand")

    phone.line.say("Back")
    phone.expect("Enter hand")
    assert phone.run(CHOSEN) == 0
    phone.line.say("Forward")
    phone.until(lambda: phone.run("return document.readyState") == "complete")
    assert phone.run(CHOSEN) == 0
    assert Entry.objects.count() == 1
