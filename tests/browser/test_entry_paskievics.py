"""Hands of Paskievics tapped in on a phone: few taps, nothing lost, the right amounts."""

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from support.catalogue import row
from support.club_factories import PASSED_OUT, House, a_hand, a_session, a_user, recorded
from support.entry_phone import Phone, sign_in
from tarokk_club.club.models import Draft, Entry, Posting, Role, Session

PLAIN = {"declarer": "Anna", "bid": "three", "partner": "Csaba", "result": "won"}


@row("U03")
def test_a_plain_hand_takes_five_taps(phone: Phone) -> None:
    phone.open()
    phone.choose(**PLAIN)
    expect(phone.page.locator("#preview .amount")).to_have_text(["+1", "−1", "+1", "−1"])
    expect(phone.page.locator("#preview")).to_contain_text("Sum: 0")
    phone.save()
    phone.expect_saved(1)
    assert phone.taps == 5
    assert Posting.objects.get().net == dict(zip(phone.session.seats, [1, -1, 1, -1], strict=True))


@row("U03")
@pytest.mark.ci
def test_the_reference_hand_takes_eight_taps_and_one_for_a_failure(
    phone: Phone, house: House
) -> None:
    # One announcement with kontra, and a silent figure.
    phone.open()
    phone.choose(declarer="Béla", bid="two", partner="Dóra", result="won")
    phone.tap("pagat_ultimo_theirs")
    expect(phone.page.locator("#preview .outlook")).to_contain_text("made or failed?")
    phone.tap("pagat_ultimo_theirs_by", "Csaba")
    phone.kontra("pagat_ultimo_theirs_kontra")
    # With the trull goes the pagat: that the ultimo failed follows from this.
    phone.tap("trull", "declarer")
    expect(phone.page.locator("#preview .amount")).to_have_text(["−23", "+23", "−23", "+23"])
    phone.save()
    phone.expect_saved(1)
    assert phone.taps == 8 + 1
    anna = house.players["Anna"]
    assert Entry.objects.get().record["announced"] == [
        {"figure": "pagat_ultimo", "by": house.players["Csaba"], "kontra": 1}
    ]
    assert Posting.objects.get().net[anna] == -23


@pytest.mark.ci
def test_each_announced_figure_takes_three_more_taps(phone: Phone) -> None:
    phone.open()
    phone.choose(**PLAIN)
    phone.tap("trull_ours")
    phone.tap("trull_ours_by", "Csaba")
    phone.tap("trull", "declarer")
    phone.tap("xxi_catch_ours")
    phone.tap("xxi_catch_ours_by", "Csaba")
    phone.tap("catch_from", "Béla")
    expect(phone.page.locator("#preview .amount")).to_have_text(["+45", "−45", "+45", "−45"])
    phone.save()
    phone.expect_saved(1)
    assert phone.taps == 5 + 3 + 3


@pytest.mark.ci
@pytest.mark.parametrize("outcome", ["passed_out", "annulled", "failed_trial"])
def test_a_hand_not_played_takes_two_taps(phone: Phone, outcome: str) -> None:
    phone.open()
    phone.tap("outcome", outcome)
    phone.save()
    phone.expect_saved(1)
    assert phone.taps == 2
    assert Entry.objects.get().record["outcome"] == outcome


@pytest.mark.ci
def test_of_five_players_the_dealer_cannot_be_tapped(phone: Phone, house: House) -> None:
    seats = house.ids("Anna", "Béla", "Csaba", "Dóra", "Cili")
    phone.session = a_session(house, players=seats, dealer=seats[1])
    phone.open()
    expect(phone.input("declarer", "Béla")).to_be_disabled()
    phone.choose(declarer="Cili", bid="one", partner="alone", result="won")
    expect(phone.page.locator("#preview .amount")).to_have_text(["−3", "0", "−3", "−3", "+9"])
    phone.save()
    phone.expect_saved(1)


@pytest.mark.ci
def test_solo_choice_takes_the_declarers_place_among_partners(phone: Phone) -> None:
    phone.open()
    expect(phone.chip("partner", "alone")).to_be_hidden()
    before = phone.chip("partner", "Béla").bounding_box()
    phone.tap("declarer", "Béla")
    expect(phone.chip("partner", "Béla")).to_be_hidden()
    assert phone.chip("partner", "alone").bounding_box() == before


