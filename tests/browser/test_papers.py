"""The papers as the printer gets them: their size, and what stays on the screen."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from support.club_web import session_url
from support.entry_phone import Phone
from support.money_tables import charge_fee, played, played_with, settle_club
from support.tournament_tables import a_tournament, begun, close_with_points
from tarokk_club.club.models import MoneyRules, Player
from tarokk_club.club.money.queries.settlements.unsettled_items import OPEN, SettlingScope

pytestmark = pytest.mark.ci
# Millimetres as the points of a PDF.
POINTS = 72 / 25.4
# Names that stand outside of what is made for them.
CUT = """[...document.querySelectorAll(".paper bdi")].filter((one) => {
  const [inner, outer] = [one, one.closest("li, .leaf")].map((it) => it.getBoundingClientRect());
  return inner.right > outer.right + 1 || inner.bottom > outer.bottom + 1;
}).map((one) => one.textContent)"""
BOX = re.compile(rb"/MediaBox ?\[0 0 ([0-9.]+) ([0-9.]+)\]")


def printed(page: Page) -> list[tuple[int, int]]:
    """Width and height of each page of the PDF, in millimetres."""
    boxes = BOX.findall(page.pdf(prefer_css_page_size=True))
    return [
        (round(float(width) / POINTS), round(float(height) / POINTS)) for width, height in boxes
    ]


def test_each_paper_fills_one_page_of_its_size(phone: Phone) -> None:
    session = played(phone.house, Anna=12345, Béla=-7000, Csaba=-5345)
    charge_fee(phone.house, 203, "Cili")
    settlement = settle_club(phone.house)
    paper = reverse("club:settled_paper", args=[phone.house.club.slug, settlement.id])
    for path in (paper, session_url(session, "settlement_paper")):
        for size, millimetres in (("a4", (210, 297)), ("a6", (105, 148))):
            phone.page.goto(f"{phone.base}{path}?paper={size}")
            assert printed(phone.page) == [millimetres], (path, size)
        phone.page.set_viewport_size({"width": 320, "height": 640})
        assert phone.wide_or_small(320) == [], path


def test_bank_codes_are_on_the_back_of_the_small_paper(phone: Phone) -> None:
    house = phone.house
    house.club.currency = "EUR"
    house.club.save()
    MoneyRules.objects.create(
        club=house.club, till="kitty", beneficiary="Zuglói Kör", iban="BE72000000001616"
    )
    euros = {"currency": "EUR", "per_point": "0.05"}
    played_with(house, {"Anna": 12, "Béla": -4, "Csaba": -4, "Dóra": -4}, stake=euros)
    settlement = settle_club(house, SettlingScope(what=OPEN, currency="EUR", carry=True))
    paper = reverse("club:settled_paper", args=[house.club.slug, settlement.id])

    for size, pages in (("a4", [(210, 297)]), ("a6", [(105, 148), (105, 148)])):
        phone.page.goto(f"{phone.base}{paper}?paper={size}")
        assert printed(phone.page) == pages, size
        phone.page.set_viewport_size({"width": 320, "height": 640})
        assert phone.wide_or_small(320) == [], size


@pytest.mark.parametrize("players", [8, 44, 128])
def test_the_pairings_of_a_tournament_have_a_page_a_round(phone: Phone, players: int) -> None:
    house = phone.house
    cup = a_tournament(house, players)
    Player.objects.filter(name="Anna").update(name="Wolfeschlegelsteinhausenbergerdorff " * 2)
    begun(house, cup)
    begun(house, cup)
    paper = reverse("club:tournament_pairings", args=[house.club.slug, cup.id])

    phone.page.goto(phone.base + paper)
    assert printed(phone.page) == [(210, 297)] * 2
    assert phone.page.evaluate(CUT) == []
    phone.page.set_viewport_size({"width": 320, "height": 640})
    assert phone.wide_or_small(320) == []


def test_a_certificate_fills_a_page_and_eight_cards_another(phone: Phone) -> None:
    house = phone.house
    cup = a_tournament(house, 10, rounds=1)
    Player.objects.filter(name="Anna").update(name="Wolfeschlegelsteinhausenbergerdorff " * 2)
    for session in begun(house, cup):
        close_with_points(house, session, *(9, 3, 1, -4, -9)[-len(session.seats) :])
    pages = {"certificates": {"?": 4, "?who=all": 10}, "cards": {"": 2}}

    for name, counts in pages.items():
        address = phone.base + reverse(f"club:tournament_{name}", args=[house.club.slug, cup.id])
        for asked, count in counts.items():
            phone.page.set_viewport_size({"width": 390, "height": 844})
            phone.page.goto(address + asked)
            phone.page.emulate_media(media="print")
            assert printed(phone.page) == [(210, 297)] * count, (name, asked)
            assert phone.page.evaluate(CUT) == [], name
            phone.page.emulate_media(media="screen")
            phone.page.set_viewport_size({"width": 320, "height": 640})
            assert phone.wide_or_small(320) == [], name


def test_only_the_paper_is_printed(phone: Phone) -> None:
    session = played(phone.house, Anna=5, Béla=-5)
    phone.page.goto(phone.base + session_url(session, "settlement_paper"))
    button = phone.page.get_by_role("button", name="Print, or keep as a PDF")
    expect(button).to_be_visible()

    phone.page.emulate_media(media="print", color_scheme="dark")

    expect(button).to_be_hidden()
    expect(phone.page.get_by_role("link", name="Back")).to_be_hidden()
    article = phone.page.get_by_role("article")
    colours = "one => [getComputedStyle(one).color, getComputedStyle(one).backgroundColor]"
    assert article.evaluate(colours) == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
