"""A page that is loaded again while its last tap is on its way to the book."""

import pytest
from playwright.sync_api import Page, Route, expect

from support.entry_phone import Phone
from tarokk_club.club.models import Draft

pytestmark = pytest.mark.ci
POSTS = "**/draft/"


def held(page: Page) -> list[Route]:
    """The posts of taps, held back from now on."""
    routes: list[Route] = []
    page.route(POSTS, lambda route: routes.append(route))
    return routes


def tap_held(phone: Phone, routes: list[Route], name: str, value: str) -> Route:
    """A tap whose post is on its way and gets no answer."""
    phone.tap(name, value)
    while not routes:
        phone.page.wait_for_timeout(20)
    return routes[-1]


def expect_hand(phone: Phone, **taps: str) -> None:
    """The page shows these taps, the book has them, and nobody is told of another phone."""
    for name, value in taps.items():
        expect(phone.input(name, value)).to_be_checked()
    expect(phone.page.locator("[data-state]")).to_have_text("kept")
    expect(phone.page.locator("[data-over]")).to_be_hidden()
    record = Draft.objects.get().record
    assert {name: record[name] for name in taps} == {
        name: phone.house.players.get(value, value) for name, value in taps.items()
    }


def test_u05_a_tap_that_arrives_after_the_new_page_is_no_other_phone(phone: Phone) -> None:
    phone.open()
    routes = held(phone.page)
    sent = tap_held(phone, routes, "bid", "solo").request.post_data
    phone.page.unroute(POSTS)

    def late(route: Route) -> None:
        """The post of the page before overtakes the first one of the new page."""
        if not Draft.objects.exists():
            assert route.fetch(post_data=sent).ok
        route.continue_()

    phone.page.route(POSTS, late)
    phone.page.reload()

    expect_hand(phone, bid="solo")
    phone.tap("declarer", "Béla")
    expect_hand(phone, bid="solo", declarer="Béla")


def test_u05_what_was_tapped_after_a_post_that_arrived_unheard_is_not_lost(phone: Phone) -> None:
    phone.open()
    routes = held(phone.page)
    assert tap_held(phone, routes, "bid", "solo").fetch().ok
    phone.tap("declarer", "Béla")
    assert "declarer" not in Draft.objects.get().record
    phone.page.unroute(POSTS)
    phone.page.reload()

    expect_hand(phone, bid="solo", declarer="Béla")
