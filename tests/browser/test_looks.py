"""The look of the site in a real browser: dark from the first frame, previewed, without script."""

import pytest
from django.conf import settings
from django.urls import reverse
from playwright.sync_api import Browser, expect

from support.catalogue import row
from support.club_factories import House
from support.entry_phone import Phone
from tarokk_club.club.people.usecases.accounts import change_appearance
from tarokk_club.club.values.theming import Appearance, Theme

pytestmark = pytest.mark.ci


@row("U17")
def test_a_dark_page_is_dark_from_its_first_frame(phone: Phone, house: House) -> None:
    phone.page.emulate_media(color_scheme="light")
    change_appearance(user=house.anna, look=Appearance(Theme.DARK))
    # Without its script and before its pictures: nothing but the page and its style decides.
    for name in ("sheet", "hand_new", "board", "settlement"):
        phone.open(name)
        bright = phone.page.evaluate(
            """() => ["html", "body"].map((one) => getComputedStyle(document.querySelector(one)))
            .map(({ backgroundColor }) => backgroundColor.match(/[\\d.]+/g).map(Number))
            .filter(([red, green, blue, clear = 1]) => clear && red + green + blue > 230)
            .length"""
        )
        assert bright == 0, name
        assert phone.page.locator("meta[name=color-scheme]").get_attribute("content") == "dark"


def test_appearance_is_previewed_before_saving_and_applied_after(phone: Phone) -> None:
    page = phone.page
    page.emulate_media(color_scheme="light")
    phone.open("sheet")
    page.get_by_role("link", name="Appearance").tap()
    expect(page.get_by_role("heading", name="Appearance")).to_be_visible()
    ink = "getComputedStyle(document.documentElement).color"
    assert page.evaluate(ink) != "rgb(255, 255, 255)"

    page.get_by_label("High contrast").tap()
    assert page.evaluate(ink) == "rgb(255, 255, 255)"
    page.get_by_role("button", name="Save").tap()

    expect(page.get_by_text("Saved.")).to_be_visible()
    assert page.evaluate(ink) == "rgb(255, 255, 255)"
    assert page.url.endswith(f"/{phone.session.id}/")


def test_the_look_works_without_script_and_without_an_account(
    browser: Browser, phone: Phone
) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(phone.base + reverse("account_login"))
        page.get_by_role("link", name="Appearance").click()
        page.get_by_label("Dark").check()
        page.get_by_label("The left one").check()
        page.get_by_role("button", name="Save").click()

        expect(page.get_by_role("heading", name="Welcome back to the table")).to_be_visible()
        assert page.locator("html").get_attribute("class") == "dark left"
        kept = {one["name"]: one["value"] for one in context.cookies()}
        assert kept[settings.THEME_COOKIE_NAME] == "dark-left"
