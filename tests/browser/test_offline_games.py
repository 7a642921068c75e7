"""The form that a phone empties by itself for the next hand is the form of a new hand."""

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from support.club_factories import House
from support.entry_phone import sign_in, table_of
from support.offline_phone import CellarPhone, expect_waiting
from tarokk_club.club.hand.forms import ENTRY_GAMES

pytestmark = pytest.mark.ci
# What is empty says the same as what is left out; where to go afterwards is no part of the hand.
CHOSEN = """() => [...new FormData(document.getElementById("entry"))]
    .filter(([name, value]) => value
      && !["csrfmiddlewaretoken", "key", "dealer", "then"].includes(name))
    .map((field) => field.join("=")).sort()"""


@pytest.mark.parametrize("game", sorted(ENTRY_GAMES))
def test_the_next_hand_starts_from_nothing(
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
    assert page.evaluate(CHOSEN) != new
    page.locator(".foot .go").tap()
    expect_waiting(page, 1)
    assert page.evaluate(CHOSEN) == new
    assert page.evaluate("document.getElementById('entry').elements.then.value") == "next"