@pytest.mark.ci
def test_the_same_tap_takes_a_choice_back(phone: Phone) -> None:
    phone.open()
    for name, value in (("declarer", "Anna"), ("trull", "declarer")):
        phone.tap(name, value)
        expect(phone.input(name, value)).to_be_checked()
    # A second tap within 400 ms is a finger that trembled.
    phone.chip("result", "won").dblclick()
    expect(phone.input("result", "won")).to_be_checked()
    for name, value in (("result", "won"), ("trull", "declarer"), ("declarer", "Anna")):
        phone.page.wait_for_timeout(450)
        phone.tap(name, value)
        expect(phone.input(name, value)).not_to_be_checked()
    phone.tap("outcome", "passed_out")
    phone.page.wait_for_timeout(450)
    phone.tap("outcome", "passed_out")
    expect(phone.chip("declarer", "Anna")).to_be_visible()


@pytest.mark.ci
def test_five_of_the_figures_tapped_most_fit_above_the_fold(phone: Phone) -> None:
    phone.page.set_viewport_size({"width": 390, "height": 844})
    phone.open()
    foot = phone.page.locator(".foot").bounding_box()
    rows = [one.bounding_box() for one in phone.page.locator(".figure[role=group]").all()[:5]]
    assert foot and all(one and one["y"] + one["height"] <= foot["y"] + 1 for one in rows)
    names = phone.page.locator(".figure[role=group] .subject b").all_inner_texts()
    assert {"Pagát ultimó", "XXI-catch"} <= set(names[:5])


@pytest.mark.ci
def test_kontra_to_the_game_is_labelled_apart_from_the_points(phone: Phone) -> None:
    phone.open()
    kontra = phone.page.locator(".kontra").filter(has=phone.page.locator("[name=kontra_game]"))
    title = phone.page.locator(".title").filter(has=kontra)
    expect(title).to_contain_text("Kontra to the game")
    expect(title).not_to_contain_text("took")


@pytest.mark.ci
def test_choosing_the_partner_as_declarer_swaps_both(phone: Phone) -> None:
    phone.open()
    phone.choose(declarer="Anna", bid="three", partner="Csaba")
    phone.tap("declarer", "Csaba")
    expect(phone.input("partner", "Anna")).to_be_checked()


@pytest.mark.ci
def test_missing_partner_hides_the_amounts_in_the_foot(phone: Phone) -> None:
    phone.open()
    phone.choose(declarer="Anna", bid="three", result="won")
    outlook = phone.page.locator("#preview .outlook")
    expect(outlook).to_contain_text("Choose the partner, or that the declarer plays alone.")
    expect(phone.page.locator("#preview .amount")).to_have_count(0)


@pytest.mark.ci
def test_the_last_tap_decides_whether_a_figure_was_made(phone: Phone) -> None:
    phone.open()
    phone.choose(**PLAIN)
    phone.tap("four_kings_ours")
    phone.tap("four_kings_ours_by", "Csaba")
    outlook = phone.page.locator("#preview .outlook")
    expect(outlook).to_contain_text("Four kings: made or failed?")
    phone.tap("four_kings", "declarer")
    expect(outlook).to_contain_text("Sum: 0")
    phone.tap("four_kings_ours_made", "lost")
    expect(phone.input("four_kings", "declarer")).not_to_be_checked()
    expect(phone.page.locator("#preview .amount").first).to_have_text("−1")


@pytest.mark.ci
def test_amounts_of_an_earlier_tap_disappear_without_a_network(phone: Phone) -> None:
    phone.open()
    phone.choose(**PLAIN)
    expect(phone.page.locator("#preview .amount").first).to_have_text("+1")
    phone.page.context.set_offline(True)
    phone.tap("bid", "solo")
    expect(phone.page.locator("#preview .outlook")).to_contain_text(
        "Amounts come when there is a network"
    )
    assert set(phone.amounts()) == {"·"}


@pytest.mark.ci
def test_a_tap_on_a_greyed_choice_shows_the_reason(phone: Phone) -> None:
    phone.open()
    phone.tap("trull_ours", force=True)
    expect(phone.page.locator("#say")).to_have_text("Choose the declarer first.")
    expect(phone.input("trull_ours")).not_to_be_checked()
    phone.choose(**PLAIN | {"result": "all_tricks"})
    phone.tap("four_kings", "opponents", force=True)
    expect(phone.page.locator("#say")).to_contain_text("This side took no trick")
    expect(phone.input("four_kings", "opponents")).not_to_be_checked()


