"""An arbiter of another club draws, swaps, fixes, publishes and closes a round on a phone."""

import os
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from support.club_factories import House, a_form, a_user
from support.entry_phone import sign_in
from support.tournament_tables import a_tournament, an_arbiter, read_drawn_round
from tarokk_club.club.models import Tournament
from tarokk_club.club.tournaments.draw.manual_seat_changes import find_table_number
from tarokk_club.club.tournaments.queries.counting_tables import load_counting_tables
from tarokk_club.club.tournaments.usecases.tables import end_table_with_totals
from tarokk_club.club.values.draws import DrawKind, Publishing

pytestmark = pytest.mark.ci

# A folder for pictures of what the journeys see; none unless somebody looks at them.
PICTURES = os.environ.get("TAROKK_PICTURES", "")


def look(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png", full_page=True)


def no_wider_than_its_window(page: Page) -> None:
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wide) <= 0


def a_page_of(page: Page, live_server: LiveServer, tournament: Tournament, name: str) -> str:
    return live_server.url + reverse(f"club:{name}", args=[tournament.club.slug, tournament.pk])


@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
def test_an_arbiter_of_another_club_runs_a_round(
    browser: Browser, live_server: LiveServer, house: House, script: bool
) -> None:
    cup = a_tournament(house, 8, publishing=Publishing.WHEN_READY, draw_kind=DrawKind.LOT)
    arbiter, member = a_user("gyula"), a_user("tag", club=house.club)
    an_arbiter(house, cup, arbiter)
    settings: Any = {"viewport": {"width": 390, "height": 844}, "java_script_enabled": script}
    with browser.new_context(**settings) as context:
        sign_in(context, live_server, arbiter)
        page = context.new_page()
        page.goto(live_server.url + reverse("club:directing"))
        page.get_by_role("link", name="To the tournament").click()
        page.get_by_role("link", name="Draw round 1").click()
        page.get_by_role("button", name="Keep this draw, publish later").click()
        expect(page.get_by_text("Drawn, not published")).to_be_visible()
        look(page, "drawn")
        swapped(page, cup)
        fixed(page, cup)
        page.get_by_role("button", name="Undo").click()
        expect(page.get_by_text("The change is undone.")).to_be_visible()
        fixed(page, cup)
        look(page, "changed")
        no_wider_than_its_window(page)
        page.get_by_role("button", name="Publish round 1").click()
        expect(page.get_by_text("The pairings are published.")).to_be_visible()
        played(page, live_server, cup)
        look(page, "published")
        page.goto(a_page_of(page, live_server, cup, "tournament_draws") + "?compare=1")
        expect(page.get_by_text("Drawn again from the seed: the same tables.")).to_be_visible()
        look(page, "draws")
        no_wider_than_its_window(page)
    assert cup.tables.filter(session__closed=True, session__binned_at=None).count() == 2
    assert member.arbiter_of.count() == 0


def swapped(page: Page, cup: Tournament) -> None:
    """Swap the first player of each table, after looking at what changes."""
    seats = read_drawn_round(cup).seats
    one, other = seats.tables[0][0], seats.tables[1][0]
    page.get_by_text("Swap two players").click()
    form = page.locator("details", has_text="Swap two players")
    form.get_by_label("Player").select_option(one)
    form.get_by_label("Changes places with").select_option(other)
    form.get_by_role("button", name="Show what changes").click()
    expect(page.get_by_text("moves from table 1 to table 2")).to_be_visible()
    look(page, "what-changes")
    page.get_by_role("button", name="Change the seats").click()
    expect(page.get_by_text("The seats are changed.")).to_be_visible()
    assert find_table_number(read_drawn_round(cup).seats, one) == 2


def fixed(page: Page, cup: Tournament) -> None:
    """Fix somebody of the second table at the first."""
    player = read_drawn_round(cup).seats.tables[1][0]
    page.get_by_text("Fix somebody's table").click()
    form = page.locator("details", has_text="Fix somebody's table")
    form.get_by_label("Who stays at one table?").select_option(player)
    form.get_by_label("Table number").fill("1")
    form.get_by_role("button", name="Show what changes").click()
    page.get_by_role("button", name="Change the seats").click()
    expect(page.get_by_text("The seats are changed.")).to_be_visible()
    assert find_table_number(read_drawn_round(cup).seats, player) == 1


def played(page: Page, live_server: LiveServer, cup: Tournament) -> None:
    """Type the totals of one table as the arbiter, and close the other after its hands."""
    first, second = [one.session for one in load_counting_tables(cup)]
    home = page.url
    page.goto(
        live_server.url + reverse("club:tournament_table", args=[cup.club.slug, cup.pk, first.pk])
    )
    for seat, points in zip(first.seats, ("3", "1", "-1", "-3"), strict=True):
        page.locator(f"input[name$='{seat}']").fill(points)
    page.locator("footer button").click()
    arbiter = a_form(cup.arbiters.get().user)
    totals = dict(zip(map(str, second.seats), (3, 1, -1, -3), strict=True))
    end_table_with_totals(session_id=second.id, form=arbiter, totals=totals)
    page.goto(home)
    expect(page.get_by_text("Every table has finished.")).to_be_visible()
