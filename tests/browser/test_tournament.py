"""A tournament from its setup to the file of its results: on the secretary's phone and the wall."""

import csv
import io
from pathlib import Path

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Locator, Page, expect

from support.club_factories import House
from support.entry_phone import Phone
from support.tournament_tables import create_players
from tarokk_club.club.models import Session, Tournament
from tarokk_club.club.tournaments.queries.counting_tables import load_counting_tables

pytestmark = pytest.mark.ci


def play(phone: Phone, table: Session) -> None:
    """Tap one hand in, which the first two seats win, and close the table."""
    phone.session = table
    phone.open()
    first, second = map(str, table.seats[:2])
    phone.choose(declarer=first, bid="three", partner=second, result="won")
    phone.save()
    phone.expect_saved(1)
    phone.open("closing")
    phone.page.get_by_role("button", name="Close the session").tap()
    phone.page.wait_for_url("**/finale/")


def last_round(cup: Tournament) -> list[Session]:
    """The sessions of the round that was begun last."""
    tables = load_counting_tables(cup)
    return [table.session for table in tables if table.round == tables[-1].round]


def on_the_wall(page: Page) -> str:
    """The address of the projector's page, as the secretary gets it for guests."""
    page.get_by_role("link", name="Show it to guests").tap()
    page.get_by_role("button", name="Show the QR code").tap()
    return page.get_by_label("Link", exact=True).input_value()


def test_two_rounds_from_the_setup_to_the_file(
    phone: Phone, browser: Browser, house: House, tmp_path: Path
) -> None:
    page = phone.page
    create_players(house, 8)
    page.goto(phone.base + reverse("club:tournaments", args=[house.club.slug]))
    page.get_by_role("link", name="Set up a tournament").tap()
    page.get_by_label("Name", exact=True).fill("Őszi kupa")
    page.get_by_role("button", name="Next: who takes part").tap()
    expect(page.locator("label.tick")).to_have_count(8)
    for tick in page.locator("label.tick").all():
        tick.tap()
    page.get_by_role("button", name="These take part").tap()
    expect(page.get_by_role("heading", name="8 players take part")).to_be_visible()
    cup, home = Tournament.objects.get(), page.url
    address = on_the_wall(page)

    with browser.new_context(viewport={"width": 1920, "height": 1080}) as context:
        wall = context.new_page()
        wall.goto(address)
        expect(wall.get_by_role("heading", name="8 players take part")).to_be_visible()
        for number in (1, 2):
            page.goto(home)
            page.get_by_role("link", name=f"Draw round {number}").tap()
            if number == 1:
                page.get_by_role("button", name="Draw the rounds").tap()
                page.get_by_role("button", name="Draw again").tap()
                expect(page.get_by_text("Round 2", exact=True)).to_be_visible()
                page.get_by_role("link", name="To round 1").tap()
            expect(page.get_by_text("Draw number 2.")).to_be_visible()
            page.get_by_role("button", name=f"Begin round {number}").tap()
            expect(page.get_by_text("2 tables still play.")).to_be_visible()
            for table in last_round(cup):
                play(phone, table)
            wall.evaluate("dispatchEvent(new Event('online'))")
        expect(wall.get_by_role("heading", name="Final table")).to_be_visible()
        expect(wall.locator("table.leaders tbody tr")).to_have_count(8)
        assert wall.evaluate("document.documentElement.scrollHeight") <= 1080
        assert "Anna" not in wall.content()

    page.goto(home)
    expect(page.get_by_text("The tournament is over.")).to_be_visible()
    with page.expect_download() as waited:
        page.get_by_role("link", name="Results as a table (CSV)").tap()
    waited.value.save_as(tmp_path / "results.csv")
    check_results(tmp_path / "results.csv", page.locator("table.leaders tbody tr"))


def check_results(file: Path, lines: Locator) -> None:
    """Check that the file agrees with the page, and that every table has 28 table points."""
    rows = list(csv.DictReader(io.StringIO(file.read_text("utf-8-sig"))))
    assert [row["Player"] for row in rows] == [
        name.strip() for name in lines.locator(".name").all_inner_texts()
    ]
    assert sum(float(row["Table points"]) for row in rows) == 2 * 2 * 28
    assert sum(int(row["Points"]) for row in rows) == 0
