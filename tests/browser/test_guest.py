"""A guest with a phone and no account."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from support.club_factories import House, a_hand, recorded
from support.entry_phone import Phone
from tarokk_club.club.models import Session


@pytest.mark.ci
def test_a_guest_follows_the_table_without_an_account(
    phone: Phone, browser: Browser, house: House, session: Session
) -> None:
    page = phone.page
    phone.open("sheet")
    page.locator("summary[aria-label=More]").tap()
    page.get_by_role("link", name="Show it to guests").tap()
    page.get_by_role("button", name="Show the QR code").tap()
    address = page.get_by_label("Link", exact=True).input_value()

    with browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True) as context:
        guest = context.new_page()
        asked: list[str] = []
        guest.on("request", lambda one: asked.append(one.headers.get("referer", "")))
        guest.goto(address)
        expect(guest.get_by_text("When the first hand has been played")).to_be_visible()

        recorded(house, session, a_hand(house))
        guest.evaluate("dispatchEvent(new Event('online'))")
        guest.get_by_text("A. · Three with C.", exact=True).tap()
        expect(guest.get_by_text("each opponent of the declarer pays")).to_be_visible()
        expect(guest.locator(".seat").first).to_contain_text("+1")
        assert "Anna" not in guest.content()
        assert guest.locator("main form, header a").count() == 0
        leads = guest.eval_on_selector_all("main a", "all => all.map(one => one.pathname)")
        assert set(leads) == {urlsplit(address).path + more for more in ("rules/", "board/")}
        assert set(asked) == {""}

        page.get_by_role("button", name="Revoke the link").tap()
        expect(page.get_by_text("The guest link no longer works.")).to_be_visible()
        guest.evaluate("dispatchEvent(new Event('online'))")
        expect(guest.get_by_text("This link is no longer valid").first).to_be_visible()
