"""A club night from an empty site to the CSV, as a secretary lives it on a phone."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from support.club_factories import House
from support.entry_phone import Phone, tap_in
from tarokk_club.club.models import Club, Player, Posting, Session, User

EVENING = json.loads(
    (Path(__file__).parent.parent / "sessions" / "club_night.json").read_text(encoding="utf-8")
)
DOCUMENT = EVENING["document"]
MINUS = "\N{MINUS SIGN}"


@pytest.fixture
def night(page: Page, live_server: LiveServer) -> Phone:
    """The phone after founding the club, adding the players and seating them."""
    page.goto(live_server.url)
    page.fill("[name=club]", "Kossuth Tarokk Klub")
    page.fill("[name=name]", "Anna")
    page.fill("[name=password]", "cellar light green")
    page.select_option("[name=currency]", "HUF")
    page.locator(".go").tap()
    page.get_by_role("link", name="Add players").tap()
    for name in DOCUMENT["players"]:
        page.fill("[name=name]", name)
        page.get_by_role("button", name="Add the player").tap()
        expect(page.locator(".lines")).to_contain_text(name)
    page.get_by_role("link", name="Start a session").tap()
    for name in DOCUMENT["players"]:
        page.locator(".tapped button", has_text=name).tap()
    page.locator("label", has=page.locator("[name=dealer][value='4']")).tap()
    page.fill("[name=per_point]", DOCUMENT["stake"]["per_point"])
    page.get_by_role("button", name="Deal the first hand").tap()
    expect(page.locator(".turn")).to_contain_text("Dóra deals")
    club, anna = Club.objects.get(), User.objects.get()
    players = {name: str(pk) for pk, name in Player.objects.values_list("pk", "name")}
    house = House(club, anna, anna, players)
    return Phone(page, live_server, house, Session.objects.get())


def _totals(page: Page) -> dict[str, int]:
    """The big totals of the sheet, by name."""
    texts = [seat.inner_text().split("\n") for seat in page.locator(".felt .seat").all()]
    parts = [[part.strip() for part in text if part.strip()] for text in texts]
    found = {}
    for name in DOCUMENT["players"]:
        row = next(row for row in parts if name in row)
        number = next(part for part in row if part.lstrip("+" + MINUS).isdigit())
        found[name] = int(number.replace(MINUS, "-"))
    return found


def _downloaded(page: Page, link: str) -> list[list[str]]:
    with page.expect_download() as started:
        page.get_by_role("link", name=link).tap()
    text = Path(started.value.path()).read_bytes().decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text)))


@pytest.mark.ci
def test_an_empty_site_leads_to_the_csv(night: Phone) -> None:
    page = night.page
    taps = []
    for number, hand in enumerate(DOCUMENT["events"], start=1):
        page.locator(".foot .go").tap()
        night.taps = 0
        expect(page.locator(".foot .go")).to_have_text(f"Save hand {number}")
        tap_in(night, hand)
        night.save()
        night.expect_saved(number)
        taps.append(night.taps)
    # Hands 1, 2, 5, 6 and 10 are plain; hand 9 has everything: who announced, kontra, who caught.
    assert [taps[place] for place in (0, 1, 4, 5, 9)] == [5] * 5
    assert taps[3] == 2 and max(taps) <= 11
    booked = Posting.objects.order_by("position")
    names = {player: name for name, player in night.house.players.items()}
    nets = [{names[player]: points for player, points in one.net.items()} for one in booked]
    assert nets == [hand["net"] for hand in EVENING["expect"]["hands"]]
    assert _totals(page) == EVENING["expect"]["balances"]
    expect(page.locator(".hat")).to_have_count(1)

    _correct_hand_three(night)
    assert _totals(page) == EVENING["correction"]["balances"]

    _close(page)
    _settlement_is_right(page, EVENING["correction"]["money"])


def _correct_hand_three(night: Phone) -> None:
    page, correction = night.page, EVENING["correction"]
    page.locator(".hands summary", has_text="Csaba · Three").tap()
    page.get_by_role("link", name="Open, correct or delete").locator("visible=true").tap()
    page.get_by_role("link", name="Correct this hand").tap()
    night.tap("partner", correction["partner"])
    night.save()
    main = page.locator("main")
    for text in (f"{EVENING['expect']['balances']['Anna']}", f"{correction['balances']['Anna']}"):
        expect(main).to_contain_text(text)
    page.locator(".foot .go").tap()
    expect(page.get_by_role("status").first).to_contain_text("Hand 3 is corrected.")


def _close(page: Page) -> None:
    page.locator(".more > summary").tap()
    page.get_by_role("link", name="Close the session").tap()
    page.get_by_role("button", name="Close the session").tap()
    expect(page.get_by_role("heading", name="How the session ended")).to_be_visible()
    page.get_by_role("link", name="Settlement").tap()
    expect(page.get_by_role("heading", name="Settlement")).to_be_visible()


def _settlement_is_right(page: Page, money: dict[str, Any]) -> None:
    expect(page.locator(".move")).to_have_count(3)
    rows = _downloaded(page, "Settlement as a table (CSV)")
    results = {row[1]: row for row in rows if row[0] == "Result"}
    amount = rows[0].index("Amount")
    assert {name: int(row[amount]) for name, row in results.items()} == money
