"""The next dealer while hands are queued on the phone, and their number on the sheet."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from support.catalogue import row
from support.club_factories import SEATED, House, a_hand, a_session, recorded
from support.entry_phone import sign_in, table_of
from support.offline_phone import PAIRS, CellarPhone, box, expect_waiting
from tarokk_club.club.hand.forms import ENTRY_GAMES
from tarokk_club.club.models import Session

FOLLOWS = "The dealer follows when the hands before are in the book."


def expect_deal(page: Page, title: str, deal: str) -> None:
    """The bar tells the hand and who deals."""
    expect(page.locator(".bar h1")).to_have_text(title)
    expect(page.locator(".bar .soft")).to_contain_text(deal)


@pytest.mark.ci
def test_phone_predicts_the_dealer_while_hands_wait(
    cellar: CellarPhone, house: House, session: Session
) -> None:
    page = cellar.page
    recorded(house, session, a_hand(house))
    cellar.open_sheet()
    dealer = page.locator(".turn b").inner_text().split()[0]
    first = SEATED.index(dealer)
    cellar.network(on=False)
    page.locator(".foot .go").tap()
    # Nothing waits here that would say that the kept page is the last one.
    expect_deal(page, "The next hand", FOLLOWS)
    for place, pair in enumerate(PAIRS, start=1):
        cellar.enter(*pair)
        expect_waiting(page, place)
        expect_deal(page, f"Hand {2 + place}", f"{SEATED[(first + place) % 4]} deals")
        leads = f"{SEATED[(first + place + 1) % 4]} leads"
        expect(page.locator(".bar .leads")).to_have_text(leads)
    page.reload()
    expect_deal(page, "Hand 7", f"{SEATED[(first + 5) % 4]} deals")

    page.goto(cellar.sheet)
    expect(page.locator("[data-queued]")).to_be_visible()
    expect(page.locator(".proof")).to_contain_text("1 hand, 5 waiting")
    cellar.network(on=True)
    expect_waiting(page, 0)
    expect(page.locator(".proof")).to_contain_text("6 hands")
    expect(page.locator("[data-queued]")).to_be_hidden()
    expect(page.locator(".turn")).to_contain_text(f"{SEATED[(first + 5) % 4]} deals")


@pytest.mark.ci
def test_phone_predicts_no_dealer_after_a_passed_hand(cellar: CellarPhone) -> None:
    cellar.let_wait(1)
    expect_deal(cellar.page, "Hand 2", "deals")
    cellar.tap("outcome", "passed_out")
    cellar.save()
    expect_waiting(cellar.page, 2)
    expect_deal(cellar.page, "The next hand", FOLLOWS)
    cellar.enter("Anna", "Csaba")
    expect(cellar.page.locator(".bar .soft")).to_have_text(FOLLOWS)


@pytest.mark.ci
def test_phone_predicts_no_dealer_when_a_player_sits_out(
    page: Page, live_server: LiveServer, house: House
) -> None:
    seats = house.ids("Anna", "Béla", "Csaba", "Dóra", "Cili")
    session = a_session(house, players=seats, dealer=seats[4])
    sign_in(page.context, live_server, house.anna)
    cellar = CellarPhone(page, live_server, house, session)
    cellar.let_wait(1)
    unknown = "Who deals and who sits out is not known until the hands before are in the book."
    expect(page.locator(".bar .soft")).to_have_text(unknown)


@pytest.mark.ci
@pytest.mark.parametrize("game", sorted(ENTRY_GAMES))
def test_played_hand_passes_the_deal_on_in_every_game(
    page: Page, live_server: LiveServer, house: House, game: str
) -> None:
    sign_in(page.context, live_server, house.anna)
    phone = CellarPhone(page, live_server, house, table_of(house, game))
    phone.open()
    dealer = page.locator(".deal bdi").inner_text()
    phone.network(on=False)
    page.locator("[name=declarer], [name=pagat]").first.evaluate("one => one.click()")
    page.locator(".foot .go").tap()
    expect_waiting(page, 1)
    at_table = SEATED[: len(phone.session.seats)]
    after = at_table[(at_table.index(dealer) + 1) % len(at_table)]
    expect(page.locator(".bar h1")).to_have_text("Hand 2")
    expect(page.locator(".deal")).to_have_text(f"{after} deals")


@row("R14")
def test_a_hand_behind_a_decision_shows_no_amounts_of_another_position(
    cellar: CellarPhone, house: House, session: Session
) -> None:
    page = cellar.page
    cellar.let_wait(1)
    recorded(house, session, a_hand(house, "Csaba", "Béla"))
    cellar.network(on=True)
    expect(box(page).get_by_text("One of them needs your decision")).to_be_visible()
    cellar.open()
    cellar.enter("Béla", "Dóra")

    expect_waiting(page, 2)
    expect(page.locator(".outlook")).to_contain_text("the hands before are in the book")
    expect(page.locator(".bar .soft")).to_contain_text("the hands before are in the book")
    with page.expect_response("**/preview/"):
        cellar.choose(declarer="Anna", bid="three", partner="Csaba", result="won")
    page.wait_for_load_state("networkidle")
    assert set(page.locator(".foot .sum b").all_inner_texts()) == {"·"}
