"""The countdown of a tournament round on the page for guests."""

import re

import pytest
from playwright.sync_api import Browser, expect

from support.entry_phone import Phone
from support.guest_visits import a_guest_link, guest_url
from support.tournament_tables import a_tournament, begun

TIME = re.compile(r"^4[45]:[0-5][0-9]$")


@pytest.mark.ci
def test_counts_down_and_without_script_shows_the_end_time(phone: Phone, browser: Browser) -> None:
    cup = a_tournament(phone.house, 8, minutes=45)
    begun(phone.house, cup)
    address = phone.base + guest_url(a_guest_link(phone.house, cup))

    phone.page.goto(address)
    clock = phone.page.get_by_role("timer")
    expect(clock).to_have_text(TIME)
    before = clock.inner_text()
    expect(clock).not_to_have_text(before)
    expect(clock).to_have_text(TIME)

    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(address)
        expect(page.get_by_text("End of the round:")).to_be_visible()
        expect(page.get_by_role("timer")).to_be_hidden()


@pytest.mark.ci
def test_countdown_ignores_a_wrong_clock_of_the_phone(phone: Phone) -> None:
    cup = a_tournament(phone.house, 8, minutes=45)
    begun(phone.house, cup)
    phone.page.add_init_script("const now = Date.now; Date.now = () => now() - 7200000;")

    phone.page.goto(phone.base + guest_url(a_guest_link(phone.house, cup)))

    expect(phone.page.get_by_role("timer")).to_have_text(TIME)


@pytest.mark.ci
def test_table_search_works_without_script_and_fits_the_screen(
    phone: Phone, browser: Browser
) -> None:
    cup = a_tournament(phone.house, 8)
    begun(phone.house, cup)
    address = phone.base + guest_url(a_guest_link(phone.house, cup))
    with browser.new_context(
        java_script_enabled=False, viewport={"width": 320, "height": 640}
    ) as context:
        page = context.new_page()
        page.goto(address)
        page.get_by_role("searchbox", name="Your name").fill("a")
        page.get_by_role("button", name="Find my table").click()
        expect(page.get_by_role("heading", name="My table")).to_be_visible()
        expect(page.locator(".found b").first).to_contain_text("Table")
        assert page.evaluate("document.documentElement.scrollWidth") == 320
