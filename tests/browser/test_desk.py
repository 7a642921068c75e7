"""A desk of 1,280: the pages use its width, and a phone fetches nothing of it."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from support.club_factories import PASSED_OUT, a_hand, recorded
from support.entry_phone import Phone

BOX = "(name) => document.querySelector(name).getBoundingClientRect().toJSON()"
SIDEWAYS = "document.documentElement.scrollWidth > innerWidth"


@pytest.fixture
def desk(phone: Phone) -> Iterator[Phone]:
    """The same browser, as wide as a desk's."""
    recorded(phone.house, phone.session, a_hand(phone.house), PASSED_OUT)
    phone.page.set_viewport_size({"width": 1280, "height": 900})
    yield phone


def box(page: Page, name: str) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(BOX, name)
    return found


def test_the_entry_stands_in_columns_with_the_sheet_beside(desk: Phone) -> None:
    desk.open("hand_new")
    page = desk.page

    expect(page.locator(".aside .hands > li")).to_have_count(2)
    bid, figures = box(page, '[data-group="declarer"]'), box(page, ".figures")
    amounts, sheet = box(page, ".foot"), box(page, ".aside")
    assert bid["right"] < figures["left"] and figures["right"] < sheet["left"]
    assert amounts["left"] >= bid["right"] and amounts["right"] <= sheet["left"]
    assert amounts["bottom"] <= 900
    assert not page.evaluate(SIDEWAYS)
    # From what was chosen on the left the keyboard goes on to the figures, then to the button.
    order = page.evaluate(
        """() => ['[name="declarer"]', ".figures input", ".foot .go", ".aside a"].map((one) =>
            [...document.querySelectorAll("a, input, button")].indexOf(
              document.querySelector(one)))"""
    )
    assert order == sorted(order)


def test_a_phone_asks_for_no_sheet_beside_the_entry(phone: Phone) -> None:
    asked: list[str] = []
    phone.page.on("request", lambda one: asked.append(one.url))

    phone.open("hand_new")
    phone.page.wait_for_load_state("networkidle")

    assert not [url for url in asked if "/beside/" in url or "desk" in url]
    expect(phone.page.locator(".aside")).to_be_hidden()


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 900)])
def test_the_menu_of_a_session_is_whole_without_scrolling(
    phone: Phone, width: int, height: int
) -> None:
    phone.page.set_viewport_size({"width": width, "height": height})
    phone.open("sheet")

    phone.page.locator(".more summary").tap()

    menu = box(phone.page, ".more nav")
    assert menu["top"] >= 0
    assert phone.page.evaluate(
        "(() => { const menu = document.querySelector('.more nav');"
        " return menu.scrollHeight <= menu.clientHeight + 1; })()"
    )
    small = phone.page.locator(".menu a").evaluate_all(
        "(all) => all.filter((one) => one.getBoundingClientRect().height < 47.9).length"
    )
    assert small == 0
    expect(phone.page.get_by_role("link", name="Close the session")).to_be_in_viewport()


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1024, 768), (1920, 1080)])
def test_u12_the_board_keeps_its_digits_beside_hands_and_curve(
    desk: Phone, width: int, height: int
) -> None:
    for _ in range(4):
        recorded(desk.house, desk.session, a_hand(desk.house))
    desk.page.set_viewport_size({"width": width, "height": height})
    desk.open("board")

    sizes = desk.page.locator(".scores strong").evaluate_all(
        "(all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
    )
    # A digit is about seven tenths as high as its letters are large.
    assert len(sizes) == 4 and all(size * 0.7 >= height * 0.08 for size in sizes)
    chart = box(desk.page, ".wall .chart")
    assert chart["height"] >= height * 0.1 and chart["bottom"] <= height
    assert desk.page.evaluate("document.documentElement.scrollHeight") <= height


def test_a_list_is_looked_through_without_a_new_page(desk: Phone) -> None:
    desk.page.goto(f"{desk.base}/c/{desk.session.club.slug}/sessions/")
    desk.page.get_by_text("Find certain sessions").click()
    desk.page.evaluate("window.stays = true")

    desk.page.get_by_label("Game").select_option("danish")
    desk.page.get_by_role("button", name="Show these").click()

    expect(desk.page.get_by_text("No session is like that.")).to_be_visible()
    assert "game=danish" in desk.page.url
    assert desk.page.evaluate("window.stays")
    desk.page.get_by_role("link", name="Show all").click()
    expect(desk.page.locator(".rows.many > li")).to_have_count(1)
