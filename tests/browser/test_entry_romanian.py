"""Romanian hands tapped in on a phone: the level rises, contras, michi-michi, the pool."""

import pytest
from playwright.sync_api import expect

from support.catalogue import row
from support.club_factories import House, a_session
from support.entry_phone import Phone
from support.romanian_phone import assert_answers, example, tap_in_evening
from tarokk_club.club.models import Draft, Entry, Player, Posting, Session

# `test` walks the entry of one game; the others are walked by `.ci/run`.
pytestmark = pytest.mark.ci
PLAIN = {"declarer": "Anna", "contract": "doi", "partner": "Csaba"}


@pytest.fixture
def session(house: House) -> Session:
    """A session of Romanian tarok."""
    return a_session(house, game="romanian", rules={})


def test_a_plain_hand_takes_four_taps_and_the_card_points(phone: Phone) -> None:
    phone.open()
    phone.choose(**PLAIN)
    phone.page.locator("#points").fill("41")
    expect(phone.page.locator("#preview .amount")).to_have_text(["+1", "−3", "+1", "−4"])
    expect(phone.page.locator("#pots")).to_contain_text("Pool 5")
    phone.save()
    phone.expect_saved(1)
    assert phone.taps == 4
    assert Posting.objects.get().pots == {"pool": 5}


def test_level_resets_for_a_contract_without_it(phone: Phone) -> None:
    phone.open()
    phone.choose(**PLAIN)
    phone.kontra("level", 2)
    phone.kontra("kontra_game", 2)
    # 2 x 3 x 4 either way, once declarer, contract and partner are known.
    expect(phone.page.locator("#preview .stake").first).to_have_text("+24 −24")
    expect(phone.page.locator(".title .kontra output").nth(1)).to_have_text("×4Recontra")
    phone.tap("contract", "solo")
    expect(phone.input("level", "1")).to_be_checked()
    phone.kontra("level", 1)
    expect(phone.page.locator("#say")).to_contain_text("not played at so high a level")
    expect(phone.page.locator("#preview .stake").first).to_have_text("+32 −32")


def test_a_michi_michi_counts_to_twelve_and_no_further(phone: Phone, house: House) -> None:
    phone.open()
    phone.tap("outcome", "michi")
    expect(phone.chip("declarer", "Anna")).to_be_hidden()
    anna, bela, dora = house.ids("Anna", "Béla", "Dóra")
    phone.kontra(f"tricks_{anna}", 5)
    phone.kontra(f"tricks_{bela}", 4)
    expect(phone.page.locator("#entry [data-count]")).to_have_text("9")
    expect(phone.page.locator("#preview")).to_contain_text("Tricks counted: 9 of 12.")
    phone.press(phone.page.locator("[data-rest]").nth(3))
    expect(phone.page.locator("#entry [data-count]")).to_have_text("12")
    phone.kontra(f"tricks_{bela}", 1)
    expect(phone.page.locator("#say")).to_have_text("All tricks have been counted.")
    expect(phone.page.locator("#preview")).to_contain_text("Sum: 0")
    phone.save()
    phone.expect_saved(1)
    assert Entry.objects.get().record["tricks_taken"] == {anna: 5, bela: 4, dora: 3}
    expect(phone.page.locator("main")).to_contain_text("Radler")
    phone.open()
    expect(phone.page.locator(".bar")).to_contain_text("Radler ×2 · 4 left")


def test_an_abandoned_hand_takes_two_taps(phone: Phone) -> None:
    phone.open()
    phone.tap("outcome", "abandoned")
    phone.save()
    phone.expect_saved(1)
    assert phone.taps == 2


def test_rege_ultimo_needs_a_called_king(phone: Phone) -> None:
    phone.open()
    phone.choose(**PLAIN)
    phone.tap("rege_ultimo_ours", force=True)
    expect(phone.page.locator("#say")).to_contain_text("without a called king")
    expect(phone.input("rege_ultimo_ours")).not_to_be_checked()
    phone.tap("called", "hearts")
    phone.tap("rege_ultimo_ours")
    phone.tap("rege_ultimo", "made")
    phone.page.locator("#points").fill("36")
    expect(phone.page.locator("#preview .amount").first).to_have_text("+3")


def test_shows_the_value_of_an_announced_pagat_ultimo(phone: Phone) -> None:
    phone.open()
    row = phone.page.locator(".fig-pagat_ultimo").first
    expect(row).to_contain_text("1 · announced 7 and the pool, 5")
    phone.tap("contract", "solo")
    expect(row.locator(".in-solo")).to_have_text("2 · announced 9 and the pool, 5")
    expect(row.locator(".usual")).to_be_hidden()
    phone.choose(declarer="Anna", partner="Csaba")
    phone.tap("pagat_ultimo_ours")
    expect(row.locator(".in-solo")).to_be_visible()


