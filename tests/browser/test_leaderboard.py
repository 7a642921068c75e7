"""The leaderboard on a phone: every figure of a row is seen without moving the table sideways."""

import pytest
from playwright.sync_api import expect

from support.catalogue import row
from support.entry_phone import Phone
from support.season_tables import a_plan, an_evening, key_form, the_season
from tarokk_club.club.seasons.usecases import change_season

pytestmark = pytest.mark.ci

# Four columns of figures, with amounts as long as a year of forints makes them.
STAKE = {"per_point": "1000", "currency": "HUF"}
HIDDEN = "table => table.closest('.scroll').scrollWidth - table.closest('.scroll').clientWidth"


@row("U18")
@pytest.mark.parametrize("width", [390, 320])
def test_no_column_of_the_leaderboard_is_cut_off(phone: Phone, width: int) -> None:
    house, season = phone.house, the_season(phone.house)
    an_evening(house, "2026-03-01", *["Anna"] * 6, stake=STAKE)
    an_evening(house, "2026-03-08", "Csaba", stake=STAKE)
    plan = a_plan("2026", "2026-01-01", drop_worst=1, min_evenings=2)
    change_season(club_id=house.club.id, form=key_form(house), season_id=season.id, plan=plan)
    phone.page.set_viewport_size({"width": width, "height": 844})

    phone.page.goto(f"{phone.base}/c/{house.club.slug}/seasons/{season.id}/")

    assert phone.page.locator(".leaders").evaluate(HIDDEN) <= 0
    expect(phone.page.locator(".leaders tbody tr").first).to_contain_text("HUF 5,000")


def test_highlighting_a_player_redraws_only_the_chart(phone: Phone) -> None:
    house, season = phone.house, the_season(phone.house)
    for day in range(1, 6):
        an_evening(house, f"2026-03-0{day}", "Anna", *["Csaba"] * (day % 2))

    phone.page.goto(f"{phone.base}/c/{house.club.slug}/seasons/{season.id}/")
    phone.page.evaluate("window.kept = 1")
    phone.page.get_by_text("Bring a player forward").click()
    phone.page.locator("#race .forward").get_by_role("link", name="Csaba").click()

    expect(phone.page.locator("#race .line.forward text")).to_have_text("Csaba")
    expect(phone.page.locator("#race .line.forward .mark")).to_have_count(5)
    phone.page.locator("#race").get_by_role("link", name="Places").click()
    expect(phone.page.locator("#race")).to_contain_text("The place after each evening.")
    expect(phone.page.locator("#race .line.forward text")).to_have_text("Csaba")
    assert phone.page.evaluate("window.kept") == 1
    assert f"player={house.players['Csaba']}" in phone.page.url


def test_without_script_the_same_links_lead_there(plain_phone: Phone) -> None:
    phone, season = plain_phone, the_season(plain_phone.house)
    for day in range(1, 6):
        an_evening(phone.house, f"2026-03-0{day}", "Anna")

    phone.page.goto(f"{phone.base}/c/{phone.house.club.slug}/seasons/{season.id}/")
    phone.page.get_by_text("Bring a player forward").click()
    phone.page.locator("#race .forward").get_by_role("link", name="Anna").click()

    expect(phone.page.locator("#race .line.forward text")).to_have_text("Anna")
