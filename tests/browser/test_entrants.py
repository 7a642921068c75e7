"""People from three clubs enter by link and from a table, are checked in, and are drawn."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, ViewportSize, expect

from support.catalogue import row
from support.club_factories import House
from support.entry_phone import Phone
from support.tournament_tables import a_tournament
from tarokk_club.club.models import Entrant, Tournament
from tarokk_club.club.tournaments.queries.counting_tables import load_counting_tables

pytestmark = pytest.mark.ci

PHONE: ViewportSize = {"width": 390, "height": 844}
SZEGED = ("Nagy Éva", "Kiss Feri", "Tóth Gizi")
BUDA = "Név;Klub;Értékszám\nSzabó Hugó;Buda;1500\nVarga Ilka;Buda;1400\nAnna;Buda;1300\n"


def enter(page: Page, address: str, name: str, club: str, *, apart: str = "") -> None:
    """Enter by the link as somebody without an account."""
    page.goto(address)
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Your club").fill(club)
    page.get_by_role("button", name=re.compile("Enter the")).click()
    if apart:
        expect(page.get_by_text("is on the list already")).to_be_visible()
        page.get_by_label("What tells you apart from your namesake?").fill(apart)
        page.get_by_role("button", name=re.compile("Enter the")).click()


def the_link(phone: Phone, tournament: Tournament) -> str:
    """Let Anna make the link, and return it."""
    page = phone.page
    page.goto(phone.base + reverse("club:tournament", args=[phone_slug(tournament), tournament.id]))
    page.get_by_role("link", name="Entries").tap()
    page.get_by_role("link", name="Make the link to enter").tap()
    page.get_by_label("Number of places").fill("8")
    page.get_by_label("Entry fee (HUF)", exact=True).fill("2000")
    page.get_by_role("button", name="Make the link").tap()
    return page.get_by_label("Link", exact=True).input_value()


def phone_slug(tournament: Tournament) -> str:
    return tournament.club.slug


@row("S98")
def test_three_clubs_enter_arrive_and_are_drawn(
    phone: Phone, browser: Browser, house: House
) -> None:
    tournament = a_tournament(house, 4, rounds=1)
    page, address = phone.page, the_link(phone, tournament)

    with browser.new_context(viewport=PHONE, java_script_enabled=False) as context:
        stranger = context.new_page()
        for name in SZEGED:
            enter(stranger, address, name, "Szeged")
        gizi = stranger.url
        enter(stranger, address, "Nagy Éva", "Pest", apart="Pest")
        expect(stranger.get_by_text("You are entered and have a place.")).to_be_visible()
        enter(stranger, address, "Késő Jenő", "")
        expect(stranger.get_by_text("You are number 1 on the waiting list.")).to_be_visible()
        jeno = stranger.url
        stranger.goto(gizi)
        stranger.get_by_text("I cannot come").click()
        stranger.get_by_role("button", name="Withdraw").click()
        expect(stranger.get_by_text("You have withdrawn from this tournament.")).to_be_visible()
        stranger.goto(jeno)
        expect(stranger.get_by_text("You are entered and have a place.")).to_be_visible()

    base = phone.base + reverse("club:tournament", args=[house.club.slug, tournament.id])
    page.goto(f"{base}entries/")
    page.get_by_role("button", name="Accept 4 entries").tap()
    expect(page.get_by_text("They now take part.")).to_be_visible()
    page.get_by_role("link", name="Enter players from a table").tap()
    page.get_by_label("Paste the table here").fill(BUDA)
    page.get_by_role("button", name="Show it first").tap()
    expect(page.get_by_text("For 1 name, say who it is.")).to_be_visible()
    page.get_by_label("Who is it?").select_option("new")
    page.get_by_role("button", name="Enter these players").tap()
    expect(page.get_by_text("3 players are entered.")).to_be_visible()

    page.get_by_role("link", name="At the door").tap()
    page.get_by_role("button", name="Begin the check-in").tap()
    for name in ("Nagy Éva (Pest)", "Szabó Hugó", "Anna (Buda)", "Csaba"):
        page.get_by_label("Name", exact=True).fill(name)
        page.get_by_role("button", name="Search").tap()
        page.get_by_role("button", name=f"{name} is here").tap()
        expect(page.get_by_label("Name", exact=True)).to_have_value("")
    expect(page.get_by_text("4 of 11 are here.")).to_be_visible()
    page.get_by_role("link", name=re.compile("Csaba")).tap()
    page.get_by_role("button", name=re.compile("paid in cash")).tap()
    expect(page.get_by_text(re.compile("Entry fee .* paid"))).to_be_visible()

    page.goto(base)
    page.get_by_role("link", name="Draw round 1").tap()
    expect(page.get_by_text("7 players are not here yet and are not drawn")).to_be_visible()
    page.get_by_role("button", name="Begin round 1").tap()
    expect(page.get_by_text("1 table still plays.")).to_be_visible()

    (table,) = load_counting_tables(tournament)
    here = Entrant.objects.exclude(arrived_at=None).values_list("player_id", flat=True)
    assert {str(seat) for seat in table.session.seats} == {str(one) for one in here}
