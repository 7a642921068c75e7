"""Usual names and large amounts fit beside each other on the smallest phone."""

from itertools import accumulate
from typing import Any

import pytest
from playwright.sync_api import expect

from support.catalogue import row
from support.club_factories import PASSED_OUT, House, a_hand, a_session, recorded
from support.club_web import route_url
from support.entry_phone import Phone, table_of
from support.money_tables import played
from tarokk_club.club.models import Player
from tarokk_club.env import ROOT

LAYOUT = (ROOT / "tools" / "lab" / "ux" / "layout.js").read_text(encoding="utf-8")

# The columns of a row that meet, and the names above them that are on two lines.
MEETING = """() => {
  const meeting = [...document.querySelectorAll(".hands summary .cols")].flatMap((row) => {
    const range = document.createRange();
    const boxes = [...row.children].map((one) => {
      range.selectNodeContents(one);
      return [one.textContent, range.getBoundingClientRect()];
    });
    return boxes.slice(1).filter(([, box], at) => box.left < boxes[at][1].right + 2);
  }).map(([text]) => text);
  const torn = [...document.querySelectorAll(".heads bdi")].filter((name) => {
    const range = document.createRange();
    range.selectNodeContents(name);
    return range.getClientRects().length > 1;
  }).map((name) => name.textContent);
  return [...meeting, ...torn];
}"""


@pytest.mark.ci
@row("U18")
def test_five_names_and_amounts_of_four_digits_are_apart_on_the_smallest_phone(
    phone: Phone, house: House
) -> None:
    names = {"Anna": "Ferdinand", "Béla": "Annamária"}
    for short, name in names.items():
        Player.objects.filter(pk=house.players[short]).update(name=name)
    at_table = house.ids("Anna", "Béla", "Csaba", "Dóra", "Cili")
    phone.session = a_session(house, players=at_table, dealer=at_table[-1])
    points = {at_table[0]: -9876, at_table[1]: 9876}
    recorded(house, phone.session, {"type": "adjust", "points": points, "note": "az este"})
    phone.page.set_viewport_size({"width": 320, "height": 844})

    phone.open("sheet")
    expect(phone.page.locator(".hands summary .cols > *")).to_have_count(5)
    assert phone.page.evaluate(MEETING) == []


@pytest.mark.ci
def test_six_names_of_eight_letters_are_whole_on_the_smallest_phone(
    phone: Phone, house: House
) -> None:
    names = {"Anna": "Dorottya", "Béla": "id. Nagy Erzsébet", "Csaba": "ifj. Nagy Erzsébet"}
    for short, name in names.items():
        Player.objects.filter(pk=house.players[short]).update(name=name)
    at_table = house.ids("Anna", "Béla", "Csaba", "Dóra", "Cili")
    phone.session = a_session(house, players=at_table, dealer=at_table[-1])
    newcomer = str(Player.objects.create(club=house.club, name="Annamari").pk)
    recorded(
        house,
        phone.session,
        {"type": "adjust", "points": {at_table[0]: -9876, at_table[1]: 9876}, "note": "az este"},
        {"type": "leave", "player": at_table[2]},
        {"type": "join", "player": newcomer, "after": at_table[1]},
    )
    phone.page.set_viewport_size({"width": 320, "height": 844})

    phone.open("sheet")
    expect(phone.page.locator(".heads .n6 bdi")).to_have_count(6)
    assert [fault for fault in phone.page.evaluate(LAYOUT) if fault.startswith("torn")] == []
    sizes = phone.page.locator(".heads bdi").evaluate_all(
        "(names) => names.map((name) => parseFloat(getComputedStyle(name).fontSize))"
    )
    assert max(sizes) <= 1.3 * min(sizes)
    for width in (390, 768, 1280):
        phone.page.set_viewport_size({"width": width, "height": 844})
        faults = phone.page.evaluate(LAYOUT)
        assert [fault for fault in faults if fault.startswith(("tiny", "torn"))] == [], width


