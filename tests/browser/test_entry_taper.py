"""Hands of Taper tapped in on a phone: three players, trei and its levels, the radler of three."""

import pytest
from playwright.sync_api import expect

from support.club_factories import House, a_session
from support.entry_phone import Phone
from support.romanian_phone import assert_answers, example, tap_in_evening
from tarokk_club.club.models import Posting, Session

# `test` walks the entry of one game; the others are walked by `.ci/run`.
pytestmark = pytest.mark.ci


@pytest.fixture
def session(house: House) -> Session:
    """A session of Taper."""
    seats = house.ids("Anna", "Béla", "Csaba")
    return a_session(house, game="taper", rules={}, players=seats, dealer=seats[2])


def test_a_plain_hand_takes_three_taps_and_the_card_points(phone: Phone) -> None:
    phone.open()
    phone.choose(declarer="Anna", contract="trei")
    expect(phone.page.locator("[data-names]")).to_have_text(["Anna", "Béla · Csaba"])
    phone.page.locator("#points").fill("34")
    expect(phone.page.locator("#preview .amount")).to_have_text(["+1", "−2", "−3"])
    phone.save()
    phone.expect_saved(1)
    assert phone.taps == 3
    assert Posting.objects.get().pots == {"pool": 4}


def test_asks_who_caught_the_luna_only_with_two_opponents(phone: Phone) -> None:
    phone.open()
    phone.choose(declarer="Anna", contract="doi")
    phone.tap("catch_from", "Béla")
    expect(phone.page.locator(".catcher")).to_be_hidden()
    phone.tap("catch_from", "Anna")
    expect(phone.chip("catch_by", "Béla")).to_be_visible()
    expect(phone.chip("catch_by", "Anna")).to_be_hidden()


def test_evening_entered_by_taps_gives_the_worked_results(phone: Phone) -> None:
    found = example("taper-evening")
    taps = tap_in_evening(phone, found)
    assert_answers(phone, found["expect"])
    # The second hand was passed out: its chip and the button.
    assert taps[1] == 2 and max(taps) <= 7


def test_complete_form_shows_its_amounts(phone: Phone) -> None:
    phone.open()
    phone.choose(declarer="Anna", contract="trei")
    phone.kontra("level", 1)
    phone.kontra("kontra_game", 1)
    phone.page.locator("#points").fill("40")
    phone.announce("toti_regii_ours", by="Anna")
    phone.tap("toti_regii", "declarer")
    expect(phone.page.locator("#preview .amount")).to_have_text(["+11", "−7", "−8"])
