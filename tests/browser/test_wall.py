"""The wall of a large tournament: all of it on one screen, and no name cut."""

import pytest
from django.urls import reverse
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from support.club_factories import House, a_form
from support.entry_phone import sign_in
from support.tournament_tables import a_penalty, a_tournament, begun, close_with_points
from tarokk_club.club.models import Player, Tournament
from tarokk_club.club.tournaments.usecases.entrants import set_teams_and_clubs

pytestmark = pytest.mark.ci

PLAYERS, TEAMS, CLUBS = 44, 11, 4
LONG = ("Szentgyörgyi-Nagymihályi Erzsébet Bernadett", "Szentgyörgyi-Nagymihályi Erzsébet Borbála")
# What is wider than what holds it, or covered by another one.
CUT = """[...document.querySelectorAll('main bdi')].filter((one) => {
  const box = one.getBoundingClientRect(), hold = one.parentElement.getBoundingClientRect();
  return box.right > hold.right + 1 || box.right > innerWidth || box.bottom > innerHeight;
}).map((one) => one.textContent)"""

LETTERS = "parseFloat(getComputedStyle(document.documentElement).fontSize)"
SIZE = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"


def a_cup(house: House, rounds_played: int) -> Tournament:
    """Teams of four from four clubs, most tables of the last round done, a penalty given."""
    cup = a_tournament(house, PLAYERS, rounds=4)
    entrants = list(cup.entrants.select_related("player").order_by("player__name"))
    for entrant, name in zip(entrants, LONG, strict=False):
        Player.objects.filter(pk=entrant.player_id).update(name=name)
    sides = {
        one.player_id: (f"Kártyaforgatók {at % TEAMS + 1}", f"Nagykanizsai Kör {at % CLUBS + 1}")
        for at, one in enumerate(entrants)
    }
    set_teams_and_clubs(
        club_id=house.club.id, form=a_form(house.anna), tournament_id=cup.id, sides=sides
    )
    for number in range(1, rounds_played + 1):
        for at, session in enumerate(begun(house, cup)):
            if number < rounds_played or at:
                close_with_points(house, session, 9 + at, 1, -3 - at, -7)
    a_penalty(house, cup)
    return cup


@pytest.mark.parametrize("rounds", [1, 3])
def test_forty_four_with_teams_fit_a_wall(
    browser: Browser, live_server: LiveServer, house: House, rounds: int
) -> None:
    cup = a_cup(house, rounds)
    with browser.new_context(viewport={"width": 1600, "height": 900}) as context:
        sign_in(context, live_server, house.anna)
        page = context.new_page()
        address = reverse("club:tournament_screen", args=[house.club.slug, cup.id])
        page.goto(live_server.url + address)
        for width, height in ((1600, 900), (1280, 900), (1920, 1080)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(CUT) == [], width
            assert page.evaluate(SIZE) == [width, height]
            # Read from the last table, as far as a field of this size allows it.
            assert page.evaluate(LETTERS) >= height / 83
