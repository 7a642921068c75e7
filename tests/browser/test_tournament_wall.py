"""The wall of a large tournament turns its pages by itself, and each of them fits."""

import os
from pathlib import Path

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from support.club_factories import House
from support.entry_phone import sign_in
from support.tournament_tables import a_tournament, begun, close_with_points
from tarokk_club.club.values.draws import DrawKind

pytestmark = pytest.mark.ci

# A folder for pictures of what the wall shows; none unless somebody looks at them.
PICTURES = os.environ.get("TAROKK_PICTURES", "")


def look(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png", full_page=True)


def no_wider_than_its_window(page: Page) -> None:
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wide) <= 0


@pytest.mark.parametrize(("players", "least"), [(12, 40), (24, 30), (40, 25)])
def test_few_names_with_their_tables_are_as_large_as_the_wall_has_room_for(
    browser: Browser, live_server: LiveServer, house: House, players: int, least: int
) -> None:
    cup = a_tournament(house, players, minutes=45, draw_kind=DrawKind.LOT)
    begun(house, cup)
    with browser.new_context(viewport={"width": 1920, "height": 1080}) as context:
        sign_in(context, live_server, house.anna)
        page = context.new_page()
        wall = reverse("club:tournament_screen", args=[house.club.slug, cup.pk])
        page.goto(f"{live_server.url}{wall}?show=seats")

        expect(page.locator(".finding tbody tr")).to_have_count(players)
        assert page.evaluate("document.documentElement.scrollHeight") <= 1080
        no_wider_than_its_window(page)
        size = "one => parseFloat(getComputedStyle(one).fontSize)"
        assert page.locator(".finding .name").first.evaluate(size) >= least


@pytest.mark.parametrize("players", [45, 128])
def test_the_wall_of_a_large_tournament_turns_pages_that_fit(
    browser: Browser, live_server: LiveServer, house: House, players: int
) -> None:
    cup = a_tournament(house, players, minutes=45, draw_kind=DrawKind.LOT)
    for table in begun(house, cup):
        close_with_points(house, table, 3, 1, *[0] * (len(table.seats) - 4), -1, -3)
    begun(house, cup)
    with browser.new_context(viewport={"width": 1920, "height": 1080}) as context:
        sign_in(context, live_server, house.anna)
        page = context.new_page()
        page.goto(
            live_server.url + reverse("club:tournament_screen", args=[house.club.slug, cup.pk])
        )
        pages = page.locator(".turns a[href*='part=']").count()
        seen: set[str] = set()
        for number in range(1, pages + 1):
            expect(page.locator(".turns [aria-current]")).to_have_text(str(number))
            expect(page.get_by_role("timer")).to_be_visible()
            look(page, f"wall-{players}-{number}")
            assert page.evaluate("document.documentElement.scrollHeight") <= 1080
            no_wider_than_its_window(page)
            seen |= set(page.locator(".turned bdi").all_inner_texts())
            size = "one => parseFloat(getComputedStyle(one).fontSize)"
            assert page.get_by_role("timer").evaluate(size) >= 90
            page.evaluate("dispatchEvent(new Event('online'))")
        expect(page.locator(".turns [aria-current]")).to_have_text("1")
        assert len(seen) == players
        page.get_by_role("link", name="2", exact=True).click()
        expect(page.get_by_role("link", name="Turn automatically")).to_be_visible()
        page.evaluate("dispatchEvent(new Event('online'))")
        expect(page.locator(".turns [aria-current]")).to_have_text("2")
