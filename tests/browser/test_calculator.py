"""The calculator is the form of a hand without a book: its script works there as well."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tarokk_club.club.hand.forms import ENTRY_GAMES


@pytest.mark.parametrize("game", sorted(ENTRY_GAMES))
def test_the_script_of_the_form_runs_in_the_calculator_of_each_game(
    page: Page, live_server: LiveServer, game: str
) -> None:
    faults: list[str] = []
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    page.goto(f"{live_server.url}{reverse('club:calculator')}?game={game}")
    page.wait_for_load_state("networkidle")

    assert faults == []


@pytest.mark.ci
def test_the_triangle_of_a_fold_is_within_its_box(page: Page, live_server: LiveServer) -> None:
    page.goto(live_server.url + reverse("club:calculator"))

    rooms = page.locator(".calculator .fold > summary").evaluate_all(
        """(all) => all.map((one) => getComputedStyle(one))
          .map((style) => parseFloat(style.paddingLeft) + parseFloat(style.textIndent))"""
    )
    assert rooms and min(rooms) >= 12