@row("U28")
@pytest.mark.ci
def test_a_missing_choice_gets_the_focus_and_the_input_stays(phone: Phone) -> None:
    phone.open()
    phone.choose(declarer="Anna", partner="Csaba", result="won")
    phone.tap("trull_theirs")
    phone.save()
    expect(phone.page.locator("#fault_bid")).to_have_text("Choose the bid.")
    expect(phone.input("bid", "three")).to_be_focused()
    for name, value in (("declarer", "Anna"), ("partner", "Csaba"), ("trull_theirs", "on")):
        expect(phone.input(name, value)).to_be_checked()
    phone.tap("bid", "three")
    phone.tap("trull_theirs_by", "Béla")
    phone.tap("trull_theirs_made", "lost")
    phone.save()
    phone.expect_saved(1)


@row("U05")
@pytest.mark.ci
def test_an_unfinished_hand_survives_a_reload(phone: Phone) -> None:
    phone.open()
    phone.choose(declarer="Béla", bid="solo")
    phone.tap("pagat_ultimo_ours")
    # Sooner than it is posted: what was tapped is on the phone already.
    phone.page.reload()
    for name, value in (("declarer", "Béla"), ("bid", "solo"), ("pagat_ultimo_ours", "on")):
        expect(phone.input(name, value)).to_be_checked()
    expect(phone.page.locator("[data-state]")).to_have_text("kept")
    assert Draft.objects.get().record["bid"] == "solo"
    stored = phone.page.evaluate("JSON.stringify(localStorage)")
    assert not any(name in stored for name in phone.house.players)
    phone.open("sheet")
    expect(phone.page.locator("body")).to_contain_text("in play")


@pytest.mark.ci
def test_taps_without_network_are_stored_and_sent_later(phone: Phone) -> None:
    phone.open()
    phone.tap("declarer", "Béla")
    expect(phone.page.locator("[data-state]")).to_have_text("kept")
    phone.page.context.set_offline(True)
    phone.tap("bid", "one")
    expect(phone.page.locator(".outlook")).to_contain_text("Amounts come when there is a network")
    expect(phone.page.locator("#say")).to_be_hidden()
    expect(phone.page.locator("[data-state]")).to_have_text("saving…")
    phone.page.context.set_offline(False)
    expect(phone.page.locator("[data-state]")).to_have_text("kept", timeout=15_000)
    assert Draft.objects.get().record["bid"] == "one"


@pytest.mark.ci
def test_taking_over_on_another_phone_notifies_the_first(
    phone: Phone, browser: Browser, live_server: LiveServer, house: House
) -> None:
    phone.open()
    phone.tap("declarer", "Béla")
    expect(phone.page.locator("[data-state]")).to_have_text("kept")
    feri = a_user("feri", club=house.club, roles=(Role.SCORER,))
    with browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True) as context:
        sign_in(context, live_server, feri)
        other = Phone(context.new_page(), live_server, house, phone.session)
        other.open()
        expect(other.page.locator("main")).to_contain_text("anna is entering this hand.")
        other.page.get_by_role("button", name="Take over").tap()
        expect(other.input("declarer", "Béla")).to_be_checked()
        phone.tap("bid", "one")
        expect(phone.page.locator("#other")).to_contain_text("feri is entering this hand")
        phone.page.get_by_role("button", name="Go on with mine").tap()
        expect(phone.page.locator("[data-state]")).to_have_text("kept")
    draft = Draft.objects.get()
    assert (draft.user, draft.record["bid"]) == (house.anna, "one")


@pytest.mark.ci
def test_the_auction_bid_by_bid_fills_the_rest(phone: Phone) -> None:
    phone.open()
    phone.unfold("The auction, bid by bid")
    panel = phone.page.locator("#step-panel")
    for speaker, call in (("Anna", "two"), ("Béla", "pass"), ("Csaba", "pass"), ("Dóra", "one")):
        expect(panel).to_contain_text(f"It is {speaker}'s turn to speak.")
        phone.press(panel.locator(f'button[value$=" {call}"]'))
    expect(panel).to_contain_text("It is Anna's turn to speak.")
    phone.press(panel.locator('button[value$=" pass"]'))
    expect(phone.page.locator("#step-panel")).to_contain_text("The auction is over.")
    expect(phone.input("declarer", "Dóra")).to_be_checked()
    expect(phone.input("bid", "one")).to_be_checked()
    expect(phone.page.locator("[data-called]")).to_have_text("XIX")