def test_sheet_shows_a_hand_in_play_with_its_stakes(phone: Phone) -> None:
    phone.open()
    phone.choose(**PLAIN)
    phone.kontra("level", 1)
    expect(phone.page.locator("[data-state]")).to_have_text("kept")
    assert Draft.objects.get().record["level"] == 2
    phone.open("sheet")
    expect(phone.page.locator(".play")).to_contain_text("If all goes ill for the declarer's side")
    expect(phone.page.locator(".play")).to_contain_text("−4")
    phone.open()
    expect(phone.page.locator(".level output")).to_have_text("2")


def test_sides_are_named_above_the_figures(phone: Phone) -> None:
    phone.open()
    phone.choose(**PLAIN)
    heads = phone.page.locator("[data-names]")
    expect(heads).to_have_text(["Anna · Csaba", "Béla · Dóra"])
    phone.tap("partner", "alone") if phone.chip("partner", "alone").is_visible() else None
    expect(heads).to_have_text(["Anna", "Béla · Csaba · Dóra"])


def test_long_name_above_the_figures_wraps_and_is_not_cut(phone: Phone, house: House) -> None:
    Player.objects.filter(pk=house.players["Anna"]).update(name="Szentgyörgyvölgyi")
    Player.objects.filter(pk=house.players["Csaba"]).update(name="Kis-Szentgyörgyvölgyi")
    phone.page.set_viewport_size({"width": 320, "height": 844})
    phone.open()
    phone.choose(**PLAIN)
    names = phone.page.locator("[data-names] bdi")
    expect(names).to_have_count(4)
    assert names.evaluate_all("(all) => all.every((one) => one.scrollWidth <= one.clientWidth)")
    widest = "(all) => Math.max(...all.map((one) => one.getBoundingClientRect().right))"
    assert names.evaluate_all(widest) <= 320


@pytest.mark.parametrize("name", ["romanian-evening", "romanian-pool-and-valat"])
def test_evening_entered_by_taps_gives_the_worked_results(phone: Phone, name: str) -> None:
    found = example(name)
    taps = tap_in_evening(phone, found)
    assert_answers(phone, found["expect"])
    assert max(taps) <= 13 + 2


def test_complete_form_shows_its_amounts(phone: Phone) -> None:
    phone.open()
    phone.choose(**PLAIN, called="hearts")
    phone.kontra("level", 2)
    phone.page.locator("#points").fill("41")
    phone.tap("trula", "declarer")
    phone.tap("pagat_ultimo_ours")
    phone.tap("pagat_ultimo", "ours_made")
    expect(phone.page.locator("#preview .amount")).to_have_text(["+11", "−12", "+10", "−13"])


@row("U02")
@pytest.mark.parametrize("width", [320, 390])
def test_targets_are_large_and_nothing_is_wider_than_the_phone(phone: Phone, width: int) -> None:
    phone.page.set_viewport_size({"width": width, "height": 700})
    phone.open()
    phone.choose(**PLAIN, called="clubs")
    for name in ("trula_ours", "rege_ultimo_ours", "luna_prinsa_theirs"):
        phone.tap(name)
    for fold in phone.page.locator("details.fold > summary:visible").all():
        phone.press(fold)
    assert phone.wide_or_small(width) == []
    phone.tap("outcome", "michi")
    assert phone.wide_or_small(width) == []


@row("U23")
def test_a_hand_is_entered_without_script(plain_phone: Phone, house: House) -> None:
    plain_phone.open()
    plain_phone.choose(**PLAIN, level="3", kontra_game="1")
    plain_phone.page.locator("#points").fill("30")
    plain_phone.tap("toti_regii", "opponents")
    plain_phone.save()
    plain_phone.expect_saved(1)
    plain_phone.open()
    plain_phone.tap("outcome", "michi")
    plain_phone.choose(tricks_Béla="7", tricks_Dóra="5")
    plain_phone.save()
    plain_phone.expect_saved(2)
    # 2 x 3 x 2 and the kings for the opponents; 1 into the new pool.
    first = Posting.objects.order_by("position")[0]
    assert first.net[house.players["Anna"]] == -12 - 1 - 1


def test_taps_move_no_row_of_the_form(phone: Phone) -> None:
    phone.open()
    rows = phone.page.locator(".part .row:visible, .figure:visible").all()
    before = [row.bounding_box() for row in rows]

    phone.choose(**PLAIN)
    phone.tap("trula", "declarer")
    phone.page.locator("#points").fill("41")

    expect(phone.page.locator("#preview")).to_contain_text("Sum: 0")
    phone.page.evaluate("scrollTo(0, 0)")
    assert len(before) > 5
    assert [row.bounding_box() for row in rows] == before
