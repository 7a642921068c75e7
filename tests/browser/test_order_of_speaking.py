"""The order of speaking on a phone: tapped, shown beside each horn, changed in a list."""

import re

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
