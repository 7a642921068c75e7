"""The pages around the hands on a phone: founding, following the table, undoing, no script."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from support.catalogue import row
from support.club_factories import SEATED, House, a_hand, recorded
from support.club_web import route_url
from support.entry_phone import Phone, create_club
from tarokk_club.club.models import Club, Player, Session

WIDTH = "document.documentElement.scrollWidth"


@pytest.fixture
def unscripted(browser: Browser, live_server: LiveServer) -> Iterator[Page]:
    """A browser that runs no script."""
    with browser.new_context(java_script_enabled=False, locale="en-GB") as context:
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.goto(live_server.url)
        yield page


def test_from_an_empty_site_to_the_first_deal(page: Page, live_server: LiveServer) -> None:
    page.goto(live_server.url)
    create_club(page)
    for name in ("Csaba", "Anna", "Dóra", "Béla"):
        page.get_by_role("button", name=name).tap()
    page.get_by_role("radio", name="Béla").tap()
    page.get_by_role("button", name="Deal the first hand").tap()

    expect(page.get_by_text("Béla deals", exact=True)).to_be_visible()
    expect(page.locator(".seat").first).to_contain_text("Csaba")
    assert Club.objects.get().time_zone


@pytest.mark.ci
def test_the_dealer_stays_the_same_person_when_the_seats_change(phone: Phone) -> None:
    page = phone.page
    page.goto(f"{phone.base}/c/{phone.session.club.slug}/sessions/new/")
    page.get_by_role("button", name="Clear the seats").tap()
    for name in ("Anna", "Béla", "Csaba"):
        page.get_by_role("button", name=name).tap()
    page.get_by_role("radio", name="Csaba").tap()

    page.get_by_role("button", name="Anna").tap()

    expect(page.get_by_role("radio", name="Csaba")).to_be_checked()


@pytest.mark.ci
def test_enter_in_a_field_draws_no_seats(phone: Phone) -> None:
    page = phone.page
    page.goto(f"{phone.base}/c/{phone.session.club.slug}/sessions/new/")
    for name in SEATED:
        expect(page.get_by_role("button", name=name)).to_have_attribute("aria-pressed", "true")

    page.get_by_text("As last time").tap()
    page.get_by_label("Name of the table").press("Enter")

    expect(page.get_by_text("Anna deals", exact=True)).to_be_visible()
    assert Session.objects.count() == 2


@pytest.mark.ci
def test_finds_a_player_without_accents_and_seats_them(phone: Phone) -> None:
    for number in range(20):
        Player.objects.create(club=phone.house.club, name=f"Guest {number}")
    Player.objects.create(club=phone.house.club, name="Árpád Őrsi")
    page = phone.page
    page.goto(f"{phone.base}/c/{phone.session.club.slug}/sessions/new/")
    shown = page.locator(".tapped button:visible")
    expect(shown).to_have_count(len(SEATED))
    expect(page.locator("[data-chosen]")).to_have_text(str(len(SEATED)))

    page.get_by_label("Find a player").fill("orsi arp")
    expect(shown).to_have_count(len(SEATED) + 1)
    page.get_by_label("Find a player").press("Enter")

    expect(page.locator("[data-chosen]")).to_have_text(str(len(SEATED) + 1))
    expect(page.get_by_role("button", name="5 Árpád Őrsi")).to_be_visible()


@pytest.mark.ci
def test_finds_a_player_who_then_joins(phone: Phone, plain_phone: Phone) -> None:
    for number in range(20):
        Player.objects.create(club=phone.house.club, name=f"Guest {number}")
    Player.objects.create(club=phone.house.club, name="Árpád Őrsi")
    page, shown = phone.page, phone.page.locator("[name=player] + span:visible")
    phone.open("join")
    # Nobody else sat lately, so the list begins with the first ones.
    expect(shown).to_have_count(20)
    expect(page.get_by_text("More players: type a part of the name.")).to_be_visible()

    page.get_by_label("Find a player").fill("zzz")
    expect(shown).to_have_count(0)
    expect(page.get_by_text("Nobody has this name.")).to_be_visible()
    page.get_by_label("Find a player").fill("orsi arp")
    expect(shown).to_have_count(1)
    page.get_by_label("Find a player").press("Enter")
    expect(page.get_by_label("Find a player")).to_have_value("")
    expect(page.get_by_label("Árpád Őrsi")).to_be_checked()
    page.get_by_label("Find a player").fill("guest 1")
    # Whoever is chosen stays in sight.
    expect(page.get_by_label("Árpád Őrsi")).to_be_visible()
    phone.tap("after", "Anna")
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_text("Árpád Őrsi has joined.")).to_be_visible()

    # Without a script everybody is listed.
    plain_phone.open("join")
    expect(plain_phone.page.locator("[name=player] + span:visible")).to_have_count(21)
    expect(plain_phone.page.get_by_label("Find a player")).to_have_count(0)


@row("U11")
def test_a_hand_booked_elsewhere_comes_by_itself(phone: Phone) -> None:
    phone.open("sheet")
    expect(phone.page.get_by_text("No hand yet")).to_be_visible()

    recorded(phone.house, phone.session, a_hand(phone.house))

    booked = phone.page.get_by_text("Anna · Three with Csaba", exact=True)
    expect(booked).to_be_visible(timeout=3_000)
    expect(phone.page.get_by_role("link", name="Enter hand 2")).to_be_visible()


@row("U08")
@pytest.mark.ci
def test_undo_with_one_tap_and_back_again(phone: Phone) -> None:
    recorded(phone.house, phone.session, a_hand(phone.house))
    phone.open("sheet")

    phone.page.get_by_role("button", name="Undo").tap()
    expect(phone.page.get_by_text("Hand 1 is undone.")).to_be_visible()
    expect(phone.page.get_by_text("No hand yet")).to_be_visible()
    phone.page.get_by_role("button", name="Bring it back").tap()

    expect(phone.page.get_by_text("Anna · Three with Csaba")).to_be_visible()


@pytest.mark.ci
def test_agreed_points_show_the_rest_and_fill_it_in_at_a_tap(phone: Phone) -> None:
    phone.open("adjust")
    told = phone.page.locator(".amounts [role=status]")
    anna, bela = phone.page.get_by_label("Anna"), phone.page.get_by_label("Béla")
    expect(phone.page.locator(".rest-here:not(.idle)")).to_have_count(0)
    name, sign, amount = (
        each.bounding_box()
        for each in (
            phone.page.locator(".amounts label").first,
            phone.page.locator(".amounts .sign").first,
            anna,
        )
    )
    assert name and sign and amount
    assert name["x"] == sign["x"] and sign["y"] == amount["y"]

    anna.fill("–1\N{NO-BREAK SPACE}200")
    expect(told).to_have_text("Still to share out: +1200")
    phone.page.get_by_role("button", name="Plus or minus").first.tap()
    expect(anna).to_have_value("1200")
    anna.fill("12-")
    expect(told).to_have_text("Still to share out: +12")
    expect(phone.page.locator(".rest-here:not(.idle)")).to_have_count(3)
    bela.locator("+ .rest-here").tap()

    expect(bela).to_have_value("+12")
    expect(told).to_have_text("Adds up to 0.")
    expect(phone.page.locator(".rest-here:not(.idle)")).to_have_count(0)
    phone.page.get_by_label("What was agreed?").fill("The wine")
    phone.page.get_by_role("button", name="Save").tap()
    expect(phone.page.get_by_text("It is recorded.")).to_be_visible()
    adjusted = phone.session.entries.get().record["points"]
    assert sorted(adjusted.values()) == [-12, 12]


@pytest.mark.ci
def test_the_menu_opens_upwards_and_closes(phone: Phone) -> None:
    phone.open("sheet")
    phone.page.get_by_label("More").tap()

    last = phone.page.get_by_role("link", name="Close the session")
    expect(phone.page.get_by_role("link", name="Settlement")).to_be_in_viewport()
    # A long menu scrolls in its own box.
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport()
    phone.page.keyboard.press("Escape")
    expect(last).not_to_be_visible()


@row("U23")
@pytest.mark.ci
def test_a_session_from_beginning_to_end_without_script(unscripted: Page) -> None:
    page = unscripted
    create_club(page)
    for place, name in enumerate(SEATED, start=1):
        page.get_by_label(name, exact=True).select_option(str(place))
    expect(page.get_by_role("button", name="Show the values of these house rules")).to_be_visible()
    page.get_by_role("button", name="Deal the first hand").click()
    page.get_by_label("More").click()
    page.get_by_role("link", name="Agreed points").click()
    page.get_by_label("Anna").fill("-4")
    page.get_by_label("Béla").fill("4")
    page.get_by_label("What was agreed?").fill("The wine")
    page.get_by_role("button", name="Save").click()
    page.get_by_label("More").click()
    page.get_by_role("link", name="Close the session").click()
    page.get_by_role("button", name="Close the session").click()

    expect(page.get_by_role("heading", name="How the session ended")).to_be_visible()
    page.get_by_role("link", name="Settlement").click()
    expect(page.get_by_text("Anna pays Béla")).to_have_count(1)


@row("U18")
@pytest.mark.ci
def test_no_page_is_wider_than_the_smallest_phone(phone: Phone, house: House) -> None:
    recorded(house, phone.session, *[a_hand(house, bid="solo") for _ in range(3)])
    phone.page.set_viewport_size({"width": 320, "height": 640})
    for name in ("sheet", "join", "adjust", "notice", "settings", "closing", "history"):
        phone.open(name)
        assert phone.page.evaluate(WIDTH) <= 320, name
    for path in ("", "players/", "sessions/", "sessions/new/", "standings/", "import/"):
        phone.page.goto(f"{phone.base}/c/{phone.session.club.slug}/{path}")
        assert phone.page.evaluate(WIDTH) <= 320, path
    for name in ("seasons", "season", "season_new", "season_settings", "season_close"):
        phone.page.goto(phone.base + route_url(name, phone.session))
        assert phone.page.evaluate(WIDTH) <= 320, name
