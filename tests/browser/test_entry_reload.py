"""The entry page is reloaded while the request of its last tap is under way."""

import pytest
from django.conf import settings
from playwright.sync_api import Page, Route, expect

from support.catalogue import row
from support.club_factories import a_hand, recorded
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
    """Tap; return the route of the request, which stays pending."""
    phone.tap(name, value)
    while not routes:
        phone.page.wait_for_timeout(20)
    return routes[-1]


def expect_hand(phone: Phone, **taps: str) -> None:
    """Check that page and database have these taps, without a warning of another phone."""
    for name, value in taps.items():
        expect(phone.input(name, value)).to_be_checked()
    expect(phone.page.locator("[data-state]")).to_have_text("kept")
    expect(phone.page.locator("[data-over]")).to_be_hidden()
    record = Draft.objects.get().record
    assert {name: record[name] for name in taps} == {
        name: phone.house.players.get(value, value) for name, value in taps.items()
    }


@row("U05")
def test_late_tap_of_a_reloaded_page_does_not_count_as_another_phone(phone: Phone) -> None:
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


@row("U05")
def test_a_tap_after_a_lost_response_survives_a_reload(phone: Phone) -> None:
    phone.open()
    routes = held(phone.page)
    assert tap_held(phone, routes, "bid", "solo").fetch().ok
    phone.tap("declarer", "Béla")
    assert "declarer" not in Draft.objects.get().record
    phone.page.unroute(POSTS)
    phone.page.reload()

    expect_hand(phone, bid="solo", declarer="Béla")


def sign_in_by_hand(page: Page) -> None:
    """As Anna does it, so that the book knows her phone again."""
    page.get_by_label("Username").fill("anna")
    page.get_by_label("Password").fill("kalandos pagat")
    page.get_by_role("button", name="Sign in", exact=True).tap()


@row("U05")
def test_a_sign_in_that_runs_out_in_mid_hand_loses_neither_taps_nor_the_note(
    phone: Phone,
) -> None:
    page = phone.page
    page.context.clear_cookies()
    phone.open()
    sign_in_by_hand(page)
    expect(page.locator("#entry")).to_be_visible()
    phone.open()
    phone.tap("bid", "solo")
    expect(page.locator("[data-state]")).to_have_text("kept")
    note = page.locator('textarea[name="note"], input[name="note"]')
    note.evaluate("one => one.value = 'Nem volt huszas.'")
    page.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)

    phone.tap("declarer", "Béla")
    page.wait_for_url("**/accounts/login/**")
    expect(page.get_by_text("What you entered is kept")).to_be_visible()
    sign_in_by_hand(page)
    expect(page.locator("#entry")).to_be_visible()

    expect_hand(phone, bid="solo", declarer="Béla")
    assert note.input_value() == "Nem volt huszas."


def test_reason_of_a_correction_survives_signing_in_again(phone: Phone) -> None:
    page = phone.page
    page.context.clear_cookies()
    entry = recorded(phone.house, phone.session, a_hand(phone.house))[0].entry_id
    phone.open("entry_correct", entry)
    sign_in_by_hand(page)
    expect(page.locator("#entry")).to_be_visible()
    phone.open("entry_correct", entry)
    reason = page.locator("#reason")
    reason.fill("Béla volt a felvevő.")
    page.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)

    phone.tap("declarer", "Béla")
    page.wait_for_url("**/accounts/login/**")
    sign_in_by_hand(page)

    expect(reason).to_have_value("Béla volt a felvevő.")
