"""A line of a hand unfolds in place to show its rule, on every page with such lines."""

from urllib.parse import urlsplit

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Locator, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from support.catalogue import row
from support.club_factories import House, a_hand, recorded
from support.entry_phone import Phone
from support.guest_visits import a_guest_link, guest_url
from tarokk_club.club.models import Session

pytestmark = pytest.mark.ci

RULE = "Three: the game is worth 1."


def line(page: Page, words: str = "Game, Three, won") -> Locator:
    return page.locator("details.ruled > summary", has_text=words)


def test_a_line_of_the_sheet_opens_and_stays_open_while_the_table_plays_on(
    phone: Phone, house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house))
    phone.open("sheet")
    page, address = phone.page, phone.page.url
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url) if "item=" in one.url else None)
    page.get_by_text("Anna · Three with Csaba", exact=True).tap()
    line(page).tap()

    expect(page.get_by_text(RULE)).to_be_visible()
    expect(page.locator(".ruling small[lang=hu]").first).to_have_text("Játék")
    assert page.url == address

    recorded(house, session, a_hand(house, "Béla", "Dóra"))
    expect(page.get_by_text("Béla · Three with Dóra", exact=True)).to_be_visible()
    expect(page.get_by_text(RULE)).to_be_visible()
    page.get_by_text("Béla · Three with Dóra", exact=True).tap()
    line(page).first.tap()
    expect(page.get_by_text(RULE).first).to_be_visible()
    expect(page.get_by_text(RULE)).to_have_count(2)
    assert len(asked) == 1

    line(page).first.tap()
    expect(page.get_by_text(RULE).first).to_be_hidden()
    page.locator(".ruling a").last.tap()
    page.wait_for_url("**/rules/#rule-game")
    expect(page.get_by_text(RULE)).to_be_visible()


# Counts the formatters of dates that a page makes: the first one costs a phone much time.
COUNT_FORMATTERS = """() => {
  window.formatters = 0;
  const counted = {
    construct(target, args) { window.formatters++; return Reflect.construct(target, args); }
  };
  Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, counted);
}"""


def test_sheet_prepares_details_only_of_opened_hands(
    phone: Phone, house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house), a_hand(house, "Béla", "Dóra"))
    page = phone.page
    page.add_init_script(f"({COUNT_FORMATTERS})()")
    phone.open("sheet")
    expect(page.locator("a.ruled")).not_to_have_count(0)
    expect(page.locator("details.ruled")).to_have_count(0)
    assert page.evaluate("window.formatters") == 0

    page.get_by_text("Anna · Three with Csaba", exact=True).tap()
    expect(page.locator("[id^=h][open] details.ruled")).not_to_have_count(0)
    expect(page.locator("[id^=h]:not([open]) details.ruled")).to_have_count(0)


@row("U24")
def test_a_line_opens_and_closes_by_the_keyboard(
    phone: Phone, house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house))
    phone.open("hand", session.entries.get().id)
    page = phone.page
    line(page).focus()
    for key in ("Enter", "Space"):
        page.keyboard.press(key)
        expect(page.get_by_text(RULE)).to_be_visible()
        expect(line(page)).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.get_by_text(RULE)).to_be_hidden()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator(".ruling a")).to_be_focused()


@row("U25")
def test_a_line_is_announced_as_expandable(phone: Phone, house: House, session: Session) -> None:
    recorded(house, session, a_hand(house))
    phone.open("hand", session.entries.get().id)
    tree = phone.page.locator("main .why").first
    expect(tree).to_match_aria_snapshot("- rowheader:\n  - group: /Game, Three, won/")


def test_opening_a_line_keeps_the_hand_being_entered(phone: Phone) -> None:
    phone.open()
    phone.choose(declarer="Anna", bid="three", partner="Csaba", result="won")
    phone.press(phone.page.get_by_text("Why", exact=True))
    line(phone.page).tap()
    expect(phone.page.get_by_text(RULE)).to_be_visible()

    phone.tap("trull", "declarer")
    expect(line(phone.page, "Trull")).to_be_visible()
    expect(phone.page.get_by_text(RULE)).to_be_visible()
    expect(phone.input("declarer", "Anna")).to_be_checked()
    phone.save()
    expect(phone.page.get_by_text("Hand 1 is saved.")).to_be_visible()


def test_a_line_of_the_calculator_opens_without_signing_in(
    page: Page, live_server: LiveServer
) -> None:
    hand = '{"declarer":"A","bid":"three","partner":"C","result":"won"}'
    rules = '{"preset":"pagat","game_beside_silent_double":true}'
    calculator = live_server.url + reverse("club:calculator")
    page.goto(f"{calculator}?game=paskievics&rules={rules}&hand={hand}")
    line(page).tap()

    expect(page.get_by_text(RULE)).to_be_visible()
    expect(page.get_by_text("Own rule of this table")).to_be_visible()
    assert urlsplit(page.url).path == reverse("club:calculator")


def test_a_guest_opens_a_line_by_the_link(
    browser: Browser, live_server: LiveServer, house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house))
    link = a_guest_link(house, session)
    with browser.new_context(viewport={"width": 320, "height": 640}, has_touch=True) as context:
        page = context.new_page()
        page.goto(live_server.url + guest_url(link))
        page.get_by_text("A. · Three with C.", exact=True).tap()
        line(page).tap()
        expect(page.get_by_text(RULE)).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_without_script_a_line_leads_to_its_rule(
    plain_phone: Phone, house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house))
    plain_phone.open("hand", session.entries.get().id)
    plain_phone.page.locator("a.ruled").tap()
    plain_phone.page.wait_for_url("**/rules/#rule-game")
    expect(plain_phone.page.get_by_text(RULE)).to_be_visible()


def test_a_line_that_cannot_be_fetched_leads_to_its_rule(
    phone: Phone, house: House, session: Session
) -> None:
    def refused(route: Route) -> None:
        route.fulfill(status=409, body="")

    recorded(house, session, a_hand(house))
    phone.open("hand", session.entries.get().id)
    phone.page.route("**/rules/?item=*", refused)
    line(phone.page).tap()
    phone.page.wait_for_url("**/rules/#rule-game")
    expect(phone.page.get_by_text(RULE)).to_be_visible()
