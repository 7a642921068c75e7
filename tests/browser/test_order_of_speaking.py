"""The order of speaking on a phone: set by taps, displayed, changed in a list."""

import re

import pytest
from playwright.sync_api import expect

from support.catalogue import row
from support.entry_phone import Phone
from tarokk_club.club.models import Entry

PLAIN = {"declarer": "Anna", "bid": "three", "partner": "Csaba", "result": "won"}


@row("S95")
def test_the_order_of_the_taps_is_the_order_of_speaking_and_can_be_changed(phone: Phone) -> None:
    phone.open()
    phone.choose(**PLAIN)
    order = phone.page.locator(".speaking li .grow")
    phone.announce("volat_theirs", by="Béla")
    expect(order).to_have_count(0)
    phone.announce("pagat_ultimo_ours", by="Csaba")
    phone.announce("trull_ours", by="Anna")
    expect(order).to_have_text([re.compile("Volát"), re.compile("Pagát"), re.compile("Trull")])
    expect(phone.chip("trull_ours")).to_have_attribute("data-place", "3")

    phone.press(phone.page.locator('.speaking [value="earlier trull_ours"]'))

    expect(order).to_have_text([re.compile("Volát"), re.compile("Trull"), re.compile("Pagát")])
    expect(phone.chip("trull_ours")).to_have_attribute("data-place", "2")
    # After its volat the side announces no trull: greyed with the reason, and not moved there.
    phone.tap("trull_theirs", force=True)
    expect(phone.page.locator("#say")).to_contain_text("This side has announced volat")
    expect(phone.input("trull_theirs")).not_to_be_checked()
    phone.tap("volat_ours")
    later = phone.page.locator('.speaking [value="later pagat_ultimo_ours"]')
    phone.press(later)
    phone.press(phone.page.locator('.speaking [value="earlier volat_ours"]'), force=True)
    expect(phone.page.locator("#say")).to_contain_text("This side has announced volat")
    phone.tap("volat_ours_by", "Anna")
    phone.fail_the_rest()
    phone.page.reload()
    expect(order).to_have_count(4)
    phone.save()
    phone.expect_saved(1)
    said = [one["figure"] for one in Entry.objects.get().record["announced"]]
    assert said == ["volat", "trull", "volat", "pagat_ultimo"]


@pytest.mark.ci
def test_kontra_speakers_are_entered_in_a_fold_after_the_kontras(phone: Phone) -> None:
    phone.open()
    phone.choose(**PLAIN)
    phone.kontra("kontra_game", 2)
    phone.unfold("Who said kontra")
    phone.press(phone.page.get_by_role("button", name="Show each kontra that was tapped"))
    # The opponents say kontra, the declarer's side answers.
    assert not phone.sees("kontra_game_said_1", "Anna")
    phone.tap("kontra_game_said_1", "Béla")
    # One step of two: the other one is asked for where it is missing, and nothing is lost.
    phone.save()
    expect(phone.page.locator("#kontra-panel")).to_contain_text("Choose who said it")
    expect(phone.input("kontra_game_said_1", "Béla")).to_be_checked()
    phone.tap("kontra_game_said_2", "Csaba")
    phone.save()
    phone.expect_saved(1)
    bela, csaba = phone.house.ids("Béla", "Csaba")
    assert Entry.objects.get().record["kontras"] == [{"on": "game", "by": [bela, csaba]}]


@pytest.mark.ci
def test_why_the_declarer_plays_alone_is_greyed_where_it_cannot_be(phone: Phone) -> None:
    phone.open()
    phone.choose(**PLAIN)
    phone.unfold("Why the declarer plays alone")
    phone.tap("alone", "discarded", force=True)
    expect(phone.page.locator("#say")).to_contain_text("Only of a declarer who plays alone.")
    expect(phone.input("alone", "discarded")).not_to_be_checked()
    phone.tap("partner", "alone")
    phone.tap("discarded_by", "Béla", force=True)
    expect(phone.page.locator("#say")).to_contain_text("Only where the called card was discarded.")
    phone.tap("alone", "discarded")
    phone.tap("discarded_by", "Béla")
    phone.save()
    phone.expect_saved(1)
    record = Entry.objects.get().record
    assert (record["alone"], record["discarded_by"]) == ("discarded", *phone.house.ids("Béla"))
