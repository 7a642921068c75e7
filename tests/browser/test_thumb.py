"""The pages of an evening for touch and for screen readers."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect
from pytest_django.live_server_helper import LiveServer

from support.catalogue import row
from support.club_factories import House, a_hand, recorded
from support.club_web import route_url
from support.entry_phone import Phone
from support.invitations import PASSWORD, an_invitation, link_to
from tarokk_club.club.models import Entry, Role, Session

pytestmark = pytest.mark.ci

PLAIN = {"declarer": "Anna", "bid": "three", "partner": "Csaba", "result": "won"}
# Every control without a name or without a role, and every choice that does not say its state.
UNNAMED = {"radio", "checkbox", "button", "link", "textbox", "combobox", "DisclosureTriangle"}


@row("U25")
def test_every_control_has_a_role_a_name_and_a_state(
    phone: Phone, house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house))
    line = phone.page.context.new_cdp_session(phone.page)
    for name in ("sheet", "hand_new", "settlement"):
        phone.open(name)
        nodes = line.send("Accessibility.getFullAXTree")["nodes"]
        controls = [
            (node["role"]["value"], node["name"]["value"], node.get("properties", []))
            for node in nodes
            if not node.get("ignored") and node.get("role", {}).get("value") in UNNAMED
        ]
        assert len(controls) > 3
        assert [one for one in controls if not one[1].strip()] == [], name
        stateless = [
            said
            for role, said, told in controls
            if role in ("radio", "checkbox") and "checked" not in {one["name"] for one in told}
        ]
        assert stateless == [], name


@row("U25")
def test_announces_the_saved_hand_and_keeps_the_focus_on_it(
    phone: Phone, house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house))
    page = phone.page
    phone.open("sheet")
    page.locator(".hands > li > details > summary").focus()
    recorded(house, session, a_hand(house, result="double_won"))
    voice = page.locator("[data-live-voice]")
    expect(voice).to_have_attribute("role", "status")
    expect(voice).to_contain_text("Anna plus 2 Béla minus 2 Csaba plus 2 Dóra minus 2")
    expect(page.locator(".hands > li")).to_have_count(2)
    where = "document.activeElement.matches('.hands > li:last-child summary')"
    assert page.evaluate(where)


@row("U25")
def test_new_amounts_leave_the_focus_where_it_is(phone: Phone) -> None:
    phone.open()
    phone.input("declarer", "Anna").focus()
    phone.choose(**PLAIN)
    expect(phone.page.locator("#preview")).to_have_attribute("aria-live", "polite")
    expect(phone.page.get_by_role("img", name="plus 1")).to_have_count(2)
    assert phone.page.evaluate("document.activeElement.name") == "result"


@row("U15")
def test_numbers_are_read_out_with_sign_and_grouping(
    phone: Phone, house: House, session: Session
) -> None:
    recorded(house, session, *[a_hand(house, bid="solo", kontra_game=5) for _ in range(9)])
    phone.open("sheet")
    seats = phone.page.locator(".seat b")
    for place, said in enumerate(("plus 1\u202f152", "minus 1\u202f152")):
        expect(seats.nth(place)).to_have_attribute("aria-label", said)
        expect(seats.nth(place)).to_have_text("+−"[place] + said.split(" ", 1)[1])
    for language, money in (("en", "HUF 11,520"), ("hu", "11 520 Ft")):
        house.anna.language = language
        house.anna.save(update_fields=["language"])
        phone.open("settlement")
        text = " ".join(phone.page.locator("main").inner_text().split())
        assert money in text, language


@row("U14")
def test_empty_totals_show_zero(phone: Phone, house: House, session: Session) -> None:
    recorded(house, session, a_hand(house))
    page = phone.page
    phone.open("sheet")
    expect(page.locator(".proof")).to_contain_text("Sum of all accounts: 0")
    phone.open()
    phone.choose(**PLAIN)
    expect(page.locator("#preview")).to_contain_text("Sum: 0")
    phone.open("settlement")
    expect(page.locator("tfoot tr").first).to_contain_text("Sum of all accounts")
    expect(page.locator("tfoot td").nth(1)).to_have_text("0")
    page.goto(phone.base + route_url("season", session))
    expect(page.locator("main")).to_contain_text("All players together: the sum is 0.")


@row("U09")
def test_save_button_reacts_at_once_and_submits_only_once(phone: Phone) -> None:
    page, held = phone.page, list[Route]()
    phone.open()
    phone.choose(**PLAIN)
    page.route("**/outbox/", lambda route: held.append(route))
    go = page.locator(".foot .go")
    go.tap(no_wait_after=True)
    expect(go).to_have_attribute("aria-busy", "true")
    go.tap(no_wait_after=True)
    page.keyboard.press("Enter")
    turning = page.evaluate(
        """() => {
          const drawn = getComputedStyle(document.querySelector(".foot .go"), "::after");
          return [drawn.animationName, drawn.animationDelay];
        }"""
    )
    # The button pales at once; what turns comes to who has waited for 300 ms.
    assert turning == ["late, turn", "0.3s, 0.3s"]
    assert page.evaluate("getComputedStyle(document.querySelector('.foot .go')).opacity") == "0.6"
    assert len(held) == 1
    held[0].continue_()
    phone.expect_saved(1)
    assert Entry.objects.count() == 1


@row("U09")
def test_taps_are_visible_before_any_response(phone: Phone) -> None:
    page, held = phone.page, list[Route]()
    page.emulate_media(reduced_motion="reduce")
    phone.open()
    page.route("**/*", lambda route: held.append(route))
    colour = "(one) => getComputedStyle(one).backgroundColor"
    for name, value in {**PLAIN, "trull_ours": "on"}.items():
        chip = phone.chip(name, value)
        before = chip.evaluate(colour)
        phone.tap(name, value)
        assert chip.evaluate(colour) != before, name
    phone.kontra("kontra_game")
    expect(page.locator(".title output")).to_contain_text("Kontra")
    expect(page.locator(".title output")).to_contain_text("×2")
    # Asked it was, of course; the amounts are the book's to say.
    for _ in range(100):
        if asked := [route for route in held if route.request.method == "POST"]:
            break
        page.wait_for_timeout(20)
    assert asked
    assert phone.amounts() == ["·"] * 4


@row("U06")
def test_from_the_invitation_to_the_first_hand_with_twenty_five_taps(
    browser: Browser, live_server: LiveServer, house: House, session: Session
) -> None:
    invitation = an_invitation(house, Role.SCORER)
    options: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "locale": "en-GB"}
    with browser.new_context(has_touch=True, is_mobile=True, **options) as context:
        new = Phone(context.new_page(), live_server, house, session)
        page = new.page
        page.goto(live_server.url + link_to(invitation))
        for label, text in (("Your name", "Cili"), ("Password", PASSWORD)):
            new.press(page.get_by_label(label))
            page.keyboard.type(text)
        new.press(page.get_by_role("button", name="Join the club"))
        expect(page.get_by_text("You are in. Welcome to the club.")).to_be_visible()
        new.press(page.locator(f'a[href$="/{session.id}/"]').first)
        new.press(page.get_by_role("link", name="Enter hand 1"))
        new.choose(**PLAIN)
        new.save()
        new.expect_saved(1)
    assert new.taps == 10


@row("U29")
@pytest.mark.parametrize("size", [(390, 844), (844, 390)])
def test_notch_and_home_bar_cover_no_control(
    phone: Phone, house: House, session: Session, size: tuple[int, int]
) -> None:
    recorded(house, session, a_hand(house))
    high = size[1] > size[0]
    insets = {"top": 47, "bottom": 34} if high else {"left": 47, "right": 47, "bottom": 21}
    phone.page.set_viewport_size({"width": size[0], "height": size[1]})
    line = phone.page.context.new_cdp_session(phone.page)
    line.send("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
    for name in ("sheet", "hand_new", "settlement"):
        phone.open(name)
        under = phone.page.evaluate(
            """({ top = 0, left = 0, right = 0, bottom = 0 }) =>
              [...document.querySelectorAll("a, button, summary, .chip, .mark, h1, .seat, .foot *")]
              .filter((one) => one.checkVisibility() && !one.closest(".vh, .skip, svg"))
              .map((one) => [one, one.getBoundingClientRect()])
              .filter(([one, box]) => box.left < left || box.right > innerWidth - right
                || (one.closest(".bar") && box.top < top)
                || (one.closest(".foot") && box.bottom > innerHeight - bottom))
              .map(([one]) => `${one.localName} ${one.className}`)""",
            insets,
        )
        assert under == [], name
