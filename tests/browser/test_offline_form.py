"""Forms that are sent without a network: the offline page has their fields and sends them again."""

import pytest
from playwright.sync_api import Page, expect

from support.club_factories import House, a_hand, recorded
from support.offline_phone import CellarPhone
from tarokk_club.club.models import Entry, Session

# IndexedDB of a phone whose storage is full.
FULL = """IDBObjectStore.prototype.put = () => {
  throw new DOMException("full", "QuotaExceededError");
}"""
SECRET = "kalandos pagat"


def expect_unsaved(page: Page) -> None:
    """Wait for the offline page of a form."""
    expect(page.get_by_role("button", name="Send it again")).to_be_visible()


def send_again(cellar: CellarPhone) -> None:
    """Tap the button of the offline page, with the network back."""
    expect_unsaved(cellar.page)
    cellar.network(on=True)
    cellar.page.get_by_role("button", name="Send it again").tap()


def test_adjustment_without_a_network_is_sent_again(cellar: CellarPhone) -> None:
    page = cellar.page
    cellar.open_sheet()
    cellar.open("adjust")
    page.locator("input.signed").nth(0).fill("12")
    page.locator("input.signed").nth(1).fill("-12")
    page.locator("[name=note]").fill('Old "debt" <b>&\nsecond line')
    cellar.network(on=False)
    page.get_by_role("button", name="Save").tap()
    expect_unsaved(page)
    page.get_by_role("button", name="Send it again").tap()
    send_again(cellar)

    expect(page.locator("[data-live]")).to_be_visible()
    entry = Entry.objects.get()
    assert sorted(entry.record["points"].values()) == [-12, 12]
    assert entry.note.split() == ["Old", '"debt"', "<b>&", "second", "line"]


def test_correction_without_a_network_is_sent_again(
    cellar: CellarPhone, house: House, session: Session
) -> None:
    page = cellar.page
    recorded(house, session, a_hand(house))
    cellar.open_sheet()
    cellar.open("entry_correct", Entry.objects.get().id)
    cellar.choose(bid="two")
    page.get_by_label("Reason").fill("Misread")
    cellar.network(on=False)
    cellar.save()
    send_again(cellar)

    expect(page.get_by_text("Hand 1 is corrected.")).to_be_visible()
    assert Entry.objects.get().record["bid"] == "two"


def test_hand_that_a_full_phone_cannot_store_is_sent_again(cellar: CellarPhone) -> None:
    page = cellar.page
    page.add_init_script(FULL)
    cellar.open_sheet()
    cellar.open()
    cellar.network(on=False)
    cellar.enter("Anna", "Csaba")
    send_again(cellar)

    cellar.expect_saved(1)
    assert Entry.objects.count() == 1


@pytest.mark.ci
def test_password_is_not_in_the_offline_page(cellar: CellarPhone) -> None:
    page = cellar.page
    cellar.open_sheet()
    page.context.clear_cookies()
    page.goto(f"{cellar.base}/accounts/login/")
    page.locator("[name=login]").fill("anna")
    page.locator("[name=password]").fill(SECRET)
    cellar.network(on=False)
    page.locator("[name=password]").press("Enter")

    expect(page.get_by_text("This page is not kept")).to_be_visible()
    expect(page.get_by_role("button", name="Send it again")).to_be_hidden()
    assert SECRET not in page.content()
