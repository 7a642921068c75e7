"""Hands of Danish tarok tapped in on a phone as they grow, and whole evenings to their end."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from support.catalogue import row
from support.club_factories import House, a_house, a_session
from support.entry_forms import address
from support.entry_phone import Phone, sign_in
from tarokk_club.club.models import Balance, Draft, Entry, Player, Posting, Session

# `test` walks the entry of one game; the others are walked by `.ci/run`.
pytestmark = pytest.mark.ci
EXAMPLES = Path(__file__).parent.parent / "scoring" / "examples"
COUNTED = {"trumps": 10, "matadors": 3}


@pytest.fixture
def house(live_server: LiveServer) -> House:
    """Anna's club with four Danes."""
    house = a_house()
    for name in ("Aase", "Bo", "Cai", "Dorte"):
        house.players[name] = str(Player.objects.create(club=house.club, name=name).id)
    return house


@pytest.fixture
def session(house: House) -> Session:
    """Three at the table; Cai deals first."""
    return danish(house, "Aase", "Bo", "Cai", dealer="Cai")


def danish(house: House, *names: str, dealer: str) -> Session:
    players = house.ids(*names)
    return a_session(house, game="danish", rules={}, players=players, dealer=house.players[dealer])


class Table(Phone):
    """The Danish screen: a column for each player."""

    def mark(self, name: str, kind: str, player: str) -> None:
        """Tap what happened in a player's column."""
        self.tap(name, f"{kind}_{self.house.players[player]}")

    def declare(self, item: dict[str, Any]) -> None:
        """Tell one declaration of a player."""
        player, kind = item["player"], item["kind"]
        panel = self.page.locator("fieldset.declares", has_text=f"{player} declares")
        if not panel.is_visible():
            self.press(self.page.get_by_label(f"{player} declares", exact=True).locator(".."))
        name = f"{item.get('suit', kind)}_{self.house.players[player]}"
        if kind in COUNTED:
            self.kontra(name, item["count"] - COUNTED[kind] + 1)
            if item.get("pagat"):
                self.tap(f"with_pagat_{player}")
        else:
            self.tap(name, item["level"])

    def count(self, player: str, points: int) -> None:
        """Type a pile."""
        field = self.page.locator(f'input[name="pile_{self.house.players[player]}"]')
        self.press(field)
        field.press_sequentially(str(points))

    def tap_in(self, hand: dict[str, Any]) -> None:
        """One hand of a worked evening, in the order in which it is played."""
        if "outcome" in hand:
            self.tap("outcome", hand["outcome"])
        if hand.get("announced_tout"):
            self.tap("announced_tout")
        for item in hand.get("declarations", ()):
            self.declare(item)
        for item in hand.get("in_play", ()):
            if item["event"] == "king_lost":
                self.tap(f"king_lost_{item['player']}_0")
            else:
                self.mark("pagat", item["event"], item["player"])
        trick = hand.get("last_trick")
        if trick:
            self.mark("last", trick["with"], trick["winner"])
            for item in trick["lost"]:
                self.tap(f"lost_{item['player']}", item["card"])
        if "tout" in hand or "nolo" in hand:
            self.unfold("Tout or nolo")
        for name in ("tout", "nolo"):
            if name in hand:
                self.tap(name, hand[name])
        # Two piles are enough.
        for player, points in list(hand.get("card_points", {}).items())[:2]:
            self.count(player, points)

    def tell(self, event: dict[str, Any]) -> None:
        """What is no hand, through its own page."""
        ends = event["type"] == "end"
        self.open("closing" if ends else event["type"])
        for name in ("player", "after", "severity"):
            if name in event:
                self.tap(name, event[name])
        self.press(self.page.locator("button.go").first)
        after = address(self.session, "finale" if ends else "sheet")
        expect(self.page).to_have_url(self.base + after)


