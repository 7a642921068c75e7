"""Tap in hands of Romanian tarok and Taper as a secretary would."""

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from support.club_factories import a_session
from support.entry_phone import Phone
from tarokk_club.club.models import Balance, Player, Posting, Session

EXAMPLES = Path(__file__).parent.parent / "scoring" / "examples"


def example(name: str) -> dict[str, Any]:
    """Return an example session with results that were computed by hand."""
    found: dict[str, Any] = json.loads((EXAMPLES / f"{name}.json").read_text(encoding="utf-8"))
    return found


def seat(phone: Phone, document: dict[str, Any]) -> Session:
    """Create the session of a document with new players and without its hands."""
    house = phone.house
    for name in document["players"]:
        house.players.setdefault(name, str(Player.objects.create(club=house.club, name=name).id))
    seats = house.ids(*document["players"])
    dealer = house.players[document["dealer"]]
    return a_session(house, game=document["game"], rules={}, players=seats, dealer=dealer)


def tap_in(phone: Phone, hand: dict[str, Any]) -> None:
    """Tap in a hand in the order of the page."""
    outcome = hand.get("outcome", "played")
    if outcome != "played":
        phone.tap("outcome", outcome)
    if outcome == "michi":
        _tap_tricks(phone, hand["tricks_taken"])
    if outcome in ("played", "surrendered"):
        _tap_contract(phone, hand)
    if outcome == "surrendered":
        phone.tap("honour_held", "yes" if hand["honour_held"] else "no")
    if outcome == "played":
        _tap_played(phone, hand)


def _tap_tricks(phone: Phone, taken: dict[str, int]) -> None:
    """Enter the tricks of each player; the last one gets the remaining tricks by one tap."""
    takers = [name for name, tricks in taken.items() if tricks]
    for name in takers[:-1]:
        phone.kontra(f"tricks_{phone.house.players[name]}", taken[name])
    field = f"tricks_{phone.house.players[takers[-1]]}"
    last = phone.page.locator(".counter").filter(has=phone.page.locator(f'[name="{field}"]'))
    phone.press(last.locator("[data-rest]"))


def _tap_contract(phone: Phone, hand: dict[str, Any]) -> None:
    phone.tap("declarer", hand["declarer"])
    if not phone.input("contract", hand["contract"]).is_checked():
        phone.tap("contract", hand["contract"])
    phone.kontra("level", hand.get("level", 1) - 1)


def _tap_played(phone: Phone, hand: dict[str, Any]) -> None:
    if "called" in hand:
        phone.choose(called=hand["called"], partner=hand["partner"] or "alone")
    phone.kontra("kontra_game", hand.get("kontra_game", 0))
    if "declarer_points" in hand:
        phone.page.locator("#points").fill(str(hand["declarer_points"]))
    if "tricks" in hand:
        phone.tap("tricks", hand["tricks"])
    ours = {hand["declarer"], hand.get("partner")}
    for item in hand.get("announced", ()):
        name = f"{item['figure']}_{'ours' if item['by'] in ours else 'theirs'}"
        phone.announce(name, by=item["by"], kontra=item["kontra"])
    _tap_facts(phone, hand, ours)
    for item in hand.get("declarations", ()):
        if not phone.chip(f"taroace_{item['player']}", str(item["count"])).is_visible():
            phone.unfold("Taroace declared")
        phone.tap(f"taroace_{item['player']}", str(item["count"]))
    phone.fail_the_rest()


def _tap_facts(phone: Phone, hand: dict[str, Any], ours: set[Any]) -> None:
    for figure in ("trula", "toti_regii"):
        if figure in hand:
            phone.tap(figure, hand[figure])
    if "luna_prinsa" in hand:
        phone.tap("catch_from", hand["luna_prinsa"]["from"])
        if phone.chip("catch_by", hand["luna_prinsa"]["by"]).is_visible():
            phone.tap("catch_by", hand["luna_prinsa"]["by"])
    if "pagat_ultimo" in hand:
        pagat = hand["pagat_ultimo"]
        side = "ours" if pagat["by"] in ours else "theirs"
        phone.tap("pagat_ultimo", f"{side}_{'made' if pagat['made'] else 'lost'}")
        if phone.chip("pagat_by", pagat["by"]).is_visible():
            phone.tap("pagat_by", pagat["by"])
    if "rege_ultimo" in hand:
        phone.tap("rege_ultimo", "made" if hand["rege_ultimo"]["made"] else "lost")
    for key in ("king_captured", "king_abandoned"):
        if hand.get(key):
            phone.tap(key)


def tap_in_evening(phone: Phone, found: dict[str, Any]) -> list[int]:
    """Enter every event of an example through its page; return the taps of each hand."""
    document, expected = found["document"], found["expect"]
    phone.session = seat(phone, document)
    taps: list[int] = []
    for event in document["events"]:
        if event["type"] == "end":
            phone.open("close")
            phone.press(phone.page.get_by_role("button", name="Close the session"))
            expect(phone.page.get_by_role("heading", name="How the session ended")).to_be_visible()
            continue
        number = len(taps) + 1
        phone.open()
        expect(phone.page.locator(".go")).to_have_text(f"Save hand {number}")
        tap_in(phone, event)
        net = expected["hands"][number - 1]["net"]
        shown = [f"{net[name]:+d}".replace("-", "−") for name in document["players"]]
        shown = ["0" if one == "+0" else one for one in shown]
        expect(phone.page.locator("#preview .amount")).to_have_text(shown)
        phone.save()
        phone.expect_saved(number)
        taps.append(phone.taps)
    return taps


def assert_answers(phone: Phone, expected: dict[str, Any]) -> None:
    """Check the stored hands, pots and totals against the results of an example."""
    names = {player: name for name, player in phone.house.players.items()}
    booked = Posting.objects.filter(session=phone.session, number__isnull=False)
    hands = [
        {
            "multiplier": one.multiplier,
            "dealer": names[str(one.dealer)],
            "net": {names[key]: points for key, points in one.net.items() if key in names},
            "pots": one.pots,
        }
        for one in booked.order_by("position")
    ]
    assert hands == expected["hands"]
    totals = Balance.objects.filter(session=phone.session).values_list("player__name", "points")
    assert dict(totals) == expected["balances"]