@pytest.mark.ci
def test_a_name_of_two_usual_words_is_one_line_beside_its_points(
    phone: Phone, house: House
) -> None:
    Player.objects.filter(pk=house.players["Anna"]).update(name="Kata Somogyi")
    phone.session = table_of(house, "danish")
    phone.page.set_viewport_size({"width": 320, "height": 844})

    phone.open("pot")
    label = phone.page.locator(".amounts label").filter(has_text="Kata Somogyi")
    assert label.evaluate("(name) => [...name.getClientRects()].length") == 1
    box, points = label.bounding_box(), phone.page.locator(".amounts input").first.bounding_box()
    assert box and points and box["height"] < 30
    assert points["y"] < box["y"] + box["height"]


# A name as it is written on each of its lines.
LINES = """(name) => {
  const range = document.createRange(), lines = new Map();
  for (let at = 0; at < name.firstChild.length; at++) {
    range.setStart(name.firstChild, at);
    range.setEnd(name.firstChild, at + 1);
    const top = Math.round([...range.getClientRects()].at(-1).top);
    lines.set(top, (lines.get(top) ?? "") + range.toString());
  }
  return [...lines.values()].map((line) => line.replace(/\\u00AD/g, ""));
}"""


@pytest.mark.ci
@row("U18")
@pytest.mark.parametrize(
    ("name", "where"),
    [("sheet", ".heads bdi"), ("hand_new", ".names bdi"), ("hand_new", "#preview bdi")],
)
def test_a_long_name_above_a_column_breaks_between_its_syllables(
    phone: Phone, house: House, name: str, where: str
) -> None:
    Player.objects.filter(pk=house.players["Anna"]).update(name="Schwarzenberger")
    phone.session = table_of(house, "danish")
    points = {house.players["Anna"]: 5, house.players["Béla"]: -5}
    recorded(house, phone.session, {"type": "adjust", "points": points, "note": "az este"})
    phone.page.set_viewport_size({"width": 320, "height": 844})

    phone.open(name)

    head = phone.page.locator(where).filter(has_text="berger").first
    lines = head.evaluate(LINES)
    *breaks, whole = accumulate(lines)
    assert whole == "Schwarzenberger"
    assert set(breaks) <= {"Schwar", "Schwarzen", "Schwarzenber"}, lines


@pytest.mark.ci
@pytest.mark.parametrize("width", [320, 1280])
@pytest.mark.parametrize("name", ["settle", "settlement"])
def test_arrow_of_a_payment_is_beside_its_name(
    phone: Phone, house: House, name: str, width: int
) -> None:
    for short, long in {
        "Anna": "Kis-Szentgyörgyvölgyi",
        "Béla": "Kis-Szentgyörgyvölgyi Dóra",
    }.items():
        Player.objects.filter(pk=house.players[short]).update(name=long)
    phone.session = played(house, Anna=12345, Béla=-7000, Csaba=-5345)
    phone.page.set_viewport_size({"width": width, "height": 844})
    phone.page.goto(phone.base + route_url(name, phone.session))

    pairs: list[Any] = phone.page.locator(".to").evaluate_all(
        "(all) => all.map((to) => [...to.children].map((one) => one.getBoundingClientRect()))"
    )
    assert len(pairs) == 2
    for arrow, receiver in pairs:
        assert 0 <= receiver["left"] - arrow["right"] < 20
        assert receiver["top"] < arrow["bottom"] and arrow["top"] < receiver["bottom"]


@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.ci
def test_the_multipliers_of_the_next_hands_leave_room_for_the_heading(
    phone: Phone, house: House, width: int
) -> None:
    phone.page.set_viewport_size({"width": width, "height": 844})
    phone.session = a_session(house)
    hand = a_hand(house, "Anna", "Béla")
    recorded(house, phone.session, PASSED_OUT, hand, PASSED_OUT)
    phone.open()

    bar = phone.page.locator("header.bar")
    assert "×4 now, then ×4" in bar.inner_text()
    assert bar.bounding_box()["height"] < 120  # type: ignore[index]
    assert phone.page.evaluate("document.documentElement.scrollWidth") == width