@pytest.mark.ci
def test_another_card_is_called_from_the_row_behind_the_usual_one(phone: Phone) -> None:
    phone.open()
    phone.press(phone.page.locator(".opener"))
    phone.tap("called", "XVIII")
    expect(phone.page.locator("[data-called]")).to_have_text("XVIII")
    expect(phone.chip("called", "XVII")).to_be_hidden()


@pytest.mark.ci
def test_the_repeat_button_takes_no_room_above_save(phone: Phone, house: House) -> None:
    recorded(house, phone.session, a_hand(house))
    phone.open()
    foot, save = phone.page.locator(".foot"), phone.page.locator(".foot .go")
    expect(phone.page.locator(".repeat")).to_be_visible()
    before = foot.bounding_box(), save.bounding_box()

    phone.page.evaluate("document.querySelector('.repeat').remove()")

    assert (foot.bounding_box(), save.bounding_box()) == before


@pytest.mark.ci
def test_taps_move_no_row_of_the_form(phone: Phone) -> None:
    phone.open()
    rows = phone.page.locator(".part .row:visible, .figure:visible").all()
    before = [row.bounding_box() for row in rows]
    phone.choose(**PLAIN)
    phone.tap("trull", "declarer")
    expect(phone.page.locator("#preview")).to_contain_text("Sum: 0")
    phone.page.evaluate("scrollTo(0, 0)")
    assert [row.bounding_box() for row in rows] == before


@row("U02")
@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.ci
def test_targets_are_large_and_nothing_is_wider_than_the_phone(phone: Phone, width: int) -> None:
    recorded(phone.house, phone.session, PASSED_OUT)
    phone.page.set_viewport_size({"width": width, "height": 700})
    phone.open()
    phone.choose(**PLAIN)
    phone.tap("trull_ours")
    for fold in phone.page.locator("details.fold > summary:visible").all():
        phone.press(fold)
    assert phone.wide_or_small(width) == []


@row("U27")
@pytest.mark.ci
@pytest.mark.parametrize("language", ["en", "da", "ro"])
@pytest.mark.parametrize("width", [320, 360, 390])
def test_both_words_of_a_bid_fit_on_its_chip(
    page: Page, live_server: LiveServer, language: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 640})
    page.set_extra_http_headers({"accept-language": language})
    page.goto(live_server.url + reverse("club:calculator") + "?game=paskievics")
    chips = page.locator("label.chip:has([name=bid])")
    expect(chips.locator("[lang=hu]")).to_have_text(["Három", "Kettő", "Egy", "Szóló"])

    spans = chips.locator("> span")
    wide = spans.evaluate_all("all => all.filter((one) => one.scrollWidth > one.clientWidth)")
    high = chips.evaluate_all("all => all.map((one) => one.offsetHeight)")
    assert wide == []
    assert high == [48] * 4


@row("U23")
@pytest.mark.ci
def test_a_hand_is_entered_without_script(
    browser: Browser, live_server: LiveServer, house: House, session: Session
) -> None:
    with browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, java_script_enabled=False
    ) as context:
        sign_in(context, live_server, house.anna)
        plain = Phone(context.new_page(), live_server, house, session)
        plain.open()
        expect(plain.chip("outcome", "played")).to_be_visible()
        plain.choose(declarer="Béla", bid="two", result="won")
        plain.tap("trull_ours")
        kontra = plain.page.locator('[name="trull_ours_kontra"]')
        kontra.select_option(label="×2 Kontra")
        plain.tap("trull", "declarer")
        plain.save()
        expect(plain.page.locator("#fault_partner")).to_be_visible()
        expect(kontra).to_have_value("1")
        plain.tap("partner", "alone")
        plain.save()
        plain.expect_saved(1)
    bela = house.players["Béla"]
    assert Posting.objects.get().net[bela] == 3 * (2 + 4)


@pytest.mark.ci
def test_saved_hand_is_corrected_after_a_preview(phone: Phone) -> None:
    saved = recorded(phone.house, phone.session, {**PASSED_OUT}, {**PASSED_OUT})
    phone.open("entry_correct", saved[0].entry_id)
    expect(phone.input("outcome", "passed_out")).to_be_checked()
    phone.tap("outcome", "passed_out")
    phone.choose(**PLAIN)
    phone.save()
    expect(phone.page.locator("main")).to_contain_text("What changes")
    phone.save()
    expect(phone.page.get_by_role("status").first).to_contain_text("Hand 1 is corrected.")
