"""Hands of Illustrated tarokk tapped in on a phone, with the figures that are only announced."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from support.catalogue import row
from support.club_factories import House, a_session
from support.entry_phone import Phone, sign_in
from tarokk_club.club.models import Balance, Entry, Player, Posting, Session

# `test` walks the entry of one game; the others are walked by `.ci/run`.
pytestmark = pytest.mark.ci
EXAMPLES = Path(__file__).parent.parent / "scoring" / "examples"
EVENINGS = sorted(EXAMPLES.glob("illustrated-*.json"))
PLAIN = {"declarer": "Anna", "bid": "one", "partner": "Csaba", "result": "won"}
MORE = "Birds, uhus and kings"


@pytest.fixture
def session(house: House) -> Session:
    """A session by the rules of the cups, the sas with them."""
    return a_session(house, game="illustrated", rules={"preset": "itvb"})


def test_an_extra_figure_takes_three_taps_beside_opening_the_fold(phone: Phone) -> None:
    phone.open()
    phone.choose(**PLAIN)
    expect(phone.chip("centrum_ours")).to_be_hidden()
    phone.unfold(MORE)
    expect(phone.chip("centrum_ours_made", "made")).to_be_hidden()
    phone.tap("centrum_ours")
    expect(phone.page.locator("#preview")).to_contain_text("Centrum: made or failed?")
    phone.tap("centrum_ours_made", "made")
    expect(phone.page.locator("#preview")).to_contain_text("Centrum: by whom?")
    phone.tap("centrum_ours_by", "Csaba")
    phone.announce("king_ultimo_hearts_theirs", by="Béla")
    phone.tap("king_ultimo_hearts_theirs_made", "lost")
    expect(phone.page.locator("#preview .amount")).to_have_text(["+28", "−28", "+28", "−28"])
    phone.save()
    phone.expect_saved(1)
    assert phone.taps == 5 + 1 + 3 + 3


def test_a_raised_uhu_replaces_the_ultimo(phone: Phone) -> None:
    phone.open()
    phone.choose(**PLAIN)
    phone.tap("pagat_ultimo_ours")
    phone.unfold(MORE)
    phone.tap("pagat_uhu_ours")
    expect(phone.page.locator("#say")).to_have_text("The uhu takes the place of the ultimó.")
    expect(phone.input("pagat_ultimo_ours")).not_to_be_checked()
    phone.tap("pagat_ultimo_ours", force=True)
    expect(phone.page.locator("#say")).to_contain_text("The uhu with this card stands")
    expect(phone.input("pagat_ultimo_ours")).not_to_be_checked()
    # The other side's ultimo is another announcement.
    phone.tap("pagat_ultimo_theirs")
    expect(phone.input("pagat_uhu_ours")).to_be_checked()
    # The pagat came only in the last trick: the uhu failed without a further tap.
    phone.tap("pagat_ultimo", "ours_made")
    phone.tap("pagat_uhu_ours_by", "Anna")
    phone.tap("pagat_ultimo_theirs_by", "Béla")
    phone.save()
    phone.expect_saved(1)
    record = Entry.objects.get().record
    anna, bela = phone.house.ids("Anna", "Béla")
    assert record["announced"] == [
        {"figure": "pagat_uhu", "by": anna, "made": False},
        {"figure": "pagat_ultimo", "by": bela},
    ]
    # 3 game - 15 uhu + 5 silent ultimo + 10 failed ultimo of the opponents.
    assert Posting.objects.get().net[anna] == 3


def test_reload_restores_a_hand_in_play_with_its_fold_open(phone: Phone) -> None:
    phone.open()
    phone.tap("declarer", "Béla")
    phone.unfold(MORE)
    phone.tap("king_uhu_spades_ours")
    expect(phone.page.locator("[data-state]")).to_have_text("kept")
    phone.page.reload()
    expect(phone.chip("king_uhu_spades_ours")).to_be_visible()
    expect(phone.input("king_uhu_spades_ours")).to_be_checked()
    phone.open("sheet")
    expect(phone.page.locator("body")).to_contain_text("in play")


def tap_in(phone: Phone, hand: dict[str, Any]) -> None:
    """One hand of a worked evening, as a secretary would tap it in."""
    if hand.get("called", "XX") != "XX":
        phone.press(phone.page.locator(".opener"))
        phone.tap("called", hand["called"])
    phone.choose(declarer=hand["declarer"], bid=hand["bid"], partner=hand["partner"])
    phone.kontra("kontra_game", hand.get("kontra_game", 0))
    phone.unfold("Exact card points")
    phone.page.locator("#points").fill(str(hand["declarer_points"]))
    ours = {hand["declarer"], hand["partner"]}
    for item in hand.get("announced", ()):
        announce(phone, item, "ours" if item["by"] in ours else "theirs")
    if "trull" in hand:
        phone.tap("trull", hand["trull"])
    for figure in ("pagat_ultimo", "sas_ultimo"):
        if figure in hand:
            side = "ours" if hand[figure]["by"] in ours else "theirs"
            phone.tap(figure, f"{side}_{'made' if hand[figure]['made'] else 'lost'}")
            holder = phone.chip(f"{figure.partition('_')[0]}_by", hand[figure]["by"])
            if holder.is_visible():
                phone.press(holder)
    if "xxi_catch" in hand:
        phone.tap("catch_from", hand["xxi_catch"]["from"])
        if phone.chip("catch_by", hand["xxi_catch"]["by"]).is_visible():
            phone.tap("catch_by", hand["xxi_catch"]["by"])
    for item in hand.get("tarokks", ()):
        phone.unfold("Eight or nine")
        claimed = "" if item.get("declared", True) else "c"
        phone.tap(f"tarokks_{item['player']}", f"{item['count']}{claimed}")
    phone.fail_the_rest()


def announce(phone: Phone, item: dict[str, Any], side: str) -> None:
    """One announcement with its kontra, its end and who made it."""
    name = "_".join(part for part in (item["figure"], item.get("suit"), side) if part)
    if not phone.chip(name).is_visible():
        phone.unfold(MORE)
    phone.announce(name, by=item["by"], kontra=item["kontra"])
    if "made" in item:
        phone.tap(f"{name}_made", "made" if item["made"] else "lost")


@pytest.mark.parametrize("path", EVENINGS, ids=lambda path: path.stem)
def test_evening_entered_by_taps_gives_the_worked_results(phone: Phone, path: Path) -> None:
    example = json.loads(path.read_text(encoding="utf-8"))
    document, expected = example["document"], example["expect"]
    seats = phone.house.ids(*document["players"])
    dealer = phone.house.players[document["dealer"]]
    phone.session = session = a_session(
        phone.house, game="illustrated", rules=document["rules"], players=seats, dealer=dealer
    )
    for number, hand in enumerate(document["events"], start=1):
        phone.open()
        tap_in(phone, hand)
        net = [expected["hands"][number - 1]["net"][name] for name in document["players"]]
        shown = [f"{points:+d}".replace("-", "−") for points in net]
        expect(phone.page.locator("#preview .amount")).to_have_text(shown)
        phone.save()
        phone.expect_saved(number)
    names = {player: name for name, player in phone.house.players.items()}
    booked = Posting.objects.filter(session=session).order_by("position")
    nets = [{names[player]: points for player, points in one.net.items()} for one in booked]
    assert nets == [hand["net"] for hand in expected["hands"]]
    totals = Balance.objects.filter(session=session).values_list("player__name", "points")
    assert dict(totals) == expected["balances"]


@pytest.mark.parametrize("width", [320, 390])
def test_five_full_names_stay_inside_their_seats(phone: Phone, house: House, width: int) -> None:
    names = ("Anna Deák", "Béla Szántó", "Csaba Vadász", "Dóra Pintér", "Emil Nagy")
    players = [str(Player.objects.create(club=house.club, name=name).id) for name in names]
    phone.session = a_session(house, game="illustrated", players=players, dealer=players[0])
    phone.page.set_viewport_size({"width": width, "height": 700})
    phone.open()
    cut = phone.page.evaluate(
        """[...document.querySelectorAll("[data-group=declarer] .chip")]
        .map((one) => [one, one.querySelector("bdi")])
        .filter(([one, name]) => name.scrollWidth > name.clientWidth
            || name.getBoundingClientRect().width > one.clientWidth)
        .map(([one]) => one.textContent.trim())"""
    )
    assert phone.page.locator("[data-group=declarer] .chip:visible").count() == 5
    assert cut == []


@row("U02")
@pytest.mark.parametrize("width", [320, 390])
def test_targets_are_large_and_nothing_is_wider_than_the_phone(phone: Phone, width: int) -> None:
    phone.page.set_viewport_size({"width": width, "height": 700})
    phone.open()
    phone.choose(**PLAIN)
    phone.unfold(MORE)
    for name in ("centrum_ours", "centrum_theirs", "king_uhu_clubs_ours", "king_uhu_clubs_theirs"):
        phone.tap(name)
        expect(phone.chip(f"{name}_made", "made")).to_be_visible()
    assert phone.page.evaluate("document.documentElement.scrollWidth") == width
    found = phone.page.evaluate(
        """[...document.querySelectorAll(".announcements label.mark, .announcements button")]
        .filter((one) => one.checkVisibility())
        .map((one) => one.getBoundingClientRect())
        .map(({ x, y, width, height }) => ({ x, y, width, height }))"""
    )
    assert len(found) > 40
    assert min(min(box["width"], box["height"]) for box in found) >= 48
    over = [
        (one, other)
        for place, one in enumerate(found)
        for other in found[place + 1 :]
        if abs(one["x"] - other["x"]) < 47.9 and abs(one["y"] - other["y"]) < 47.9
    ]
    assert over == []


@row("U23")
def test_a_hand_is_entered_without_script(
    browser: Browser, live_server: LiveServer, house: House, session: Session
) -> None:
    with browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, java_script_enabled=False
    ) as context:
        sign_in(context, live_server, house.anna)
        plain = Phone(context.new_page(), live_server, house, session)
        plain.open()
        plain.choose(**PLAIN)
        plain.unfold(MORE)
        plain.tap("pagat_ultimo_theirs")
        plain.tap("pagat_uhu_theirs")
        plain.page.locator('[name="pagat_uhu_theirs_kontra"]').select_option("1")
        plain.save()
        expect(plain.page.locator("#fault_pagat_uhu_theirs_made")).to_be_visible()
        expect(plain.page.locator("#fault_pagat_uhu_theirs")).to_contain_text("need the same card")
        plain.tap("pagat_uhu_theirs_made", "lost")
        plain.tap("pagat_uhu_theirs_by", "Béla")
        plain.tap("pagat_ultimo_theirs")
        plain.save()
        plain.expect_saved(1)
    # 3 for the game and 2 x 15 for the lost uhu.
    assert Posting.objects.get().net[house.players["Anna"]] == 33