@pytest.fixture
def phone(page: Page, live_server: LiveServer, house: House, session: Session) -> Iterator[Table]:
    """Anna's phone; whatever its browser complains about fails the test."""
    sign_in(page.context, live_server, house.anna)
    complaints: list[str] = []
    page.on("console", lambda one: complaints.append(one.text) if one.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield Table(page, live_server, house, session)
    # A refused form leaves a line that nobody can prevent.
    assert [line for line in complaints if not re.search("status of 422", line)] == []


def amounts(phone: Table) -> Any:
    return expect(phone.page.locator("#preview .amount"))


def pots(phone: Table) -> Any:
    return expect(phone.page.locator("#pots b"))


@row("U03")
def test_t10_a_hand_with_its_pots_takes_four_taps_and_the_two_counts(phone: Table) -> None:
    phone.open()
    pots(phone).to_have_text(["65", "65"])
    phone.mark("last", "other", "Bo")
    phone.count("Aase", 30)
    phone.count("Bo", 22)
    # The third pile follows, and stands there.
    third = phone.page.locator(f'input[name="pile_{phone.house.players["Cai"]}"]')
    expect(third).to_have_attribute("placeholder", "26")
    amounts(phone).to_have_text(["−55", "−5", "−70"])
    phone.save()
    phone.expect_saved(1)
    assert phone.taps == 4


def test_amounts_and_pots_follow_each_tap_of_a_hand_in_play(
    phone: Table, browser: Browser, live_server: LiveServer, house: House
) -> None:
    phone.open()
    pots(phone).to_have_text(["65", "65"])
    amounts(phone).to_have_text(["−40", "−40", "−50"])
    phone.declare({"player": "Aase", "kind": "trumps", "count": 11, "pagat": True})
    amounts(phone).to_have_text(["−10", "−55", "−65"])
    phone.declare({"player": "Bo", "kind": "cavallerie", "suit": "hearts", "level": "full"})
    amounts(phone).to_have_text(["−20", "−35", "−75"])
    # The same tap closes what it opened.
    opener = phone.page.get_by_label("Bo declares", exact=True).locator("..")
    expect(opener).to_have_text("1")
    opener.tap()
    expect(phone.chip(f"kings_{house.players['Bo']}", "half")).to_be_hidden()
    # One tap for a lost king; on everybody's sheet it is in play at once.
    before = phone.taps
    phone.tap("king_lost_Bo_0")
    assert phone.taps == before + 1
    pots(phone).to_have_text(["65", "70"])
    amounts(phone).to_have_text(["−15", "−50", "−70"])
    expect(phone.page.locator("[data-state]")).to_have_text("kept")
    with browser.new_context(viewport={"width": 390, "height": 844}) as context:
        sign_in(context, live_server, house.bela)
        other = Phone(context.new_page(), live_server, house, phone.session)
        other.open("sheet")
        main = other.page.locator("main")
        expect(main).to_contain_text("A king of Bo does not win its trick")
        expect(main).to_contain_text("in play +70")
    phone.mark("pagat", "pagat_won", "Aase")
    phone.mark("last", "king", "Cai")
    phone.tap("lost_Bo", "king")
    phone.count("Aase", 30)
    phone.count("Bo", 22)
    expect(phone.page.locator("#preview")).to_contain_text("Sum: 0")
    expect(phone.page.locator("[data-state]")).to_have_text("kept")
    phone.save()
    phone.expect_saved(1)
    told = [item["kind"] for item in Entry.objects.get().record["declarations"]]
    assert told == ["trumps", "cavallerie"]


@pytest.mark.parametrize("name", ["danish-evening", "danish-troubles"])
def test_evening_entered_by_taps_adds_up(phone: Table, house: House, name: str) -> None:
    evening = json.loads((EXAMPLES / f"{name}.json").read_text(encoding="utf-8"))
    document, expected = evening["document"], evening["expect"]
    phone.session = danish(house, *document["players"], dealer=document["dealer"])
    number = 0
    for event in document["events"]:
        if event["type"] != "hand":
            phone.tell(event)
            continue
        number += 1
        phone.open()
        phone.tap_in(event)
        phone.save()
        phone.expect_saved(number)
    names = {player: name for name, player in house.players.items()}
    hands = Posting.objects.filter(session=phone.session, number__isnull=False)
    booked = [
        {names[one]: points for one, points in row.net.items() if one in names}
        for row in hands.order_by("position")
    ]
    assert booked == [hand["net"] for hand in expected["hands"]]
    totals = Balance.objects.filter(session=phone.session).values_list("player__name", "points")
    assert dict(totals) == expected["balances"]
    phone.open("sheet")
    strips = phone.page.locator("main .strip b")
    expect(strips).to_have_text([str(expected["pots"][pot]) for pot in ("pagat", "king")])


@pytest.mark.parametrize("outcome", ["misdeal", "abandoned"])
def test_a_hand_that_ends_early_takes_two_taps(phone: Table, outcome: str) -> None:
    phone.open()
    phone.tap("outcome", outcome)
    phone.save()
    phone.expect_saved(1)
    assert phone.taps == 2
    assert Entry.objects.get().record == {"type": "hand", "outcome": outcome}


def test_a_further_king_has_its_own_row(phone: Table) -> None:
    phone.open()
    expect(phone.chip("king_lost_Bo_2")).to_be_hidden()
    phone.tap("king_lost_Bo_0")
    phone.tap("king_lost_Bo_1")
    expect(phone.chip("king_lost_Bo_2")).to_be_visible()
    phone.tap("king_lost_Aase_0")
    pots(phone).to_have_text(["65", "80"])
    phone.tap("king_lost_Bo_1")
    pots(phone).to_have_text(["65", "75"])


def test_a_tap_on_a_greyed_choice_shows_the_reason(phone: Table) -> None:
    phone.open()
    phone.mark("last", "pagat", "Bo")
    phone.tap("lost_Bo", "king", force=True)
    expect(phone.page.locator("#say")).to_contain_text("won the last trick")
    # What was said covers the lowest rows, so the thumb brings this one to the middle first.
    pagat = phone.chip("lost_Cai", "pagat")
    pagat.evaluate("mark => mark.scrollIntoView({ block: 'center' })")
    phone.press(pagat, force=True)
    expect(phone.page.locator("#say")).to_contain_text("only one pagat")
    expect(phone.input("lost_Cai", "pagat")).not_to_be_checked()


def test_a_missing_choice_is_marked_and_the_input_stays(phone: Table) -> None:
    phone.open()
    phone.declare({"player": "Cai", "kind": "matadors", "count": 4})
    phone.count("Bo", 22)
    phone.save()
    expect(phone.page.locator("#fault_last")).to_have_text("Who won the last trick, and with what?")
    expect(phone.page.locator("body")).to_contain_text("Count two piles; the third follows.")
    phone.mark("last", "other", "Bo")
    phone.count("Cai", 30)
    phone.save()
    phone.expect_saved(1)
    assert Entry.objects.get().record["declarations"][0]["count"] == 4


@row("U05")
def test_an_unfinished_hand_survives_a_reload(phone: Table) -> None:
    phone.open()
    phone.tap("king_lost_Bo_0")
    phone.count("Bo", 22)
    phone.page.reload()
    expect(phone.input("king_lost_Bo_0")).to_be_checked()
    field = phone.page.locator(f'input[name="pile_{phone.house.players["Bo"]}"]')
    expect(field).to_have_value("22")
    expect(phone.page.locator("[data-state]")).to_have_text("kept")
    assert Draft.objects.get().record["card_points"] == {phone.house.players["Bo"]: 22}


@row("U02")
@pytest.mark.parametrize("width", [320, 390])
def test_targets_are_large_and_nothing_is_wider_than_the_phone(
    phone: Table, house: House, width: int
) -> None:
    phone.session = danish(house, "Aase", "Bo", "Cai", "Dorte", dealer="Bo")
    phone.page.set_viewport_size({"width": width, "height": 700})
    phone.open()
    expect(phone.page.locator("main")).to_contain_text("Dorte sits out")
    phone.declare({"player": "Cai", "kind": "trumps", "count": 10, "pagat": True})
    phone.tap("king_lost_Cai_0")
    phone.unfold("Tout or nolo")
    assert phone.page.evaluate("document.documentElement.scrollWidth") == width
    small = phone.page.evaluate(
        """[...document.querySelectorAll("#entry :is(label, button, summary), .bar a")]
        .filter((one) => one.checkVisibility() && !one.matches(".vh"))
        .map((one) => [one.getBoundingClientRect(), one.textContent.trim()])
        .filter(([box]) => box.height < 47.9 || box.width < 47.9)
        .map(([box, text]) => `${text} ${box.width}x${box.height}`)"""
    )
    assert small == []


@row("U23")
def test_a_hand_is_entered_without_script(
    browser: Browser, live_server: LiveServer, house: House, session: Session
) -> None:
    with browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, java_script_enabled=False
    ) as context:
        sign_in(context, live_server, house.anna)
        plain = Table(context.new_page(), live_server, house, session)
        plain.open()
        plain.press(plain.page.get_by_label("Bo declares", exact=True).locator(".."))
        plain.tap(f"trumps_{house.players['Bo']}", "12")
        plain.tap("king_lost_Bo_0")
        plain.tap("king_lost_Bo_1")
        plain.mark("last", "king", "Bo")
        plain.tap("lost_Cai", "king")
        plain.save()
        expect(plain.page.locator("body")).to_contain_text("Count two piles")
        plain.tap("lost_Cai", "")
        plain.count("Bo", 26)
        plain.count("Cai", 26)
        plain.save()
        plain.expect_saved(1)
    record = Entry.objects.get().record
    assert record["last_trick"] == {"winner": house.players["Bo"], "with": "king"}
    assert len(record["in_play"]) == 2


