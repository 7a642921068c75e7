"""Fragments that htmx replaces: the page stays, and so do focus and scroll position."""

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, Request, Route, expect

from support.club_factories import House, a_hand, recorded
from support.entry_phone import Phone
from support.offline_phone import CellarPhone
from support.season_tables import an_evening, the_season
from tarokk_club.club.models import Session

pytestmark = pytest.mark.ci


def marked(page: Page) -> None:
    """Remember this page, which is gone as soon as another one is loaded."""
    page.evaluate("window.stays = true")


def stayed(page: Page) -> bool:
    """Whether it is still the page that was marked."""
    return bool(page.evaluate("window.stays === true"))


def the_board(phone: Phone) -> None:
    """The leaderboard of a season with two evenings."""
    season = the_season(phone.house)
    an_evening(phone.house, "2026-03-01", "Anna")
    an_evening(phone.house, "2026-03-08", "Csaba", "Csaba")
    phone.page.goto(phone.base + reverse("club:season", args=[phone.house.club.slug, season.id]))


def test_sorts_the_leaderboard_in_place(phone: Phone) -> None:
    the_board(phone)
    page, before = phone.page, phone.page.url
    marked(page)
    first = page.locator(".leaders tbody tr").first
    expect(first).to_contain_text("Csaba")

    page.locator("#sort-name").focus()
    page.keyboard.press("Enter")

    expect(first).to_contain_text("Anna")
    expect(page.locator("#sort-name")).to_be_focused()
    assert page.url == f"{before}?sort=name" and stayed(page)
    # The way back leads to the order of before, with all that the page was.
    page.go_back()
    expect(first).to_contain_text("Csaba")
    assert page.url == before


def test_the_leaderboard_of_a_part_of_the_season_keeps_the_focus(phone: Phone) -> None:
    the_board(phone)
    page = phone.page
    marked(page)
    page.get_by_text("Filter and sort").tap()
    page.locator("[name=first]").fill("2026-03-05")
    page.locator("#show-it").press("Enter")

    expect(page.get_by_role("link", name="The whole season")).to_be_visible()
    expect(page.locator(".leaders tbody tr").first.locator("td").nth(2)).to_have_text("1")
    expect(page.locator("#show-it")).to_be_focused()
    assert "first=2026-03-05" in page.url and stayed(page)


def test_choosing_another_game_redraws_only_the_form_and_keeps_its_values(phone: Phone) -> None:
    page = phone.page
    page.goto(phone.base + reverse("club:session_new", args=[phone.house.club.slug]))
    marked(page)
    page.get_by_role("button", name="Clear the seats").tap()
    for name in ("Anna", "Dóra", "Csaba"):
        page.get_by_role("button", name=name).tap()
    # What was set last time is folded.
    page.locator("details.last-time > summary").tap()
    page.locator("[name=title]").fill("By the stove")

    page.evaluate("document.getElementById('head').dataset.old = ''")

    page.locator("label:has([name=game][value=danish])").tap()

    expect(page.locator("#head:not([data-old])")).to_be_attached()
    expect(page.locator("[name=game][value=danish]")).to_be_checked()
    expect(page.locator("[name^=rule_]").first).to_be_attached()
    expect(page.locator("[name=game][value=danish]")).to_be_focused()
    expect(page.locator("[name=title]")).to_have_value("By the stove")
    expect(page.get_by_role("button", name="Dóra")).to_have_attribute("aria-pressed", "true")
    assert stayed(page)
    page.get_by_role("button", name="Deal the first hand").tap()
    expect(page.locator(".turn")).to_contain_text("deals")


def no_parts(route: Route) -> None:
    """Let the site serve whole pages only."""
    if "hx-request" in route.request.headers:
        route.fulfill(status=500)
    else:
        route.continue_()


@pytest.mark.parametrize("gone", ["the network", "the book"])
def test_failed_fragment_request_loads_the_page(cellar: CellarPhone, gone: str) -> None:
    page = cellar.page
    the_board(cellar)
    marked(page)
    if gone == "the network":
        cellar.network(on=False)
        page.locator("#sort-name").tap()
        page.wait_for_function("window.stays !== true")
    else:
        page.route("**/seasons/**", no_parts)
        page.locator("#sort-name").tap()
        page.wait_for_url("**sort=name")
        expect(page.locator(".leaders tbody tr").first).to_contain_text("Anna")
        assert not stayed(page)


def polls(page: Page) -> list[Request]:
    """The requests of a page that follows, as they come."""
    found: list[Request] = []
    page.on("request", lambda one: found.append(one) if one.url.endswith("/live/") else None)
    return found


def test_follower_polls_less_often_while_the_site_is_down(
    cellar: CellarPhone, house: House, session: Session
) -> None:
    page = cellar.page
    asked = polls(page)
    page.clock.install()
    # A screen has no worker that would answer in place of the book.
    cellar.open("board")
    gone: Callable[[Route], Any] = lambda route: route.fulfill(status=503, body="")  # noqa: E731
    page.route("**/live/", gone)
    for _ in range(40):
        page.clock.run_for(1500)
    # A minute at the usual pace would be forty; at 3, 6, 12 and 24 seconds it is few.
    assert 3 <= len(asked) <= 8
    expect(page.locator("[data-live-state]")).to_contain_text("No connection")

    page.unroute("**/live/")
    recorded(house, session, a_hand(house))
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator(".deal")).to_have_text("Anna deals")
    expect(page.locator("[data-live-state]")).to_be_hidden()


def test_signed_out_follower_is_sent_to_sign_in(page: Page, phone: Phone) -> None:
    phone.open("sheet")
    page.context.clear_cookies()

    page.wait_for_url("**/accounts/login/**")
    assert "next=" in page.url


def test_shows_the_amounts_of_the_last_tap_despite_slow_earlier_ones(
    page: Page, phone: Phone
) -> None:
    phone.open()
    held: list[Route] = []
    page.route("**/preview/", lambda route: held.append(route))
    phone.choose(declarer="Anna", bid="three", partner="Csaba")
    page.wait_for_timeout(150)
    phone.choose(result="won")
    page.wait_for_timeout(150)
    assert len(held) == 1
    held[0].continue_()
    page.unroute("**/preview/")

    expect(page.locator("#preview")).to_contain_text("Sum: 0")
    assert phone.amounts() == ["+1", "−1", "+1", "−1"]
