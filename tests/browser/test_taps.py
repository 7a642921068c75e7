"""How many taps a thumb needs for what happens at a table: the scenarios of row U03."""

import pytest
from playwright.sync_api import expect

from support.catalogue import row
from support.club_factories import House, a_hand, recorded
from support.entry_phone import Phone
from tarokk_club.club.models import Posting, Session

pytestmark = pytest.mark.ci


@row("U03")
def test_t2_two_silent_figures_take_seven_taps(phone: Phone) -> None:
    phone.open()
    phone.choose(declarer="Anna", bid="three", partner="Csaba", result="won")
    phone.choose(trull="declarer", four_kings="opponents")
    phone.save()
    phone.expect_saved(1)
    assert phone.taps == 7


@row("U03")
def test_t4_the_worst_hand_takes_at_most_twenty_two_taps(phone: Phone, house: House) -> None:
    phone.open()
    phone.choose(declarer="Anna", bid="solo", partner="Csaba", result="won")
    for figure in ("trull", "four_kings", "double", "volat"):
        phone.announce(f"{figure}_ours", by="Anna", kontra=2 if figure == "trull" else 0)
    phone.announce("pagat_ultimo_theirs", by="Béla", kontra=2)
    phone.choose(catch_from="Csaba", catch_by="Béla")
    phone.fail_the_rest()
    phone.save()
    phone.expect_saved(1)
    # One more for each of the three that failed and that nothing else tells.
    assert phone.taps <= 22 + 3
    record = Posting.objects.get().entry.record
    assert len(record["announced"]) == 5
    assert record["xxi_catch"]["from"] == house.players["Csaba"]


@row("U03")
def test_t7_hand_three_of_twenty_is_corrected_with_six_taps(
    phone: Phone, house: House, session: Session
) -> None:
    recorded(house, session, *[a_hand(house) for _ in range(20)])
    page = phone.page
    phone.open("sheet")
    phone.press(page.locator(".hands > li").nth(17).locator("details[id] > summary"))
    opened = page.locator(".hands details[open]")
    phone.press(opened.get_by_role("link", name="Open, correct or delete"))
    phone.press(page.get_by_role("link", name="Correct this hand"))
    phone.tap("result", "lost")
    phone.save()
    expect(page.get_by_role("heading", name="What changes").first).to_be_visible()
    phone.save()
    expect(page.get_by_role("status").first).to_contain_text("Hand 3 is corrected.")
    assert phone.taps == 6


@row("U03")
def test_t8_last_weeks_players_sit_down_with_two_taps(
    phone: Phone, house: House, session: Session
) -> None:
    page = phone.page
    page.goto(f"{phone.base}/c/{house.club.slug}/")
    phone.press(page.get_by_role("link", name="Start a session"))
    phone.press(page.get_by_role("button", name="Deal the first hand"))
    expect(page.get_by_role("link", name="Enter hand 1")).to_be_visible()
    assert phone.taps == 2
    assert Session.objects.exclude(pk=session.pk).get().seats == session.seats


@row("U04")
def test_numbers_are_typed_as_text_and_no_wheel_changes_them(phone: Phone) -> None:
    # A field of the kind number drops a true minus, and the wheel turns it.
    club = phone.session.club
    paths = ["sessions/new/", "seasons/new/", "tournaments/new/", "paper/"]
    paths += ["money/payments/new/", "money/rules/"]
    for path in [*paths, f"sessions/{phone.session.id}/adjust/"]:
        phone.page.goto(f"{phone.base}/c/{club.slug}/{path}")
        assert phone.page.locator("main input").count() > 0, path
        assert phone.page.locator("input[type=number]").count() == 0, path

    phone.page.get_by_label("Anna").fill("−12")
    phone.page.get_by_label("Béla").fill("12-")
    phone.page.get_by_label("Csaba").fill("24")
    phone.page.get_by_label("What was agreed?").fill("The wine")
    phone.page.get_by_label("Anna").hover()
    phone.page.mouse.wheel(0, 40)
    phone.page.get_by_role("button", name="Save").tap()
    amounts = phone.page.locator(".seat b")
    expect(amounts).to_have_text(["−12", "−12", "+24", "0"])


@row("U04")
def test_a_sign_is_tapped_beside_the_digits_and_every_minus_can_be_pasted(
    phone: Phone,
) -> None:
    page = phone.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    phone.open("adjust")
    anna, toggle = page.get_by_label("Anna"), page.get_by_role("button", name="Plus or minus")
    # The keys for digits come up, and have no minus.
    expect(anna).to_have_attribute("inputmode", "numeric")
    anna.fill("36")
    for typed in ("−36", "36", "−36"):
        toggle.first.tap()
        expect(anna).to_have_value(typed)
    toggle.first.tap()
    for name, pasted in (("Béla", "−12"), ("Csaba", "-12"), ("Dóra", "12-")):
        page.evaluate("(text) => navigator.clipboard.writeText(text)", pasted)
        page.get_by_label(name).focus()
        page.keyboard.press("Control+V")
        expect(page.get_by_label(name)).to_have_value(pasted)
    page.get_by_label("What was agreed?").fill("The wine")
    page.get_by_role("button", name="Save").tap()
    expect(page.locator(".seat b")).to_have_text(["+36", "−12", "−12", "−12"])


@row("U03")
def test_t0_the_same_again_and_won_takes_three_taps(
    phone: Phone, house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house, bid="two", result="lost"))
    phone.open()
    again = phone.page.locator(".repeat")
    expect(again).to_contain_text("Anna · Two with Csaba")
    # Nothing is chosen before it is tapped, and how the hand before ended is never repeated.
    assert phone.page.locator("[name=declarer]:checked, [name=bid]:checked").count() == 0
    phone.press(again)
    expect(again).to_be_hidden()
    assert phone.page.locator("[name=result]:checked").count() == 0
    phone.tap("result", "won")
    phone.save()
    phone.expect_saved(2)
    assert phone.taps == 3
    anna, csaba = house.ids("Anna", "Csaba")
    said = Posting.objects.get(number=2).entry.record
    assert (said["declarer"], said["bid"], said["partner"]) == (anna, "two", csaba)
    assert said["result"] == "won"


@row("U03")
def test_t6_the_hand_just_saved_is_mended_with_three_taps(
    phone: Phone, house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house), a_hand(house))
    phone.open("sheet")
    phone.press(phone.page.get_by_role("link", name="Correct hand 2"))
    phone.tap("result", "lost")
    expect(phone.page.locator("#preview .amount")).to_have_text(["−1", "+1", "−1", "+1"])
    phone.save()
    expect(phone.page.get_by_role("status").first).to_contain_text("Hand 2 is corrected.")
    assert phone.taps == 3
    assert Posting.objects.get(number=2).entry.record["result"] == "lost"