def test_a_second_lost_king_moves_no_row(
    phone: Table,
) -> None:
    phone.page.set_viewport_size({"width": 390, "height": 844})
    phone.open()
    expect(phone.chip("king_lost_Bo_1")).to_be_visible()
    tops = """[...document.querySelectorAll(".event:not(.again), .group, details")]
        .map((one) => one.getBoundingClientRect().top + scrollY)"""
    before = phone.page.evaluate(tops)

    phone.tap("king_lost_Bo_0")

    assert phone.page.evaluate(tops) == before


def test_empty_corner_explains_the_marks_until_the_next_tap(
    phone: Table,
) -> None:
    phone.open()
    card = phone.page.locator(".key > .card")
    expect(card).to_be_hidden()
    names = phone.page.locator(".event.names").bounding_box()

    phone.press(phone.page.get_by_label("What the marks mean"))

    expect(card).to_contain_text("in the column of the player who won the trick")
    told = card.bounding_box()
    assert told and names
    assert told["width"] >= names["width"] - 2
    assert phone.page.locator(".event.names").bounding_box() == names
    phone.tap("lost_Cai", "king")
    expect(card).to_be_hidden()


def test_names_of_two_words_are_legible_above_the_columns(phone: Phone, house: House) -> None:
    for short, name in (("Aase", "Søren Sørensen"), ("Bo", "Søren Sørensen jun.")):
        Player.objects.filter(pk=house.players[short]).update(name=name)
    phone.open()

    heads = phone.page.locator(".names bdi")
    sizes = "(all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"

    assert heads.all_inner_texts() == ["Søren Sørensen", "Søren Sørensen jun.", "Cai"]
    assert min(heads.evaluate_all(sizes)) >= 9


def test_a_half_declaration_asks_for_the_missing_card(phone: Table) -> None:
    phone.open()
    bo = phone.house.players["Bo"]
    missing = phone.page.locator(f'label:has(input[name="missing_kings_{bo}"][value="clubs"])')
    phone.declare({"player": "Bo", "kind": "kings", "level": "half"})
    phone.press(missing)
    expect(phone.page.locator("[data-counts]").nth(1)).to_have_text("1")
    phone.tap(f"kings_{bo}", "full")
    expect(missing).to_be_hidden()
    phone.mark("last", "other", "Bo")
    phone.count("Aase", 30)
    phone.count("Bo", 22)
    phone.save()
    phone.expect_saved(1)
    (declared,) = Entry.objects.get().record["declarations"]
    assert declared == {"player": bo, "kind": "kings", "level": "full"}
