"""An evening from its planning to two tables that play, on two phones."""

import pytest
from playwright.sync_api import Browser, Page, expect

from support.club_factories import House
from support.entry_phone import Phone, sign_in
from support.planned_evenings import (
    an_evening,
    calendar_url,
    day_in,
    more_players,
    record_answer,
)
from tarokk_club.club.models import EveningTable, PlannedEvening, Player

pytestmark = pytest.mark.ci


def answered_at_home(page: Page, phone: Phone, answer: str) -> None:
    """Say on the club's page whether one comes."""
    page.goto(f"{phone.base}/c/zuglo/")
    page.get_by_role("button", name=answer, exact=True).tap()
    said_so = page.get_by_role("button", name=answer, exact=True)
    expect(said_so).to_have_attribute("aria-pressed", "true")


def test_an_evening_is_planned_answered_drawn_and_started(
    phone: Phone, browser: Browser, house: House
) -> None:
    for name, user in (("Anna", house.anna), ("Béla", house.bela)):
        Player.objects.filter(pk=house.players[name]).update(user=user)
    page = phone.page
    # From home to the calendar, and to a new evening.
    page.goto(f"{phone.base}/c/zuglo/")
    page.get_by_role("link", name="Calendar").tap()
    expect(page.get_by_text("No evening is planned")).to_be_visible()
    page.get_by_role("link", name="Plan an evening").tap()
    page.get_by_label("Date").fill(day_in(house, 0).isoformat())
    page.get_by_label("Begins at").fill("18:30")
    page.get_by_label("Place").fill("Kávéház a Fő téren")
    page.get_by_label("Game").select_option("paskievics")
    page.get_by_role("button", name="Add to the calendar").tap()
    expect(page.get_by_text("Nobody has answered yet.")).to_be_visible()

    evening = PlannedEvening.objects.get()
    with browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True) as context:
        sign_in(context, phone.live_server, house.bela)
        answered_at_home(context.new_page(), phone, "Yes")
    answered_at_home(page, phone, "Yes")
    # The others have no account and told the secretary, two of them a guest more.
    for player in [*house.ids("Csaba", "Dóra", "Cili"), *more_players(house, 3)]:
        record_answer(house, evening, player)

    page.goto(phone.base + calendar_url(house))
    page.get_by_role("link", name="Today").tap()
    expect(page.get_by_text("8 people come")).to_be_visible()
    expect(page.get_by_text("2 tables of 4")).to_be_visible()
    page.get_by_role("link", name="Draw the tables").tap()
    page.get_by_role("button", name="Draw the tables").tap()
    expect(page.get_by_text("Draw number 1.")).to_be_visible()
    for number in (1, 2):
        page.get_by_role("button", name=f"Start table {number}").tap()
        expect(page.get_by_text("The table has begun.")).to_be_visible()
        expect(page.get_by_role("link", name=f"Table {number}")).to_be_visible()

    tables = list(EveningTable.objects.select_related("session"))
    assert [len(one.session.seats) for one in tables] == [4, 4]
    assert len({player for one in tables for player in one.session.seats}) == 8
    page.get_by_role("link", name="Table 2").tap()
    page.wait_for_url(f"**/sessions/{tables[1].session_id}/")
    expect(page.get_by_role("heading", name="Table 2")).to_be_visible()


@pytest.mark.parametrize("width", [320, 390])
def test_three_answers_stay_equally_wide_when_one_of_them_is_given(
    phone: Phone, house: House, width: int
) -> None:
    evening = an_evening(house, 3)
    record_answer(house, evening, house.players["Csaba"], "perhaps")
    phone.page.set_viewport_size({"width": width, "height": 844})
    phone.page.goto(f"{phone.base}{calendar_url(house)}{evening.id}/answers/")

    answers = phone.page.locator(".answers > .btn")
    expect(answers.and_(phone.page.locator("[aria-pressed=true]"))).to_contain_text("Perhaps")
    widths = answers.evaluate_all("all => all.map((one) => Math.round(one.offsetWidth))")
    assert len(widths) > 6 and max(widths) - min(widths) <= 1
