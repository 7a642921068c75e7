"""Two secretaries correct one hand: the later one sees both versions and decides."""

from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from support.catalogue import row
from support.club_factories import House, a_form, a_hand, a_user, recorded
from support.entry_phone import Phone
from tarokk_club.club.hand.usecases import DraftSubmission, save_draft
from tarokk_club.club.models import Entry, Player, Role, Session
from tarokk_club.club.session.usecases.events import correct_event


@row("R18")
@pytest.mark.parametrize("fixture", ["phone", pytest.param("plain_phone", marks=pytest.mark.ci)])
def test_later_scorer_sees_both_versions_and_keeps_the_own_input(
    page: Page, request: pytest.FixtureRequest, house: House, session: Session, fixture: str
) -> None:
    """With the script and without."""
    phone: Phone = request.getfixturevalue(fixture)
    own, kati = phone.page, a_user("kati", club=house.club, roles=(Role.SECRETARY,))
    recorded(house, session, *[a_hand(house) for _ in range(5)])
    fifth = session.entries.order_by("position")[4]
    phone.open("entry_correct", fifth.id)
    phone.tap("result", "lost")
    raw = a_hand(house, result="double_won", note="Kati szerint duplán.")
    correct_event(session_id=session.id, form=a_form(kati), entry_id=fifth.id, raw=raw)

    phone.save()

    expect(own.get_by_role("heading", name="Changed by kati at")).to_be_visible()
    expect(own.locator(".rivals").get_by_text("Kati szerint duplán.")).to_be_visible()
    assert phone.wide_or_small(390) == []
    expect(phone.input("result", "lost")).to_be_checked()
    own.get_by_role("button", name="Keep mine").tap()
    expect(own.get_by_text("Hand 5 is corrected.")).to_be_visible()
    assert Entry.objects.get(pk=fifth.id).record["result"] == "lost"


# The texts of the cards that stand outside of them, and the words that are on two lines.
SPILT = r"""() => [...document.querySelectorAll(".rivals .card, .empty")].flatMap((card) => {
  const range = document.createRange(), edge = card.getBoundingClientRect();
  return [...card.querySelectorAll("bdi, .amount")].filter((text) => {
    range.selectNodeContents(text);
    const words = text.textContent.split(/[\s-]+/).length;
    const boxes = [...range.getClientRects()];
    return boxes.some((box) => box.right > edge.right) || boxes.length > words;
  }).map((text) => text.textContent);
})"""
LONG = {
    "Anna": "Dr. Schwarzenberger-Hochstadt Maximilian Alexander",
    "Béla": "Kovács Péter",
    "Csaba": "Kovács Péter (2)",
}


@pytest.fixture
def long_names(house: House) -> None:
    for short, name in LONG.items():
        Player.objects.filter(pk=house.players[short]).update(name=name)


@pytest.mark.ci
@pytest.mark.usefixtures("long_names")
def test_long_names_and_amounts_stay_within_the_two_versions(
    phone: Phone, house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house))
    hand, kati = session.entries.get(), a_user("kati", club=house.club, roles=(Role.SECRETARY,))
    phone.open("entry_correct", hand.id)
    phone.tap("result", "lost")
    raw = a_hand(house, result="double_won")
    correct_event(session_id=session.id, form=a_form(kati), entry_id=hand.id, raw=raw)
    phone.save()

    for width in (320, 390):
        phone.page.set_viewport_size({"width": width, "height": 844})
        expect(phone.page.locator(".rivals .amount")).to_have_count(8)
        assert phone.page.evaluate(SPILT) == []


@pytest.mark.ci
@pytest.mark.usefixtures("long_names")
def test_long_names_are_whole_where_another_phone_enters_the_hand(
    phone: Phone, house: House, session: Session
) -> None:
    kati = a_user("kati", club=house.club, roles=(Role.SECRETARY,))
    sketch = DraftSubmission(key=uuid4(), record=a_hand(house), revision=0)
    save_draft(session_id=session.id, by=kati, submitted=sketch)
    phone.open()

    for width in (320, 390):
        phone.page.set_viewport_size({"width": width, "height": 844})
        expect(phone.page.locator(".empty .amount")).to_have_count(4)
        assert phone.page.evaluate(SPILT) == []
