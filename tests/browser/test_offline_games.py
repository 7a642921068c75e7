"""The entry form of every game without a network."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from support.club_factories import House
from support.entry_phone import sign_in, table_of
from support.offline_phone import CellarPhone, box, expect_waiting
from tarokk_club.club.hand.forms import ENTRY_GAMES
from tarokk_club.club.models import Entry

pytestmark = pytest.mark.ci
# What is empty says the same as what is left out; where to go afterwards is no part of the hand.
CHOSEN = """() => [...new FormData(document.getElementById("entry"))]
    .filter(([name, value]) => value
      && !["csrfmiddlewaretoken", "key", "dealer", "then"].includes(name))
    .map((field) => field.join("=")).sort()"""


@pytest.mark.parametrize("game", sorted(ENTRY_GAMES))
def test_next_offline_hand_starts_empty(
    page: Page, live_server: LiveServer, house: House, game: str
) -> None:
    sign_in(page.context, live_server, house.anna)
    phone = CellarPhone(page, live_server, house, table_of(house, game))
    phone.open()
    new = page.evaluate(CHOSEN)
    phone.network(on=False)
    # Everything that can be chosen, whether or not a hand could be so.
    page.evaluate(
        """() => document.querySelectorAll("#entry input").forEach((input) => {
            if (["radio", "checkbox"].includes(input.type)) input.checked = true;
            if (input.inputMode === "numeric") input.value = "7";
        })"""
    )
    page.evaluate(
        """() => document.querySelectorAll("#entry select").forEach((list) => {
            list.selectedIndex = list.length - 1;
        })"""
    )
    assert page.evaluate(CHOSEN) != new
    page.locator(".foot .go").tap()
    expect_waiting(page, 1)
    assert page.evaluate(CHOSEN) == new
    assert page.evaluate("document.getElementById('entry').elements.then.value") == "next"


def test_kontra_to_an_announcement_is_displayed_until_its_hand_ends(
    cellar: CellarPhone,
) -> None:
    kontra = cellar.page.locator('[name="trull_ours_kontra"]')
    cellar.let_wait(1)
    cellar.choose(declarer="Béla", bid="two", partner="Dóra", result="won")
    cellar.announce("trull_ours", by="Béla", kontra=2)
    cellar.page.reload()

    expect(kontra).to_have_value("2")
    cellar.tap("trull", "declarer")
    cellar.save()
    expect_waiting(cellar.page, 2)
    expect(kontra).to_have_value("0")
    told = box(cellar.page).locator("[data-words]").last
    expect(told).to_contain_text("Trull: kontra to the declarer's side ×4")
    cellar.network(on=True)
    expect_waiting(cellar.page, 0)
    (announced,) = Entry.objects.latest("position").record["announced"]
    assert (announced["figure"], announced["kontra"]) == ("trull", 2)
