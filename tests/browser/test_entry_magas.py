"""Hands of Magas tarokk tapped in on a phone: a fold for each kind of figure, with its card."""

import pytest
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from support.catalogue import row
from support.club_factories import House, a_session
from support.entry_phone import Phone, sign_in
from tarokk_club.club.models import Entry, Posting, Session

# `test` walks the entry of one game; the others are walked by `.ci/run`.
pytestmark = pytest.mark.ci
PLAIN = {"declarer": "Anna", "bid": "one", "partner": "Csaba", "result": "won"}
KINGS, FIRST = "Kings", "First trick"


@pytest.fixture
def session(house: House) -> Session:
    """A session of Magas."""
    return a_session(house, game="magas")


def test_a_king_takes_its_suit_beside_the_announcement(phone: Phone) -> None:
    phone.open()
    phone.choose(**PLAIN)
    phone.unfold(KINGS)
    phone.tap("king_uhu_theirs")
    phone.tap("king_uhu_theirs_suit", "hearts")
    phone.tap("king_uhu_theirs_made", "lost")
    phone.tap("king_uhu_theirs_by", "Béla")
    phone.unfold(FIRST)
    phone.tap("first_pagat", "ours_made")
    phone.tap("first_pagat_by", "Anna")
    expect(phone.page.locator("#preview .amount")).to_have_text(["+28", "−28", "+28", "−28"])
    phone.save()
    phone.expect_saved(1)
    assert Entry.objects.get().record["announced"][0]["suit"] == "hearts"


def test_higher_announcement_replaces_the_lower_one_and_disables_it(phone: Phone) -> None:
    phone.open()
    phone.choose(**PLAIN)
    phone.tap("pagat_ultimo_ours")
    phone.unfold("Birds")
    phone.tap("pagat_uhu_ours")
    say = phone.page.locator("#say")
    expect(say).to_have_text("The higher announcement takes the place of the lower one.")
    expect(phone.input("pagat_ultimo_ours")).not_to_be_checked()
    phone.tap("pagat_ultimo_ours", force=True)
    expect(say).to_contain_text("A higher announcement of this side stands in its place")
    phone.tap("sas_uhu_ours", force=True)
    expect(say).to_contain_text("wants the same trick with another card")
    expect(phone.input("sas_uhu_ours")).not_to_be_checked()
    phone.tap("sas_uhu_theirs")
    expect(phone.input("sas_uhu_theirs")).to_be_checked()


def test_same_king_is_disabled_for_the_other_trick(phone: Phone) -> None:
    phone.open()
    phone.choose(**PLAIN)
    phone.unfold(KINGS)
    phone.tap("king_uhu_ours")
    phone.tap("king_uhu_ours_suit", "spades")
    phone.tap("king_ultimo_ours")
    phone.tap("king_ultimo_ours_suit", "spades", force=True)
    expect(phone.input("king_ultimo_ours_suit", "spades")).not_to_be_checked()
    phone.tap("king_ultimo_ours_suit", "clubs")
    expect(phone.input("king_ultimo_ours_suit", "clubs")).to_be_checked()


@row("U02")
@pytest.mark.parametrize("width", [320, 390])
def test_targets_are_large_and_nothing_is_wider_than_the_phone(phone: Phone, width: int) -> None:
    phone.page.set_viewport_size({"width": width, "height": 700})
    phone.open()
    phone.choose(**PLAIN)
    for fold in ("Birds", FIRST, KINGS):
        phone.unfold(fold)
    for name in ("centrum_ours", "centrum_theirs", "king_uhu_ours", "king_uhu_theirs"):
        phone.tap(name)
        expect(phone.chip(f"{name}_made", "made")).to_be_visible()
    assert phone.wide_or_small(width) == []


@row("U23")
def test_a_hand_is_entered_without_script(
    browser: Browser, live_server: LiveServer, house: House, session: Session
) -> None:
    with browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, java_script_enabled=False
    ) as context:
        sign_in(context, live_server, house.anna)
        plain = Phone(context.new_page(), live_server, house, session)
        plain.open()
        plain.choose(**PLAIN)
        plain.unfold(KINGS)
        plain.tap("king_ultimo_ours")
        plain.save()
        expect(plain.page.locator("#fault_king_ultimo_ours_suit")).to_be_visible()
        plain.tap("king_ultimo_ours_suit", "clubs")
        plain.tap("king_ultimo_ours_made", "made")
        plain.tap("king_ultimo_ours_by", "Anna")
        plain.save()
        plain.expect_saved(1)
    # 3 for the game and 15 for the king.
    assert Posting.objects.get().net[house.players["Anna"]] == 18


def test_taps_move_no_row_of_the_form(phone: Phone) -> None:
    phone.open()
    rows = phone.page.locator(".part .row:visible, .figure:visible, .fold:visible").all()
    before = [row.bounding_box() for row in rows]

    phone.choose(**PLAIN)
    phone.tap("trull", "declarer")

    expect(phone.page.locator("#preview")).to_contain_text("Sum: 0")
    phone.page.evaluate("scrollTo(0, 0)")
    assert len(before) > 5
    assert [row.bounding_box() for row in rows] == before
