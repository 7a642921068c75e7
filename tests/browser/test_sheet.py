"""The sheet in a real browser: it follows the table by itself, and sessions start by tapping."""

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect
from pytest_django.live_server_helper import LiveServer

from support.catalogue import row
from support.club_factories import SEATED, House, a_hand, a_house, a_session, recorded
from tarokk_club.club.models import Session, User


@pytest.fixture
def house(live_server: LiveServer) -> House:
    return a_house()


@pytest.fixture
def session(house: House) -> Session:
    return a_session(house)


@pytest.fixture
def complaints(page: Page) -> Iterator[list[str]]:
    """What the browser complains about, a broken policy above all; a test ends without any."""
    found: list[str] = []
    page.on("console", lambda one: found.append(one.text) if one.type == "error" else None)
    page.on("pageerror", lambda error: found.append(str(error)))
    yield found
    assert found == []


def sign_in(context: BrowserContext, live_server: LiveServer, user: User) -> None:
    client = Client()
    client.force_login(user)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies(
        [{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live_server.url}]
    )


def sheet_url(live_server: LiveServer, session: Session) -> str:
    return live_server.url + reverse("club:sheet", args=[session.club.slug, session.id])


def test_the_sheet_follows_the_table_by_itself(
    page: Page, live_server: LiveServer, house: House, session: Session, complaints: list[str]
) -> None:
    sign_in(page.context, live_server, house.anna)
    page.goto(sheet_url(live_server, session))

    recorded(house, session, a_hand(house))

    expect(page.get_by_text("Anna · Three with Csaba", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="Enter hand 2")).to_be_visible()
    expect(page.locator("[data-live-voice]")).to_contain_text(
        "Just booked: Anna · Three with Csaba Anna plus 1 Béla minus 1"
    )


@pytest.mark.ci
def test_opened_details_stay_open_after_a_poll(
    page: Page, live_server: LiveServer, house: House, session: Session, complaints: list[str]
) -> None:
    recorded(house, session, a_hand(house))
    sign_in(page.context, live_server, house.bela)
    page.goto(sheet_url(live_server, session))
    page.get_by_text("Anna · Three with Csaba", exact=True).tap()
    reason = page.get_by_text("Game, Three, won").last
    expect(reason).to_be_visible()

    recorded(house, session, a_hand(house, "Béla", "Dóra"))

    expect(page.get_by_text("Béla · Three with Dóra", exact=True)).to_be_visible()
    expect(reason).to_be_visible()


@row("U11")
@pytest.mark.ci
def test_hidden_page_does_not_poll(
    page: Page, live_server: LiveServer, house: House, session: Session, complaints: list[str]
) -> None:
    asked: list[Request] = []
    page.on("request", lambda one: asked.append(one) if one.url.endswith("/live/") else None)
    sign_in(page.context, live_server, house.anna)
    page.clock.install()
    page.goto(sheet_url(live_server, session))

    with page.expect_response(lambda answer: answer.status == 304):
        page.clock.run_for(2500)
    page.evaluate(
        """() => {
            Object.defineProperty(document, "hidden", { get: () => true, configurable: true });
            document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    before = len(asked)
    page.clock.run_for(60_000)
    assert len(asked) == before

    page.evaluate("() => { delete document.hidden; }")
    with page.expect_response(lambda answer: answer.url.endswith("/live/")):
        page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")


@pytest.mark.ci
def test_seats_are_taken_by_tapping_in_order(
    page: Page, live_server: LiveServer, house: House, complaints: list[str]
) -> None:
    sign_in(page.context, live_server, house.anna)
    page.goto(live_server.url + reverse("club:session_new", args=[house.club.slug]))

    for name in ("Anna", "Dóra", "Cili", "Csaba", "Béla"):
        page.get_by_role("button", name=name).tap()
    # The same tap takes the tap back, and those behind move up.
    page.get_by_role("button", name="Cili").tap()
    expect(page.locator("[data-seat='4']")).to_have_text("Béla")
    expect(page.locator("[data-seat='5']")).not_to_be_visible()
    page.get_by_role("radio", name="Dóra").tap()
    page.get_by_role("button", name="Deal the first hand").tap()

    expect(page.get_by_text("Dóra deals", exact=True)).to_be_visible()
    session = Session.objects.get()
    assert session.seats == house.ids("Anna", "Dóra", "Csaba", "Béla")


@pytest.mark.ci
def test_a_preset_fills_the_single_rules(
    page: Page, live_server: LiveServer, house: House, complaints: list[str]
) -> None:
    sign_in(page.context, live_server, house.anna)
    page.goto(live_server.url + reverse("club:session_new", args=[house.club.slug]))
    for name in SEATED:
        page.get_by_role("button", name=name).tap()

    with page.expect_navigation():
        page.get_by_role("radio", name="Tournament").tap()

    expect(page.locator("[name=rule_void_hands][value=none]")).to_be_checked()
    expect(page.get_by_role("button", name="Dóra")).to_have_attribute("aria-pressed", "true")


@pytest.mark.ci
def test_a_session_starts_without_script(
    browser: Browser, live_server: LiveServer, house: House
) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        sign_in(context, live_server, house.anna)
        page = context.new_page()
        page.goto(live_server.url + reverse("club:session_new", args=[house.club.slug]))
        for place, name in enumerate(SEATED, start=1):
            page.get_by_label(name, exact=True).select_option(str(place))
        page.get_by_role("button", name="Deal the first hand").click()

        expect(page.get_by_text("Anna deals", exact=True)).to_be_visible()
