"""Hands of Zebi tarokk tapped in on a phone: suit cards by suit and rank, void figures."""

import pytest
from playwright.sync_api import expect

from support.catalogue import row
from support.club_factories import House, a_session
from support.entry_phone import Phone
from tarokk_club.club.models import Entry, Session

# `test` walks the entry of one game; the others are walked by `.ci/run`.
pytestmark = pytest.mark.ci
PLAIN = {"declarer": "Anna", "bid": "one", "partner": "Csaba", "result": "won"}


@pytest.fixture
def session(house: House) -> Session:
    """A session of Zebi."""
    return a_session(house, game="zebi")


def test_a_suit_card_and_an_xxi_that_does_not_count(phone: Phone) -> None:
    phone.open()
    phone.choose(**PLAIN)
    phone.unfold("Suits")
    phone.tap("suit_uhu_ours")
    phone.tap("suit_uhu_ours_suit", "clubs")
    phone.tap("suit_uhu_ours_rank", "rider")
    phone.tap("suit_uhu_ours_made", "made")
    phone.tap("suit_uhu_ours_by", "Anna")
    phone.unfold("XXI")
    phone.tap("xxi_ultimo_theirs")
    phone.tap("xxi_ultimo_theirs_made", "void")
    phone.tap("xxi_ultimo_theirs_by", "Béla")
    expect(phone.page.locator("#preview .amount")).to_have_text(["+33", "−33", "+33", "−33"])
    phone.save()
    phone.expect_saved(1)
    anna, bela = phone.house.ids("Anna", "Béla")
    assert Entry.objects.get().record["announced"] == [
        {"figure": "suit_uhu", "by": anna, "made": True, "suit": "clubs", "rank": "rider"},
        {"figure": "xxi_ultimo", "by": bela, "void": True},
    ]


@row("U02")
@pytest.mark.parametrize("width", [320, 390])
def test_targets_are_large_and_nothing_is_wider_than_the_phone(phone: Phone, width: int) -> None:
    phone.page.set_viewport_size({"width": width, "height": 700})
    phone.open()
    phone.choose(**PLAIN)
    for fold in ("Suits", "XXI"):
        phone.unfold(fold)
    for name in ("suit_uhu_ours", "suit_uhu_theirs", "xxi_ultimo_ours", "xxi_ultimo_theirs"):
        phone.tap(name)
        expect(phone.chip(f"{name}_made", "made")).to_be_visible()
    assert phone.wide_or_small(width) == []
